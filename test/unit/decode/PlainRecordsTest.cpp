//===- PlainRecordsTest.cpp - fast expansion equals slow ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "test/unit/decode/Decoding.h"

namespace {

struct RandomProgram {
  TableBuilder Tables;
  StreamBuilder Stream;
  struct Known {
    uint64_t Header;
    uint16_t Slots;
    uint32_t Instructions;
  };
  std::vector<Known> Blocks;
  std::mt19937_64 Random;

  explicit RandomProgram(uint64_t Seed) : Random(Seed) {}

  uint64_t below(uint64_t Limit) { return Random() % Limit; }

  SiteSpec mark(uint16_t Slots) {
    constexpr SiteShape Shapes[] = {SiteShape::FrameBegin, SiteShape::FrameEnd,
                                    SiteShape::LocalBegin};
    return {.Size = 16,
            .Offset = 8,
            .Base = uint16_t(below(Slots)),
            .Shape = Shapes[below(3)]};
  }

  /// The length is a slot's word, as the address is.
  SiteSpec range(uint16_t Slots) {
    return {.Offset = int32_t(below(64)),
            .Base = uint16_t(below(Slots)),
            .Extra = uint16_t(below(Slots)),
            .Kind = below(3) ? AccessKind::Load : AccessKind::Store,
            .Shape = SiteShape::Range};
  }

  /// Some are too large to be plain, or have more words than a vector.
  void makeBlocks(size_t Count) {
    for (size_t I = 0; I != Count; ++I) {
      BlockSpec B = {.Instructions = uint32_t(1 + below(40)),
                     .Slots = uint16_t(below(I % 50 == 0 ? 150 : 10))};
      if (I > 20 && below(3) == 0)
        goOn(B);
      for (uint64_t S = below(I % 50 < 2 ? 300 : 12); S != 0; --S) {
        if (B.Slots != 0 && I % 20 == 2 && below(3) == 0) {
          B.Sites.push_back(mark(B.Slots));
          continue;
        }
        if (B.Slots != 0 && I % 20 < 4 && below(3) == 0) {
          B.Sites.push_back(range(B.Slots));
          continue;
        }
        bool Global = B.Slots == 0 || below(4) == 0;
        B.Sites.push_back(
            {.Size = uint32_t(1) << below(7),
             .Offset = int32_t(below(4096)) - 2048,
             .Base = uint16_t(Global ? B.References.size() : below(B.Slots)),
             .Kind = below(3) ? AccessKind::Load : AccessKind::Store,
             .AddressBase = Global ? BaseKind::Reference : BaseKind::Slot});
        if (Global)
          B.References.push_back(0x600000 + below(1 << 20));
      }
      Blocks.push_back({Tables.block(B), B.Slots, B.Instructions});
    }
  }

  /// Where another path ends, most often the last.
  void goOn(BlockSpec &B) {
    const Known &Path = Blocks[below(2) ? Blocks.size() - 1 : below(20)];
    B.Prefix = Path.Header;
    B.Slots += Path.Slots;
    B.Instructions += Path.Instructions;
  }

  /// An address. As a range's length it may be none, more than an access can
  /// have, or damage.
  uint64_t slot() {
    constexpr uint64_t Sizes[] = {0, AccessInfo::MaxSize,
                                  AccessInfo::MaxSize + 1, uint64_t(5) << 31,
                                  uint64_t(1) << 48};
    uint64_t Case = below(100);
    return Case < 5    ? 0
           : Case < 10 ? Sizes[Case - 5]
                       : 0x10000 + below(1 << 30);
  }

  void makeRecords(size_t Count) {
    Stream.module(0, Tables);
    std::vector<uint64_t> Slots;
    for (size_t I = 0; I != Count; ++I) {
      // Mostly a few hot blocks, as in programs.
      const Known &Block = Blocks[below(3) ? below(40) : below(Blocks.size())];
      Slots.clear();
      for (uint16_t S = 0; S != Block.Slots; ++S)
        Slots.push_back(slot());
      Stream.block(Block.Header, Slots);
      if (below(1000) == 0)
        Stream.tick(I);
    }
  }
};

/// Executions by site, counted from the accesses.
std::map<uint32_t, uint64_t> countedSites(const Decoding &D) {
  std::map<uint32_t, uint64_t> Counted;
  for (const KeptAccess &A : D.Keeper.Accesses)
    ++Counted[A.Site];
  return Counted;
}

struct Decoded : Decoding {
  Decoded(const std::vector<uint64_t> &Words, bool Scalar)
      : Decoding({.Intervals = {10'000}, .Scalar = Scalar}) {
    // Two of three sites access what they are known to, or some of it.
    Keeper.Known.makeRoom(1 << 16);
    for (uint32_t Site = 0; Site != 1 << 16; ++Site)
      if (Site % 3 != 0)
        Keeper.Known.set({Site, 0}, 0x1000, Site % 3 << 30);
    runAll(StreamBuilder().raw(Words));
  }
};

void expectSame(const std::vector<uint64_t> &Words) {
  Decoded Fast(Words, false), Slow(Words, true);
  EXPECT_EQ(Fast.Keeper.Accesses, Slow.Keeper.Accesses);
  EXPECT_EQ(Fast.Keeper.Marks, Slow.Keeper.Marks);
  EXPECT_EQ(Fast.Keeper.Unexpected, Slow.Keeper.Unexpected);
  EXPECT_EQ(Fast.Keeper.Events, Slow.Keeper.Events);
  EXPECT_EQ(Fast.Keeper.Instructions, Slow.Keeper.Instructions);
  EXPECT_EQ(Fast.Decode.loss().UnknownWords, Slow.Decode.loss().UnknownWords);
  EXPECT_EQ(Fast.executions(), countedSites(Fast));
  EXPECT_EQ(Slow.executions(), countedSites(Slow));
}

TEST(PlainRecords, AreExpandedAsAllOthersAre) {
  if (!plainExpansion())
    GTEST_SKIP() << "this processor has no faster way";
  for (uint64_t Seed = 1; Seed != 4; ++Seed) {
    RandomProgram P(Seed);
    P.makeBlocks(3000);
    P.makeRecords(20'000);
    expectSame(P.Stream.words());
    BatchKeeper Keeper = Decoded(P.Stream.words(), false).Keeper;
    EXPECT_GT(Keeper.Accesses.size(), 20'000u);
    EXPECT_GT(Keeper.Marks.size(), 20u);
    EXPECT_GT(Keeper.Unexpected.size(), 1000u);
    EXPECT_LT(Keeper.Unexpected.size(), Keeper.Accesses.size() / 2);
  }
}

TEST(PlainRecords, DamageIsSkippedTheSameWay) {
  if (!plainExpansion())
    GTEST_SKIP() << "this processor has no faster way";
  RandomProgram P(7);
  P.makeBlocks(200);
  P.makeRecords(2000);
  std::vector<uint64_t> Words = P.Stream.words();
  size_t Tables = StreamBuilder().module(0, P.Tables).size();
  for (size_t I = 0; I != 100; ++I)
    Words[Tables + P.below(Words.size() - Tables)] =
        P.below(2) ? P.Random() : 0;
  expectSame(Words);
}

} // namespace
