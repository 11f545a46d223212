//===- Declarators.cpp - types as C and C++ write them --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/types/Declarators.h"
#include "pass/types/TypeParts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/Constants.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::types;

static std::string arraySuffix(const DICompositeType *Array) {
  std::string Suffix;
  for (const DINode *Element : elementsOf(Array)) {
    auto *Range = dyn_cast_or_null<DISubrange>(Element);
    if (!Range)
      continue;
    auto *Count = dyn_cast_if_present<ConstantInt *>(Range->getCount());
    if (Count && !Count->isNegative())
      Suffix += "[" + itostr(Count->getSExtValue()) + "]";
    else
      Suffix += "[]";
  }
  return Suffix;
}

/// Returns \p Type and \p Declarator: "long[8]", "char *", "int (*)(int)".
static std::string joined(const std::string &Type,
                          const std::string &Declarator) {
  if (Declarator.empty() || Declarator.front() == '[')
    return Type + Declarator;
  return Type + " " + Declarator;
}

static bool isOfTag(const DIType *Ty, unsigned Tag) {
  return Ty && Ty->getTag() == Tag;
}

/// Returns whether a word after the star makes \p Ty constant: "char *const".
static bool isPointer(const DIType *Ty) {
  return isOfTag(Ty, dwarf::DW_TAG_pointer_type) ||
         isOfTag(Ty, dwarf::DW_TAG_ptr_to_member_type);
}

static const DICompositeType *asArray(const DIType *Ty) {
  return isOfTag(Ty, dwarf::DW_TAG_array_type) ? dyn_cast<DICompositeType>(Ty)
                                               : nullptr;
}

std::string Declarators::parameters(const DISubroutineType *Ty,
                                    unsigned Depth) const {
  SmallVector<std::string, 4> Names;
  for (auto [Number, Part] : enumerate(typesOf(Ty))) {
    // The result; the object of a member function.
    if (Number == 0 || (Part && Part->isArtificial()))
      continue;
    Names.push_back(Part ? name(Part, "", Depth + 1) : "...");
  }
  return "(" + join(Names, ", ") + ")";
}

std::string Declarators::pointerName(const DIType *Base,
                                     const std::string &Declarator,
                                     unsigned Depth) const {
  bool InParentheses = Base && (isa<DISubroutineType>(Base) || asArray(Base));
  return name(Base, InParentheses ? "(" + Declarator + ")" : Declarator, Depth);
}

/// Writes \p Word after the star of a pointer, and before any other type.
std::string Declarators::qualifiedName(const DIDerivedType *Ty,
                                       const char *Word,
                                       const std::string &Declarator,
                                       unsigned Depth) const {
  const DIType *Base = Ty->getBaseType();
  if (isPointer(Base))
    return name(Base, joined(Word, Declarator), Depth);
  std::string Name = name(Base, Declarator, Depth);
  std::string Front = std::string(Word) + " ";
  return StringRef(Name).starts_with(Front) ? Name : Front + Name;
}

std::string Declarators::derivedName(const DIDerivedType *Ty,
                                     const std::string &Declarator,
                                     unsigned Depth) const {
  const DIType *Base = Ty->getBaseType();
  switch (Ty->getTag()) {
  case dwarf::DW_TAG_pointer_type:
    return pointerName(Base, "*" + Declarator, Depth);
  case dwarf::DW_TAG_reference_type:
    return pointerName(Base, "&" + Declarator, Depth);
  case dwarf::DW_TAG_rvalue_reference_type:
    return pointerName(Base, "&&" + Declarator, Depth);
  case dwarf::DW_TAG_ptr_to_member_type:
    return pointerName(
        Base, name(Ty->getClassType(), "", Depth) + "::*" + Declarator, Depth);
  case dwarf::DW_TAG_const_type:
    return qualifiedName(Ty, "const", Declarator, Depth);
  case dwarf::DW_TAG_volatile_type:
    return qualifiedName(Ty, "volatile", Declarator, Depth);
  case dwarf::DW_TAG_typedef:
    return joined(SimpleName(Ty), Declarator);
  default:
    return Ty->getName().empty() ? name(Base, Declarator, Depth)
                                 : joined(Ty->getName().str(), Declarator);
  }
}

std::string Declarators::name(const DIType *Ty, const std::string &Declarator,
                              unsigned Depth) const {
  if (!Ty)
    return joined("void", Declarator);
  if (++Depth > MaxTypeDepth)
    return Declarator;
  if (auto *Derived = dyn_cast<DIDerivedType>(Ty))
    return derivedName(Derived, Declarator, Depth);
  if (const DICompositeType *Array = asArray(Ty))
    return name(Array->getBaseType(), Declarator + arraySuffix(Array), Depth);
  if (auto *Function = dyn_cast<DISubroutineType>(Ty)) {
    auto Types = typesOf(Function);
    const DIType *Result = Types.empty() ? nullptr : *Types.begin();
    return name(Result, Declarator + parameters(Function, Depth), Depth);
  }
  return joined(SimpleName(Ty), Declarator);
}
