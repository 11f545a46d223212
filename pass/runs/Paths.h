//===- Paths.h - which runs share a record --------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A block with a single predecessor continues the predecessor's record: its run
// adds its slots after those already there and stores another header. So the
// header says how far control came, a base that has a slot needs no other, and
// one check for room is enough. Such runs form trees. Each way from a root down
// is a path, and a record is one path.
//
// A run without accesses in which several paths meet only stores a header, and
// so do iterations of a loop that is a single block (LoopPaths.h).
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_RUNS_PATHS_H
#define MEMFACET_PASS_RUNS_PATHS_H

#include "pass/runs/LoopPaths.h"
#include <vector>

namespace memfacet {

/// A row of the function's blocks: a run at the end of a path.
struct PathRow {
  size_t Run;
  int Previous;           ///< row of the path without it, -1: it begins there
  unsigned Iteration = 0; ///< of a loop's path: so many have come before
};

struct Paths {
  std::vector<RunPlan> Plans; ///< per run; that of a joined one holds nothing
  std::vector<PathRow> Rows;  ///< each behind the one before it in its path
  /// Per run: the run whose record it continues, -1: it begins a record.
  std::vector<int> Continues;
  /// Per run: whether it belongs to no path of its own. It then replaces the
  /// header of whichever record was before it.
  std::vector<bool> Joined;
  /// Per run that begins a record: the words of its longest path; else 0.
  std::vector<unsigned> Words;
  LoopPaths Loops;
  /// Row of (run, run before it; its own number where it is not joined).
  llvm::DenseMap<std::pair<size_t, size_t>, size_t> RowNumbers;

  size_t row(size_t Run) const { return RowNumbers.lookup({Run, Run}); }
  const RunPlan &plan(const PathRow &Row) const {
    return Row.Iteration ? Loops.find(Row.Run)->second.Iterations[Row.Iteration]
                         : Plans[Row.Run];
  }
};

struct PathOptions {
  bool Share;  ///< without it, each run is a path by itself
  bool Loops;  ///< iterations share a record, too
  bool Elide;  ///< as in planRun
  bool Verify; ///< each run's addresses follow its slots
};

/// The paths of \p F, with what their records hold.
Paths findPaths(llvm::Function &F, const std::vector<Run> &Runs,
                PathOptions Options, ReferenceList &References);

/// The header that each run stores: the address of its row, or of a joined one
/// a phi node of several. Inserts the phi nodes.
std::vector<llvm::Value *>
insertHeaders(const std::vector<Run> &Runs, const Paths &P,
              llvm::function_ref<llvm::Constant *(size_t Row)> RowAddress);

} // namespace memfacet

#endif
