//===- MappingLines.h - lines of mappings that processes share ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A process does not see the accesses of others. But the profiles of all of
// them together bound how often one misses a line because another has written
// it: at most as often as it accesses the line, and as often as others write
// there. So a profile has, of each line of a mapping that other processes may
// share, how a sample of the accesses used it.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RESULT_PROFILE_MAPPINGLINES_H
#define MEMFACET_RESULT_PROFILE_MAPPINGLINES_H

#include "analysis/support/Ids.h"
#include <cstdint>
#include <vector>

namespace memfacet::result {

/// A structure in mappings that other processes may share.
struct MappingUse {
  StructureId Structure;
  uint32_t Process = 0; ///< index of the rank; 0 in a profile of one process
  /// All accesses of the process to the structure, and those that write.
  uint64_t Accesses = 0, Stores = 0;
  uint64_t Sampled = 0; ///< accesses to the lines that have a row
  bool operator==(const MappingUse &) const = default;
};

/// The sampled accesses of a process to one line of such a structure.
struct MappingLine {
  StructureId Structure;
  uint32_t Process = 0;
  uint64_t Line = 0; ///< number of the line in its mapping
  uint64_t Accesses = 0, Writes = 0;
  /// A bit for each byte, or for a 64th of a line of more bytes: accessed, and
  /// written.
  uint64_t Bytes = 0, Written = 0;
  bool operator==(const MappingLine &) const = default;
};

struct MappingTable {
  std::vector<MappingUse> Uses;   ///< sorted by Structure, Process
  std::vector<MappingLine> Lines; ///< sorted by Structure, Process, Line

  bool operator==(const MappingTable &) const = default;
};

} // namespace memfacet::result

#endif
