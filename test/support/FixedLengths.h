//===- FixedLengths.h - record lengths without tables ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_TEST_SUPPORT_FIXEDLENGTHS_H
#define MEMFACET_TEST_SUPPORT_FIXEDLENGTHS_H

#include "analysis/words/stream/RecordLength.h"
#include "test/support/Wings.h"

namespace memfacet::test {

/// Blocks are at 0x100, 0x200, ... 0x800; the block at 0xn00 has n slots.
class FixedLengths final : public RecordLength {
public:
  uint32_t blockWords(uint64_t Address) const override {
    bool Known = Address % 0x100 == 0 && Address != 0 && Address <= 0x800;
    return Known ? uint32_t(1 + Address / 0x100) : 0;
  }
};

} // namespace memfacet::test

#endif
