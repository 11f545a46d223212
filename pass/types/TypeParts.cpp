//===- TypeParts.cpp - what a type of the debug information consists of ---===//

#include "pass/types/TypeParts.h"
#include "pass/types/DebugNames.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/Constants.h"

using namespace llvm;
using namespace memfacet;

static const DIType *signatureType(const DISubprogram *F, unsigned Number) {
  auto Types = typesOf(F ? F->getType() : nullptr);
  return Number < size_t(Types.end() - Types.begin()) ? Types.begin()[Number]
                                                      : nullptr;
}

const DIType *memfacet::resultType(const DISubprogram *F) {
  return signatureType(F, 0);
}

const DIType *memfacet::parameterType(const DISubprogram *F, unsigned Number) {
  return signatureType(F, Number + 1);
}

//===- Names of what was made from a template -----------------------------===//

/// \p Ty as clang writes it between the brackets of a template's name.
static std::string argumentName(const DIType *Ty) {
  auto *Derived = dyn_cast_or_null<DIDerivedType>(Ty);
  const DIType *Base = Derived ? Derived->getBaseType() : nullptr;
  if (!Ty)
    return "void";
  if (!Derived)
    return typeName(Ty);
  bool Pointer = Derived->getTag() == dwarf::DW_TAG_pointer_type;
  if (auto *Function = dyn_cast_or_null<DISubroutineType>(Base);
      Function && Pointer) {
    std::string Name = typeName(Function); // "void (int)"
    return Name.insert(Name.find('('), "(*)");
  }
  bool Const = Derived->getTag() == dwarf::DW_TAG_const_type;
  return Const && isPointerType(Base) ? argumentName(Base) + "const"
                                      : typeName(Ty);
}

/// The number \p Value of type \p Ty: "4UL", "true", "(Color)1".
static std::string numberName(const ConstantInt &Value, const DIType *Ty) {
  const DIType *Plain = strippedType(Ty);
  StringRef Name = Plain ? Plain->getName() : "";
  bool Unsigned = Name.contains("unsigned");
  std::string Digits = toString(Value.getValue(), 10, !Unsigned);
  auto *Basic = dyn_cast_or_null<DIBasicType>(Plain);
  if (!Basic)
    return Plain ? "(" + typeName(Plain) + ")" + Digits : Digits;
  if (Name == "bool")
    return Value.isZero() ? "false" : "true";
  if (Name == "char" && isPrint(char(Value.getZExtValue())))
    return std::string("'") + char(Value.getZExtValue()) + "'";
  std::string Suffix = Unsigned ? "U" : "";
  if (Name.ends_with("long"))
    return Digits + Suffix + (Name.contains("long long") ? "LL" : "L");
  return Name.ends_with("int") ? Digits + Suffix
                               : "(" + Name.str() + ")" + Digits;
}

static void addArgument(const DITemplateParameter *P, std::string &To) {
  auto *Value = dyn_cast_or_null<DITemplateValueParameter>(P);
  const Metadata *What = Value ? Value->getValue() : nullptr;
  if (isa_and_nonnull<MDTuple>(What)) { // a pack
    for (const DITemplateParameter *Part : nodesIn<DITemplateParameter>(What))
      addArgument(Part, To);
    return;
  }
  To += To.empty() ? "" : ", ";
  if (auto *Type = dyn_cast_or_null<DITemplateTypeParameter>(P))
    To += argumentName(Type->getType());
  else if (auto *Name = dyn_cast_or_null<MDString>(What)) // of a template
    To += Name->getString();
  else if (auto *Number = mdconst::dyn_extract_or_null<ConstantInt>(What))
    To += numberName(*Number, Value->getType());
  else
    To += "?";
}

/// Where the arguments in \p Name begin; npos: it has none. The name of an
/// operator may have brackets of its own.
static size_t beginOfArguments(StringRef Name) {
  size_t From = 0;
  if (Name.starts_with("operator")) {
    From = StringRef("operator").size();
    while (From < Name.size() && StringRef("<=>-").contains(Name[From]))
      ++From;
    // "operator<<int>" is "operator<" with an argument.
    if (Name.starts_with("operator<<") && From < Name.size() &&
        Name.ends_with(">") && Name[From] != '<')
      return From - 1;
  }
  return Name.ends_with(">") ? Name.find('<', From) : StringRef::npos;
}

template <typename Node> static std::string withArguments(const Node *Of) {
  // Front ends nest as deep as templates do, damage without an end.
  static thread_local unsigned Depth = 0;
  std::string Name = Of->getName().str();
  auto Given = templateArguments(Of);
  if (Name.empty() || Given.begin() == Given.end() ||
      beginOfArguments(Name) != StringRef::npos || Depth == MaxTypeDepth)
    return Name;
  ++Depth;
  std::string Arguments;
  for (const DITemplateParameter *P : Given)
    addArgument(P, Arguments);
  --Depth;
  return Name + "<" + Arguments + (Arguments.ends_with('>') ? " >" : ">");
}

std::string memfacet::nameWithArguments(const DICompositeType *Ty) {
  return withArguments(Ty);
}

std::string memfacet::nameWithArguments(const DISubprogram *F) {
  return withArguments(F);
}

StringRef memfacet::plainName(const DINode *Node) {
  auto *Scope = dyn_cast_or_null<DIScope>(Node);
  StringRef Name = Scope ? Scope->getName() : "";
  return Name.substr(0, beginOfArguments(Name));
}

bool memfacet::isMadeFrom(const DICompositeType *Ty, StringRef Name) {
  StringRef Its = Ty->getName();
  if (!Its.consume_front(Name))
    return false;
  auto Given = templateArguments(Ty);
  return Its.starts_with("<") || (Its.empty() && Given.begin() != Given.end());
}

//===- Types behind others ------------------------------------------------===//

const DIType *memfacet::strippedType(const DIType *Ty) {
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

const DIType *memfacet::declaredType(const DIType *Ty) {
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

const DIType *memfacet::namedType(const DIType *Ty) {
  auto *Record = dyn_cast_or_null<DICompositeType>(strippedType(Ty));
  bool Unnamed = Record && Record->getName().empty() &&
                 Record->getTag() != dwarf::DW_TAG_array_type;
  return Unnamed ? declaredType(Ty) : strippedType(Ty);
}

bool memfacet::isPointerType(const DIType *Ty) {
  auto *Derived = dyn_cast_or_null<DIDerivedType>(strippedType(Ty));
  return Derived && Derived->getTag() == dwarf::DW_TAG_pointer_type;
}

const DIType *memfacet::pointeeType(const DIType *Ty) {
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

const DIType *memfacet::arrayElement(const DIType *Ty) {
  auto *Array = dyn_cast_or_null<DICompositeType>(strippedType(Ty));
  if (!Array || Array->getTag() != dwarf::DW_TAG_array_type)
    return nullptr;
  return Array->getBaseType();
}

uint64_t memfacet::typeBytes(const DIType *Ty) {
  const DIType *Plain = strippedType(Ty);
  return Plain ? Plain->getSizeInBits() / 8 : 0;
}
