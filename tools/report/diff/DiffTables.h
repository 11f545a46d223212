//===- DiffTables.h - the numbers of a difference -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_REPORT_DIFF_DIFFTABLES_H
#define MEMFACET_REPORT_DIFF_DIFFTABLES_H

#include "tools/report/diff/Difference.h"
#include "tools/report/format/Columns.h"

namespace memfacet::report {

/// One number of the program, before and after.
struct DiffNumber {
  std::string Name;
  double ValueBefore = 0, ValueAfter = 0;
  Verdict Change = Verdict::Same;
  /// Counts per 1000 instructions; NaN: not defined.
  double RateBefore = 0, RateAfter = 0;
};

/// Returns instructions, accesses, and the misses of each level.
std::vector<DiffNumber> programNumbers(const Difference &D);
Columns<DiffNumber> numberColumns();

/// \p D outlives the columns.
Columns<DiffRow> structureColumns(const Difference &D);

/// Returns the first \p Top structures, the sum of the others, and the total.
std::vector<DiffRow> shownRows(const Difference &D, size_t Top);

/// Returns "+12.3 %", "x 20", "new", "-"; with "~" if it is noise.
std::string changeText(double ValueBefore, double ValueAfter, Verdict Change);

/// Returns a sentence such as "L1 misses fell from 1.20 M to 924 K, by 23.0 %;
/// the largest part is nodes (-276 K)".
std::string diffSentence(const Difference &D);
/// Returns what a reader must know about the runs.
std::string noiseNote(const Difference &D);

} // namespace memfacet::report

#endif
