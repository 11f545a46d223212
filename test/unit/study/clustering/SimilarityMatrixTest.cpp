//===- SimilarityMatrixTest.cpp - matrices, projections, lines, slowly ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/clustering/SimilarityMatrix.h"
#include "analysis/study/clustering/Projection.h"
#include "analysis/study/clustering/VectorFile.h"
#include "analysis/support/Hash.h"
#include "test/support/Test.h"

namespace {

PointSet randomPoints(SeededRandom &Random, size_t Count) {
  PointSet P(3);
  for (size_t I = 0; I != Count; ++I) {
    float Point[] = {float(Random.below(9)), float(Random.below(9)),
                     float(Random.below(9))};
    P.add(Point, double(Random.below(3)));
  }
  return P;
}

/// The numbers from \p Begin to \p End, or MostOfCell of them, each in the
/// middle of its part.
std::vector<size_t> lookedAt(size_t Begin, size_t End) {
  std::vector<size_t> Result;
  for (size_t I = Begin; I != End; ++I)
    Result.push_back(I);
  if (End - Begin <= 16)
    return Result;
  Result.clear();
  for (size_t I = 0; I != 16; ++I)
    Result.push_back(Begin +
                     size_t((double(I) + 0.5) * double(End - Begin) / 16));
  return Result;
}

TEST(SimilarityMatrix, HasTheMeansOfAllPairs) {
  SeededRandom Random(1);
  for (size_t Count : {1, 2, 5, 16, 17, 33, 40})
    for (size_t Cells : {1, 2, 3, 7, 16, 50}) {
      PointSet P = randomPoints(Random, 50);
      std::vector<size_t> Intervals;
      for (size_t I = 0; I != Count; ++I)
        Intervals.push_back(Random.below(50));
      SimilarityMatrix M = similarityMatrix(P, Intervals, Cells);
      size_t Wanted = std::min(Cells, Count);
      ASSERT_EQ(M.Cells, Wanted);
      EXPECT_EQ(M.begin(Wanted), Count);
      float Most = 0;
      for (size_t Row = 0; Row != Wanted; ++Row)
        for (size_t Column = 0; Column != Wanted; ++Column) {
          double Sum = 0, Pairs = 0;
          for (size_t I :
               lookedAt(Row * Count / Wanted, (Row + 1) * Count / Wanted))
            for (size_t J : lookedAt(Column * Count / Wanted,
                                     (Column + 1) * Count / Wanted)) {
              Sum += pointDistance(P, Intervals[I], Intervals[J]);
              ++Pairs;
            }
          EXPECT_NEAR(M.at(Row, Column), Sum / Pairs, 1e-5) << Row << Column;
          Most = std::max(Most, M.at(Row, Column));
        }
      EXPECT_EQ(M.Most, Most);
    }
}

TEST(SimilarityMatrix, QuantilesAreOfSortedCells) {
  SimilarityMatrix M;
  M.Cells = 3;
  M.Distances = {5, 1, 0, 7, 0, 2, 3, 9, 4};
  M.Most = 9;
  // Sorted: 0 0 1 2 3 4 5 7 9.
  EXPECT_EQ(M.quantile(0), 9); // the least is 0: the largest is better
  EXPECT_EQ(M.quantile(2.0 / 9), 9);
  EXPECT_EQ(M.quantile(0.23), 1);
  EXPECT_EQ(M.quantile(0.5), 3);
  EXPECT_EQ(M.quantile(8.0 / 9), 7);
  EXPECT_EQ(M.quantile(0.9), 9);
  EXPECT_EQ(M.quantile(1), 9);
}

TEST(PointDistance, IsThatOfPythagoras) {
  PointSet P(2);
  for (std::array<float, 2> Point : {std::array{1.f, 2.f}, {4.f, 6.f}})
    P.add(Point, 1);
  EXPECT_EQ(pointDistance(P, 0, 1), 5);
  EXPECT_EQ(pointDistance(P, 1, 1), 0);
}

/// Ids in the table and beyond it, some of them twice.
TEST(Projection, IsASumOfRowsOverTheSumOfCounts) {
  SeededRandom Random(2);
  for (size_t Dimensions : {1, 15, 16, 17, 40}) {
    Projection P(Dimensions, 7);
    EXPECT_EQ(P.dimensions(), Dimensions);
    ProjectionMatrix Matrix(7);
    for (int Round = 0; Round != 8; ++Round) {
      std::vector<VectorEntry> Vector;
      std::vector<double> Sums(Dimensions);
      double Total = 0;
      for (size_t I = Random.below(9); I != 0; --I) {
        uint64_t Id =
            Random.below(3) ? Random.below(200) : (1 << 21) + Random.below(4);
        auto Count = double(Random.below(5));
        Vector.push_back({Id, Count});
        Total += Count;
        Matrix.row(Id, Dimensions, [&](size_t D, int32_t Entry) {
          Sums[D] += Count * Entry * ProjectionMatrix::Unit;
        });
      }
      std::vector<float> Result(Dimensions, 99);
      EXPECT_EQ(P.project(Vector, Result), Total);
      for (size_t D = 0; D != Dimensions; ++D)
        EXPECT_NEAR(Result[D], Total > 0 ? Sums[D] / Total : 0, 1e-6);
    }
  }
}

struct Parse {
  std::vector<std::pair<uint64_t, double>> Entries;
  std::string Complaint;
  size_t Left;
  bool operator==(const Parse &) const = default;
};

Parse take(std::string_view Text) {
  std::vector<VectorEntry> Found;
  Expected<LineKind> Kind = takeLine(Text, Found);
  Parse T{{}, Kind ? "" : Kind.error().Message, Text.size()};
  if (Kind)
    for (const VectorEntry &E : Found)
      T.Entries.emplace_back(E.Id, E.Count);
  return T;
}

/// A blank after the T is read the slow way throughout. Whatever is wrong, and
/// wherever, both ways say the same.
TEST(VectorLine, TheQuickWayComplainsAsTheSlowOneDoes) {
  SeededRandom Random(3);
  constexpr std::string_view Wrong = ":: 019/;-.e#xT\t";
  size_t Complaints = 0;
  for (int Round = 0; Round != 20000; ++Round) {
    std::string Rest;
    for (size_t I = 1 + Random.below(5); I != 0; --I)
      Rest += ":" + std::to_string(Random.next() >> (30 + Random.below(34))) +
              ":" + std::to_string(Random.next() >> (30 + Random.below(34))) +
              " ";
    for (size_t I = Random.below(3); I != 0; --I)
      Rest[Random.below(Rest.size())] = Wrong[Random.below(Wrong.size())];
    // What the other lines are is not this one's.
    Rest += "\n" + std::string(Random.below(30), "1: "[Random.below(3)]);
    Parse Quick = take("T" + Rest), Slow = take("T " + Rest);
    Complaints += !Quick.Complaint.empty();
    ASSERT_EQ(Quick.Entries, Slow.Entries) << Rest;
    ASSERT_EQ(Quick.Complaint, Slow.Complaint) << Rest;
    ASSERT_EQ(Quick.Left, Slow.Left) << Rest;
  }
  EXPECT_GT(Complaints, 1000u);
}

TEST(VectorLine, CountsMayBeAsLargeAsSumsAllow) {
  EXPECT_EQ(take("T:1:1e18").Complaint, "");
  EXPECT_EQ(take("T:1:1000000000000000000").Complaint, "");
  for (const char *Line :
       {"T:1:1.1e18", "T:1:9000000000000000000", "T:1:18446744073709551617",
        "T:1:99999999999999999999", "T :1:99999999999999999999"})
    EXPECT_TRUE(
        take(Line).Complaint.starts_with("expected a count up to 1e18 at '"))
        << Line;
  EXPECT_EQ(take("T:9999999999999999999:1").Complaint, ""); // 19 digits
  EXPECT_NE(take("T:10000000000000000000:1").Complaint, "");
}

} // namespace
