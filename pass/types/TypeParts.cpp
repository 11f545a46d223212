//===- TypeParts.cpp - what a type of the debug information consists of ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/types/TypeParts.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DataLayout.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::types;

void memfacet::types::forClassesAround(
    const DIScope *Scope, function_ref<void(const DICompositeType *)> Visit) {
  for (unsigned I = 0; Scope && I != MaxTypeDepth;
       ++I, Scope = Scope->getScope())
    if (auto *Class = dyn_cast<DICompositeType>(Scope))
      Visit(Class);
}

static const DIType *signatureType(const DISubprogram *F, unsigned Number) {
  auto Types = typesOf(F ? F->getType() : nullptr);
  return Number < size_t(Types.end() - Types.begin()) ? Types.begin()[Number]
                                                      : nullptr;
}

const DIType *memfacet::types::resultType(const DISubprogram *F) {
  return signatureType(F, 0);
}

const DIType *memfacet::types::parameterType(const DISubprogram *F,
                                             unsigned Number) {
  return signatureType(F, Number + 1);
}

size_t memfacet::types::beginOfArguments(StringRef Name) {
  size_t Start = 0;
  if (Name.starts_with("operator")) {
    Start = StringRef("operator").size();
    while (Start < Name.size() && StringRef("<=>-").contains(Name[Start]))
      ++Start;
    // "operator<<int>" is "operator<" with an argument.
    if (Name.starts_with("operator<<") && Start < Name.size() &&
        Name.ends_with(">") && Name[Start] != '<')
      return Start - 1;
  }
  return Name.ends_with(">") ? Name.find('<', Start) : StringRef::npos;
}

StringRef memfacet::types::plainName(const DINode *Node) {
  auto *Scope = dyn_cast_or_null<DIScope>(Node);
  StringRef Name = Scope ? Scope->getName() : "";
  return Name.substr(0, beginOfArguments(Name));
}

bool memfacet::types::isMadeFrom(const DICompositeType *Ty, StringRef Name) {
  StringRef FullName = Ty->getName();
  if (!FullName.consume_front(Name))
    return false;
  return FullName.starts_with("<") || (FullName.empty() && hasArguments(Ty));
}

const DIType *memfacet::types::strippedType(const DIType *Ty) {
  auto *Derived = dyn_cast_or_null<DIDerivedType>(Ty);
  for (unsigned I = 0; Derived && I != MaxTypeDepth; ++I) {
    switch (Derived->getTag()) {
    case dwarf::DW_TAG_const_type:
    case dwarf::DW_TAG_volatile_type:
    case dwarf::DW_TAG_typedef:
    case dwarf::DW_TAG_restrict_type:
    case dwarf::DW_TAG_atomic_type:
    case dwarf::DW_TAG_member:
      Ty = Derived->getBaseType();
      Derived = dyn_cast_or_null<DIDerivedType>(Ty);
      continue;
    default:
      return Ty;
    }
  }
  return Derived ? nullptr : Ty;
}

const DIType *memfacet::types::declaredType(const DIType *Ty) {
  auto *Derived = dyn_cast_or_null<DIDerivedType>(Ty);
  for (unsigned I = 0; I != MaxTypeDepth && Derived &&
                       (Derived->getTag() == dwarf::DW_TAG_const_type ||
                        Derived->getTag() == dwarf::DW_TAG_volatile_type);
       ++I) {
    Ty = Derived->getBaseType();
    Derived = dyn_cast_or_null<DIDerivedType>(Ty);
  }
  return Ty;
}

const DIType *memfacet::types::namedType(const DIType *Ty) {
  auto *Record = dyn_cast_or_null<DICompositeType>(strippedType(Ty));
  bool IsUnnamed = Record && Record->getName().empty() &&
                   Record->getTag() != dwarf::DW_TAG_array_type;
  return IsUnnamed ? declaredType(Ty) : strippedType(Ty);
}

bool memfacet::types::isPointerType(const DIType *Ty) {
  auto *Derived = dyn_cast_or_null<DIDerivedType>(strippedType(Ty));
  return Derived && Derived->getTag() == dwarf::DW_TAG_pointer_type;
}

const DIType *memfacet::types::pointeeType(const DIType *Ty) {
  auto *Derived = dyn_cast_or_null<DIDerivedType>(strippedType(Ty));
  if (!Derived)
    return nullptr;
  switch (Derived->getTag()) {
  case dwarf::DW_TAG_pointer_type:
  case dwarf::DW_TAG_reference_type:
  case dwarf::DW_TAG_rvalue_reference_type:
    return Derived->getBaseType();
  default:
    return nullptr;
  }
}

const DIType *memfacet::types::arrayElement(const DIType *Ty) {
  auto *Array = dyn_cast_or_null<DICompositeType>(strippedType(Ty));
  if (!Array || Array->getTag() != dwarf::DW_TAG_array_type)
    return nullptr;
  return Array->getBaseType();
}

uint64_t memfacet::types::typeBytes(const DIType *Ty) {
  const DIType *Plain = strippedType(Ty);
  return Plain ? Plain->getSizeInBits() / 8 : 0;
}

bool memfacet::types::hasAnyLength(const DIType *Ty) {
  return arrayElement(Ty) && typeBytes(Ty) == 0 &&
         typeBytes(arrayElement(Ty)) != 0;
}

