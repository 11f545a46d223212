//===- SignatureCountersTest.cpp - against slow ways ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/gauges/signature/SignatureCounters.h"
#include "test/support/Test.h"
#include <list>

namespace {

struct MadeUpAccess {
  uint64_t Address;
  uint32_t Site;
  bool Write;
  uint8_t Missed;
};
using Counts = std::map<uint32_t, uint64_t>;

std::vector<MadeUpAccess> accesses(unsigned Seed, size_t Count) {
  std::mt19937_64 Random(Seed);
  std::vector<MadeUpAccess> Result;
  for (size_t I = 0; I != Count; ++I)
    Result.push_back({0x10000 + Random() % (0x100u << Random() % 12),
                      uint32_t(Random() % 9), Random() % 3 == 0,
                      uint8_t(Random() % 4)});
  return Result;
}

/// What counters say of \p All, given in parts, column by column.
std::map<SignatureKind, Counts> counted(const SignaturePlan &Plan,
                                        const std::vector<MadeUpAccess> &All,
                                        size_t PerColumn) {
  SignatureCounters C(Plan);
  auto B = std::make_unique<AccessBatch>();
  std::vector<Outcome> Outcomes(AccessBatch::Capacity);
  auto Flush = [&](size_t Column) {
    // In two parts: how accesses are cut into parts must not matter.
    C.add({*B, 0, B->Count / 3}, Outcomes.data(), uint32_t(Column));
    C.add({*B, B->Count / 3, B->Count}, Outcomes.data(), uint32_t(Column));
    B->clear();
  };
  for (size_t I = 0; I != All.size(); ++I) {
    Outcomes[B->Count].Missed = All[I].Missed;
    B->addInside(All[I].Address, {All[I].Site, 8, All[I].Write});
    if (B->Count == 100 || (I + 1) % PerColumn == 0 || I + 1 == All.size())
      Flush(I / PerColumn);
  }
  std::map<SignatureKind, Counts> Result;
  for (const SignatureVector &V : C.vectors(0, 0))
    for (const BlockCount &Entry : countsOf(V))
      Result[V.Kind][Entry.Block] = Entry.Count;
  return Result;
}

SignaturePlan everything() {
  SignaturePlan Plan = *parseSignaturePlan("all,miss-image,modulo=4K,rows=100,"
                                           "columns=5,bins=97,lines=1,level=2");
  return Plan;
}

uint64_t distance(uint64_t A, uint64_t B) { return A > B ? A - B : B - A; }

TEST(SignatureCounters, PicturesHaveADotForEachLoadOrMiss) {
  std::vector<MadeUpAccess> All = accesses(1, 5000);
  Counts Loads, Misses;
  for (size_t I = 0; I != All.size(); ++I) {
    // Equation 1, in real arithmetic.
    auto Row = uint32_t(double(All[I].Address % 4096) * (100.0 / 4096));
    auto Dot = uint32_t(I / 1000 * 100) + Row;
    if (!All[I].Write)
      ++Loads[Dot];
    if (All[I].Missed > 1)
      ++Misses[Dot];
  }
  auto Result = counted(everything(), All, 1000);
  EXPECT_EQ(Result[SignatureKind::Image], Loads);
  EXPECT_EQ(Result[SignatureKind::MissImage], Misses);
}

TEST(SignatureCounters, StridesAreDistancesFromTheAccessBefore) {
  std::vector<MadeUpAccess> All = accesses(2, 5000);
  Counts Local, Global, LocalSite, GlobalSite;
  std::map<uint32_t, uint64_t> LastOf;
  for (size_t I = 0; I != All.size(); ++I) {
    const MadeUpAccess &A = All[I];
    auto Hash = [&](uint64_t D) {
      return (uint32_t(D) ^ A.Site * 0x9e3779b1u) % 97;
    };
    if (LastOf.contains(A.Site)) {
      uint64_t D = distance(A.Address, LastOf[A.Site]);
      Local[uint32_t(D)] += D < 97;
      ++LocalSite[Hash(D)];
    }
    LastOf[A.Site] = A.Address;
    if (I != 0) {
      uint64_t D = distance(A.Address, All[I - 1].Address);
      Global[uint32_t(D)] += D < 97;
      ++GlobalSite[Hash(D)];
    }
  }
  std::erase_if(Local, [](const auto &E) { return E.second == 0; });
  std::erase_if(Global, [](const auto &E) { return E.second == 0; });
  auto Result = counted(everything(), All, 1000);
  EXPECT_EQ(Result[SignatureKind::LocalStride], Local);
  EXPECT_EQ(Result[SignatureKind::LocalStrideSite], LocalSite);
  EXPECT_EQ(Result[SignatureKind::GlobalStride], Global);
  EXPECT_EQ(Result[SignatureKind::GlobalStrideSite], GlobalSite);
}

TEST(SignatureCounters, ReuseDistancesAreThoseOfAStackOfLines) {
  std::vector<MadeUpAccess> All = accesses(3, 5000);
  Counts Reuse;
  std::list<uint64_t> Stack;
  for (const MadeUpAccess &A : All) {
    uint64_t Line = A.Address / 64, Depth = 0;
    auto Found = Stack.begin();
    while (Found != Stack.end() && *Found != Line)
      ++Found, ++Depth;
    if (Found == Stack.end()) {
      ++Reuse[SampledReuse::FirstTouches];
    } else {
      // Distances are kept in buckets of an eighth of an octave.
      uint64_t Begin = bucketBegin(bucketOf(Depth));
      ++Reuse[uint32_t(std::bit_width(Begin))];
      Stack.erase(Found);
    }
    Stack.push_front(Line);
  }
  EXPECT_EQ(counted(everything(), All, 1000)[SignatureKind::Reuse], Reuse);
}

TEST(SignatureCounters, AShareOfLinesHasTheReuseOfThatShare) {
  // Lines in turn: all have the same distance, the number of lines.
  std::vector<MadeUpAccess> All;
  for (int Round = 0; Round != 5; ++Round)
    for (uint64_t Line = 0; Line != 16384; ++Line)
      All.push_back({Line * 64, 0, false, 0});
  SignaturePlan Plan = *parseSignaturePlan("reuse,lines=16");
  auto Counts = counted(Plan, All, All.size())[SignatureKind::Reuse];
  ASSERT_TRUE(Counts.contains(SampledReuse::FirstTouches));
  uint64_t Chosen = Counts[SampledReuse::FirstTouches];
  EXPECT_NEAR(double(Chosen), 1024, 4 * 31); // four standard deviations
  uint64_t Middle = Counts[14] + Counts[15]; // 8192 to 32767 lines
  EXPECT_EQ(Middle, 4 * Chosen);
}

TEST(SignatureCounters, WorkingSetsCountEachAccessOnce) {
  std::vector<MadeUpAccess> All = accesses(4, 5000);
  Counts Lines;
  for (const MadeUpAccess &A : All)
    ++Lines[uint32_t(mixBits(A.Address / 64)) % 97];
  EXPECT_EQ(counted(everything(), All, 1000)[SignatureKind::WorkingSet], Lines);
}

TEST(SignatureCounters, SamplesAreTakenEverySoManyInstructions) {
  SignatureShape Shape;
  Shape.SamplePeriod = 10;
  CodeSamples S(Shape);
  S.run(1, 9);  // 1 to 9
  S.run(2, 3);  // 10 to 12: its first instruction is the tenth
  S.run(3, 25); // 13 to 37: the 20th and the 30th
  SignatureVector Blocks, Addresses;
  setCounts(Blocks, S.blocks());
  setCounts(Addresses, S.addresses());
  EXPECT_EQ(countsOf(Blocks), (std::vector<BlockCount>{{2, 1}, {3, 2}}));
  // Three places, distinct by block and offset.
  EXPECT_EQ(countsOf(Addresses).size(), 3u);
}

TEST(SignatureCounters, TheNextIntervalGoesOnFromTheLastAccesses) {
  SignaturePlan Plan = *parseSignaturePlan("local-stride");
  SignatureCounters C(Plan);
  auto B = std::make_unique<AccessBatch>();
  B->addInside(1000, {3, 8, false});
  C.add({*B, 0, 1}, nullptr, 0);
  EXPECT_TRUE(countsOf(C.vectors(0, 0)[0]).empty());
  C.clear();
  B->clear();
  B->addInside(1024, {3, 8, false});
  C.add({*B, 0, 1}, nullptr, 0);
  EXPECT_EQ(countsOf(C.vectors(0, 1)[0]), (std::vector<BlockCount>{{24, 1}}));
}

/// Runs of blocks 1 to 300, whose instructions follow from their number.
std::vector<uint32_t> madeUpRuns(unsigned Seed, size_t Count) {
  std::mt19937_64 Random(Seed);
  std::vector<uint32_t> Result;
  for (size_t I = 0; I != Count; ++I)
    Result.push_back(uint32_t(Random() % (1 + Random() % 300)) + 1);
  return Result;
}

/// By dimension, sums of \p Runs; after the last one, the instructions.
std::vector<int64_t> projected(std::span<const uint32_t> Runs,
                               const std::string &Parameters) {
  SignatureCounters C(*parseSignaturePlan("projected-blocks" + Parameters));
  for (uint32_t Block : Runs)
    C.run(Block, Block % 7);
  std::vector<int64_t> Result;
  for (const BlockCount &Entry : countsOf(C.vectors(0, 0)[0])) {
    Result.resize(Entry.Block + size_t(1));
    Result[Entry.Block] = int64_t(Entry.Count);
  }
  return Result;
}

TEST(SignatureCounters, ProjectionsAreSumsOfRowsOfTheMatrix) {
  std::vector<uint32_t> Runs = madeUpRuns(6, 20'000);
  // In real numbers: a number of 24 bits in the middle of its part of (-1, 1).
  std::vector<double> Sums(33);
  for (uint32_t Block : Runs) {
    SeededRandom Row(mixBits(Block + uint64_t(1)) ^ mixBits(2));
    for (size_t D = 0; D != 32; ++D) {
      double Entry = (double(Row.next() >> 40) + 0.5) / double(1 << 23) - 1;
      Sums[D] += double(Block % 7) * Entry;
    }
    Sums[32] += Block % 7;
  }
  std::vector<int64_t> Result = projected(Runs, "");
  ASSERT_EQ(Result.size(), 33u);
  for (size_t D = 0; D != 32; ++D)
    EXPECT_EQ(double(Result[D]) / double(1 << 24), Sums[D]) << D;
  EXPECT_EQ(double(Result[32]), Sums[32]);
}

TEST(SignatureCounters, ProjectionsOfIntervalsAddUpToThatOfBoth) {
  std::vector<uint32_t> Runs = madeUpRuns(7, 20'000);
  std::vector<int64_t> Whole = projected(Runs, ",dimensions=15");
  SignatureCounters C(*parseSignaturePlan("projected-blocks,dimensions=15"));
  SignatureVector Sum;
  setCounts(Sum, {});
  for (size_t I = 0; I != Runs.size(); ++I) {
    C.run(Runs[I], Runs[I] % 7);
    if (I % 777 == 0 || I + 1 == Runs.size()) {
      addTo(Sum, C.vectors(0, 0)[0]);
      C.clear();
    }
  }
  std::vector<int64_t> Projection;
  for (const BlockCount &Entry : countsOf(Sum))
    Projection.push_back(int64_t(Entry.Count));
  EXPECT_EQ(Projection, Whole);
  // Fewer dimensions are the first of more; then the instructions.
  std::vector<int64_t> Fewer = projected(Runs, ",dimensions=4");
  EXPECT_TRUE(std::equal(Fewer.begin(), Fewer.end() - 1, Whole.begin()));
  EXPECT_EQ(Fewer.back(), Whole.back());
}

TEST(SignatureCounters, WhatCancelsOutIsNoEntry) {
  SignatureVector Sum, Other;
  setCounts(Sum, packCounts(std::vector<BlockCount>{{0, 5}, {1, 7}}));
  setCounts(Other, packCounts(std::vector<BlockCount>{{0, uint64_t(-5)}}));
  addTo(Sum, Other);
  EXPECT_EQ(countsOf(Sum), (std::vector<BlockCount>{{1, 7}}));
}

/// Which others are wanted, too, does not matter.
TEST(SignatureCounters, OfOneKindAloneAreThoseOfAll) {
  std::vector<MadeUpAccess> All = accesses(11, 3000);
  SignaturePlan Plan = everything();
  Plan.Kinds.assign(AllSignatures.begin(), AllSignatures.end());
  std::ranges::sort(Plan.Kinds);
  auto Wanted = counted(Plan, All, 700);
  EXPECT_GE(Wanted.size(), 9u);
  for (SignatureKind Kind : AllSignatures) {
    Plan.Kinds = {Kind};
    auto Single = counted(Plan, All, 700);
    EXPECT_EQ(Single[Kind], Wanted[Kind]) << signatureName(Kind);
    Single.erase(Kind);
    EXPECT_TRUE(Single.empty());
  }
}

TEST(Modulus, IsTheRemainder) {
  std::mt19937_64 Random(5);
  for (uint32_t Divisor : {1u, 2u, 3u, 97u, 10000u, 65536u, 4294967295u}) {
    Modulus M(Divisor);
    for (int I = 0; I != 1000; ++I) {
      auto Number = uint32_t(Random() >> Random() % 32);
      ASSERT_EQ(M.remainder(Number), Number % Divisor)
          << Number << " % " << Divisor;
    }
  }
}

TEST(SignaturePlan, ListsKindsAndParameters) {
  SignaturePlan All = *parseSignaturePlan("all");
  EXPECT_EQ(All.Kinds.size(), AllSignatures.size() - 3);
  EXPECT_FALSE(All.wants(SignatureKind::MissImage));
  EXPECT_FALSE(All.wants(SignatureKind::FirstMissImage));
  EXPECT_TRUE(All.wantsRuns());
  SignaturePlan Part =
      *parseSignaturePlan("reuse,image,reuse,modulo=64K,rows=800,sample=1K");
  EXPECT_EQ(Part.Kinds,
            (std::vector{SignatureKind::Image, SignatureKind::Reuse}));
  EXPECT_FALSE(Part.wantsRuns());
  EXPECT_EQ(Part.Shape.Modulo, 65536u);
  EXPECT_EQ(Part.Shape.Rows, 800u);
  EXPECT_EQ(Part.Shape.SamplePeriod, 1000u);
  EXPECT_EQ(parseSignaturePlan("modulo=1K")->Kinds, All.Kinds);
  SignaturePlan Few = *parseSignaturePlan("projected-blocks,dimensions=100");
  EXPECT_TRUE(Few.wantsRuns());
  EXPECT_FALSE(Few.wantsBlockVectors());
  EXPECT_EQ(Few.Dimensions, 100u);
  EXPECT_TRUE(All.wantsBlockVectors());
  SignaturePlan Loops = *parseSignaturePlan("image,cut=loops");
  EXPECT_EQ(Loops.Shape.Cut, IntervalCut::Loops);
  EXPECT_TRUE(Loops.wantsRuns());
  EXPECT_FALSE(parseSignaturePlan("image,cut=phases")->wantsRuns());
}

TEST(SignaturePlan, SaysWhatIsWrong) {
  auto Wrong = [](std::string_view Text) {
    Expected<SignaturePlan> P = parseSignaturePlan(Text);
    return P ? std::string() : P.error().Message;
  };
  EXPECT_EQ(Wrong("wavelet").substr(0, 40),
            "'wavelet' is no signature; there are all");
  EXPECT_EQ(Wrong("modulo=1000"),
            "'modulo=1000': write a power of two from 64 to 1073741824");
  EXPECT_EQ(Wrong("rows=0"), "'rows=0': write a number from 1 to 65536");
  EXPECT_EQ(Wrong("rows=1KB"), "'rows=1KB': write a number from 1 to 65536");
  EXPECT_EQ(Wrong("modulo=99999999999M"), "'modulo=99999999999M': write a "
                                          "power of two from 64 to 1073741824");
  EXPECT_EQ(Wrong("row=3"),
            "'row' is no parameter of signatures; there are "
            "modulo, rows, columns, bins, sample, lines, level, dimensions, "
            "cut");
  EXPECT_EQ(Wrong("cut=functions"),
            "'cut=functions': write one of period, phases, procedures, loops");
}

} // namespace
