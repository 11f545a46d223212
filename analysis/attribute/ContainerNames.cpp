//===- ContainerNames.cpp - memory that an object keeps -------------------===//

#include "analysis/attribute/HeapNames.h"
#include <fmt/format.h>

namespace memfacet {
namespace {

constexpr uint16_t AnyKept = AllocationKept | AllocationKeptPlainly;

bool isLibrarysCode(const AllocationInfo &Frame) {
  return Frame.Flags & AllocationInLibraryCode;
}

/// Whether a call on \p Object is one on a variable of the function around it.
bool isLocal(std::string_view Object) { return classOfMember(Object).empty(); }

} // namespace

std::string_view classOfMember(std::string_view Qualified) {
  size_t Depth = 0;
  for (size_t I = Qualified.size(); I-- > 1;) {
    char C = Qualified[I];
    Depth += C == '>' || C == ')';
    Depth -= (C == '<' || C == '(') && Depth != 0;
    if (Depth == 0 && C == ':' && Qualified[I - 1] == ':')
      return Qualified.substr(0, I - 1);
  }
  return {};
}

void ContainerNames::learn() {
  if (Known)
    return;
  Known = true;
  Members.clear();
  Holders.clear();
  Modules.forAllocations([&](const AllocationInfo &A) {
    if (A.Flags & AnyKept)
      Members[classOfMember(A.Function)].insert(A.Name);
    if (A.Flags & AllocationHolds && !A.ObjectType.empty()) {
      std::string Holder(A.Object);
      if (isLocal(A.Object))
        Holder += fmt::format(" in {}", A.Function);
      Holders[A.ObjectType].insert(std::move(Holder));
    }
  });
}

bool ContainerNames::isContainer(const AllocationInfo &Keeper) {
  std::string_view Class = classOfMember(Keeper.Function);
  auto It = Holders.find(Class);
  bool Several = It != Holders.end() && It->second.size() > 1;
  return Listed.isListed(Class, Several || Keeper.Flags & AllocationKept);
}

/// A class that keeps several kinds of memory: the member tells which.
std::string_view ContainerNames::roleOf(const AllocationInfo &Keeper,
                                        bool Needed) {
  std::string_view Class = classOfMember(Keeper.Function);
  auto It = Members.find(Class);
  if (!Needed && (It == Members.end() || It->second.size() < 2))
    return {};
  std::string_view Prefix = classOfMember(Keeper.Name);
  return Prefix.empty() ? Keeper.Name : Keeper.Name.substr(Prefix.size() + 2);
}

std::optional<ContainerHolder>
ContainerNames::holderOf(std::span<const AllocationInfo *const> Frames,
                         bool Complete) {
  const AllocationInfo &Keeper = *Frames.front();
  if (!(Keeper.Flags & AnyKept))
    return ContainerHolder();
  constexpr uint16_t Outwards =
      AllocationOnSelf | AllocationOnMember | AllocationOnResult;
  ContainerHolder Last;
  learn();
  if (!isContainer(Keeper))
    return ContainerHolder();
  for (size_t I = 1; I != Frames.size(); ++I) {
    const AllocationInfo &Call = *Frames[I];
    if (isLibrarysCode(Call))
      continue;
    // The library made the object, for instance in a container of its own.
    if (Call.Kind == AllocationKind::Context) {
      bool Elements = Call.Type.starts_with("std::");
      return Call.Name.empty()
                 ? Last
                 : ContainerHolder{
                       &Call, Elements ? "in elements" : roleOf(Keeper, true),
                       I};
    }
    if (!Call.Object.empty())
      Last = {&Call, roleOf(Keeper, Call.Flags & AllocationOnNew), I};
    bool Ends = Call.Flags & AllocationOnMember &&
                Listed.verdict(classOfMember(Call.Function)) ==
                    WrapperNames::Verdict::NoWrapper;
    if (Ends || !(Call.Flags & Outwards))
      return Last;
  }
  if (!Complete)
    return {};
  return Last;
}

} // namespace memfacet
