//===- CurvesTest.cpp - curves as they are shown --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/caches/Curves.h"
#include "analysis/result/profile/MissCurves.h"
#include "test/support/Test.h"

namespace {

/// \p Touches at a distance of \p Lines, for each.
MissCurve curveOf(uint64_t Compulsory,
                  std::vector<std::pair<uint64_t, uint64_t>> Reuses) {
  MissCurve C;
  C.Compulsory = Compulsory;
  for (auto [Lines, Touches] : Reuses) {
    size_t Bucket = bucketOf(Lines);
    C.Reuses.resize(std::max(C.Reuses.size(), Bucket + 1));
    C.Reuses[Bucket] += Touches;
  }
  return C;
}

/// "small" reuses after 255 lines, "large" after 16383; line size 64.
Profile profile() {
  Profile P;
  P.Caches = *parseCacheModel("L1=32K,8;L2=1M,16");
  P.Structures.resize(3);
  P.Structures[0].Name = "small", P.Structures[1].Name = "large";
  P.Structures[2].Name = "never";
  P.Curves.Totals = {{CurveScope::Private}, {CurveScope::Shared}};
  for (CurveScope Scope : CurveScopes) {
    MissCurve Small = curveOf(256, {{0, 700}, {255, 9000}}),
              Large = curveOf(16384, {{2, 100}, {16383, 80'000}});
    Small.Scope = Large.Scope = Scope;
    Small.Structure = StructureId(0), Large.Structure = StructureId(1);
    P.Curves.Curves.push_back(Small);
    P.Curves.Curves.push_back(Large);
  }
  for (Structure &S : P.Structures)
    S.Total.Levels.resize(2);
  return P;
}

TEST(CurveModel, HasTheLargestFirstAndTheSumAsTotal) {
  CurveModel M = curveModel(profile(), CurveScope::Shared);
  ASSERT_EQ(M.Rows.size(), 2u);
  EXPECT_EQ(M.Rows[0].Name, "large");
  EXPECT_EQ(M.Rows[1].Name, "small");
  EXPECT_EQ(M.Total.Curve.touches(), 256u + 9700 + 16384 + 80'100);
  EXPECT_EQ(missesAt(M, M.Total.Curve, 16 << 10), 256u + 16384 + 80'000);
  EXPECT_EQ(missesAt(M, M.Total.Curve, 1 << 20), 256u + 16384);
}

TEST(CurveModel, FindsTheKneesOfEach) {
  CurveModel M = curveModel(profile(), CurveScope::Private);
  std::vector<Knee> Small = knees(M, M.Rows[1].Curve),
                    Large = knees(M, M.Rows[0].Curve);
  ASSERT_EQ(Small.size(), 1u);
  EXPECT_EQ(Small[0].Bytes, 16u << 10);
  EXPECT_DOUBLE_EQ(Small[0].BelowRatio, 9256.0 / 9956);
  EXPECT_DOUBLE_EQ(Small[0].Ratio, 256.0 / 9956);
  ASSERT_EQ(Large.size(), 1u);
  EXPECT_EQ(Large[0].Bytes, 1u << 20);
  EXPECT_LT(Large[0].BelowBytes, 1u << 20);
  // A straight slope has none.
  MissCurve Slope;
  Slope.Reuses.assign(bucketOf(1 << 20), 100);
  EXPECT_TRUE(knees(M, Slope).empty());
  EXPECT_TRUE(knees(M, MissCurve()).empty());
}

TEST(CurveSizes, AreReadRoundedAndRefused) {
  auto Sizes = [](const char *Text) {
    Expected<std::vector<uint64_t>> Read = parseSizes(Text, 64);
    return Read ? *Read : std::vector<uint64_t>();
  };
  using List = std::vector<uint64_t>;
  EXPECT_EQ(Sizes("32K"), List({32 << 10}));
  EXPECT_EQ(Sizes("1M,16K..64K,32KiB"),
            List({16 << 10, 32 << 10, 64 << 10, 1 << 20}));
  // 48 KiB is 1.5 times a power of two; 33 KiB is not eighths of one.
  EXPECT_EQ(Sizes("48K"), List({48 << 10}));
  EXPECT_EQ(Sizes("33K"), List({32 << 10}));
  for (const char *Wrong : {"", "x", "0", "10", "64K..32K", "1X", "1..2M"})
    EXPECT_TRUE(Sizes(Wrong).empty()) << Wrong;
}

TEST(CurveTables, HaveAColumnForEachSizeAndRowsThatAddUp) {
  Profile P = profile();
  CurveModel M = curveModel(P, CurveScope::Private);
  CurveOptions Options;
  Options.Sizes = {16 << 10, 1 << 20};
  Options.Counts = true;
  Options.Top = 1;
  std::string Text = curvesText(P, M, Options, {});
  EXPECT_TRUE(has(Text, "16 KiB  1 MiB L2  compulsory"));
  EXPECT_TRUE(has(Text, "[1 others]     9956     256       256         256"));
  EXPECT_TRUE(has(Text, "small")); // its knee
  std::string Csv = curvesCsv(M, Options);
  EXPECT_TRUE(has(Csv, "large,1,private,16384,96484,96384,96384,96384"));
  EXPECT_TRUE(has(Csv, "small,0,private,1048576,9956,256,256,256"));
}

TEST(CurvePlots, FallWhereTheCurveDoes) {
  Profile P = profile();
  CurveModel M = curveModel(P, CurveScope::Private);
  std::string Text = curvePlot(M, M.Rows[0], P.Caches, 80);
  EXPECT_TRUE(has(Text, "large: misses by size of the cache"));
  EXPECT_TRUE(has(Text, " 99.9% "));
  // Every line fits, and the drawing has braille in it.
  size_t Lines = 0;
  for (size_t Begin = 0, End; Begin < Text.size(); Begin = End + 1, ++Lines) {
    End = Text.find('\n', Begin);
    EXPECT_LE(displayWidth(Text.substr(Begin, End - Begin)), 80u);
  }
  EXPECT_EQ(Lines, 13u);
  std::string Svg = curvesSvg(P, M, {});
  EXPECT_EQ(Svg.find("<svg"), 0u);
  EXPECT_TRUE(has(Svg, ">large</text>"));
  EXPECT_TRUE(has(Svg, "</svg>"));
}

} // namespace
