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

namespace memfacet::runs {

/// A row of the function's blocks: a run at the end of a path.
struct PathRow {
  size_t Run;
  int Previous;           ///< row of the path without this run, -1: none
  unsigned Iteration = 0; ///< of a loop's path, counted from 0
};

struct Paths {
  std::vector<RunPlan> Plans; ///< per run; that of a junction is empty
  std::vector<PathRow> Rows;  ///< each after the one before it in its path
  /// The run whose record each run continues, -1: it begins a record.
  std::vector<int> ContinuedRuns;
  /// Per run: whether several paths meet in it. A junction has no record: it
  /// replaces the header of whichever record control came from.
  std::vector<bool> IsJunction;
  /// Per run: whether its header need not be stored: it has no accesses,
  /// nothing in it can end the program, and what follows stores another at
  /// once.
  std::vector<bool> IsSilent;
  /// The words of the longest path of each run that begins a record; else 0.
  std::vector<unsigned> Words;
  LoopPaths Loops;
  /// Rows by (run, predecessor), or (run, run) for runs that are no junction.
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

/// Returns the paths of \p F, with what their records hold. \p Runs must be
/// those of \p F.
Paths findPaths(llvm::Function &F, const std::vector<Run> &Runs,
                PathOptions Options, ReferenceList &References);

/// Returns the header that each run stores: the address of its row, or for a
/// junction a phi node of several, which is inserted.
std::vector<llvm::Value *>
insertHeaders(const std::vector<Run> &Runs, const Paths &P,
              llvm::function_ref<llvm::Constant *(size_t Row)> RowAddress);

} // namespace memfacet::runs

#endif