OpenEnd memfacet::types::openEnd(const DIType *Ty) {
  auto *Record = dyn_cast_or_null<DICompositeType>(strippedType(Ty));
  const DIDerivedType *Last = nullptr;
  if (Record && Record->getTag() != dwarf::DW_TAG_array_type)
    for (const DINode *Node : elementsOf(Record))
      if (auto *Member = dyn_cast_or_null<DIDerivedType>(Node);
          Member && !Member->isStaticMember() &&
          Member->getTag() == dwarf::DW_TAG_member)
        Last = Member;
  const DIType *Array = Last ? Last->getBaseType() : nullptr;
  if (!hasAnyLength(Array))
    return {};
  return {Last->getOffsetInBits() / 8, typeBytes(arrayElement(Array))};
}

const DIDerivedType *memfacet::types::memberAt(const DIType *Ty,
                                               uint64_t Offset,
                                               std::string &Path) {
  auto *Composite = dyn_cast_or_null<DICompositeType>(strippedType(Ty));
  if (!Composite)
    return nullptr;
  for (const DINode *Node : elementsOf(Composite)) {
    auto *Member = dyn_cast_or_null<DIDerivedType>(Node);
    if (!Member || Member->isStaticMember())
      continue;
    bool IsBase = Member->getTag() == dwarf::DW_TAG_inheritance;
    if (!IsBase && Member->getTag() != dwarf::DW_TAG_member)
      continue;
    uint64_t Begin = Member->getOffsetInBits() / 8;
    uint64_t Bytes = typeBytes(Member->getBaseType());
    if (Offset < Begin || Offset >= Begin + Bytes)
      continue;
    if (IsBase)
      if (const DIDerivedType *Inner =
              memberAt(Member->getBaseType(), Offset - Begin, Path))
        return Inner;
    if (IsBase)
      continue;
    if (!Member->getName().empty())
      Path += (Path.empty() ? "" : ".") + Member->getName().str();
    if (Offset == Begin)
      return Member;
    std::string Inner = Path;
    if (const DIDerivedType *Found =
            memberAt(Member->getBaseType(), Offset - Begin, Inner)) {
      Path = Inner;
      return Found;
    }
    return Member;
  }
  return nullptr;
}

static const DICompositeType *unionOf(const DIType *Ty) {
  auto *Composite = dyn_cast_or_null<DICompositeType>(strippedType(Ty));
  return Composite && Composite->getTag() == dwarf::DW_TAG_union_type
             ? Composite
             : nullptr;
}

/// Calls \p See with each member of \p Record that is none of a base class.
template <typename F>
static void forMembers(const DICompositeType *Record, F See) {
  for (const DINode *Node : elementsOf(Record))
    if (auto *Member = dyn_cast_or_null<DIDerivedType>(Node);
        Member && !Member->isStaticMember() &&
        Member->getTag() == dwarf::DW_TAG_member)
      See(Member);
}

static std::string joinedPath(const std::string &Path,
                              const DIDerivedType *Member) {
  std::string Name = Member->getName().str();
  return Path.empty() || Name.empty() ? Path + Name : Path + "." + Name;
}

/// Debug information may be damaged: a record deeper than this contains itself.
static constexpr unsigned MaxNesting = 16;

static void addPointers(const DICompositeType *Record, const std::string &Path,
                        unsigned Depth, std::vector<Alternative> &Found) {
  if (Depth > MaxNesting)
    return;
  forMembers(Record, [&](const DIDerivedType *Member) {
    if (Member->getOffsetInBits() != 0)
      return;
    std::string Inner = joinedPath(Path, Member);
    const DIType *Ty = strippedType(Member->getBaseType());
    if (isPointerType(Ty))
      Found.push_back({Inner, Member});
    else if (auto *Part = dyn_cast_or_null<DICompositeType>(Ty))
      addPointers(Part, Inner, Depth + 1, Found);
  });
}

std::vector<Alternative> memfacet::types::pointersIn(const DIType *Ty) {
  std::vector<Alternative> Found;
  if (const DICompositeType *Union = unionOf(Ty))
    addPointers(Union, "", 0, Found);
  return Found;
}

bool memfacet::types::isCalledAs(const DIType *Ty, const StructType &Record) {
  const DIType *Plain = namedType(Ty);
  if (!Plain || Plain->getName().empty() || !Record.hasName())
    return false;
  // "struct.node", "class.app::Node.12"
  StringRef Name = Record.getName().split('.').second;
  if (auto [Front, Number] = Name.rsplit('.');
      !Number.empty() && all_of(Number, isDigit))
    Name = Front;
  return Name.rsplit("::").second == Plain->getName() ||
         Name == Plain->getName();
}

/// Returns whether the members of \p Ty, which has no name, lie where the
/// elements of \p Record do.
static bool isLaidOutAs(const DICompositeType *Ty, const StructType &Record,
                        const DataLayout &Layout) {
  if (!Ty->getName().empty() || Record.isOpaque())
    return false;
  const StructLayout &Places =
      *Layout.getStructLayout(const_cast<StructType *>(&Record));
  bool Fits = typeBytes(Ty) == Places.getSizeInBytes();
  unsigned Count = 0;
  forMembers(Ty, [&](const DIDerivedType *Member) {
    Fits = Fits && Count < Record.getNumElements() &&
           Places.getElementOffset(Count) == Member->getOffsetInBits() / 8;
    ++Count;
  });
  return Fits && Count == Record.getNumElements();
}

Alternative memfacet::types::recordIn(const DIType *Ty,
                                      const StructType &Record,
                                      const DataLayout &Layout) {
  Alternative Found;
  if (const DICompositeType *Union = unionOf(Ty))
    forMembers(Union, [&](const DIDerivedType *Member) {
      auto *Part = dyn_cast_or_null<DICompositeType>(
          strippedType(Member->getBaseType()));
      if (!Found.Member && Part &&
          (isCalledAs(Member->getBaseType(), Record) ||
           isLaidOutAs(Part, Record, Layout)))
        Found = {Member->getName().str(), Member};
    });
  return Found;
}
