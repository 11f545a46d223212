//===- HeapNames.cpp - from the calls in progress to a structure ----------===//

#include "analysis/attribute/HeapNames.h"
#include "memfacet/ContainerRoles.h"
#include <algorithm>

namespace memfacet {
namespace {

/// More functions than anybody inlines into one another; damaged tables may
/// name themselves.
constexpr size_t MaxInlined = 256;

bool isLibraryCode(const AllocationInfo &Frame) {
  return Frame.Flags & AllocationInLibraryCode;
}

/// The frame that knows best what the memory is for: of a container's
/// allocator, or the innermost.
const AllocationInfo *allocatorOf(std::span<const AllocationInfo *const> All) {
  auto It = std::ranges::find_if(All, [](const AllocationInfo *Frame) {
    return !allocatedElement(Frame->Function).empty();
  });
  return It == All.end() ? All.front() : *It;
}

} // namespace

HeapNames::HeapNames(const ModuleSet &Modules, StructureRegistry &Structures,
                     const NamingOptions &Options)
    : Modules(Modules), Structures(Structures), Options(Options),
      Containers(Modules, this->Options.Containers), Nodes(1) {}

void HeapNames::tablesChanged() {
  Nodes.assign(1, {});
  Steps.clear();
  Containers.tablesChanged();
}

bool HeapNames::vanishes(const AllocationInfo &Frame) const {
  return Options.Wrappers.isListed(Frame.Function,
                                   Frame.Flags & AllocationPassedOn);
}

/// Whether code that is not instrumented asked for memory on its own account,
/// below \p Call.
bool HeapNames::isLibrarys(const AllocationInfo &Call) const {
  return Call.Kind == AllocationKind::Call &&
         !Options.Wrappers.isLibraryAllocator(Call.Callee);
}

/// From the inside out; nothing where the memory is a library's.
std::optional<HeapNames::Frames>
HeapNames::framesOf(uint64_t Site, std::span<const uint64_t> Contexts) const {
  Frames Result;
  auto Add = [&](const AllocationInfo *Row) {
    for (size_t I = 0; Row && I != MaxInlined; ++I) {
      Result.push_back(Row);
      Row = Row->Outer ? Modules.allocation(Row->Outer) : nullptr;
    }
  };
  Add(Site ? Modules.allocation(Site) : nullptr);
  for (uint64_t Entry : Contexts) {
    const AllocationInfo *Row = Modules.allocation(Entry);
    if (Row && Result.empty() && isLibrarys(*Row))
      return {};
    Add(Row);
  }
  return Result;
}

/// Nothing where frames further out may make a difference, unless these are all
/// (\p Complete).
std::optional<HeapName> HeapNames::find(uint64_t Site,
                                        std::span<const uint64_t> Contexts,
                                        bool Complete) {
  std::optional<Frames> Known = framesOf(Site, Contexts);
  if (!Known)
    return HeapName();
  const Frames &All = *Known;
  auto Names = [&](const AllocationInfo *Frame) {
    return !isLibraryCode(*Frame) && !vanishes(*Frame);
  };
  auto Naming = std::find_if(All.begin(), All.end(), Names);
  if (Naming == All.end()) {
    if (!Complete)
      return {};
    if (All.empty())
      return HeapName();
    // Wrappers all the way: code that is not instrumented called the last.
    do
      --Naming;
    while (isLibraryCode(**Naming) && Naming != All.begin());
  }
  HeapName Result;
  Result.Frame = *Naming;
  Result.Innermost = allocatorOf({All.begin(), Naming + 1});
  Result.Mapped = All.front()->Kind == AllocationKind::Map;
  Result.WithContext = Options.ContextFrames != 0;
  std::optional<ContainerHolder> Holder =
      Containers.holderOf({Naming, All.end()}, Complete);
  if (!Holder)
    return {};
  Result.Object = Holder->Frame;
  Result.Role = Holder->Role;
  Naming += ptrdiff_t(Holder->Outwards);
  for (++Naming; Naming != All.end(); ++Naming) {
    if (Result.Around.size() == Options.ContextFrames)
      break;
    if (!isLibraryCode(**Naming))
      Result.Around.push_back(*Naming);
  }
  if (Result.Around.size() < Options.ContextFrames && !Complete)
    return {};
  return Result;
}

uint32_t HeapNames::step(uint32_t From, uint64_t Entry, uint64_t Site,
                         std::span<const uint64_t> Contexts) {
  auto [It, New] = Steps.try_emplace({From, Entry}, uint32_t(Nodes.size()));
  if (New) {
    Node N;
    if (std::optional<HeapName> Name = find(Site, Contexts, false))
      N.Certain = Structures.heap(*Name);
    Nodes.push_back(N);
  }
  return It->second;
}

StructureId HeapNames::structureOf(uint64_t Site,
                                   std::span<const uint64_t> Contexts) {
  uint32_t At = step(0, Site, Site, {});
  for (size_t I = 0; I != Contexts.size() && !Nodes[At].Certain.valid(); ++I)
    At = step(At, Contexts[I], Site, Contexts.first(I + 1));
  Node &Found = Nodes[At];
  if (Found.Certain.valid())
    return Found.Certain;
  if (!Found.AtEnd.valid())
    Found.AtEnd = Structures.heap(*find(Site, Contexts, true));
  return Found.AtEnd;
}

} // namespace memfacet
