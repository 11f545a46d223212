//===- PlainBuilder.h - builder of code that no source line made ----------===//

#ifndef MEMFACET_PASS_INTERFACE_PLAINBUILDER_H
#define MEMFACET_PASS_INTERFACE_PLAINBUILDER_H

#include "llvm/IR/IRBuilder.h"

namespace memfacet {

/// Inserts before an instruction without taking over its source location.
class PlainBuilder : public llvm::IRBuilder<> {
public:
  explicit PlainBuilder(llvm::Instruction *Before) : IRBuilder(Before) {
    SetCurrentDebugLocation(llvm::DebugLoc());
  }
};

} // namespace memfacet

#endif
