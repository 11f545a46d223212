//===- LineHoldersTest.cpp - who misses a line, and why -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The fast bookkeeping against the definitions of docs/internals/sharing.md,
// applied to the whole history of a line.
//
//===----------------------------------------------------------------------===//

#include "runtime/sharing/LineHolders.h"
#include <algorithm>
#include <deque>
#include <gtest/gtest.h>
#include <map>
#include <random>

using namespace memfacet;
using namespace memfacet::sharing;

namespace {

/// What happened to a line, in order.
using History = std::vector<LineAccess>;

/// What a miss was: the access, by its number, and its kind.
struct Miss {
  uint32_t Thread, Site;
  MoveKind Kind;
  uint32_t Writer; ///< site
  auto operator<=>(const Miss &) const = default;
};

/// The last access before \p I that fits, or -1.
template <typename Test> int lastBefore(const History &H, int I, Test Fits) {
  for (--I; I >= 0; --I)
    if (Fits(H[size_t(I)]))
      return I;
  return -1;
}

/// Follows the definitions, slowly.
class Reference {
public:
  explicit Reference(const History &H) : H(H) {}

  std::vector<Miss> misses() const {
    std::vector<Miss> All;
    for (int I = 0; I != int(H.size()); ++I)
      addMiss(I, All);
    std::ranges::sort(All);
    return All;
  }

private:
  void addMiss(int I, std::vector<Miss> &Misses) const {
    const LineAccess &A = H[size_t(I)];
    int Previous = lastBefore(
        H, I, [&](const LineAccess &B) { return B.Thread == A.Thread; });
    int Write = lastBefore(H, I, [](const LineAccess &B) { return B.Writes; });
    if (Write < 0 || H[size_t(Write)].Thread == A.Thread || Write < Previous)
      return;
    uint32_t Writer = H[size_t(Write)].Site;
    if (Previous < 0) {
      Misses.push_back({A.Thread, A.Site, MoveKind::Cold, Writer});
      return;
    }
    int Lost = Previous + 1;
    while (!isForeignWrite(Lost, A.Thread))
      ++Lost;
    for (int J = I; J != int(H.size()) && !isForeignWrite(J, A.Thread); ++J)
      if (H[size_t(J)].Thread == A.Thread)
        if (int Source = latestForeign(Lost, J); Source >= 0) {
          Misses.push_back(
              {A.Thread, A.Site, MoveKind::True, H[size_t(Source)].Site});
          return;
        }
    Misses.push_back({A.Thread, A.Site, MoveKind::False, Writer});
  }
  bool isForeignWrite(int I, uint32_t Thread) const {
    return H[size_t(I)].Writes && H[size_t(I)].Thread != Thread;
  }
  /// Returns the last write of the thread that wrote the line last, among the
  /// threads that wrote, since the line was lost in number \p Lost, a byte last
  /// that access \p J touches.
  int latestForeign(int Lost, int J) const {
    int Latest = -1;
    for (unsigned B = 0; B != 64; ++B) {
      uint64_t Byte = uint64_t(1) << B;
      if ((H[size_t(J)].Bytes & Byte) == 0)
        continue;
      int Last = lastBefore(H, J, [&](const LineAccess &W) {
        return W.Writes && (W.Bytes & Byte) != 0;
      });
      if (Last < Lost || H[size_t(Last)].Thread == H[size_t(J)].Thread)
        continue;
      Latest = std::max(Latest, lastBefore(H, J, [&](const LineAccess &W) {
                          return W.Writes && W.Thread == H[size_t(Last)].Thread;
                        }));
    }
    return Latest;
  }

  const History &H;
};

/// The line as a program follows it.
class Followed {
public:
  /// \p Skips: accesses that threads have the rights for are left out, as
  /// programs do.
  explicit Followed(const History &H, bool Skips = false) {
    Line.begin(7, H[0].Thread, nullptr);
    // The first thread is known before it touches the line here.
    for (const LineAccess &A : H)
      if (Skips && allows(Rights[A.Thread], A))
        ++Skipped;
      else
        touch(A);
    Line.settle([&](const LineMove &M) { note(M); });
    std::ranges::sort(Misses);
  }
  std::vector<Miss> Misses;
  unsigned Skipped = 0;

private:
  static bool allows(LineRights R, const LineAccess &A) {
    return (A.Bytes & ~R.Bytes) == 0 && (R.Writes || !A.Writes);
  }
  void touch(const LineAccess &A) {
    if (Line.needsPart(A.Thread))
      Line.addPart(&Parts.emplace_back());
    LineMoveList Moves;
    Line.touch(A, 0, Moves);
    if (Line.endsRights())
      Rights.clear();
    Rights[A.Thread] = Line.rights();
    ASSERT_LE(Moves.Count, LineMoveList::MaxMoves);
    for (size_t I = 0; I != Moves.Count; ++I)
      note(Moves.Moves[I]);
  }
  void note(const LineMove &M) {
    Misses.push_back({M.Value.Thread, M.Site, M.Value.Kind, M.Taker.Site});
  }

