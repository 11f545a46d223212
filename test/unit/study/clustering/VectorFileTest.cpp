//===- VectorFileTest.cpp - frequency vectors, read -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/clustering/VectorFile.h"
#include "analysis/support/MappedFile.h"
#include "test/support/TemporaryFile.h"
#include <zlib.h>

namespace {

using Entries = std::vector<std::pair<uint64_t, double>>;

struct Line {
  Entries Values;
  std::string Rest, Complaint;
  bool IsVector = false;
};

Line take(std::string_view Text) {
  std::vector<VectorEntry> Found;
  Expected<LineKind> Kind = takeLine(Text, Found);
  Line L;
  if (!Kind) {
    L.Complaint = Kind.error().Message;
    return L;
  }
  L.IsVector = *Kind == LineKind::Vector;
  for (const VectorEntry &E : Found)
    L.Values.emplace_back(E.Id, E.Count);
  L.Rest = Text;
  return L;
}

TEST(VectorLine, AsProgramsWriteIt) {
  Line L = take("T:1:8 :2:60   :4:35 \nT:9:9\n");
  EXPECT_EQ(L.Values, (Entries{{1, 8}, {2, 60}, {4, 35}}));
  EXPECT_EQ(L.Rest, "T:9:9\n");
}

TEST(VectorLine, AnySpacingAnyOrderAnyEnd) {
  Entries Wanted = {{7, 3}, {0, 5}, {7, 1}};
  for (const char *Text :
       {"T:7:3:0:5:7:1", "T :7:3 :0:5 :7:1\r\n", " T\t: 7 : 3 : 0:5 :7: 1 ",
        "T:7:3 :0:5 :7:1 # 9 instructions\n"})
    EXPECT_EQ(take(Text).Values, Wanted) << Text;
}

TEST(VectorLine, LongNumbersAndFractions) {
  EXPECT_EQ(take("T:1234567:7654321 :12345678:87654321 "
                 ":1234567890123456789:9007199254740993 :1:0.5 :2:1e3 "
                 "          \n")
                .Values,
            (Entries{{1234567, 7654321},
                     {12345678, 87654321},
                     {1234567890123456789, 9007199254740993.0},
                     {1, 0.5},
                     {2, 1000}}));
}

TEST(VectorLine, EmptyVectorsAndOtherLines) {
  EXPECT_TRUE(take("T\n").IsVector);
  EXPECT_TRUE(take("T").IsVector);
  EXPECT_TRUE(take("T  # nothing").IsVector);
  for (const char *Text :
       {"", "\n", "# comment\n", "S: 1 2\n", "M: 0x1 3\n", "S:"}) {
    EXPECT_FALSE(take(Text).IsVector) << Text;
    EXPECT_EQ(take(Text).Complaint, "") << Text;
  }
  for (const char *Text : {"S", "S\n", "S 1", "SS:"})
    EXPECT_NE(take(Text).Complaint, "") << Text;
}

TEST(VectorLine, WhatIsWrong) {
  EXPECT_EQ(take("T:1:2 :x:4\n").Complaint,
            "expected a block's number at 'x:4'");
  EXPECT_EQ(take("T:1\n").Complaint,
            "expected ':' and a count but the line ends");
  EXPECT_EQ(take("T:1:-5\n").Complaint, "expected a count up to 1e18 at '-5'");
  EXPECT_EQ(take("T 1:5\n").Complaint, "expected ':' and a block at '1:5'");
  EXPECT_EQ(take("X1:5\n").Complaint, "expected 'T' at 'X1:5'");
  EXPECT_EQ(take("T:1:nan\n").Complaint.substr(0, 16), "expected a count");
  EXPECT_NE(take("T:99999999999999999999:1\n").Complaint, "");
}

/// Whatever comes before and after, the quick way and the slow one agree.
TEST(VectorLine, TheQuickWayReadsWhatTheSlowOneReads) {
  std::mt19937_64 Random(1);
  for (int Round = 0; Round != 2000; ++Round) {
    Entries Wanted;
    std::string Quick = "T", Slow = "T";
    for (size_t I = Random() % 12; I != 0; --I) {
      uint64_t Id = Random() >> (1 + Random() % 63);
      uint64_t Count = Random() >> (11 + Random() % 53);
      if (Id >= 1'000'000'000'000'000'000)
        Id /= 100;
      Wanted.emplace_back(Id, double(Count));
      Quick += ":" + std::to_string(Id) + ":" + std::to_string(Count) + " ";
      Slow += " : " + std::to_string(Id) + " : " + std::to_string(Count);
    }
    std::string Padding(Random() % 40, ' ');
    EXPECT_EQ(take(Quick + "\n" + Padding).Values, Wanted) << Quick;
    EXPECT_EQ(take(Slow + "\n" + Padding).Values, Wanted) << Slow;
  }
}

std::string randomVectors(unsigned Seed, size_t Count) {
  std::mt19937 Random(Seed);
  std::string Text;
  for (size_t I = 0; I != Count; ++I) {
    Text += "T";
    for (size_t N = Random() % 30; N != 0; --N)
      Text += ":" + std::to_string(Random() % 500) + ":" +
              std::to_string(1 + Random() % 100000) + " ";
    Text += Random() % 8 ? "\n" : " \n# between\n\n";
  }
  return Text;
}

void expectEqual(const VectorFile &A, const VectorFile &B) {
  ASSERT_EQ(A.Points.size(), B.Points.size());
  EXPECT_EQ(A.Entries, B.Entries);
  EXPECT_EQ(A.Empty, B.Empty);
  for (size_t I = 0; I != A.Points.size(); ++I) {
    EXPECT_EQ(A.Points.weight(I), B.Points.weight(I));
    EXPECT_TRUE(std::ranges::equal(A.Points.point(I), B.Points.point(I)));
  }
}

TEST(VectorFile, DoesNotDependOnThreads) {
  std::string Text = randomVectors(3, 200);
  auto Single = good(parseVectors(Text, {.Threads = 1}));
  EXPECT_EQ(Single.Points.size(), 200u);
  for (unsigned Threads : {2u, 3u, 7u, 1000u}) {
    auto Several = good(parseVectors(Text, {.Threads = Threads}));
    expectEqual(Single, Several);
  }
}

TEST(VectorFile, AnErrorNamesItsLine) {
  for (unsigned Threads : {1u, 4u}) {
    EXPECT_EQ(errorOf(parseVectors("# one\nT:1:2\n\nT:1:2 :3\nT:x\n",
                                   {.Threads = Threads})),
              "line 4: expected ':' and a count but the line ends");
  }
}

TEST(VectorFile, CountsOfAllFitAWord) {
  std::string Nine, Ten = "T:1:1e18\n";
  for (int I = 0; I != 9; ++I)
    Nine += "T:1:1e18\n";
  for (unsigned Threads : {1u, 4u}) {
    EXPECT_TRUE(parseVectors(Nine, {.Threads = Threads}));
    EXPECT_EQ(errorOf(parseVectors(Nine + Ten, {.Threads = Threads})),
              "the counts are 1e+19 in all, but must be below 2^63");
  }
}

TEST(VectorFile, EmptyVectorsKeepTheirPlace) {
  auto Read = good(parseVectors("T:1:2\nT\nT:1:0\nT:2:5", {}));
  EXPECT_EQ(Read.Points.size(), 4u);
  EXPECT_EQ(Read.Empty, 2u);
  EXPECT_EQ(Read.Entries, 3u);
  EXPECT_EQ(Read.Points.weight(3), 5);
  EXPECT_EQ(Read.Points.point(1)[0], 0);
}

class VectorFiles : public testing::Test, protected TemporaryFile {
protected:
  VectorFiles() : TemporaryFile(".bb") {}
};

TEST_F(VectorFiles, MayBeCompressed) {
  std::string Text = randomVectors(5, 3000);
  put(Text);
  auto Plain = good(readVectorFile(Path, {}));
  gzFile Z = gzopen(Path.c_str(), "wb");
  gzwrite(Z, Text.data(), unsigned(Text.size()));
  gzclose(Z);
  auto Packed = good(readVectorFile(Path, {}));
  expectEqual(Plain, Packed);
  // Cut off.
  std::string Bytes = bytes();
  put(Bytes.substr(0, Bytes.size() / 2));
  EXPECT_TRUE(has(errorOf(readVectorFile(Path, {})), "cut off"));
}

TEST_F(VectorFiles, WhatUnpacksToMoreThanAllowedIsRefused) {
  gzFile Z = gzopen(Path.c_str(), "wb");
  std::string Zeros(1 << 20, '\n');
  gzwrite(Z, Zeros.data(), unsigned(Zeros.size()));
  gzclose(Z);
  EXPECT_EQ(good(inflate(bytes(), 1 << 20)).size(), size_t(1) << 20);
  EXPECT_TRUE(has(errorOf(inflate(bytes(), (1 << 20) - 1)),
                  "it unpacks to more than 1048575 bytes; unpack it with"));
}

TEST(VectorFile, HasAtMostSoManyVectors) {
  std::string Text;
  for (size_t I = 0; I != MostVectors; ++I)
    Text += "T\n";
  EXPECT_EQ(good(parseVectors(Text, {.Dimensions = 1})).Empty, MostVectors);
  EXPECT_TRUE(has(errorOf(parseVectors(Text + "T\n", {.Dimensions = 1})),
                  "line 4194305: more than 4194304 vectors"));
}

TEST_F(VectorFiles, WhatCannotBeRead) {
  EXPECT_EQ(readVectorFile(Path, {}).error().Message,
            "cannot open '" + Path + "': No such file or directory");
  put("# nothing\n");
  EXPECT_EQ(readVectorFile(Path, {}).error().Message,
            "'" + Path + "' has no frequency vectors: no line begins with 'T'");
  put("");
  EXPECT_FALSE(readVectorFile(Path, {}));
}

TEST(Projection, FollowsFromIdAndSeedAlone) {
  Projection A(15, 7), B(15, 7), C(15, 8);
  std::vector<VectorEntry> Vector = {{3, 1}, {5000, 2}, {1ull << 40, 3}};
  std::vector<VectorEntry> Turned = {{1ull << 40, 3}, {3, 1}, {5000, 2}};
  std::vector<float> X(15), Y(15), Z(15);
  EXPECT_EQ(A.project(Vector, X), 6);
  B.project(std::vector<VectorEntry>{{1, 1}}, Y);
  B.project(Turned, Y);
  C.project(Vector, Z);
  for (int D = 0; D != 15; ++D)
    EXPECT_NEAR(X[D], Y[D], 1e-6);
  EXPECT_NE(X, Z);
}

TEST(Projection, IsLinearAndUniform) {
  Projection P(20, 1);
  std::vector<float> X(20);
  double Sum = 0, Squares = 0, Least = 1, Most = -1;
  const int Ids = 5000;
  for (uint64_t Id = 0; Id != Ids; ++Id) {
    // Divided by the sum: the row itself, whatever the count.
    P.project(std::vector<VectorEntry>{{Id, 17}}, X);
    for (float V : X) {
      Sum += double(V);
      Squares += double(V) * double(V);
      Least = std::min(Least, double(V));
      Most = std::max(Most, double(V));
    }
  }
  EXPECT_NEAR(Sum / (20 * Ids), 0, 0.01);
  EXPECT_NEAR(Squares / (20 * Ids), 1.0 / 3, 0.01);
  EXPECT_GT(Least, -1);
  EXPECT_LT(Most, 1);
  std::vector<float> A(20), B(20), Both(20);
  P.project(std::vector<VectorEntry>{{1, 1}}, A);
  P.project(std::vector<VectorEntry>{{2, 1}}, B);
  P.project(std::vector<VectorEntry>{{1, 3}, {2, 1}}, Both);
  for (int D = 0; D != 20; ++D)
    EXPECT_NEAR(Both[D], 0.75 * A[D] + 0.25 * B[D], 1e-6);
}

} // namespace
