//===- Plan.h - what a run's record holds ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_PASS_RUNS_PLAN_H
#define MEMFACET_PASS_RUNS_PLAN_H

#include "pass/runs/AddressForm.h"
#include "pass/runs/Runs.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/GlobalVariable.h"

namespace memfacet::runs {

/// The globals that a function's tables refer to, numbered.
class ReferenceList {
public:
  /// Returns the number of \p G, or -1 where the table is full.
  int index(llvm::GlobalVariable *G);
  llvm::ArrayRef<llvm::GlobalVariable *> globals() const { return List; }

private:
  llvm::SmallVector<llvm::GlobalVariable *, 16> List;
  llvm::DenseMap<llvm::GlobalVariable *, unsigned> Numbers;
};

/// A word of the record that the program fills in.
struct Slot {
  enum Content {
    Address, ///< Value, a pointer
    Lane,    ///< lane Source->Lane of Value, 0 where its mask bit is clear
    Length,  ///< Source->Extra (and Scale), ScalableBytes or compressed lanes,
             ///< in bytes
    Mask     ///< Source->Extra as a bit mask
  };
  Content Kind;
  llvm::Value *Value;             ///< Address and Lane
  const accesses::Access *Source; ///< written at this access's position
};

/// Where a site's address comes from: values for the fields of Site.
struct SitePlan {
  BaseKind AddressBase = BaseKind::Slot;
  uint16_t Base = 0;
  uint16_t Extra = 0;
  int32_t Offset = 0;
};

/// A slot from whose address others follow.
struct BaseSlot {
  AddressForm Form; ///< of the address
  uint16_t Number = 0;
};

/// A run's part of a record. Slot numbers count from the record's first slot.
struct RunPlan {
  unsigned Begin = 1; ///< the word of the record that is its first slot
  unsigned End = 1;   ///< words of the record up to the run's end
  llvm::SmallVector<Slot, 8> Slots;
  llvm::SmallVector<SitePlan, 8> Sites; ///< one per access
  llvm::SmallVector<BaseSlot, 4> Bases; ///< slots of this run with addresses
  const RunPlan *Previous = nullptr; ///< the run before this one in the record
};

struct PlanOptions {
  /// Off: every access has a slot of its own.
  bool Elide;
  /// The run's addresses follow its slots.
  bool Addresses;
};

/// Gives every access of \p R its address, in as few slots as possible:
/// addresses at a constant distance from one that has a slot, and offsets from
/// globals, need none. \p Previous is the plan that comes before it in the
/// record, or null; it must outlive the result.
RunPlan planRun(const Run &R, PlanOptions Options, ReferenceList &References,
                const RunPlan *Previous);

} // namespace memfacet::runs

#endif
