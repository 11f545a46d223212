//===- TableWriter.cpp - constants in the tables' sections ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/interface/TableWriter.h"
#include "memfacet/Check.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::interface;

StringRef TableWriter::section(TableKind Kind) {
  switch (Kind) {
#define MEMFACET_CASE(Name, Section)                                           \
  case TableKind::Name:                                                        \
    return Section;
    MEMFACET_TABLES(MEMFACET_CASE)
#undef MEMFACET_CASE
  }
  llvm_unreachable("table without a section");
}

GlobalVariable *TableWriter::string(StringRef S) {
  if (S.empty())
    return nullptr;
  GlobalVariable *&Found = Strings[S];
  if (!Found) {
    Constant *Bytes = ConstantDataArray::getString(M.getContext(), S);
    Found = shared(Bytes, TableKind::Strings, "__memfacet.string");
  }
  return Found;
}

GlobalVariable *TableWriter::operations(StringRef Bytes) {
  GlobalVariable *&Found = Operations[Bytes];
  if (!Found)
    Found = shared(ConstantDataArray::getString(M.getContext(), Bytes,
                                                /*AddNull=*/false),
                   TableKind::Operations, "__memfacet.operations");
  return Found;
}

GlobalVariable *TableWriter::shared(Constant *Bytes, TableKind Kind,
                                    const Twine &Name) {
  auto *G = new GlobalVariable(M, Bytes->getType(), /*isConstant=*/true,
                               GlobalValue::PrivateLinkage, Bytes, Name);
  G->setSection(section(Kind));
  G->setAlignment(Align(1));
  return G;
}

/// Bytes of each field of a row, in order; 'p' is an address, filled in by the
/// loader.
static const char *rowLayout(TableKind Kind) {
  switch (Kind) {
  case TableKind::Blocks:
    return "4444 44 4 22 444";
  case TableKind::Sites:
    return "44 22 1111 4444";
  case TableKind::References:
    return "p";
  case TableKind::Functions:
    return "444444";
  case TableKind::Globals:
    return "p8 444444 44";
  case TableKind::Allocations:
    return "4444 22 44444";
  case TableKind::Locations:
    return "44444";
  case TableKind::Counters:
    return "8";
  case TableKind::Flows:
    return "444";
  case TableKind::Strings:
  case TableKind::Operations:
    return "1";
  }
  llvm_unreachable("table without a layout");
}

StructType *TableWriter::rowType(TableKind Kind) const {
  LLVMContext &Context = M.getContext();
  SmallVector<Type *, 12> Fields;
  for (char C : StringRef(rowLayout(Kind)))
    if (C == 'p')
      Fields.push_back(PointerType::get(Context, 0));
    else if (C != ' ')
      Fields.push_back(IntegerType::get(Context, (C - '0') * 8));
  return StructType::get(Context, Fields, /*isPacked=*/true);
}

static size_t rowBytes(TableKind Kind) {
  switch (Kind) {
  case TableKind::Blocks:
    return sizeof(memfacet::Block);
  case TableKind::Sites:
    return sizeof(Site);
  case TableKind::References:
    return sizeof(uint64_t);
  case TableKind::Functions:
    return sizeof(memfacet::Function);
  case TableKind::Globals:
    return sizeof(Global);
  case TableKind::Allocations:
    return sizeof(Allocation);
  case TableKind::Locations:
    return sizeof(SourceLocation);
  case TableKind::Counters:
    return sizeof(Counter);
  case TableKind::Flows:
    return sizeof(RunFlow);
  case TableKind::Strings:
  case TableKind::Operations:
    return 1;
  }
  llvm_unreachable("table without a size");
}

GlobalVariable *TableWriter::declare(TableKind Kind, const Twine &Name,
                                     size_t Rows, Comdat *Group) {
  StructType *Row = rowType(Kind);
  if (M.getDataLayout().getTypeAllocSize(Row) != rowBytes(Kind))
    report_fatal_error("memfacet: a table's layout differs from its contract");
  auto *Rectangle = ArrayType::get(Row, Rows);
  auto *Table = new GlobalVariable(M, Rectangle, /*isConstant=*/true,
                                   GlobalValue::PrivateLinkage,
                                   ConstantAggregateZero::get(Rectangle), Name);
  Table->setSection(section(Kind));
  // Rows must follow each other without gaps across variables and objects.
  bool IsWide = Kind == TableKind::Globals || Kind == TableKind::References ||
                Kind == TableKind::Counters || Kind == TableKind::Sites;
  Table->setAlignment(Align(IsWide ? 8 : 4));
  Table->setComdat(Group);
  return Table;
}

Constant *TableWriter::field(const Field &F, GlobalVariable *Table,
                             uint64_t Offset) {
  LLVMContext &Context = M.getContext();
  Type *Int = IntegerType::get(Context, F.Bytes * 8);
  if (F.Kind == Field::Integer)
    return ConstantInt::get(Int, F.Value);
  if (!F.Target)
    return F.Kind == Field::Pointer
               ? Constant::getNullValue(PointerType::get(Context, 0))
               : ConstantInt::get(Int, 0);
  if (F.Kind == Field::Pointer)
    return F.Target;
  Type *Int64 = Type::getInt64Ty(Context);
  Type *Byte = Type::getInt8Ty(Context);
  auto AddressOf = [&](GlobalValue *Base, uint64_t Bytes) -> Constant * {
    Constant *Address = Bytes == 0
                            ? Base
                            : ConstantExpr::getInBoundsGetElementPtr(
                                  Byte, Base, ConstantInt::get(Int64, Bytes));
    return ConstantExpr::getPtrToInt(Address, Int64);
  };
  return ConstantExpr::getTrunc(
      ConstantExpr::getSub(AddressOf(F.Target, F.Value),
                           AddressOf(Table, Offset)),
      Int);
}

void TableWriter::define(GlobalVariable *Table, ArrayRef<Row> Rows) {
  auto *Rectangle = cast<ArrayType>(Table->getValueType());
  MEMFACET_CHECK(Rectangle->getNumElements() == Rows.size(),
                 "the table was declared for these rows");
  MEMFACET_CHECK(Table->getInitializer()->isNullValue(),
                 "a table is defined once");
  auto *RowType = cast<StructType>(Rectangle->getElementType());
  SmallVector<Constant *, 64> Values;
  uint64_t Offset = 0;
  for (const Row &R : Rows) {
    MEMFACET_CHECK(R.size() == RowType->getNumElements(),
                   "readers know a row by its size");
    SmallVector<Constant *, 12> Fields;
    for (const Field &F : R) {
      Fields.push_back(field(F, Table, Offset));
      Offset += F.Bytes;
    }
    Values.push_back(ConstantStruct::get(RowType, Fields));
  }
  Table->setInitializer(ConstantArray::get(Rectangle, Values));
}
