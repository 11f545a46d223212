//===- TableWriter.h - constants in the tables' sections ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_PASS_INTERFACE_TABLEWRITER_H
#define MEMFACET_PASS_INTERFACE_TABLEWRITER_H

#include "memfacet/Tables.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"

namespace memfacet::interface {

/// A field of a table row.
struct Field {
  enum Content { Integer, Relative, Pointer } Kind = Integer;
  unsigned Bytes = 4;
  uint64_t Value = 0; ///< of an Integer; else offset in bytes from Target
  llvm::GlobalValue *Target = nullptr; ///< null: no target, 0

  static Field i8(uint64_t V) { return {Integer, 1, V, nullptr}; }
  static Field i16(uint64_t V) { return {Integer, 2, V, nullptr}; }
  static Field i32(uint64_t V) { return {Integer, 4, V, nullptr}; }
  static Field i64(uint64_t V) { return {Integer, 8, V, nullptr}; }
  /// Makes a RelPtr to \p Offset bytes into \p T.
  static Field rel(llvm::GlobalValue *T, uint64_t Offset = 0) {
    return {Relative, 4, Offset, T};
  }
  static Field pointer(llvm::GlobalValue *T) { return {Pointer, 8, 0, T}; }
};

using Row = llvm::SmallVector<Field, 12>;

/// Makes the variables that make up the tables of one module. A variable is
/// declared first, so that code and other tables can refer to it, and defined
/// when its rows are known.
class TableWriter {
public:
  explicit TableWriter(llvm::Module &M) : M(M) {}

  /// Returns a NUL-terminated string, shared within the module; null for "".
  llvm::GlobalVariable *string(llvm::StringRef S);
  /// Returns the operations of a run (memfacet/Operations.h), shared within the
  /// module.
  llvm::GlobalVariable *operations(llvm::StringRef Bytes);

  /// Makes room for \p Rows rows in the section of \p Kind, in the comdat group
  /// \p Group (may be null).
  llvm::GlobalVariable *declare(TableKind Kind, const llvm::Twine &Name,
                                size_t Rows, llvm::Comdat *Group);
  /// Writes \p Rows into \p Table, which must be declared for as many rows.
  void define(llvm::GlobalVariable *Table, llvm::ArrayRef<Row> Rows);

  static llvm::StringRef section(TableKind Kind);

private:
  llvm::StructType *rowType(TableKind Kind) const;
  llvm::Constant *field(const Field &F, llvm::GlobalVariable *Table,
                        uint64_t Offset);

  llvm::GlobalVariable *shared(llvm::Constant *Bytes, TableKind Kind,
                               const llvm::Twine &Name);

  llvm::Module &M;
  llvm::StringMap<llvm::GlobalVariable *> Strings, Operations;
};

} // namespace memfacet::interface

#endif