  std::map<uint32_t, LineRights> Rights;
  std::deque<LineHolders> Parts;
  LineHolders Line = {};
};

History randomHistory(std::mt19937 &Random, unsigned Threads, size_t Length) {
  History H;
  auto RandomBelow = [&](unsigned N) { return uint32_t(Random() % N); };
  for (size_t I = 0; I != Length; ++I) {
    uint64_t Bytes = (uint64_t(1) << (1 + RandomBelow(8))) - 1;
    bool Writes = RandomBelow(2) != 0;
    H.push_back({RandomBelow(Threads), uint32_t(I + 1),
                 Bytes << RandomBelow(56), !Writes || RandomBelow(2) != 0,
                 Writes, 0});
  }
  return H;
}

TEST(LineHolders, SayWhatTheDefinitionsSay) {
  std::mt19937 Random(1);
  for (unsigned Round = 0; Round != 3000; ++Round) {
    unsigned Threads = 2 + unsigned(Random() % 4);
    History H = randomHistory(Random, Threads, 2 + size_t(Random() % 40));
    // Sites are all different: the writers of single bytes are forgotten beyond
    // a few. Of each thread, one site here.
    for (LineAccess &A : H)
      A.Site = A.Thread + 1;
    EXPECT_EQ(Followed(H).Misses, Reference(H).misses()) << "round " << Round;
  }
}

TEST(LineHolders, RightsHoldUntilTheyEnd) {
  std::mt19937 Random(3);
  unsigned Skipped = 0;
  for (unsigned Round = 0; Round != 3000; ++Round) {
    History H = randomHistory(Random, 2 + unsigned(Random() % 3), 60);
    // Turns of several accesses.
    for (size_t I = 0; I != H.size(); ++I)
      if (I % 4 != 0)
        H[I].Thread = H[I - I % 4].Thread;
    auto Kinds = [](const std::vector<Miss> &Misses) {
      std::vector<std::pair<uint32_t, MoveKind>> Result;
      for (const Miss &M : Misses)
        Result.push_back({M.Thread, M.Kind});
      std::ranges::sort(Result);
      return Result;
    };
    Followed F(H, true);
    Skipped += F.Skipped;
    EXPECT_EQ(Kinds(F.Misses), Kinds(Reference(H).misses()))
        << "round " << Round;
  }
  EXPECT_GT(Skipped, 10'000u);
}

TEST(LineHolders, HaveRoomForManyThreads) {
  std::mt19937 Random(2);
  for (unsigned Round = 0; Round != 50; ++Round) {
    History H = randomHistory(Random, 70, 400);
    for (LineAccess &A : H)
      A.Site = 1;
    EXPECT_EQ(Followed(H).Misses, Reference(H).misses()) << "round " << Round;
  }
}

constexpr LineAccess load(uint32_t Thread, unsigned Byte) {
  return {Thread, Thread + 1, uint64_t(1) << Byte, true, false, 0};
}
constexpr LineAccess store(uint32_t Thread, unsigned Byte) {
  return {Thread, Thread + 1, uint64_t(1) << Byte, false, true, 0};
}

TEST(LineHolders, TellTrueFromFalseSharing) {
  History Counters, HandedOver;
  for (unsigned I = 0; I != 10; ++I) {
    Counters.push_back(store(I % 2, I % 2 * 8));
    HandedOver.push_back(I % 2 ? load(1, 3) : store(0, 3));
  }
  auto Count = [](const Followed &F, MoveKind Kind) {
    return std::ranges::count(F.Misses, Kind, &Miss::Kind);
  };
  Followed False(Counters), True(HandedOver);
  EXPECT_EQ(Count(False, MoveKind::False), 8);
  EXPECT_EQ(Count(False, MoveKind::Cold), 1);
  EXPECT_EQ(Count(False, MoveKind::True), 0);
  EXPECT_EQ(Count(True, MoveKind::True), 4);
  EXPECT_EQ(Count(True, MoveKind::Cold), 1);
  EXPECT_EQ(Count(True, MoveKind::False), 0);
}

/// Two threads miss one line in turn, in these windows.
uint32_t missesOf(std::initializer_list<uint32_t> Windows, uint32_t &First) {
  LineHolders Line{};
  Line.begin(7, 0, nullptr);
  LineMoveList Moves;
  Line.touch(store(1, 8), LineHolders::Unfollowed, Moves);
  uint32_t Thread = 0;
  for (uint32_t Window : Windows) {
    LineAccess A = store(Thread, Thread * 8);
    A.Window = Window;
    Line.touch(A, LineHolders::Unfollowed, Moves);
    Thread = 1 - Thread;
  }
  EXPECT_EQ(Moves.Count, 0u);
  First = Line.firstWindow();
  return Line.misses();
}

// A line may be watched and chosen: its moves stand for themselves.
TEST(LineHolders, SayWhichMovesWereWatched) {
  LineHolders Line{};
  Line.begin(7, 0, nullptr);
  LineMoveList Moves;
  Line.touch(store(0, 8), 3, Moves);
  Line.touch(load(1, 8), LineHolders::Watched, Moves);
  Line.touch(store(0, 8), 3, Moves);
  Line.touch(load(1, 8), 3, Moves);
  ASSERT_EQ(Moves.Count, 2u);
  EXPECT_EQ(Moves.Moves[0].Value,
            (memfacet::MoveValue{1, MoveKind::Cold, 0, true}));
  EXPECT_EQ(Moves.Moves[1].Value,
            (memfacet::MoveValue{1, MoveKind::True, 3, false}));
}

TEST(LineHolders, CountWindowsWithMisses) {
  uint32_t First;
  EXPECT_EQ(missesOf({3, 5, 6}, First), 3u);
  EXPECT_EQ(First, 3u);
  // Windows of two threads at a time.
  EXPECT_EQ(missesOf({4, 5, 4, 5, 4, 5}, First), 2u);
  EXPECT_EQ(First, 4u);
  // What was counted while all lines were looked at is another matter.
  constexpr uint32_t Whole = LineAccess::AllLines;
  EXPECT_EQ(missesOf({Whole, Whole, Whole}, First), 3u);
  EXPECT_EQ(missesOf({Whole, Whole, 9, 12}, First), 2u);
  EXPECT_EQ(First, 9u);
}

TEST(LineHolders, TakePlacesOfThoseThatLostTheLine) {
  History H;
  for (uint32_t Thread = 0; Thread != 1000; ++Thread)
    H.push_back(store(Thread, 0));
  Followed F(H);
  EXPECT_EQ(F.Misses.size(), 999u);
}

/// A line that thread 1 and then thread 2 have written, in the bytes \p Bytes.
class WrittenLine {
public:
  explicit WrittenLine(uint64_t Bytes) {
    LineWrite First = {1, 10, 0};
    H.begin(7, 1, &First);
    write(2, Bytes);
  }
  LineMoveList write(uint32_t Thread, uint64_t Bytes) {
    return touch({Thread, Thread * 10, Bytes, false, true, 0});
  }
  LineMoveList read(uint32_t Thread, uint64_t Bytes) {
    return touch({Thread, Thread * 10, Bytes, true, false, 0});
  }
  LineHolders H = {};

private:
  LineMoveList touch(const LineAccess &A) {
    LineMoveList Moves;
    H.touch(A, 0, Moves);
    return Moves;
  }
};

TEST(LineHolders, ANewObjectHasNoHistory) {
  WrittenLine L(~uint64_t(0));
  LineMoveList Moves;
  EXPECT_TRUE(L.H.forget(~uint64_t(0), Moves));
  EXPECT_EQ(Moves.Count, 0u);
  EXPECT_FALSE(L.H.knows(1) || L.H.knows(2));
  EXPECT_EQ(L.read(1, 1).Count, 0u);
  EXPECT_FALSE(L.H.isMiss());
  EXPECT_EQ(L.write(1, 2).Count, 0u);
  EXPECT_EQ(L.read(2, 2).Moves[0].Value.Kind, MoveKind::Cold);
}

TEST(LineHolders, ANewObjectSettlesMissesOfTheEarlierOne) {
  WrittenLine L(~uint64_t(0));
  EXPECT_EQ(L.write(1, 1).Count, 1u) << "of true sharing";
  EXPECT_EQ(L.write(2, 2).Count, 0u) << "not known yet";
  LineMoveList Moves;
  EXPECT_TRUE(L.H.forget(~uint64_t(0), Moves));
  ASSERT_EQ(Moves.Count, 1u);
  EXPECT_EQ(Moves.Moves[0].Value.Thread, 2u);
  EXPECT_EQ(Moves.Moves[0].Value.Kind, MoveKind::False);
}

// The other bytes of the line belong to an object that goes on.
TEST(LineHolders, ANewObjectLeavesItsNeighbours) {
  constexpr uint64_t Old = 0xff, New = 0xff00;
  WrittenLine L(New);
  L.write(1, Old);
  L.write(2, New);
  LineMoveList Moves;
  EXPECT_TRUE(L.H.forget(New, Moves));
  EXPECT_FALSE(L.H.knows(2));
  EXPECT_TRUE(L.H.knows(1));
  L.read(1, New);
  EXPECT_TRUE(L.H.isMiss()) << "the line was taken";
  size_t Count = 0;
  L.H.settle([&](const LineMove &M) {
    EXPECT_EQ(M.Value.Kind, MoveKind::False);
    ++Count;
  });
  EXPECT_EQ(Count, 1u) << "nothing was communicated";
}

} // namespace
