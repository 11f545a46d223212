//===- FortranTypes.cpp - derived types of Fortran ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/types/FortranTypes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/GlobalVariable.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::types;

/// Fields of a row of the table of components: the name, a number for the
/// category of the type (integer, real, ...), and its kind.
static constexpr unsigned NameField = 0, CategoryField = 2, KindField = 3;

/// Returns the table of the components of \p Record: "_QMmE.c.grid" for
/// "_QMmTgrid"; or null.
static const Constant *componentTable(const Module &M,
                                      const StructType &Record) {
  if (!Record.hasName())
    return nullptr;
  // Names of modules and functions are in lower case.
  auto [Scope, Name] = Record.getName().rsplit('T');
  if (!Scope.starts_with("_Q") || Name.empty())
    return nullptr;
  const GlobalVariable *Table = M.getNamedGlobal((Scope + "E.c." + Name).str());
  return Table && Table->hasInitializer() ? Table->getInitializer() : nullptr;
}

static int64_t numberIn(const Constant &Row, unsigned Field) {
  auto *Number = dyn_cast_or_null<ConstantInt>(Row.getAggregateElement(Field));
  return Number ? Number->getSExtValue() : -1;
}

/// Returns a pointer to the type that \p Row of a table says; null: not one of
/// the language's own.
static const DIType *elementPointer(const Module &M, const Constant &Row) {
  struct Category {
    StringRef Name;
    unsigned Encoding;
  };
  static constexpr Category Categories[] = {
      {"integer", dwarf::DW_ATE_signed},
      {"real", dwarf::DW_ATE_float},
      {"complex", dwarf::DW_ATE_complex_float},
      {"character", dwarf::DW_ATE_ASCII},
      {"logical", dwarf::DW_ATE_boolean}};
  int64_t Category = numberIn(Row, CategoryField),
          Kind = numberIn(Row, KindField);
  if (Category < 0 || Category >= std::ssize(Categories) || Kind <= 0)
    return nullptr;
  const auto &[Name, Encoding] = Categories[Category];
  uint64_t Bits = 8 * uint64_t(Kind) * (Name == "complex" ? 2 : 1);
  // Types are unique nodes of the context; the module does not change.
  DIBuilder Builder(const_cast<Module &>(M));
  return Builder.createPointerType(
      Builder.createBasicType(Name, Bits, Encoding), 64);
}

FortranComponent memfacet::types::fortranComponent(const Module &M,
                                                   const StructType &Record,
                                                   unsigned Index) {
  const Constant *Table = componentTable(M, Record);
  const Constant *Row = Table ? Table->getAggregateElement(Index) : nullptr;
  const Constant *Name = Row ? Row->getAggregateElement(NameField) : nullptr;
  auto *Text =
      Name ? dyn_cast_or_null<GlobalVariable>(Name->getAggregateElement(0u))
           : nullptr;
  auto *Characters = Text && Text->hasInitializer()
                         ? dyn_cast<ConstantDataArray>(Text->getInitializer())
                         : nullptr;
  if (!Characters || !Characters->isString())
    return {};
  return {Characters->getAsString().str(), elementPointer(M, *Row)};
}

std::string memfacet::types::fortranTypeName(StringRef Name, uint64_t Bytes) {
  constexpr unsigned DefaultKind = 4;
  bool IsKnown = StringSwitch<bool>(Name)
                     .Cases("integer", "real", "logical", "complex", true)
                     .Default(false);
  uint64_t Kind = Name == "complex" ? Bytes / 2 : Bytes;
  if (!IsKnown || Kind == 0)
    return {};
  return Kind == DefaultKind ? Name.str()
                             : (Name + "(" + utostr(Kind) + ")").str();
}

bool memfacet::types::isFortranLiteral(StringRef Symbol) {
  return Symbol.starts_with("_QQcl") || Symbol.starts_with("_QQro");
}
