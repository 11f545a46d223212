//===- ContainerNames.cpp - memory that an object keeps -------------------===//

#include "analysis/attribute/HeapNames.h"
#include <fmt/format.h>

namespace memfacet {
namespace {

constexpr uint16_t AnyKept = AllocationKept | AllocationKeptPlainly;

bool isLibrarysCode(const AllocationInfo &Frame) {
  return Frame.Flags & AllocationInLibraryCode;
}

/// "Cache<int>::map" of "Cache<int>::map (nodes)", where the library's code was
/// inlined.
std::string_view withoutRole(std::string_view Name) {
  if (Name.ends_with(')'))
    Name = Name.substr(0, Name.rfind(" ("));
  while (Name.ends_with("[]"))
    Name.remove_suffix(2);
  return Name;
}

/// "parts, nodes"; a member and its part of one name are said once.
std::string joined(std::string_view Outer, std::string_view Inner) {
  if (Outer == Inner)
    return std::string(Inner);
  return fmt::format("{}{}{}", Outer,
                     Outer.empty() || Inner.empty() ? "" : ", ", Inner);
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
    if (A.Flags & AnyKept && !(A.Flags & AllocationPassedOn))
      Members[classOfMember(A.Name)].insert(withoutRole(A.Name));
    if (A.Flags & AllocationOnMember && !classOfMember(A.Object).empty())
      Members[classOfMember(A.Object)].insert(withoutRole(A.Object));
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

/// A class that keeps several kinds of memory: \p Member tells which.
std::string ContainerNames::roleOf(std::string_view Member, bool Needed) {
  std::string_view Class = classOfMember(Member);
  auto It = Members.find(Class);
  if (!Needed && (It == Members.end() || It->second.size() < 2))
    return {};
  std::string_view Name = withoutRole(Member);
  return std::string(Class.empty() ? Name : Name.substr(Class.size() + 2));
}

/// Whether \p Call leads from a part of an object to the whole.
bool ContainerNames::leadsOutwards(const AllocationInfo &Call) const {
  if (Call.Flags & AllocationOnMember)
    return Listed.verdict(classOfMember(Call.Function)) !=
           WrapperNames::Verdict::NoWrapper;
  if (Call.Flags & AllocationOnOnlyMember) {
    std::string_view Class = classOfMember(Call.Function);
    return Listed.isListed(Class, severalHold(Class));
  }
  return Call.Flags & (AllocationOnSelf | AllocationOnResult);
}

/// The frame whose function's object keeps the memory: the first, or one whose
/// callees only made it and returned it.
size_t ContainerNames::keeperAmong(
    std::span<const AllocationInfo *const> Frames) const {
  for (size_t I = 0; I != Frames.size(); ++I) {
    if (Frames[I]->Flags & (AnyKept | AllocationHeld))
      return I;
    if (!(Frames[I]->Flags & AllocationReturned) && !isLibrarysCode(*Frames[I]))
      break;
  }
  return Frames.size();
}

std::optional<ContainerHolder>
ContainerNames::holderOf(std::span<const AllocationInfo *const> Frames,
                         bool Complete) {
  size_t At = keeperAmong(Frames);
  if (At == Frames.size()) {
    bool Returned = Frames.back()->Flags & AllocationReturned;
    return Returned && !Complete ? std::nullopt
                                 : std::optional(ContainerHolder());
  }
  learn();
  const AllocationInfo &Keeper = *Frames[At];
  ContainerHolder Last;
  bool Held = Keeper.Flags & AllocationHeld;
  std::string Outer;
  // A base class that a template derives from is a part of the container.
  bool Container = Keeper.Flags & (AllocationKept | AllocationHeld) ||
                   severalHold(classOfMember(Keeper.Function));
  bool Ended = false;
  for (size_t I = At + !Held; I != Frames.size() && !Ended; ++I) {
    const AllocationInfo &Call = *Frames[I];
    if (isLibrarysCode(Call))
      continue;
    // The library made the object, for instance in a container of its own.
    if (Call.Kind == AllocationKind::Context && I != At) {
      bool Elements = Call.Type.starts_with("std::");
      if (!Call.Name.empty())
        Last = {&Call, &Keeper,
                Elements ? "in elements" : roleOf(Keeper.Name, true), I};
      Ended = true;
      break;
    }
    if (Call.Flags & AllocationOnSelf)
      Container |= classOfMember(Call.Function).ends_with('>');
    if (!Call.Object.empty())
      Last = {
          &Call, &Keeper,
          joined(Outer,
                 Held ? "" : roleOf(Keeper.Name, Call.Flags & AllocationOnNew)),
          I};
    Ended = !leadsOutwards(Call);
    // A part of a container that has others.
    if (!Ended && Call.Flags & AllocationOnMember && !Held)
      Outer = joined(roleOf(Call.Object, false), Outer);
  }
  if (!Ended && !Complete)
    return {};
  if (Last.Frame)
    Container |= severalHold(Last.Frame->ObjectType);
  if (!Listed.isListed(classOfMember(Keeper.Function), Container))
    return ContainerHolder();
  return Last;
}

} // namespace memfacet
