//===- DetailReports.h - reports of the detailed simulation ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The eviction matrix: Agaram et al., Decomposing Memory Performance: Data
// Structures and Phases, ISMM 2006, section 3.5 and Figure 6.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_REPORT_MISSES_DETAILREPORTS_H
#define MEMFACET_REPORT_MISSES_DETAILREPORTS_H

#include "tools/report/structures/DetailView.h"
#include <string>

namespace memfacet::report {

/// Rows are structures that lose lines, columns the structures that take their
/// place. Both are the same structures in the same order.
struct EvictionMatrix {
  std::vector<DetailRow> Rows;
  std::vector<std::vector<caches::EvictionCounts>>
      Counts; ///< [victim][evictor]
  caches::EvictionCounts BySame,
      ByDifferent; ///< by the same structure, by another
};
/// Makes the matrix of the level and the top of \p Options. Two structures of
/// the "others" are still two different structures.
EvictionMatrix evictionMatrix(const result::Profile &P,
                              const DetailOptions &Options);

/// \p P has Memory.
std::string evictionText(const result::Profile &P, const DetailOptions &Options,
                         const Terminal &Out);
/// Writes all levels and structures.
std::string evictionJson(const result::Profile &P);
std::string evictionCsv(const result::Profile &P);

// Each of these needs a profile with Memory. Text shows one level; JSON and CSV
// have all levels and structures.

/// Writes why lines missed.
std::string whyText(const result::Profile &P, const DetailOptions &Options,
                    const Terminal &Out);
std::string whyJson(const result::Profile &P);
std::string whyCsv(const result::Profile &P);

/// Writes what the levels hold over time. Shares are of what the level's caches
/// hold together.
std::string occupancyText(const result::Profile &P,
                          const DetailOptions &Options, const Terminal &Out);
std::string occupancyJson(const result::Profile &P);
std::string occupancyCsv(const result::Profile &P);

} // namespace memfacet::report

#endif
