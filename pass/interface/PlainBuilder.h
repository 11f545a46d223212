//===- PlainBuilder.h - builder of code that no source line made ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_PASS_INTERFACE_PLAINBUILDER_H
#define MEMFACET_PASS_INTERFACE_PLAINBUILDER_H

#include "llvm/IR/IRBuilder.h"

namespace memfacet::interface {

/// Inserts before an instruction, or at the end of a block, without taking over
/// a source location.
class PlainBuilder : public llvm::IRBuilder<> {
public:
  explicit PlainBuilder(llvm::Instruction *InsertPoint)
      : IRBuilder(InsertPoint) {
    SetCurrentDebugLocation(llvm::DebugLoc());
  }
  explicit PlainBuilder(llvm::BasicBlock *Block) : IRBuilder(Block) {}
};

} // namespace memfacet::interface

#endif
