//===- FieldPins.h - which member an access is of, for the last pass ------===//
//
// As with allocations (Pins.h), types of addresses are only whole in the front
// end's IR, and what survives of an access is its place in the source. So the
// member is pinned to (function, line, column, load or store). Where several
// members stand at one place, or the place was lost, aliasing information may
// still tell.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_NAMING_FIELDPINS_H
#define MEMFACET_PASS_NAMING_FIELDPINS_H

#include "pass/accesses/Accesses.h"
#include "pass/naming/RecordLayouts.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Module.h"

namespace memfacet {

/// Bytes of a record, its first element where it is an array.
struct FieldRef {
  const llvm::DIType *Record = nullptr; ///< null: not known
  uint64_t Offset = 0;
};

/// The record and the offset that \p Address points to, as the front end wrote
/// it.
FieldRef describeField(const llvm::Value *Address, const RecordLayouts &Types,
                       const llvm::DataLayout &Layout);

/// First of all passes: pins every access of a member.
void pinFields(llvm::Module &M);

/// All such pins of a module.
class FieldPins {
public:
  /// Reads the pins of \p M and removes them from it.
  static FieldPins take(llvm::Module &M);

  /// What \p A accesses; nothing where that is not sure.
  FieldRef lookup(const Access &A, const RecordLayouts &Types) const;

private:
  struct Pin {
    uint32_t Line, Column;
    bool Write;
    uint64_t Bytes; ///< 0: only known at run time
    /// May cover several members: what is only a piece of it is of an unknown
    /// one.
    bool Copies;
    FieldRef Field;
  };
  using PinList = llvm::SmallVector<Pin, 8>;

  FieldRef atPlace(const Access &A) const;
  static bool covered(const PinList &Pins, const Pin &First, uint64_t Bytes);

  llvm::StringMap<PinList> Functions;
};

} // namespace memfacet

#endif
