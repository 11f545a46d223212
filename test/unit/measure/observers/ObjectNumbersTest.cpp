//===- ObjectNumbersTest.cpp - tests of the table of small objects --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/observers/ObjectNumbers.h"
#include "test/support/Wings.h"
#include <map>
#include <random>

namespace {

TEST(ObjectNumbers, HasTheLastNumberOfEach16Bytes) {
  ObjectNumbers Numbers;
  std::map<uint64_t, uint32_t> Reference;
  std::mt19937_64 Random(1);
  for (uint32_t Number = 0; Number != 20000; ++Number) {
    // Around the ends of pieces of 64 KiB, too.
    uint64_t Low = 0x10000000 + Random() % 0x40000,
             Bytes = 1 + Random() % ObjectNumbers::MostBytes;
    Numbers.set(Low, Low + Bytes, Number);
    for (uint64_t Unit = Low / 16; Unit <= (Low + Bytes - 1) / 16; ++Unit)
      Reference[Unit] = Number;
    uint64_t Address = 0x0fff0000 + Random() % 0x60000;
    auto Expected = Reference.find(Address / 16);
    EXPECT_EQ(Numbers.at(Address), Expected == Reference.end()
                                       ? ObjectNumbers::None
                                       : Expected->second);
  }
}

} // namespace
