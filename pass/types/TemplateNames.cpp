//===- TemplateNames.cpp - names of what is made from templates -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/types/TemplateNames.h"
#include "pass/types/TypeParts.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/Dwarf.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::types;

/// Returns \p Ty as clang writes it between the brackets of a template's name.
std::string TemplateNames::argumentName(const DIType *Ty) const {
  auto *Derived = dyn_cast_or_null<DIDerivedType>(Ty);
  const DIType *Base = Derived ? Derived->getBaseType() : nullptr;
  if (!Ty)
    return "void";
  if (!Derived)
    return TypeName(Ty);
  bool IsPointer = Derived->getTag() == dwarf::DW_TAG_pointer_type;
  if (auto *Function = dyn_cast_or_null<DISubroutineType>(Base);
      Function && IsPointer) {
    std::string Name = TypeName(Function); // "void (int)"
    size_t Parameters = Name.find(" (");
    return Parameters == Name.npos ? Name : Name.insert(Parameters + 1, "(*)");
  }
  bool IsConst = Derived->getTag() == dwarf::DW_TAG_const_type;
  return IsConst && isPointerType(Base) ? argumentName(Base) + "const"
                                        : TypeName(Ty);
}

/// Returns the number \p Value of type \p Ty: "4UL", "true", "(Color)1".
std::string TemplateNames::numberName(const ConstantInt &Value,
                                      const DIType *Ty) const {
  const DIType *Plain = strippedType(Ty);
  StringRef Name = Plain ? Plain->getName() : "";
  bool IsUnsigned = Name.contains("unsigned");
  std::string Digits = toString(Value.getValue(), 10, !IsUnsigned);
  auto *Basic = dyn_cast_or_null<DIBasicType>(Plain);
  if (!Basic)
    return Plain ? "(" + TypeName(Plain) + ")" + Digits : Digits;
  if (Name == "bool")
    return Value.isZero() ? "false" : "true";
  if (Name == "char" && isPrint(char(Value.getZExtValue())))
    return std::string("'") + char(Value.getZExtValue()) + "'";
  std::string Suffix = IsUnsigned ? "U" : "";
  if (Name.ends_with("long"))
    return Digits + Suffix + (Name.contains("long long") ? "LL" : "L");
  return Name.ends_with("int") ? Digits + Suffix
                               : "(" + Name.str() + ")" + Digits;
}

void TemplateNames::addArgument(const DITemplateParameter *P,
                                std::string &Text) const {
  auto *Value = dyn_cast_or_null<DITemplateValueParameter>(P);
  const Metadata *Argument = Value ? Value->getValue() : nullptr;
  if (isa_and_nonnull<MDTuple>(Argument)) { // a pack
    for (const DITemplateParameter *Part :
         nodesIn<DITemplateParameter>(Argument))
      addArgument(Part, Text);
    return;
  }
  Text += Text.empty() ? "" : ", ";
  if (auto *Type = dyn_cast_or_null<DITemplateTypeParameter>(P))
    Text += argumentName(Type->getType());
  else if (auto *Name = dyn_cast_or_null<MDString>(Argument)) // of a template
    Text += Name->getString();
  else if (auto *Number = mdconst::dyn_extract_or_null<ConstantInt>(Argument))
    Text += numberName(*Number, Value->getType());
  else
    Text += "?";
}

template <typename Node>
std::string TemplateNames::withArguments(const Node *Template) const {
  // Front ends nest as deep as templates do; damaged input may nest without an
  // end.
  static thread_local unsigned Depth = 0;
  std::string Name = Template->getName().str();
  if (Name.empty() || !hasArguments(Template) ||
      beginOfArguments(Name) != StringRef::npos || Depth == MaxTypeDepth)
    return Name;
  ++Depth;
  std::string Arguments;
  for (const DITemplateParameter *P : templateArguments(Template))
    addArgument(P, Arguments);
  --Depth;
  return Name + "<" + Arguments + (Arguments.ends_with('>') ? " >" : ">");
}

std::string TemplateNames::name(const DICompositeType *Ty) const {
  return withArguments(Ty);
}

std::string TemplateNames::name(const DISubprogram *F) const {
  return withArguments(F);
}
