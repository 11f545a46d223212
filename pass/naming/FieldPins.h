//===- FieldPins.h - members of accesses, kept for the last pass ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Only the front end's IR has the full types of addresses, and only the place
// of an access in the source survives optimisation. So the member is pinned to
// (function, line, column, load or store), as names of allocations are
// (Pins.h). If several members are accessed at one place, or the place was
// lost, aliasing information may still tell.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_NAMING_FIELDPINS_H
#define MEMFACET_PASS_NAMING_FIELDPINS_H

#include "pass/accesses/Accesses.h"
#include "pass/types/RecordLayouts.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Module.h"

namespace memfacet::naming {

/// A place in a record; in its first element where it is an array.
struct FieldRef {
  const llvm::DIType *Record = nullptr; ///< null: not known
  uint64_t Offset = 0;
  /// The access is to several elements, whose members the source accesses one
  /// by one.
  bool IsOfElements = false;
};

/// Returns the record and the offset that \p Address, of the front end's IR,
/// points to.
FieldRef describeField(const llvm::Value *Address,
                       const types::RecordLayouts &Types,
                       const llvm::DataLayout &Layout);

/// Returns whether an access is of no member: a plain variable, one of several
/// lanes, unknown, or a mark of the stack.
bool isPlain(const accesses::Access &A);
/// Returns the bytes of \p A; 0: only known at run time.
uint64_t knownBytes(const accesses::Access &A);
/// Returns \p Ty if it is a record that \p Struct is the storage of; or null.
const llvm::DIType *matchingRecord(const llvm::DIType *Ty,
                                   const llvm::StructType *Struct,
                                   const types::RecordLayouts &Types,
                                   const llvm::DataLayout &Layout);

/// Pins every access of a member. Must be called before all other passes.
void pinFields(llvm::Module &M);

/// All pins of accesses of a module.
class FieldPins {
public:
  /// Reads the pins of \p M and removes them from it.
  static FieldPins take(llvm::Module &M);

  /// Returns the member that \p A accesses; none where that is not sure.
  FieldRef lookup(const accesses::Access &A,
                  const types::RecordLayouts &Types) const;

private:
  struct Pin {
    uint32_t Line, Column;
    bool Write;
    uint64_t Bytes; ///< 0: only known at run time
    /// A copy, which may cover several members. The member of an access to only
    /// a part of it is not known.
    bool Copies;
    FieldRef Field;
  };
  using PinList = llvm::SmallVector<Pin, 8>;

  FieldRef fieldAt(const accesses::Access &A) const;
  FieldRef sureField(const accesses::Access &A,
                     const types::RecordLayouts &Types) const;
  FieldRef neighbourField(const accesses::Access &A,
                          const types::RecordLayouts &Types) const;
  const PinList *pinsAround(const accesses::Access &A) const;
  llvm::SmallVector<const Pin *, 4> pinsAt(const accesses::Access &A) const;
  FieldRef elementField(const accesses::Access &A,
                        const types::RecordLayouts &Types) const;
  static llvm::BitVector accessedBytes(const PinList &Pins, const Pin &First);
  static FieldRef wideField(const accesses::Access &A, const PinList &Pins,
                            const Pin &Found);
  static bool covered(const PinList &Pins, const Pin &First, uint64_t Bytes);

  llvm::StringMap<PinList> Functions;
};

} // namespace memfacet::naming

#endif
