//===- StructureRegistry.cpp - the data structures of a process -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/owners/names/StructureRegistry.h"
#include "analysis/caches/cache/CacheWord.h"
#include "analysis/result/profile/KnownWords.h"
#include "analysis/support/StringTypes.h"
#include "analysis/support/Text.h"
#include "memfacet/Check.h"
#include "memfacet/ContainerRoles.h"
#include <algorithm>

namespace memfacet::owners {
namespace {

/// Returns a key that differs where a reader would see a difference.
std::string identity(const result::Structure &S, std::string_view LinkageName) {
  return fmt::format("{}\x1f{}\x1f{}\x1f{}\x1f{}\x1f{}\x1f{}", uint32_t(S.Kind),
                     S.Name, S.Type, S.File, S.Line, S.Function, LinkageName);
}

result::Structure makeStructure(result::StructureKind Kind,
                                std::string Name = {}) {
  result::Structure S;
  S.Kind = Kind;
  S.Name = std::move(Name);
  return S;
}

std::string_view functionOf(const decode::AllocationInfo &A) {
  return A.Location.Function.empty() ? A.Function : A.Location.Function;
}

/// Returns " (at 12:7 from insert:40:3 < main:9:5)": the calls, if the user
/// asks for them. With lines and columns, as one line may have several calls.
std::string contextText(const HeapName &Name) {
  const decode::Place &Place =
      (Name.Object ? Name.Object : Name.Frame)->Location;
  std::string Text = fmt::format(" (at {}:{}", Place.Line, Place.Column);
  const char *Separator = " from ";
  for (const decode::AllocationInfo *Call : Name.OuterFrames) {
    Text += fmt::format("{}{}:{}:{}", Separator, functionOf(*Call),
                        Call->Location.Line, Call->Location.Column);
    Separator = " < ";
  }
  return Text + ")";
}

std::string_view baseName(std::string_view Path) {
  return Path.substr(Path.rfind('/') + 1);
}

/// Returns "function:line" for memory without a name; in an initialiser
/// "file:line".
std::string placeText(const decode::AllocationInfo &A) {
  std::string_view Function = functionOf(A);
  if (Function.empty())
    Function =
        A.Location.File.empty() ? "unknown place" : baseName(A.Location.File);
  if (A.Location.Line == 0)
    return std::string(Function);
  return fmt::format("{}:{}", Function, A.Location.Line);
}

/// Returns the size of an element. A container's type does not say it: the
/// allocating frame does, unless the library's code is not instrumented: that
/// of strings never is.
uint32_t elementBytes(const HeapName &Name, const decode::AllocationInfo &A) {
  if (A.Kind == AllocationKind::Context)
    if (uint32_t Bytes = charactersOf(A.Type).Bytes)
      return Bytes;
  if (A.Kind == AllocationKind::Context && Name.Innermost &&
      (Name.Innermost->ElementSize != 0 || isContainer(A.Type, "")))
    return Name.Innermost->ElementSize;
  return A.ElementSize;
}

/// Returns the role of the memory that \p Innermost allocates in the library's
/// container that \p A works on.
std::string_view roleIn(const decode::AllocationInfo &A,
                        const decode::AllocationInfo &Innermost) {
  if (Innermost.Flags & AllocationInLibraryCode &&
      isOfElements(Innermost.Function, A.Type))
    return "in elements";
  return containerRole(Innermost.Function, A.Type);
}

/// Returns the role of the memory in a library's container that a class of the
/// program keeps.
std::string_view libraryRole(const HeapName &Name) {
  const decode::AllocationInfo &A = *Name.Keeper;
  if (A.Kind == AllocationKind::Context && Name.Innermost)
    if (std::string_view Role = roleIn(A, *Name.Innermost); !Role.empty())
      return Role;
  if (A.Name.ends_with("[]"))
    return "in elements";
  size_t Open = A.Name.ends_with(')') ? A.Name.rfind(" (") : A.Name.npos;
  return Open == A.Name.npos
             ? std::string_view()
             : A.Name.substr(Open + 2, A.Name.size() - Open - 3);
}

} // namespace

StructureRegistry::StructureRegistry() {
  [[maybe_unused]] StructureId L =
      intern(makeStructure(result::StructureKind::Library, "[library]"));
  [[maybe_unused]] StructureId U = intern(
      makeStructure(result::StructureKind::Unattributed, "[unattributed]"));
  MEMFACET_CHECK(L == Library && U == Unattributed, "they come first");
}

StructureId StructureRegistry::intern(result::Structure S,
                                      std::string_view LinkageName) {
  std::string Key = identity(S, LinkageName);
  auto Found = ByIdentity.find(Key);
  if (Found != ByIdentity.end())
    return Found->second;
  if (Structures.size() == caches::MaxStructures) {
    Overflowed = true;
    return Unattributed;
  }
  StructureId New(uint32_t(Structures.size()));
  ByIdentity.emplace(std::move(Key), New);
  Structures.push_back(std::move(S));
  Living.push_back({});
  return New;
}

StructureId StructureRegistry::global(const decode::GlobalInfo &G) {
  result::Structure S = makeStructure(result::StructureKind::Global);
  S.File = G.File;
  if (G.Flags & GlobalStringLiteral) {
    S.Kind = result::StructureKind::Literals;
    S.Name = G.File.empty() ? "[literals]"
                            : fmt::format("[literals {}]", baseName(G.File));
    return intern(std::move(S));
  }
  if (G.Flags & GlobalThreadLocal)
    S.Kind = result::StructureKind::ThreadLocal;
  S.Name = G.Name.empty() ? G.LinkageName : G.Name;
  S.Named = !G.Name.empty();
  S.Type = G.Type;
  S.Line = G.Line;
  S.Function = G.Function;
  S.ElementBytes = G.ElementSize;
  return intern(std::move(S), G.LinkageName);
}

/// Returns whether a container of the library has \p Name's memory, one of
/// several members of the object: `std::vector<int> heads` of a solver.
static bool isInMemberContainer(const HeapName &Name) {
  std::string_view Type = Name.Keeper->Type;
  return !Name.Role.empty() && isContainer(Type, "") &&
         !isContainer(Type, "shared_ptr<") && !isContainer(Type, "unique_ptr<");
}

/// Returns whether \p Name's memory is one of several arrays of an object whose
/// class is no template: the class says nothing of the elements, the member
/// does.
static bool isInMemberArray(const HeapName &Name) {
  return !Name.Role.empty() && !Name.Keeper->Type.empty() &&
         Name.Keeper->Kind != AllocationKind::Context &&
         !Name.Object->ObjectType.ends_with('>');
}

/// Returns the type of \p Name's memory: that of the container that has it, or
/// of the member which is its role. Memory of a smart pointer of the library
/// has the class that keeps it.
static std::string_view containerType(const HeapName &Name) {
  const decode::AllocationInfo &A = *Name.Object;
  if (Name.Keeper->Flags & AllocationHeld || isInMemberContainer(Name) ||
      isInMemberArray(Name))
    return Name.Keeper->Type;
  if (A.Kind == AllocationKind::Context && A.Object.empty())
    return A.Type;
  bool Pointer = A.ObjectType.starts_with("std::shared_ptr<") ||
                 A.ObjectType.starts_with("std::unique_ptr<");
  std::string_view Class = classOfMember(Name.Keeper->Function);
  return Pointer && !Class.empty() ? Class : A.ObjectType;
}

/// Returns the structure of memory of the program's own container.
StructureId StructureRegistry::inContainer(const HeapName &Name) {
  const decode::AllocationInfo &A = *Name.Object;
  bool OfLibrary = A.Kind == AllocationKind::Context && A.Object.empty();
  result::Structure S =
      makeStructure(Name.Mapped ? result::StructureKind::Mapping
                                : result::StructureKind::Heap);
  S.Named = true;
  S.Name = OfLibrary ? A.Name : A.Object;
  S.Type = containerType(Name);
  std::string_view InLibrary = libraryRole(Name);
  if (!Name.Role.empty() || !InLibrary.empty())
    S.Name += fmt::format(" ({}{}{})", Name.Role,
                          Name.Role.empty() || InLibrary.empty() ? "" : ", ",
                          InLibrary);
  if (Name.WithContext)
    S.Name += contextText(Name);
  S.File = A.Location.File;
  S.Line = A.Location.Line;
  S.Function = functionOf(A);
  S.ElementBytes = elementBytes(Name, *Name.Keeper);
  size_t Known = Structures.size();
  StructureId Id = intern(std::move(S));
  // The place is where the member gets its memory for the first time.
  const decode::AllocationInfo &Keeper = *Name.Keeper;
  if (Structures.size() != Known && isInMemberContainer(Name) &&
      Keeper.Location.Line != 0) {
    result::Structure &New = Structures[Id.Value];
    New.File = Keeper.Location.File;
    New.Line = Keeper.Location.Line;
    New.Function = functionOf(Keeper);
  }
  return Id;
}

/// Returns the name of the variable that \p A is for; or the object's class if
/// that is only known as `this`: the message that a base class of the library
/// keeps of an exception.
static std::string_view nameOfPlace(const decode::AllocationInfo &A) {
  return A.Name == "this" && !A.Type.empty() ? A.Type : A.Name;
}

StructureId StructureRegistry::heap(const HeapName &Name) {
  if (!Name.Frame)
    return Library;
  if (Name.Object)
    return inContainer(Name);
  const decode::AllocationInfo &A = *Name.Frame;
  result::Structure S =
      makeStructure(Name.Mapped ? result::StructureKind::Mapping
                                : result::StructureKind::Heap);
  S.Named = !Name.CallersName.empty() ||
            (A.Flags & AllocationNamed && !A.Name.empty());
  S.Name = !Name.CallersName.empty() ? Name.CallersName
           : S.Named                 ? std::string(nameOfPlace(A))
                                     : placeText(A);
  if (A.Kind == AllocationKind::Context && Name.Innermost)
    if (std::string_view Role = roleIn(A, *Name.Innermost); !Role.empty())
      // The compiler has added it where it inlined the library's code.
      if (std::string Text = fmt::format(" ({})", Role);
          !S.Name.ends_with(Text))
        S.Name += Text;
  if (Name.WithContext)
    S.Name += contextText(Name);
  S.Type = A.Type;
  const decode::AllocationInfo &Call =
      Name.CallOnObject ? *Name.CallOnObject : A;
  S.File = Call.Location.File;
  S.Line = Call.Location.Line;
  S.Function = functionOf(Call);
  S.ElementBytes = elementBytes(Name, A);
  return intern(std::move(S));
}

StructureId StructureRegistry::named(std::string_view Name) {
  result::Structure S =
      makeStructure(result::StructureKind::Heap, std::string(Name));
  S.Named = true;
  return intern(std::move(S));
}

StructureId StructureRegistry::renamed(StructureId Original,
                                       std::string_view Name) {
  result::Structure S = Structures[Original.Value];
  S.Name = Name;
  S.Named = true;
  S.Bytes = S.PeakBytes = S.Objects = 0;
  S.Lives = {};
  return intern(std::move(S));
}

StructureId StructureRegistry::region(StructureId Enclosing,
                                      std::string_view Name) {
  result::StructureKind Kind = Structures[Enclosing.Value].Kind;
  result::Structure S =
      makeStructure(Kind == result::StructureKind::Unattributed
                        ? result::StructureKind::Mapping
                        : Kind,
                    std::string(Name));
  S.Named = true;
  return intern(std::move(S));
}

StructureId StructureRegistry::stack(ThreadId Thread) {
  result::Structure S = makeStructure(result::StructureKind::Stack);
  S.Name = Thread.Value == 0
               ? "[stack]"
               : fmt::format("{}{}]", result::ThreadStack, Thread.Value);
  return intern(std::move(S));
}

StructureId StructureRegistry::local(const decode::AllocationInfo &A) {
  result::Structure S =
      makeStructure(result::StructureKind::Local, std::string(A.Name));
  S.Named = true;
  S.Type = A.Type;
  S.File = A.Location.File;
  S.Line = A.Location.Line;
  S.Function = functionOf(A);
  S.ElementBytes = A.ElementSize;
  return intern(std::move(S));
}

StructureId StructureRegistry::library(std::string_view Path) {
  if (Path.empty())
    return Library;
  result::Structure S = makeStructure(result::StructureKind::Library);
  S.Name = fmt::format("[library {}]", baseName(Path));
  S.File = Path;
  return intern(std::move(S));
}

StructureId StructureRegistry::mapping(std::string_view Path) {
  result::Structure S = makeStructure(result::StructureKind::Mapping);
  S.Name = Path.empty() ? "[anonymous mapping]"
                        : fmt::format("[mapping {}]", baseName(Path));
  S.File = Path;
  return intern(std::move(S));
}

void StructureRegistry::grow(StructureId S, uint64_t Bytes, bool NewObject) {
  result::Structure &Grown = Structures[S.Value];
  Grown.Objects += NewObject;
  Live &Current = Living[S.Value];
  Current.Bytes += Bytes;
  ++Current.Objects;
  Grown.PeakBytes = std::max(Grown.PeakBytes, Current.Bytes);
  Grown.Lives.PeakObjects = std::max(Grown.Lives.PeakObjects, Current.Objects);
}

void StructureRegistry::addToSum(StructureId S, uint64_t Bytes) {
  Structures[S.Value].Bytes += Bytes;
}

void StructureRegistry::move(StructureId Source, StructureId Target,
                             uint64_t Bytes) {
  if (Source == Target)
    return;
  result::Structure &SourceRow = Structures[Source.Value];
  SourceRow.Objects -= std::min<uint64_t>(SourceRow.Objects, 1);
  SourceRow.Bytes -= std::min(SourceRow.Bytes, Bytes);
  shrink(Source, Bytes);
  // Objects that were counted here for a short time never belonged to this
  // structure.
  SourceRow.PeakBytes = std::min(SourceRow.PeakBytes, SourceRow.Bytes);
  SourceRow.Lives.PeakObjects =
      std::min(SourceRow.Lives.PeakObjects, SourceRow.Objects);
  grow(Target, Bytes, true);
  addToSum(Target, Bytes);
}

void StructureRegistry::shrink(StructureId S, uint64_t Bytes) {
  Live &Current = Living[S.Value];
  Current.Bytes -= std::min(Bytes, Current.Bytes);
  Current.Objects -= Current.Objects != 0;
}

void StructureRegistry::handOut(StructureId S, uint64_t Bytes) {
  result::Structure &Row = Structures[S.Value];
  Live &Current = Living[S.Value];
  bool IsMost = Row.PeakBytes == Current.Bytes;
  Row.Bytes -= std::min(Bytes, Row.Bytes);
  Current.Bytes -= std::min(Bytes, Current.Bytes);
  Row.PeakBytes = std::min(IsMost ? Current.Bytes : Row.PeakBytes, Row.Bytes);
}

} // namespace memfacet::owners
