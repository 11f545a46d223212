//===- IntervalEncoder.h - counts per interval, as bytes ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// As profiles of versions before 7 have them: IntervalRows.h.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_TEST_UNIT_RESULT_STORE_INTERVALENCODER_H
#define MEMFACET_TEST_UNIT_RESULT_STORE_INTERVALENCODER_H

#include "analysis/result/profile/Profile.h"
#include "analysis/support/Varint.h"
#include "test/support/Wings.h"

namespace memfacet::test {

/// Grows by one interval at a time.
class IntervalEncoder {
public:
  /// \p Interval is beyond all before.
  void append(uint32_t Interval, const Counts &C) {
    appendVarint(Bytes, Interval - Next);
    Next = Interval + 1;
    appendVarint(Bytes, C.Accesses);
    appendVarint(Bytes, C.Stores);
    uint64_t Expected = C.Accesses;
    for (const LevelCounts &L : C.Levels) {
      appendVarint(Bytes, zigzag(L.Accesses - Expected));
      appendVarint(Bytes, L.Misses);
      appendVarint(Bytes, L.Writebacks);
      Expected = L.Misses;
    }
  }
  const std::string &bytes() const { return Bytes; }

private:
  std::string Bytes;
  uint32_t Next = 0; ///< first interval that may follow
};

} // namespace memfacet::test

#endif
