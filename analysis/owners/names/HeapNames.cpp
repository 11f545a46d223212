//===- HeapNames.cpp - from the calls in progress to a structure ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/owners/names/HeapNames.h"
#include "analysis/support/Text.h"
#include "memfacet/ContainerRoles.h"
#include <algorithm>
#include <cctype>
#include <fmt/format.h>

namespace memfacet::owners {
namespace {

/// More functions than are inlined into one another. Damaged tables may have a
/// cycle.
constexpr size_t MaxInlined = 256;

bool isLibraryCode(const decode::AllocationInfo &Frame) {
  return Frame.Flags & AllocationInLibraryCode;
}

/// Returns the frame that shows best what the memory is for: that of a
/// container's allocator, or the innermost.
const decode::AllocationInfo *
allocatorOf(std::span<const decode::AllocationInfo *const> All) {
  auto It = std::ranges::find_if(All, [](const decode::AllocationInfo *Frame) {
    return !allocatedElement(Frame->Function).empty();
  });
  return It == All.end() ? All.front() : *It;
}

/// Returns the part of the name of returned memory after its variable: "[]" of
/// "rows[]", "->size" of "struct table::size".
std::string suffixOf(const decode::AllocationInfo &A) {
  if (A.Flags & AllocationMade || A.Name.starts_with("return of "))
    return {};
  std::string_view Rest = A.Name;
  if (!A.ObjectType.empty() && Rest.starts_with(A.ObjectType) &&
      Rest.substr(A.ObjectType.size()).starts_with("::"))
    return "->" + std::string(Rest.substr(A.ObjectType.size() + 2));
  auto End = std::ranges::find_if(Rest, [](unsigned char C) {
    return !std::isalnum(C) && C != '_' && C < 128;
  });
  return {End, Rest.end()};
}

} // namespace

HeapNames::HeapNames(const decode::ModuleSet &Modules,
                     StructureRegistry &Structures,
                     const NamingOptions &Options)
    : Modules(Modules), Structures(Structures), Options(Options),
      Containers(Modules, this->Options.Containers), Factories(Modules),
      Nodes(1) {}

void HeapNames::tablesChanged() {
  Nodes.assign(1, {});
  Steps.clear();
  RecentSteps.assign(RecentSteps.size(), {});
  Containers.tablesChanged();
  Factories.tablesChanged();
}

void FactoryNames::learn() {
  Known = true;
  Homes.clear();
  Modules.forAllocations([&](const decode::AllocationInfo &A) {
    bool Recursion = A.Callee == A.Function;
    if (A.Kind != AllocationKind::Call || A.Callee.empty() || Recursion ||
        isLibraryCode(A))
      return;
    constexpr uint16_t NoHomeFlags =
        AllocationMade | AllocationPassedOn | AllocationForCaller;
    bool HasHome = A.Flags & AllocationNamed && !(A.Flags & NoHomeFlags);
    std::string Place = classOfMember(A.Name).empty()
                            ? fmt::format("{} in {}", A.Name, A.Function)
                            : std::string(A.Name);
    if (HasHome)
      Homes[A.Callee].emplace(std::move(Place), A.Name);
    else
      Homes[A.Callee].emplace("", "");
  });
}

std::string_view FactoryNames::homeOf(std::string_view Function) {
  if (!Known)
    learn();
  auto It = Homes.find(Function);
  return It == Homes.end() || It->second.size() != 1
             ? std::string_view()
             : std::string_view(It->second.begin()->second);
}

bool HeapNames::vanishes(const decode::AllocationInfo &Frame) const {
  return Options.Wrappers.isListed(Frame.Function,
                                   Frame.Flags & AllocationPassedOn);
}

/// Returns the name of the one receiver of all objects that \p Maker's function
/// makes; empty: there are several, or the user wants to know which.
std::string_view HeapNames::homeOf(const decode::AllocationInfo &Maker) {
  bool Keeps = Options.Wrappers.verdict(Maker.Function) ==
               WrapperNames::Verdict::NoWrapper;
  if (!(Maker.Flags & AllocationForCaller) || Options.ContextFrames != 0 ||
      Keeps)
    return {};
  return Factories.homeOf(Maker.Function);
}

/// Returns whether code that is not instrumented allocated for itself, below
/// \p Call.
bool HeapNames::isLibrarys(const decode::AllocationInfo &Call) const {
  return Call.Kind == AllocationKind::Call &&
         !Options.Wrappers.isLibraryAllocator(Call.Callee);
}

/// Returns the frames from the inside out; nothing where the memory is a
/// library's.
std::optional<HeapNames::Frames>
HeapNames::framesOf(uint64_t Site, std::span<const uint64_t> Contexts) const {
  Frames Result;
  auto Add = [&](const decode::AllocationInfo *Row) {
    for (size_t I = 0; Row && I != MaxInlined; ++I) {
      Result.push_back(Row);
      Row = Row->Outer ? Modules.allocation(Row->Outer) : nullptr;
    }
  };
  Add(Site ? Modules.allocation(Site) : nullptr);
  for (uint64_t Entry : Contexts) {
    const decode::AllocationInfo *Row = Modules.allocation(Entry);
    if (Row && Result.empty() && isLibrarys(*Row))
      return {};
    Add(Row);
  }
  return Result;
}

/// Returns the frame that names the memory; nothing where frames further out
/// may change the result, unless \p Complete: there are no further ones.
std::optional<HeapNames::NameRule> HeapNames::namingFrame(const Frames &All,
                                                          bool Complete) {
  const decode::AllocationInfo *Part = nullptr;
  std::string Suffix;
  size_t Maker = NoFrame; // names the memory if no caller does
  bool InPlace = false;   // the object is the function's own, or its result
  bool IsResult = false;  // of one of the functions
  constexpr uint16_t Outwards = AllocationOnResult | AllocationOnSelf;
  for (size_t I = 0; I != All.size(); ++I) {
    const decode::AllocationInfo &F = *All[I];
    IsResult |= (F.Flags & AllocationOnResult) != 0;
    if (isLibraryCode(F) || (InPlace && F.Flags & Outwards))
      continue;
    if (InPlace && F.Object.empty())
      return NameRule{Maker};
    if (InPlace) {
      // What `new` makes has the place of the call: it is a row of its own.
      bool HasPlace = IsResult || F.Flags & AllocationOnNew;
      return NameRule{I, Part, std::string(F.Object) + Suffix,
                      HasPlace ? nullptr : &F};
    }
    if (!vanishes(F)) {
      if (!(F.Flags & AllocationNamed) && Maker != NoFrame)
        return NameRule{Maker};
      if (std::string_view Home = homeOf(F); !Home.empty())
        return NameRule{I, &F, std::string(Home) + suffixOf(F) + Suffix};
      return Part ? NameRule{I, Part, std::string(F.Name) + Suffix}
                  : NameRule{I};
    }
    if (!(F.Flags & AllocationForCaller))
      continue;
    if (Maker == NoFrame)
      Maker = I;
    InPlace = F.Flags & Outwards;
    std::string OwnSuffix = suffixOf(F);
    if (!Part && (InPlace || !OwnSuffix.empty()))
      Part = &F;
    Suffix = OwnSuffix + Suffix;
  }
  if (!Complete)
    return {};
  return NameRule{Maker};
}

std::optional<HeapName> HeapNames::find(uint64_t Site,
                                        std::span<const uint64_t> Contexts,
                                        bool Complete) {
  std::optional<Frames> Known = framesOf(Site, Contexts);
  if (!Known)
    return HeapName();
  const Frames &All = *Known;
  std::optional<NameRule> Found = namingFrame(All, Complete);
  if (!Found)
    return {};
  if (All.empty())
    return HeapName();
  auto Naming =
      All.begin() + ptrdiff_t(std::min(Found->FrameIndex, All.size()));
  if (Naming == All.end()) {
    // All frames are wrappers: code that is not instrumented called the last.
    do
      --Naming;
    while (isLibraryCode(**Naming) && Naming != All.begin());
    // A library calls the program's copy of a template, for itself.
    if (Contexts.size() < MaxContexts &&
        std::ranges::all_of(All, [&](auto *F) { return isLibraryCode(*F); }))
      return HeapName();
  }
  HeapName Result;
  Result.Frame = *Naming;
  if (Found->Part) {
    Result.Frame = Found->Part;
    Result.CallersName = std::move(Found->Name);
    Result.CallOnObject = Found->CallOnObject;
  }
  Result.Innermost = allocatorOf({All.begin(), Naming + 1});
  Result.Mapped = All.front()->Kind == AllocationKind::Map;
  Result.WithContext = Options.ContextFrames != 0;
  std::optional<ContainerHolder> Holder =
      Containers.holderOf({Naming, All.end()}, Complete);
  if (!Holder)
    return {};
  Result.Object = Holder->Frame;
  Result.Keeper = Holder->Keeper;
  Result.Role = Holder->Role;
  Naming += ptrdiff_t(Holder->Outwards);
  for (++Naming; Naming != All.end(); ++Naming) {
    if (Result.OuterFrames.size() == Options.ContextFrames)
      break;
    if (!isLibraryCode(**Naming))
      Result.OuterFrames.push_back(*Naming);
  }
  if (Result.OuterFrames.size() < Options.ContextFrames && !Complete)
    return {};
  return Result;
}

uint32_t HeapNames::step(uint32_t Parent, uint64_t Entry, uint64_t Site,
                         std::span<const uint64_t> Contexts) {
  Step Key = {Parent, Entry};
  RecentStep &R = RecentSteps[recentPlace(Key)];
  if (R.Key != Key) [[unlikely]]
    R = {Key, findStep(Key, Site, Contexts)};
  return R.Child;
}

uint32_t HeapNames::findStep(Step Key, uint64_t Site,
                             std::span<const uint64_t> Contexts) {
  auto [Found, New] = Steps.try_emplace(Key, uint32_t(Nodes.size()));
  if (New) {
    Node N;
    if (std::optional<HeapName> Name = find(Site, Contexts, false))
      N.Certain = Structures.heap(*Name);
    Nodes.push_back(N);
  }
  return Found->second;
}

StructureId HeapNames::recent(uint64_t Site,
                              std::span<const uint64_t> Contexts) const {
  uint64_t Entry = Site;
  uint32_t Current = 0;
  for (size_t I = 0;; ++I) {
    Step Key = {Current, Entry};
    const RecentStep &R = RecentSteps[recentPlace(Key)];
    if (R.Key != Key) [[unlikely]]
      return StructureId();
    Current = R.Child;
    if (Nodes[Current].Certain.valid())
      return Nodes[Current].Certain;
    if (I == Contexts.size())
      return Nodes[Current].AtEnd;
    Entry = Contexts[I];
  }
}

StructureId HeapNames::structureOf(uint64_t Site,
                                   std::span<const uint64_t> Contexts) {
  uint32_t Current = step(0, Site, Site, {});
  for (size_t I = 0; I != Contexts.size() && !Nodes[Current].Certain.valid();
       ++I)
    Current = step(Current, Contexts[I], Site, Contexts.first(I + 1));
  Node &Found = Nodes[Current];
  if (Found.Certain.valid())
    return Found.Certain;
  if (!Found.AtEnd.valid())
    Found.AtEnd = Structures.heap(*find(Site, Contexts, true));
  return Found.AtEnd;
}

} // namespace memfacet::owners
