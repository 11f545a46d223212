//===- TargetVectors.h - vector accesses of one processor family ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Intrinsics that <immintrin.h> makes and that the optimiser does not turn into
// target-independent ones: gathers, scatters, masked loads and stores of x86.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_ACCESSES_TARGETVECTORS_H
#define MEMFACET_PASS_ACCESSES_TARGETVECTORS_H

#include "memfacet/Tables.h"
#include "llvm/IR/IntrinsicInst.h"
#include <optional>

namespace memfacet::accesses {

struct TargetVectorAccess {
  AccessKind Kind = AccessKind::Load;
  llvm::Value *Base = nullptr;
  /// A bit per lane, or a vector whose elements' sign bits count.
  llvm::Value *Mask = nullptr;
  llvm::Type *Data = nullptr; ///< the vector that is loaded or stored
  /// Gathers and scatters: lane L is at Base + Index[L] * Scale. Else null.
  llvm::Value *Index = nullptr;
  uint32_t Scale = 0;
  /// Gathers and scatters: the shorter of Index and Data.
  unsigned Lanes = 0;
};

/// Returns what \p Call touches if it is one of these intrinsics.
std::optional<TargetVectorAccess> targetVectorAccess(llvm::IntrinsicInst &Call);

/// A range that an instruction always touches.
struct TargetRange {
  AccessKind Kind;
  llvm::Value *Pointer;
  uint32_t Bytes;
};

/// Returns what \p Call touches if it has no target-independent form: loads
/// across lines (lddqu), control registers, 64 bytes at once.
llvm::SmallVector<TargetRange, 2> targetRanges(llvm::IntrinsicInst &Call);

/// Returns whether \p Call touches memory in a way that is known neither here
/// nor to the compiler: how much is saved depends on the processor (xsave), or
/// which part is stored depends on a register.
bool hasUnknownRange(llvm::IntrinsicInst &Call);

} // namespace memfacet::accesses

#endif
