//===- CountBlocks.h - functions that count instead of record -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_PASS_COUNTING_COUNTBLOCKS_H
#define MEMFACET_PASS_COUNTING_COUNTBLOCKS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/Module.h"

namespace memfacet::counting {

/// Makes \p Functions of \p M count how often their runs are executed, in the
/// thread's own counters (docs/internals/blocks.md), and writes the tables of
/// their runs, counters and flows. The runs are those that would be recorded.
/// \p CounterPerRun: with a counter per run, for tests.
void countBlocks(llvm::Module &M, llvm::ArrayRef<llvm::Function *> Functions,
                 bool CounterPerRun);

} // namespace memfacet::counting

#endif
