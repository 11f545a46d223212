//===- MappedLines.h - lines of mappings that processes share -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Notes how a sample of the accesses uses lines of mappings that other
// processes may share (result/profile/MappingLines.h). A line has the same
// number in all processes: its distance from the begin of the mapping.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_THREADS_SYNC_MAPPEDLINES_H
#define MEMFACET_THREADS_SYNC_MAPPEDLINES_H

#include "analysis/decode/Event.h"
#include "analysis/result/profile/Profile.h"
#include "analysis/support/RangeMap.h"
#include "memfacet/UsedBytes.h"
#include <algorithm>
#include <map>

namespace memfacet::threads {

class MappedLines {
public:
  /// \p LineBytes is a power of two.
  explicit MappedLines(uint64_t LineBytes);

  /// Follows events Mapping and Unmap.
  void event(const decode::Event &E);
  /// Adds an access of the sample.
  void access(uint64_t Address, uint64_t Bytes, bool IsWrite,
              uint32_t Structure, UsedBytes Used) {
    if (Address - Low < High - Low) [[unlikely]]
      add(Address, Bytes, IsWrite, Structure, Used);
  }
  /// Forgets all accesses.
  void clear() { Lines.clear(); }
  /// Writes the lines to \p P, whose structures are known.
  void fill(result::Profile &P) const;

  /// The most lines that are kept. Further ones are left out.
  static constexpr size_t MaxLines = 4096;

private:
  struct Use {
    uint64_t Accesses = 0, Writes = 0;
    uint64_t Bytes = 0, Written = 0; ///< a bit for each Granule
  };
  void add(uint64_t Address, uint64_t Bytes, bool IsWrite, uint32_t Structure,
           UsedBytes Used);
  Use *useOf(uint64_t Line, uint32_t Structure);

  const uint64_t LineBytes;
  const uint64_t Granule;      ///< bytes
  RangeMap<uint64_t> Mappings; ///< where each begins
  uint64_t Low = 0, High = 0;  ///< of all mappings so far
  /// By structure and number of the line in its mapping.
  std::map<std::pair<uint32_t, uint64_t>, Use> Lines;
};

} // namespace memfacet::threads

#endif
