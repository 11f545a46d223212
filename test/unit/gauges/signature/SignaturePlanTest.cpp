//===- SignaturePlanTest.cpp - signatures as users write them -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/gauges/signature/SignaturePlan.h"
#include "analysis/caches/model/CacheLimits.h"
#include "test/support/Test.h"

namespace {

TEST(SignaturePlan, ParametersHaveLimitsThatMayBeReached) {
  auto Modulo = [](uint64_t Value) {
    return parseSignaturePlan("modulo=" + std::to_string(Value));
  };
  EXPECT_EQ(good(Modulo(MaxPictureModulo)).Shape.Modulo, MaxPictureModulo);
  EXPECT_EQ(good(Modulo(64)).Shape.Modulo, 64u);
  EXPECT_FALSE(Modulo(2 * MaxPictureModulo));
  EXPECT_FALSE(Modulo(32));
  EXPECT_FALSE(Modulo(100)) << "no power of two";
  EXPECT_EQ(good(parseSignaturePlan("modulo=64K")).Shape.Modulo, 65536u);
}

TEST(SignaturePlan, EachParameterMayBeTheLeastAndTheMost) {
  struct Limits {
    const char *Name;
    uint64_t Least, Most;
    uint64_t (*Get)(const SignaturePlan &);
  };
  using Plan = SignaturePlan;
  for (const Limits &L : {
           Limits{"modulo", 64, MaxPictureModulo,
                  [](const Plan &P) -> uint64_t { return P.Shape.Modulo; }},
           Limits{"rows", 1, MaxPictureRows,
                  [](const Plan &P) -> uint64_t { return P.Shape.Rows; }},
           Limits{"columns", 1, MaxPictureColumns,
                  [](const Plan &P) -> uint64_t { return P.Shape.Columns; }},
           Limits{"bins", 1, MaxSignatureBins,
                  [](const Plan &P) -> uint64_t { return P.Shape.Bins; }},
           Limits{
               "sample", 1, MaxSamplePeriod,
               [](const Plan &P) -> uint64_t { return P.Shape.SamplePeriod; }},
           Limits{"lines", 1, MaxReuseLines,
                  [](const Plan &P) -> uint64_t { return P.Shape.ReuseLines; }},
           Limits{"level", 1, MaxCacheLevels,
                  [](const Plan &P) -> uint64_t {
                    return P.Shape.MissLevel + uint64_t(1);
                  }},
           Limits{"dimensions", 1, 1024,
                  [](const Plan &P) -> uint64_t { return P.Dimensions; }},
       }) {
    auto Read = [&](uint64_t Value) {
      return parseSignaturePlan(fmt::format("{}={}", L.Name, Value));
    };
    EXPECT_EQ(L.Get(good(Read(L.Least))), L.Least) << L.Name;
    EXPECT_EQ(L.Get(good(Read(L.Most))), L.Most) << L.Name;
    EXPECT_FALSE(Read(L.Least / 2)) << L.Name;
    EXPECT_FALSE(Read(L.Most + 1)) << L.Name;
    EXPECT_FALSE(Read(2 * L.Most)) << L.Name;
  }
  // K is 1024 of bytes and 1000 of others, M is its square.
  EXPECT_EQ(good(parseSignaturePlan("modulo=2M")).Shape.Modulo, 1u << 21);
  EXPECT_EQ(good(parseSignaturePlan("sample=3M")).Shape.SamplePeriod,
            3'000'000u);
  EXPECT_EQ(good(parseSignaturePlan("sample=1000M")).Shape.SamplePeriod,
            MaxSamplePeriod);
  EXPECT_FALSE(parseSignaturePlan("sample=1001M"));
  EXPECT_FALSE(parseSignaturePlan("sample=1k"));
  EXPECT_FALSE(parseSignaturePlan("sample="));
}

TEST(SignaturePlan, KindsAreSortedAndEachIsThereOnce) {
  auto P = good(parseSignaturePlan("reuse,miss-image,all,reuse"));
  EXPECT_TRUE(std::ranges::is_sorted(P.Kinds));
  EXPECT_EQ(std::ranges::adjacent_find(P.Kinds), P.Kinds.end());
  EXPECT_EQ(P.Kinds.size(), AllSignatures.size() - 2);
  EXPECT_TRUE(P.wantsOutcomes());
  EXPECT_FALSE(good(parseSignaturePlan("all")).wantsOutcomes());
  EXPECT_TRUE(good(parseSignaturePlan("first-miss-image")).wantsOutcomes());
}

} // namespace
