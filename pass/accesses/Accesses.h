//===- Accesses.h - the memory operations of an instruction ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_PASS_ACCESSES_ACCESSES_H
#define MEMFACET_PASS_ACCESSES_ACCESSES_H

#include "memfacet/Tables.h"
#include "memfacet/UsedBytes.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

namespace memfacet::stack {
struct StackLocal;
}

namespace memfacet::accesses {

/// One memory operation, as the tables will describe it.
struct Access {
  llvm::Instruction *Instruction = nullptr;
  /// The access's words are written just before this; null: before Instruction.
  llvm::Instruction *Position = nullptr;
  /// Address; a vector of addresses where Lane is not negative and there is no
  /// Index; null where Blind.
  llvm::Value *Pointer = nullptr;
  AccessKind Kind = AccessKind::Load;
  SiteShape Shape = SiteShape::Fixed;
  uint8_t Flags = 0;
  uint32_t Size = 0; ///< bytes, per lane where Masked
  UsedBytes Used;    ///< Fixed: see UsedLanes.h
  /// Range: length in bytes; for vscale-sized accesses null, see ScalableBytes.
  /// Masked and gather lanes: the vector mask; of integers or floating-point
  /// numbers, the sign bits count.
  llvm::Value *Extra = nullptr;
  uint64_t ScalableBytes = 0; ///< Range of vscale times this many bytes
  /// Compressed: Range of popcount(Extra) lanes of Size bytes.
  bool Compressed = false;
  /// The copy of an argument by value, written before the function began; its
  /// Instruction is only where it is recorded.
  bool IsArgument = false;
  int Lane = -1; ///< gather and scatter: which lane
  /// Where not null, lane L is at Pointer + Index[L] * Scale.
  llvm::Value *Index = nullptr;
  /// LocalBegin: bytes per unit of Extra.
  uint32_t Scale = 0;
  const stack::StackLocal *Local = nullptr; ///< LocalBegin
  /// The variable that is accessed directly (DirectObjects.h); both null: none.
  const stack::StackLocal *DirectLocal = nullptr;
  llvm::GlobalVariable *DirectGlobal = nullptr;

  bool isDirect() const { return DirectLocal || DirectGlobal; }
  llvm::Instruction *position() const {
    return Position ? Position : Instruction;
  }
};

/// Appends the memory operations of \p I in the order in which they happen.
/// A call reads its arguments by value, which are copied. Inline assembly that
/// may touch memory is one operation of shape Blind. Not included: what the IR
/// does not show (library calls, see LibraryAccesses), and address spaces other
/// than 0.
void collectAccesses(llvm::Instruction &I,
                     llvm::SmallVectorImpl<Access> &Accesses);

/// Appends the writes of \p F's arguments by value, before \p Start: callers
/// copy them, in code that IR does not show.
void collectArgumentCopies(llvm::Function &F, llvm::Instruction &Start,
                           llvm::SmallVectorImpl<Access> &Accesses);

/// Returns the address of lane A.Lane; null where its mask bit is clear. \p A
/// must be a lane.
llvm::Value *laneAddress(llvm::IRBuilder<> &B, const Access &A);

/// Returns the address of \p A, or that of its lane. \p A must not be Blind.
llvm::Value *accessAddress(llvm::IRBuilder<> &B, const Access &A);

/// Returns A.Extra of a Masked access as a number of 64 bits.
llvm::Value *laneMask(llvm::IRBuilder<> &B, const Access &A);

/// Returns the length in bytes of a Range.
llvm::Value *accessBytes(llvm::IRBuilder<> &B, const Access &A);

} // namespace memfacet::accesses

#endif
