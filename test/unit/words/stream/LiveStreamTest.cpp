//===- LiveStreamTest.cpp - a program and its collector -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The program is a forked child that follows the protocol of memfacet/Region.h;
// the collector runs here.
//
//===----------------------------------------------------------------------===//

#include "analysis/words/stream/LiveStream.h"
#include "test/support/FakeProgram.h"
#include "test/support/FixedLengths.h"
#include "test/support/Sinks.h"
#include "test/support/Test.h"
#include <csignal>
#include <sys/wait.h>
#include <thread>

namespace {

constexpr uint64_t Block = 0x100; ///< a block of one slot

struct Collected {
  SegmentKeeper Keeper;
  std::vector<uint64_t> WordsAtFinish; ///< words that had come
  std::vector<CollectorState> StateAtFinish;
  DataLoss Loss;
  int ExitStatus = 0;
  bool Claimed = false;
  uint32_t Fresh = 0; ///< chunks that were ever used
};

/// Runs \p Program in a child, which claims the region or not, and collects
/// until it has ended.
Collected collect(const std::function<void(Region &)> &Program,
                  bool Claims = true) {
  Collected R;
  Region Memory = good(Region::create());
  pid_t Child = fork();
  if (Child == 0) {
    if (Claims)
      claimRegion(Memory);
    Program(Memory);
    _exit(0);
  }
  FixedLengths Lengths;
  LiveStream Stream(Memory, Lengths, R.Keeper, [&](const DataLoss &) -> Status {
    uint64_t Words = 0;
    for (const KeptSegment &S : R.Keeper.Segments)
      Words += S.Words.size();
    R.WordsAtFinish.push_back(Words);
    R.StateAtFinish.push_back(Memory.header().CollectorStatus.load());
    return {};
  });
  Stream.attach();
  EXPECT_EQ(errorOf(Stream.run(uint32_t(Child))), "");
  R.Loss = Stream.loss();
  R.Claimed = Stream.claimed();
  R.Fresh = Memory.header().Fresh.load();
  waitpid(Child, &R.ExitStatus, 0);
  return R;
}

/// Puts records with slots From, From + 1, ... below To.
void count(FakeThread &T, uint64_t Begin, uint64_t End) {
  for (uint64_t I = Begin; I != End; ++I)
    T.put({Block, I});
}

/// A program of one thread that exits in order.
Collected collectOne(const std::function<void(FakeThread &)> &Program) {
  return collect([&](Region &M) {
    FakeThread T(M);
    Program(T);
    T.handOver();
    exitAndWait(M);
  });
}

std::vector<uint64_t> counted(uint64_t Begin, uint64_t End) {
  StreamBuilder S;
  for (uint64_t I = Begin; I != End; ++I)
    S.block(Block, {I});
  return S.words();
}

TEST(LiveStream, ReadsManyTimesTheRegionsChunksInOrder) {
  constexpr uint64_t Records = 3 * BaseChunks * ChunkWords / 2;
  Collected R = collectOne([](FakeThread &T) { count(T, 1, Records); });
  EXPECT_TRUE(R.Claimed);
  EXPECT_EQ(R.Keeper.wordsOf(0), counted(1, Records));
  EXPECT_LE(R.Fresh, BaseChunks + ChunksPerThread);
  EXPECT_EQ(R.WordsAtFinish, (std::vector<uint64_t>{2 * (Records - 1)}));
  EXPECT_EQ(R.StateAtFinish[0], CollectorState::Attached);
}

TEST(LiveStream, ReadsWhatAKilledProgramHadWritten) {
  Collected R = collect([](Region &M) {
    FakeThread T(M);
    count(T, 1, 50'000);
    T.put({0x300, 7, 8}); // its last slot was not reached
    raise(SIGKILL);
  });
  EXPECT_TRUE(WIFSIGNALED(R.ExitStatus));
  std::vector<uint64_t> Want = counted(1, 50'000);
  Want.insert(Want.end(), {0x300, 7, 8, 0});
  EXPECT_EQ(R.Keeper.wordsOf(0), Want);
  EXPECT_EQ(R.Loss.CutRecords, 1u);
  EXPECT_EQ(R.WordsAtFinish.size(), 1u);
}

TEST(LiveStream, ReadsAChunkThatAKilledProgramWasHandingOver) {
  Collected R = collect([](Region &M) {
    FakeThread T(M);
    count(T, 1, 50'000);
    T.beginHandOver();
    raise(SIGKILL);
  });
  EXPECT_EQ(R.Keeper.wordsOf(0), counted(1, 50'000));
  EXPECT_EQ(R.Loss.CutRecords, 0u);
}

TEST(LiveStream, RecordsBehindTheExitAreReadAndFinishedAgain) {
  Collected R = collect([](Region &M) {
    FakeThread T(M);
    count(T, 1, 10);
    T.handOver();
    exitAndWait(M);
    count(T, 10, 20);
  });
  EXPECT_EQ(R.Keeper.wordsOf(0), counted(1, 20));
  EXPECT_EQ(R.WordsAtFinish, (std::vector<uint64_t>{18, 38}));
}

TEST(LiveStream, AProgramThatNeverClaimsTheRegionIsNotFinished) {
  Collected R = collect([](Region &) {}, false);
  EXPECT_FALSE(R.Claimed);
  EXPECT_TRUE(R.WordsAtFinish.empty());
}

TEST(LiveStream, AProgramThatWritesNothingIsFinished) {
  Collected R = collect([](Region &) {});
  EXPECT_EQ(R.WordsAtFinish, (std::vector<uint64_t>{0}));
}

TEST(LiveStream, FollowsTheProcessThatClaimsTheRegion) {
  Collected R = collect(
      [](Region &M) {
        // A shell that starts the program and goes on for a while.
        pid_t Program = fork();
        if (Program == 0) {
          claimRegion(M);
          FakeThread T(M);
          count(T, 1, 10);
          _exit(0);
        }
        waitpid(Program, nullptr, 0);
      },
      false);
  EXPECT_EQ(R.Keeper.wordsOf(0), counted(1, 10));
}

TEST(LiveStream, HandlersChunksStandWhereTheyInterrupted) {
  Collected R = collectOne([](FakeThread &T) {
    count(T, 1, 100);
    T.handle(StreamBuilder().block(Block, {1001}));
    count(T, 100, 200);
    T.handle(StreamBuilder().block(Block, {1002}));
    count(T, 200, 300);
  });
  std::vector<uint64_t> Want = counted(1, 100);
  for (auto Part : {counted(1001, 1002), counted(100, 200), counted(1002, 1003),
                    counted(200, 300)})
    Want.insert(Want.end(), Part.begin(), Part.end());
  EXPECT_EQ(R.Keeper.wordsOf(0), Want);
}

/// Each takes a chunk of its own while the interrupted one stays half filled.
TEST(LiveStream, ThousandsOfHandlersDoNotUseUpTheChunks) {
  constexpr uint64_t Handlers = 2000;
  Collected R = collectOne([](FakeThread &T) {
    for (uint64_t I = 0; I != Handlers; ++I) {
      T.put({Block, 2 * I + 1});
      T.handle(StreamBuilder().block(Block, {2 * I + 2}));
    }
  });
  EXPECT_EQ(R.Keeper.wordsOf(0), counted(1, 2 * Handlers + 1));
  EXPECT_LE(R.Fresh, BaseChunks + ChunksPerThread);
}

/// The interrupted code calls something long: nothing shows that its last
/// record is whole but the place of the handlers.
TEST(LiveStream, HandlersBehindTheLastRecordAreNotHeldBack) {
  constexpr uint64_t Handlers = 2000;
  Collected R = collectOne([](FakeThread &T) {
    T.put({Block, 1});
    for (uint64_t I = 0; I != Handlers; ++I)
      T.handle(StreamBuilder().block(Block, {I + 2}));
  });
  EXPECT_EQ(R.Keeper.wordsOf(0), counted(1, Handlers + 2));
  EXPECT_LE(R.Fresh, BaseChunks + ChunksPerThread);
}

TEST(LiveStream, ASleepingThreadStallsNobody) {
  constexpr uint64_t Records = 2 * BaseChunks * ChunkWords / 2;
  Collected R = collect([](Region &M) {
    FakeThread Busy(M);
    Busy.start();
    std::atomic<bool> Started = false, Ended = false;
    std::thread Sleeper([&] {
      FakeThread T(M);
      T.start();
      T.put(StreamBuilder().free(T.takeOrder(), 0x10));
      Started = true;
      while (!Ended)
        usleep(1000);
      count(T, 1, 5);
      T.handOver();
    });
    while (!Started)
      usleep(1000);
    // More than all chunks together, with numbers after the sleeper's.
    for (uint64_t I = 1; I != Records; ++I) {
      Busy.put({Block, I});
      if (I % 1000 == 0)
        Busy.put(StreamBuilder().free(Busy.takeOrder(), I));
    }
    Ended = true;
    Sleeper.join();
    Busy.handOver();
    exitAndWait(M);
  });
  EXPECT_EQ(R.Loss.LostOrderNumbers, 0u);
  std::vector<uint64_t> Sleeper = R.Keeper.wordsOf(1);
  std::vector<uint64_t> Tail = counted(1, 5);
  ASSERT_GE(Sleeper.size(), Tail.size());
  EXPECT_TRUE(std::equal(Tail.rbegin(), Tail.rend(), Sleeper.rbegin()));
  uint64_t Sum = 0;
  for (const KeptSegment &S : R.Keeper.Segments)
    if (S.Thread == 0)
      Sum += S.Words.size();
  EXPECT_EQ(Sum, 6 + 2 * (Records - 1) + 3 * ((Records - 1) / 1000));
}

TEST(LiveStream, ChunksOfThreadsThatDiedComeBack) {
  constexpr uint32_t Count = 4 * (BaseChunks + ChunksPerThread);
  Collected R = collect([](Region &M) {
    FakeThread Main(M);
    Main.start();
    for (uint64_t I = 0; I != Count; ++I)
      std::thread([&] {
        FakeThread T(M);
        T.start();
        T.put({Block, I + 1});
        M.header().LiveThreads.fetch_sub(1);
        // Never handed over.
      }).join();
    Main.handOver();
    exitAndWait(M);
  });
  for (uint32_t I = 0; I != Count; ++I) {
    std::vector<uint64_t> Words = R.Keeper.wordsOf(I + 1);
    ASSERT_EQ(Words.size(), 8u) << "thread " << I;
    EXPECT_EQ(Words[7], I + 1);
  }
  EXPECT_EQ(R.Loss.CutRecords, 0u);
}

TEST(LiveStream, ThreadsWithNumbersKeepTheirOrder) {
  constexpr uint64_t PerThread = 100'000;
  Collected R = collect([](Region &M) {
    FakeThread Main(M);
    Main.start();
    std::vector<std::thread> Threads;
    for (int I = 0; I != 3; ++I)
      Threads.emplace_back([&] {
        FakeThread T(M);
        T.start();
        for (uint64_t J = 1; J != PerThread; ++J) {
          T.put({Block, J});
          if (J % 50 == 0)
            T.put(StreamBuilder().free(T.takeOrder(), J));
          if (J % 256 == 0)
            T.put(StreamBuilder().tick(timeStamp()));
        }
        T.handOver();
      });
    for (std::thread &T : Threads)
      T.join();
    Main.handOver();
    exitAndWait(M);
  });
  FixedLengths Lengths;
  uint64_t Number = 0;
  std::vector<uint64_t> Next(4, 1);
  for (const KeptSegment &S : R.Keeper.Segments)
    for (size_t I = 0; I < S.Words.size();
         I += recordWords(S.Words[I], Lengths)) {
      if (S.Words[I] == Block) {
        ASSERT_EQ(S.Words[I + 1], Next[S.Thread]++);
      } else if (isOrdered(eventKind(S.Words[I]))) {
        ASSERT_EQ(S.Words[I + 1], ++Number);
      }
    }
  EXPECT_EQ(Next, (std::vector<uint64_t>{1, PerThread, PerThread, PerThread}));
  EXPECT_EQ(R.Loss.LostOrderNumbers, 0u);
  EXPECT_EQ(R.Loss.UnknownWords, 0u);
}

TEST(LiveStream, NumbersOfAProgramThatDiedInBetweenAreSkipped) {
  Collected R = collect([](Region &M) {
    FakeThread A(M), B(M);
    A.start();
    A.takeOrder(); // and dies before it is written
    B.start();
    raise(SIGKILL);
  });
  EXPECT_EQ(R.Loss.LostOrderNumbers, 1u);
  EXPECT_EQ(R.Keeper.wordsOf(0).size(), 6u);
  EXPECT_EQ(R.Keeper.wordsOf(1).size(), 6u);
}

TEST(LiveStream, ReservesMoreChunksForMoreThreads) {
  constexpr uint32_t Count = 100;
  Collected R = collect([](Region &M) {
    // All hold a chunk at the same time.
    std::vector<FakeThread> Threads;
    for (uint32_t I = 0; I != Count; ++I)
      Threads.emplace_back(M);
    for (FakeThread &T : Threads)
      T.start();
    for (FakeThread &T : Threads)
      T.handOver();
    exitAndWait(M);
  });
  EXPECT_EQ(R.Fresh, Count);
  for (uint32_t I = 0; I != Count; ++I)
    EXPECT_EQ(R.Keeper.wordsOf(I).size(), 6u);
}

TEST(LiveStream, AFailedFinishIsAnErrorAndTheProgramGoesOn) {
  Region Memory = good(Region::create());
  pid_t Child = fork();
  if (Child == 0) {
    claimRegion(Memory);
    exitAndWait(Memory);
    _exit(Memory.header().CollectorStatus.load() == CollectorState::Failed ? 3
                                                                           : 4);
  }
  FixedLengths Lengths;
  SegmentKeeper Keeper;
  LiveStream Stream(Memory, Lengths, Keeper, [](const DataLoss &) -> Status {
    return makeError("cannot write 'x.mfp': No space left on device");
  });
  Stream.attach();
  EXPECT_EQ(errorOf(Stream.run(uint32_t(Child))),
            "cannot write 'x.mfp': No space left on device");
  int ExitStatus = 0;
  waitpid(Child, &ExitStatus, 0);
  EXPECT_EQ(WEXITSTATUS(ExitStatus), 3);
}

} // namespace
