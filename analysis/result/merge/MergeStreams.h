//===- MergeStreams.h - counts over time of several processes -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RESULT_MERGE_MERGESTREAMS_H
#define MEMFACET_RESULT_MERGE_MERGESTREAMS_H

#include "analysis/result/merge/SameThings.h"

namespace memfacet::result {

/// Keeps the streams of each thread. The streams of processes become sums: an
/// interval of the sum is the same interval of each run, on that run's clock.
class StreamMerger {
public:
  /// \p Numbers are those of \p P.
  Status add(const Profile &P, const RunNumbers &Numbers);
  /// Merges 2^\p Shift intervals of the streams so far into one, as long as an
  /// interval of those that follow.
  Status coarsen(unsigned Shift);
  /// Returns all streams; with \p HasCore, also those of a simulated core.
  Expected<StreamSet> finish(bool HasCore);

private:
  Status addSum(StreamSet &Target, StructureId Structure, Measure Group);

  StreamSet Threads; ///< unsorted
  StreamSet Runs;    ///< each run's process; Thread is the run's number
  uint32_t Count = 0;
  /// Groups of measures for which some run has no streams of the process.
  std::vector<Measure> Unknown;
};

} // namespace memfacet::result

#endif
