//===- ClosedFormTest.cpp - misses that can be derived --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// 64-byte lines, doubles, arrays that start at lines. Each expectation is a
// formula, derived by hand, not a recorded number.
//
//===----------------------------------------------------------------------===//

#include "test/support/SimulateBatches.h"
#include "test/support/Test.h"

namespace {

CacheModel model(const char *Spec) { return *parseCacheModel(Spec); }

struct Load {
  Simulation &S;
  void operator()(uint32_t Structure, uint64_t Address) const {
    S.access(0, Structure, Address, 8, false);
  }
};

uint64_t misses(Simulation &S, uint32_t Structure, size_t Level = 0) {
  return S.counts().at(Structure).Levels[Level].Misses;
}

TEST(ClosedForm, StrideMissesEveryRoundOnceItsSetsOverflow) {
  for (uint64_t Stride : {8, 64, 256, 4096})
    for (uint64_t Bytes : {16384, 65536, 262144}) {
      Simulation S(model("L1=32K,8"));
      constexpr uint64_t Rounds = 5, Sets = 64, Ways = 8;
      for (uint64_t Round = 0; Round != Rounds; ++Round)
        for (uint64_t Offset = 0; Offset < Bytes; Offset += Stride)
          Load{S}(0, Offset);
      uint64_t Lines = Stride >= 64 ? Bytes / Stride : Bytes / 64;
      uint64_t UsedSets =
          Stride <= 64 ? Sets : std::max<uint64_t>(1, 4096 / Stride);
      uint64_t LinesPerSet = (Lines + UsedSets - 1) / UsedSets;
      uint64_t Expected = LinesPerSet <= Ways ? Lines : Lines * Rounds;
      EXPECT_EQ(misses(S, 0), Expected) << Stride << " over " << Bytes;
      EXPECT_EQ(S.total().Accesses, Rounds * (Bytes / Stride));
    }
}

TEST(ClosedForm, ColumnWalkMissesWhereASetHoldsTooManyRows) {
  for (uint64_t N : {32, 64, 128, 256, 264, 512, 1000}) {
    Simulation S(model("L1=32K,8"));
    for (uint64_t Column = 0; Column != N; ++Column)
      for (uint64_t Row = 0; Row != N; ++Row)
        Load{S}(0, (Row * N + Column) * 8);
    // Per group of 8 columns: a set with x rows gives x misses if they fit,
    // else 8x.
    std::vector<uint64_t> RowsInSet(64);
    uint64_t Expected = 0;
    for (uint64_t Group = 0; Group != N / 8; ++Group) {
      std::ranges::fill(RowsInSet, 0);
      for (uint64_t Row = 0; Row != N; ++Row)
        ++RowsInSet[(Row * N / 8 + Group) % 64];
      for (uint64_t X : RowsInSet)
        Expected += X > 8 ? 8 * X : X;
    }
    EXPECT_EQ(misses(S, 0), Expected) << N;
  }
}

TEST(ClosedForm, MatrixProductInAFullyAssociativeCache) {
  for (uint64_t N : {16, 32, 64}) {
    // Distinct other lines between two uses of a line: of B and C in the next
    // column; of A in the next column; of B in the next row, at most.
    uint64_t Column = N + N / 8, OfA = N + N / 8 - 7;
    uint64_t Row = N * N / 8 + 3 * N / 8;
    for (uint64_t Lines : {OfA, OfA + 1, Column, Column + 1, Row + 1}) {
      Simulation S(model(fmt::format("L1={},full", Lines * 64).c_str()));
      enum { A, B, C };
      for (uint64_t I = 0; I != N; ++I)
        for (uint64_t J = 0; J != N; ++J) {
          for (uint64_t K = 0; K != N; ++K) {
            Load{S}(A, (1 << 24) + (I * N + K) * 8);
            Load{S}(B, (2 << 24) + (K * N + J) * 8);
          }
          Load{S}(C, (3 << 24) + (I * N + J) * 8);
        }
      uint64_t Cold = N * N / 8;
      uint64_t ExpectedB = Row < Lines      ? Cold
                           : Column < Lines ? N * N * N / 8
                                            : N * N * N;
      EXPECT_EQ(misses(S, A), OfA < Lines ? Cold : N * N * N / 8)
          << N << " " << Lines;
      EXPECT_EQ(misses(S, B), ExpectedB) << N << " " << Lines;
      EXPECT_EQ(misses(S, C), Column < Lines ? Cold : N * N)
          << N << " " << Lines;
    }
  }
}

TEST(ClosedForm, FivePointStencil) {
  constexpr uint64_t Rows = 24, Lines = 256;
  for (uint64_t N : {256, 512, 1024, 2048}) {
    Simulation S(model("L1=16K,full"));
    auto AddressOf = [](uint64_t Row, uint64_t Column, uint64_t N) {
      return (Row * N + Column) * 8;
    };
    for (uint64_t I = 1; I != Rows - 1; ++I)
      for (uint64_t J = 1; J != N - 1; ++J)
        for (auto [Row, Column] :
             {std::pair(I - 1, J), std::pair(I + 1, J), std::pair(I, J - 1),
              std::pair(I, J + 1), std::pair(I, J)})
          Load{S}(0, AddressOf(Row, Column, N));
    bool ThreeRowsFit = 3 * N / 8 + 2 < Lines;
    uint64_t Expected = ThreeRowsFit ? Rows * N / 8 : 3 * (Rows - 2) * N / 8;
    EXPECT_EQ(misses(S, 0), Expected) << N;
  }
}

TEST(ClosedForm, CyclicChaseOverMoreLinesThanFitNeverHits) {
  constexpr uint64_t Lines = 600, Laps = 4;
  Simulation S(model("L1=32K,full"));
  std::vector<uint32_t> Order(Lines);
  std::iota(Order.begin(), Order.end(), 0);
  std::ranges::shuffle(Order, std::mt19937(7));
  for (uint64_t Lap = 0; Lap != Laps; ++Lap)
    for (uint32_t Line : Order)
      Load{S}(0, Line * 64);
  EXPECT_EQ(misses(S, 0), Lines * Laps);
}

TEST(ClosedForm, OneLineTooManyCostsOneSetOnly) {
  // 513 lines in 64 sets of 8: nine of them share one set and never hit again.
  constexpr uint64_t Rounds = 10;
  Simulation S(model("L1=32K,8"));
  for (uint64_t Round = 0; Round != Rounds; ++Round)
    for (uint64_t Line = 0; Line != 513; ++Line)
      Load{S}(0, Line * 64);
  EXPECT_EQ(misses(S, 0), 513 + 9 * (Rounds - 1));
}

TEST(ClosedForm, WritebacksFollowTheLastWriter) {
  // Direct-mapped, 4 lines; structure 1 writes a line, structure 2 overwrites
  // it, structure 3 evicts it: the write-back is structure 2's.
  Simulation S(model("L1=256,1;L2=1K,1"));
  S.access(0, 1, 0, 8, true);
  S.access(0, 2, 8, 8, true);
  S.access(0, 3, 256, 8, false);
  EXPECT_EQ(S.counts().at(1).Levels[0].Writebacks, 0u);
  EXPECT_EQ(S.counts().at(2).Levels[0].Writebacks, 1u);
  EXPECT_EQ(S.counts().at(3).Levels[0].Writebacks, 0u);
  // It made the copy in L2 dirty: evicting that (1 KiB further on) is a
  // write-back there, of structure 2 as well.
  S.access(0, 3, 1024, 8, false);
  EXPECT_EQ(S.counts().at(2).Levels[1].Writebacks, 1u);
  EXPECT_EQ(S.total().Levels[1].Writebacks, 1u);
}

TEST(ClosedForm, AnAccessOverALineEndTouchesBothLines) {
  Simulation S(model("L1=32K,8"));
  S.access(0, 0, 60, 8, false);
  S.access(0, 0, 64, 8, false);
  EXPECT_EQ(S.total().Accesses, 2u);
  EXPECT_EQ(S.total().Levels[0].Accesses, 3u);
  EXPECT_EQ(S.total().Levels[0].Misses, 2u);
}

TEST(ClosedForm, ThreadsHaveTheirOwnPrivateLevels) {
  Simulation S(model("L1=32K,8;L2=1M,8;L3=32M,16"));
  S.access(0, 0, 0, 8, false);
  S.access(1, 0, 0, 8, false);
  EXPECT_EQ(S.total().Levels[0].Misses, 2u);
  EXPECT_EQ(S.total().Levels[1].Misses, 2u);
  EXPECT_EQ(S.total().Levels[2].Misses, 1u);
}

TEST(ClosedForm, TenThousandShortThreadsNeedAsManyCachesAsRunAtOnce) {
  Simulation S(model("L1=32K,8;L2=64K,8"));
  for (uint32_t Thread = 1; Thread <= 10000; ++Thread) {
    S.access(Thread, 0, 0, 8, true);
    S.access(0, 0, 64, 8, true);
    S.endThread(Thread);
    S.access(Thread, 0, 128, 8, true); // a late destructor
  }
  EXPECT_EQ(S.counts().at(0).Levels[0].Misses, 2 * 10000u + 1);
  EXPECT_LE(S.caches().privateSets(), 2u);
}

} // namespace
