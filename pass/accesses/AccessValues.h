//===- AccessValues.h - where an access goes, as values -------------------===//

#ifndef MEMFACET_PASS_ACCESSES_ACCESSVALUES_H
#define MEMFACET_PASS_ACCESSES_ACCESSVALUES_H

#include "pass/accesses/Accesses.h"
#include "llvm/IR/IRBuilder.h"

namespace memfacet {

/// The address of lane A.Lane; null where its mask bit is clear.
llvm::Value *laneAddress(llvm::IRBuilder<> &B, const Access &A);

/// The address of \p A, be it of a lane or not.
llvm::Value *accessAddress(llvm::IRBuilder<> &B, const Access &A);

/// A.Extra of a Masked access as bits of 64.
llvm::Value *laneMask(llvm::IRBuilder<> &B, const Access &A);

/// The length in bytes of a Range.
llvm::Value *accessBytes(llvm::IRBuilder<> &B, const Access &A);

} // namespace memfacet

#endif
