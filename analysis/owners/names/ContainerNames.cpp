//===- ContainerNames.cpp - memory that a container keeps -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/owners/names/HeapNames.h"
#include "analysis/support/Text.h"
#include <fmt/format.h>

namespace memfacet::owners {
namespace {

constexpr uint16_t AnyKept = AllocationKept | AllocationKeptPlainly;

bool isLibrarysCode(const decode::AllocationInfo &Frame) {
  return Frame.Flags & AllocationInLibraryCode;
}

/// Returns "Cache<int>::map" of "Cache<int>::map (nodes)", where the library's
/// code was inlined.
std::string_view withoutRole(std::string_view Name) {
  if (Name.ends_with(')'))
    Name = Name.substr(0, Name.rfind(" ("));
  while (Name.ends_with("[]"))
    Name.remove_suffix(2);
  return Name;
}

/// Returns "parts, nodes"; two equal names are joined to one.
std::string joined(std::string_view Outer, std::string_view Inner) {
  if (Outer == Inner)
    return std::string(Inner);
  return fmt::format("{}{}{}", Outer,
                     Outer.empty() || Inner.empty() ? "" : ", ", Inner);
}

/// Returns whether \p Keeper's memory is kept in a record of C: functions have
/// no class there, so the record is an attribute of the call.
bool isKeptInRecord(const decode::AllocationInfo &Keeper) {
  return Keeper.Flags & AllocationKeptPlainly && !Keeper.ObjectType.empty();
}

/// Returns the class or record whose object keeps the memory of \p Keeper.
std::string_view keeperClass(const decode::AllocationInfo &Keeper) {
  return isKeptInRecord(Keeper) ? Keeper.ObjectType
                                : classOfMember(Keeper.Function);
}

/// A member and the class that declares it.
struct QualifiedMember {
  std::string_view Class, Name;
};

/// Returns the parts of "Cache<int>::map (nodes)".
QualifiedMember memberCalled(std::string_view Qualified) {
  std::string_view Name = withoutRole(Qualified);
  std::string_view Class = classOfMember(Name);
  return {Class, Class.empty() ? Name : Name.substr(Class.size() + 2)};
}

/// Returns the member that keeps the memory of \p Keeper; in C, "head" of
/// "list->head".
QualifiedMember memberOf(const decode::AllocationInfo &Keeper) {
  if (!isKeptInRecord(Keeper))
    return memberCalled(Keeper.Name);
  std::string_view Name = withoutRole(Keeper.Name);
  size_t Separator = Name.find_last_of(">.:");
  return {Keeper.ObjectType, Separator == std::string_view::npos
                                 ? Name
                                 : Name.substr(Separator + 1)};
}

/// Returns whether a call on \p Object is one on a variable of the function
/// around it.
bool isLocal(std::string_view Object) { return classOfMember(Object).empty(); }

} // namespace

void ContainerNames::learn() {
  if (Known)
    return;
  Known = true;
  Members.clear();
  Holders.clear();
  auto Learn = [&](const QualifiedMember &M) {
    Members[M.Class].insert(M.Name);
  };
  Modules.forAllocations([&](const decode::AllocationInfo &A) {
    if (A.Flags & AnyKept && !(A.Flags & AllocationPassedOn))
      Learn(memberOf(A));
    if (A.Flags & AllocationOnMember && !classOfMember(A.Object).empty())
      Learn(memberCalled(A.Object));
    if (A.Flags & AllocationHolds && !A.ObjectType.empty()) {
      std::string Holder(A.Object);
      if (isLocal(A.Object))
        Holder += fmt::format(" in {}", A.Function);
      Holders[A.ObjectType].insert(std::move(Holder));
    }
  });
}

bool ContainerNames::severalHold(std::string_view Class) const {
  auto It = Holders.find(Class);
  return It != Holders.end() && It->second.size() > 1;
}

/// Returns \p Member of \p Class, if \p Needed or if the class keeps several
/// kinds of memory.
std::string ContainerNames::roleOf(std::string_view Class,
                                   std::string_view Member, bool Needed) {
  auto It = Members.find(Class);
  bool Several = It != Members.end() && It->second.size() > 1;
  return Needed || Several ? std::string(Member) : std::string();
}

/// Returns whether \p Call leads from a part of an object to the whole.
bool ContainerNames::leadsOutwards(const decode::AllocationInfo &Call) const {
  if (Call.Flags & AllocationOnMember)
    return Listed.verdict(classOfMember(Call.Function)) !=
           WrapperNames::Verdict::NoWrapper;
  if (Call.Flags & AllocationOnOnlyMember) {
    std::string_view Class = classOfMember(Call.Function);
    return Listed.isListed(Class, severalHold(Class));
  }
  return Call.Flags & (AllocationOnSelf | AllocationOnResult);
}

/// Returns the index of the frame whose function's object keeps the memory: the
/// first, or one whose callees only made and returned it.
size_t ContainerNames::keeperAmong(
    std::span<const decode::AllocationInfo *const> Frames) const {
  for (size_t I = 0; I != Frames.size(); ++I) {
    if (Frames[I]->Flags & (AnyKept | AllocationHeld))
      return I;
    if (!(Frames[I]->Flags & AllocationReturned) && !isLibrarysCode(*Frames[I]))
      break;
  }
  return Frames.size();
}

/// Returns whether the class that keeps the memory of \p Keeper is a container,
/// if \p Holder holds its object. \p BySource: its code says so.
bool ContainerNames::isContainer(const decode::AllocationInfo &Keeper,
                                 const ContainerHolder &Holder,
                                 bool BySource) const {
  bool IsHeld = Holder.Frame && severalHold(Holder.Frame->ObjectType);
  return Listed.isListed(keeperClass(Keeper), BySource || IsHeld);
}

std::optional<ContainerHolder>
ContainerNames::holderOf(std::span<const decode::AllocationInfo *const> Frames,
                         bool Complete) {
  size_t KeeperIndex = keeperAmong(Frames);
  if (KeeperIndex == Frames.size()) {
    bool Returned = Frames.back()->Flags & AllocationReturned;
    return Returned && !Complete ? std::nullopt
                                 : std::optional(ContainerHolder());
  }
  learn();
  const decode::AllocationInfo &Keeper = *Frames[KeeperIndex];
  QualifiedMember Member = memberOf(Keeper);
  ContainerHolder Last;
  bool IsHeld = Keeper.Flags & AllocationHeld;
  std::string Outer;
  // A base class that a template derives from is a part of the container.
  bool Container = Keeper.Flags & (AllocationKept | AllocationHeld) ||
                   severalHold(keeperClass(Keeper));
  bool Ended = false, IsMade = false;
  for (size_t I = KeeperIndex + !IsHeld; I != Frames.size() && !Ended; ++I) {
    const decode::AllocationInfo &Call = *Frames[I];
    if (isLibrarysCode(Call))
      continue;
    // The library made the object, for instance in one of its containers.
    bool Shared = Call.Flags & AllocationOnNew; // for a smart pointer
    if (Call.Kind == AllocationKind::Context && I != KeeperIndex && !Shared) {
      bool Elements = Call.Type.starts_with("std::");
      if (!Call.Name.empty())
        Last = {&Call, &Keeper,
                Elements ? "in elements"
                         : roleOf(Member.Class, Member.Name, true),
                I};
      Ended = true;
      break;
    }
    if (isKeptInRecord(Keeper) && !Call.Object.empty() &&
        Call.ObjectType != Member.Class)
      return ContainerHolder();
    if (Call.Flags & AllocationOnSelf)
      Container |= classOfMember(Call.Function).ends_with('>');
    // A handle has another kind of memory: the object that `new` made.
    IsMade |=
        Call.Flags & AllocationOnNew && !(Call.Flags & AllocationOnMember);
    if (!Call.Object.empty())
      Last = {&Call, &Keeper,
              joined(Outer,
                     IsHeld ? ""
                            : roleOf(Member.Class, Member.Name,
                                     IsMade || Call.Flags & AllocationOnNew)),
              I};
    Ended = !leadsOutwards(Call);
    // A part of a container that has others.
    QualifiedMember Part = memberCalled(Call.Object);
    if (!Ended && Call.Flags & AllocationOnMember && !IsHeld)
      Outer = joined(roleOf(Part.Class, Part.Name, false), Outer);
  }
  if (!Ended && !Complete)
    return {};
  return isContainer(Keeper, Last, Container) ? Last : ContainerHolder();
}

} // namespace memfacet::owners
