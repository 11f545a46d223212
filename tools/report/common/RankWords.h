//===- RankWords.h - ranks of a merged profile, in words ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_REPORT_COMMON_RANKWORDS_H
#define MEMFACET_REPORT_COMMON_RANKWORDS_H

#include "analysis/result/merge/RankCounts.h"
#include <string>

namespace memfacet::report {

/// Returns "4 (0, 1, 2, 3); 3 differs from the others, see 'memfacet report
/// --by rank'", for the head of a report.
std::string ranksLine(const result::Profile &P);

/// Returns "rank 3: 9225 L1 misses of field, 3.0 times the median of the
/// others, 3075".
std::string differenceText(const result::Profile &P,
                           const result::RankDifference &D);

/// Returns "thread 0 (main)", "thread 2 (started by 0)"; in a merged profile,
/// with the rank in front, and with the numbers that threads have in the rank.
std::string threadTitle(const result::Profile &P, const result::ThreadRow &T);

} // namespace memfacet::report

#endif
