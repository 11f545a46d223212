//===- PairReport.h - sampled reuse pairs between threads -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// docs/internals/communication.md defines the numbers.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_REPORT_THREADS_PAIRREPORT_H
#define MEMFACET_REPORT_THREADS_PAIRREPORT_H

#include "tools/report/common/Places.h"
#include "tools/support/Terminal.h"

namespace memfacet::report {

/// A count of the whole run, and a 95 % interval around it.
struct PairEstimate {
  uint64_t Count = 0, Low = 0, High = 0;
};

/// Returns the estimate from \p Pairs sampled pairs, if one access in \p Period
/// was chosen. The limits are those of a Poisson count by Wilson and Hilferty's
/// approximation (PNAS 17, 1931). Their distance is narrowed by sqrt(1 -
/// 1/Period), for a sample without replacement: with period 1 all is known.
PairEstimate estimateOf(uint64_t Pairs, uint64_t Period);

/// Pairs of two touches of a line, by thread and site of both.
struct PairRow {
  ThreadSite First, Second;
  uint64_t Pairs = 0;
};

/// All rows and sums. Sites with the same place and kind are one.
struct PairModel {
  std::vector<PairRow> Rows; ///< most pairs first
  /// Touches that were chosen; of these, those without a next touch of the line
  /// and those with one.
  uint64_t Chosen = 0, Dangling = 0, Closed = 0;
  uint64_t BetweenThreads = 0; ///< of Closed, those of two threads
  uint64_t Units = 0, Missed = 0;
  std::vector<uint32_t> Threads;             ///< that are in pairs
  std::vector<std::vector<uint64_t>> Matrix; ///< Closed, by both threads
  /// The most bytes that can have gone from thread to thread, by both threads:
  /// the bytes of a line that the first was seen to write and the second to
  /// read, in lines of the structure.
  std::vector<std::vector<uint64_t>> MostBytes;
  uint64_t Written = 0; ///< pairs of two threads that MostBytes comes from
};

struct PairOptions {
  bool WithinThreads = false; ///< rows of one thread as well
  /// Rows with one of these at one of their ends; empty: all.
  std::vector<StructureId> Named;
  size_t Top = 20;
};

PairModel pairModel(const result::Profile &P, const PairOptions &Options);
/// Says what was sampled.
std::string pairHeader(const result::Profile &P, const PairModel &M);
std::string pairText(const result::Profile &P, const PairModel &M,
                     const PairOptions &Options, const Terminal &Out);
std::string pairJson(const result::Profile &P, const PairModel &M);
/// Writes a header row, then a row for each row of the model.
std::string pairCsv(const result::Profile &P, const PairModel &M);

} // namespace memfacet::report

#endif
