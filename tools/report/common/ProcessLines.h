//===- ProcessLines.h - lines that processes take from each other ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which process came to a line of a shared mapping when is not recorded. The
// profiles of all processes together, merged, bound it: a process misses a line
// because of others at most as often as it accesses the line, and at most as
// often as they write there. The least is 0, as one may have come after the
// other.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_REPORT_COMMON_PROCESSLINES_H
#define MEMFACET_REPORT_COMMON_PROCESSLINES_H

#include "analysis/result/profile/Profile.h"

namespace memfacet::report {

/// What the processes of a merged profile may lose of one structure.
struct ProcessLines {
  StructureId Structure;
  uint64_t Misses = 0;    ///< of all processes, at most
  uint64_t False = 0;     ///< the same, by writes to other bytes
  uint64_t Lines = 0;     ///< sampled lines with such misses
  uint64_t Processes = 0; ///< that may have such misses
};

/// Returns the structures of which some process may miss a line, those with
/// most misses first.
std::vector<ProcessLines> processLines(const result::Profile &P);
/// Returns whether \p P is a merged profile of processes that may take lines
/// from each other.
bool hasProcessLines(const result::Profile &P);
/// Returns the names of structures in shared mappings that are written, "a, b
/// and 2 others"; empty: there are none.
std::string writtenMappings(const result::Profile &P);

} // namespace memfacet::report

#endif
