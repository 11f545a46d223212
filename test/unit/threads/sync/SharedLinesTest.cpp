//===- SharedLinesTest.cpp - lines that threads may take from each other --===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/threads/sync/SharedLines.h"
#include "test/support/Test.h"
#include <array>
#include <map>
#include <random>

namespace {

constexpr uint64_t Line = 64;
constexpr bool Load = false, Store = true;

class Shared : public testing::Test {
protected:
  Shared() : Lines(Line) {}

  void see(uint32_t Thread, uint64_t Address, uint64_t Bytes, bool Write,
           uint32_t Structure = 0, int Times = 1) {
    for (int I = 0; I != Times; ++I)
      Lines.access(Address, Bytes, Write, ThreadId(Thread), Structure);
  }
  /// Starts both threads, which run from here on; what is accessed says
  /// nothing.
  void start() {
    see(0, 1 << 20, 8, Load, 9);
    see(1, 1 << 21, 8, Load, 9);
  }

  SharedLines Lines;
};

TEST_F(Shared, NeighbouringCountersOfALineAreContested) {
  start();
  see(0, 0, 8, Load, 3, 10), see(0, 0, 8, Store, 3, 10);
  see(1, 8, 8, Load, 3, 40), see(1, 8, 8, Store, 3, 40);
  // Thread 0's 20 accesses; 10 of thread 1's, as often as thread 0 writes.
  std::vector<SharingHint> Expected = {{StructureId(3), 100, 30, 1, 2}};
  EXPECT_EQ(Lines.hints(), Expected);
}

// The second thread began after the first one's end. Only a join before that
// says that it is so in every run.
TEST_F(Shared, ThreadsThatWereNotJoinedMightHaveRunTogether) {
  start();
  see(1, 0, 8, Store, 3, 10);
  Lines.leaveThread(ThreadId(1));
  Lines.beginThread(ThreadId(2));
  see(2, 8, 8, Store, 3, 10);
  std::vector<SharingHint> Expected = {{StructureId(3), 20, 20, 1, 2}};
  EXPECT_EQ(Lines.hints(), Expected);

  Lines.clear();
  see(2, 0, 8, Store, 3, 10);
  Lines.leaveThread(ThreadId(2));
  Lines.joinThread(ThreadId(1));
  Lines.joinThread(ThreadId(2));
  Lines.beginThread(ThreadId(3));
  see(3, 8, 8, Store, 3, 10);
  EXPECT_TRUE(Lines.hints().empty());
}

TEST_F(Shared, LinesOfTheirOwnAreNot) {
  start();
  see(0, 0, 8, Store, 3, 10);
  see(1, Line, 8, Store, 3, 10);
  EXPECT_TRUE(Lines.hints().empty());
}

TEST_F(Shared, NorAreTheSameBytes) {
  start();
  see(0, 0, 8, Store, 3, 10);
  see(1, 0, 8, Store, 3, 10);
  see(1, 7, 1, Load, 3, 10);
  EXPECT_TRUE(Lines.hints().empty());
}

TEST_F(Shared, NorIsWhatNobodyWrites) {
  start();
  see(0, 0, 8, Load, 3, 10);
  see(1, 8, 8, Load, 3, 10);
  EXPECT_TRUE(Lines.hints().empty());
}

TEST_F(Shared, AWriterIsNotDisturbedByReaders) {
  start();
  see(0, 0, 8, Store, 3, 5);
  see(1, 8, 8, Load, 4, 100);
  // A hint of another structure in the line.
  std::vector<SharingHint> Expected = {{StructureId(4), 100, 5, 1, 1}};
  EXPECT_EQ(Lines.hints(), Expected);
}

TEST_F(Shared, WhatOneThreadDoesAloneDoesNotCount) {
  see(0, 0, 8, Store, 3, 100);
  see(1, 8, 8, Store, 3, 1); // both run now
  EXPECT_TRUE(Lines.hints().empty());
  Lines.endThread(ThreadId(1));
  see(0, 0, 8, Store, 3, 100);
  EXPECT_TRUE(Lines.hints().empty());
  see(1, 8, 8, Store, 3, 1);
  see(0, 0, 8, Store, 3, 1);
  std::vector<SharingHint> Expected = {{StructureId(3), 3, 2, 1, 2}};
  EXPECT_EQ(Lines.hints(), Expected);
}

TEST_F(Shared, ThreadsThatNeverRunTogetherContestNothing) {
  see(0, 1 << 20, 8, Load, 9);
  for (uint32_t Thread = 1; Thread != 100; ++Thread) {
    see(Thread, 8 * (Thread % 8), 8, Store, 3, 10);
    Lines.endThread(ThreadId(Thread));
  }
  EXPECT_TRUE(Lines.hints().empty());
}

TEST_F(Shared, OneThatEndedWasDisturbedByThoseThatRanThen) {
  // Accesses come after the end of another thread; and many threads end.
  uint64_t Contested = 0;
  for (uint32_t Thread = 0; Thread != 100; Thread += 2) {
    Lines.beginThread(ThreadId(Thread));
    Lines.beginThread(ThreadId(Thread + 1));
    see(Thread, 0, 8, Store, 3, 10);
    Lines.endThread(ThreadId(Thread));
    Lines.beginThread(ThreadId(1000));
    see(Thread + 1, 8, 8, Store, 3, 4);
    Lines.endThread(ThreadId(Thread + 1));
    if (Thread % 4 == 0)
      Lines.noteOrderedEvent(ThreadId(1000)); // by now they are forgotten
    Contested += 8;
    EXPECT_EQ(Lines.hints(),
              (std::vector<SharingHint>{{StructureId(3), 7 * (Thread + 2),
                                         Contested, 1, Thread + 2}}));
  }
}

TEST_F(Shared, LongAccessesAreOfEachLine) {
  start();
  see(0, 0, 3 * Line, Load, 3);
  see(1, Line - 8, 8, Store, 4); // overlaps
  EXPECT_TRUE(Lines.hints().empty());
  Lines.clear();
  see(0, 8, 3 * Line, Load, 3); // up to byte 8 of the fourth line
  see(1, 0, 8, Store, 4), see(1, 3 * Line + 8, 8, Store, 4);
  std::vector<SharingHint> Expected = {{StructureId(3), 4, 2, 2, 1}};
  EXPECT_EQ(Lines.hints(), Expected);
}

TEST_F(Shared, NoMoreAreContestedThanThereAre) {
  start();
  see(0, Line - 8, 16, Load, 3, 10); // the end of a line, the next one's begin
  see(1, 0, 8, Store, 4, 10), see(1, Line + 8, 8, Store, 4, 10);
  std::vector<SharingHint> Expected = {{StructureId(3), 20, 20, 2, 1}};
  EXPECT_EQ(Lines.hints(), Expected);
}

// The same by byte, of all pairs of accesses.
TEST_F(Shared, HintsAreThoseOfAPlainCount) {
  for (unsigned Seed = 0; Seed != 20; ++Seed) {
    std::mt19937 Random(Seed);
    SharedLines Lines(Line);
    Lines.access(0, 1, Load, ThreadId(0), 5);
    Lines.access(0, 1, Load, ThreadId(1), 5);
    Lines.clear();
    struct Access {
      uint32_t Thread, Structure;
      uint64_t Address, Bytes;
      bool Write;
    };
    std::vector<Access> All;
    for (int I = 0; I != 60; ++I) {
      // Two of the lines have the same low bits.
      uint64_t Address =
          std::array{0, 1, 512}[Random() % 3] * Line + Random() % Line;
      uint64_t Left = Line - Address % Line;
      All.push_back({uint32_t(Random() % 3), uint32_t(Random() % 2), Address,
                     1 + Random() % std::min<uint64_t>(Left, 8),
                     Random() % 2 == 0});
      const Access &A = All.back();
      Lines.access(A.Address, A.Bytes, A.Write, ThreadId(A.Thread),
                   A.Structure);
    }
    // By structure, line and thread: accesses, writes, bytes.
    struct Use {
      uint64_t Accesses = 0, Writes = 0;
      std::vector<bool> Used = std::vector<bool>(Line),
                        Written = std::vector<bool>(Line);
    };
    std::map<std::tuple<uint32_t, uint64_t, uint32_t>, Use> Uses;
    for (const Access &A : All) {
      Use &U = Uses[{A.Structure, A.Address / Line, A.Thread}];
      ++U.Accesses, U.Writes += A.Write;
      for (uint64_t B = 0; B != A.Bytes; ++B) {
        U.Used[A.Address % Line + B] = true;
        if (A.Write)
          U.Written[A.Address % Line + B] = true;
      }
    }
    std::map<uint32_t, uint64_t> Contested;
    for (const auto &[Key, U] : Uses) {
      uint64_t Writes = 0;
      for (const auto &[Other, V] : Uses) {
        bool Differs = std::get<1>(Other) == std::get<1>(Key) &&
                       std::get<2>(Other) != std::get<2>(Key);
        for (size_t B = 0; B != Line; ++B)
          Differs &= !(V.Written[B] && U.Used[B]);
        Writes += Differs ? V.Writes : 0;
      }
      Contested[std::get<0>(Key)] += std::min(Writes, U.Accesses);
    }
    std::map<uint32_t, uint64_t> Found;
    for (const SharingHint &H : Lines.hints())
      Found[H.Structure.Value] = H.Contested;
    std::erase_if(Contested, [](const auto &C) { return C.second == 0; });
    EXPECT_EQ(Found, Contested) << Seed;
  }
}

} // namespace
