//===- MergeMappings.h - mappings of several processes --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RESULT_MERGE_MERGEMAPPINGS_H
#define MEMFACET_RESULT_MERGE_MERGEMAPPINGS_H

#include "analysis/result/merge/SameThings.h"

namespace memfacet::result {

/// Adds the lines of mappings of one run, whose first rank has the number
/// \p FirstRank, to \p Sum. Those of one structure with one number are one line
/// for all ranks.
void addMappings(const MappingTable &T, const RunNumbers &N, uint32_t FirstRank,
                 MappingTable &Sum);
/// Sorts the rows as MappingTable says.
void sortMappings(MappingTable &T);

} // namespace memfacet::result

#endif
