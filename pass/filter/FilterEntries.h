//===- FilterEntries.h - what filtering bodies need of the runtime --------===//

#ifndef MEMFACET_PASS_FILTER_FILTERENTRIES_H
#define MEMFACET_PASS_FILTER_FILTERENTRIES_H

#include "pass/interface/Entries.h"

namespace memfacet {

/// Declarations of the names in memfacet/Filter.h, and of those for counting.
struct FilterEntries {
  explicit FilterEntries(llvm::Module &M);

  llvm::GlobalVariable *Filtering, *Cache;
  llvm::FunctionCallee Touch, TouchLine, TouchRange, TouchLanes, Loop, Mark,
      Unnamed, Passed, Forget;
  CountEntries Count;
};

/// A program with \p M can filter: it has a filtering body.
void markAsFiltering(llvm::Module &M);

} // namespace memfacet

#endif
