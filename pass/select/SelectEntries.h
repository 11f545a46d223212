//===- SelectEntries.h - what selecting bodies need of the runtime --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_PASS_SELECT_SELECTENTRIES_H
#define MEMFACET_PASS_SELECT_SELECTENTRIES_H

#include "pass/interface/CountEntries.h"
#include "pass/interface/Entries.h"

namespace memfacet::select {

/// Declarations of the names in memfacet/Select.h, and of those for counting.
struct SelectEntries {
  explicit SelectEntries(llvm::Module &M);

  llvm::GlobalVariable *Selecting, *Lines, *Spans;
  llvm::FunctionCallee Load, Store, Across, Range, Lanes, Mark, Forget;
  interface::CountEntries Count;
};

/// Marks \p M, which has a selecting body, so that its program can select.
void markAsSelecting(llvm::Module &M);

} // namespace memfacet::select

#endif
