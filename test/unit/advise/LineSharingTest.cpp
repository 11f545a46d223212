//===- LineSharingTest.cpp - lines that threads write ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/advise/LineSharing.h"
#include "test/support/Test.h"

namespace {

/// Follows the words of the definition: what each thread has missed since it
/// had a line.
class SlowSharing {
public:
  void touch(uint32_t Thread, uint32_t Structure, uint64_t Address,
             uint64_t Bytes, bool Write) {
    for (uint64_t Line = Address / 64; Line <= (Address + Bytes - 1) / 64;
         ++Line) {
      uint64_t Low = std::max(Address, Line * 64) / 4;
      uint64_t High = (std::min(Address + Bytes, Line * 64 + 64) - 1) / 4;
      touchLine(Thread, Structure, Line, Low, High, Write);
    }
  }
  std::map<uint32_t, SharingCounts> Counts;

private:
  void touchLine(uint32_t Thread, uint32_t Structure, uint64_t Line,
                 uint64_t Low, uint64_t High, bool Write) {
    bool HadCopy = Holders.contains({Thread, Line});
    bool HasCopy = Valid.contains({Thread, Line});
    auto &Missing = Written[{Thread, Line}];
    if (HadCopy && !HasCopy) {
      ++Counts[Structure].Misses;
      bool True = false;
      for (uint64_t W = Low; W <= High; ++W)
        True |= Missing.contains(W);
      Counts[Structure].False += !True;
    }
    Holders.insert({Thread, Line});
    Valid.insert({Thread, Line});
    Missing.clear();
    if (!Write)
      return;
    for (uint32_t Other = 0; Other != 4; ++Other)
      if (Other != Thread && Holders.contains({Other, Line})) {
        Valid.erase({Other, Line});
        for (uint64_t W = Low; W <= High; ++W)
          Written[{Other, Line}].insert(W);
      }
  }

  using Key = std::pair<uint32_t, uint64_t>;
  std::set<Key> Holders, Valid;
  std::map<Key, std::set<uint64_t>> Written;
};

} // namespace

TEST(LineSharing, EqualsTheDefinition) {
  std::mt19937_64 Random(6);
  LineSharing Fast(64);
  SlowSharing Slow;
  for (int I = 0; I != 50000; ++I) {
    uint64_t R = Random();
    // Alone at first.
    auto Thread = I < 500 ? 2 : uint32_t(R & 3);
    auto Structure = uint32_t(R >> 2 & 1);
    uint64_t Address = 4096 + (R >> 8) % 1500, Bytes = 1 + (R >> 40) % 20;
    bool Write = (R >> 60) < 6;
    Fast.touch(ThreadId(Thread), Structure, Address, Bytes, Write);
    Slow.touch(Thread, Structure, Address, Bytes, Write);
  }
  ASSERT_EQ(Fast.counts().size(), 2u);
  for (uint32_t S = 0; S != 2; ++S) {
    EXPECT_EQ(Fast.counts()[S], Slow.Counts[S]);
    EXPECT_GT(Slow.Counts[S].False, 0u);
    EXPECT_GT(Slow.Counts[S].Misses, Slow.Counts[S].False);
  }
}

TEST(LineSharing, CountersInOneLineAreFalse) {
  LineSharing S(64);
  for (int Round = 0; Round != 10; ++Round)
    for (uint32_t Thread = 0; Thread != 4; ++Thread)
      S.touch(ThreadId(Thread), 0, 1024 + Thread * 8, 8, true);
  EXPECT_EQ(S.counts()[0], (SharingCounts{36, 36}));
}

TEST(LineSharing, OneWordIsTrue) {
  LineSharing S(64);
  for (int Round = 0; Round != 10; ++Round)
    for (uint32_t Thread = 0; Thread != 2; ++Thread)
      S.touch(ThreadId(Thread), 0, 1024, 8, true);
  EXPECT_EQ(S.counts()[0], (SharingCounts{18, 0}));
}
