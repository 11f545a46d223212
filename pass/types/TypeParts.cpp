//===- TypeParts.cpp - what a type of the debug information consists of ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/types/TypeParts.h"
#include "llvm/BinaryFormat/Dwarf.h"

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
