//===- ThreadQueueTest.cpp - chunks in program order ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/words/stream/ThreadQueue.h"
#include "test/support/Test.h"

namespace {

using Words = std::vector<uint64_t>;

StreamChunk chunk(uint64_t Sequence, const Words &W,
                  ChunkEnd End = ChunkEnd::Closed) {
  StreamChunk C;
  C.Token = uint32_t(Sequence);
  C.Sequence = Sequence;
  C.Words = W;
  C.Limit = uint32_t(W.size());
  C.End = End;
  return C;
}

StreamChunk handler(uint64_t Sequence, const Words &W, uint64_t Parent,
                    uint32_t Offset) {
  StreamChunk C = chunk(Sequence, W);
  C.IsOfHandler = true;
  C.ParentSequence = Parent;
  C.ParentOffset = Offset;
  return C;
}

struct Read {
  Words Content;
  std::vector<uint32_t> Consumed; ///< tokens
};

/// Reads whatever can be read.
void readInto(Read &Target, ThreadQueue &Q) {
  while (!Q.empty()) {
    while (Q.position() < Q.readable()) {
      Target.Content.push_back(Q.chunk().Words[Q.position()]);
      Q.consume(1);
    }
    if (!Q.finished())
      return;
    uint32_t Token;
    if (Q.next(Token))
      Target.Consumed.push_back(Token);
  }
}

Read readAll(ThreadQueue &Q) {
  Read Result;
  readInto(Result, Q);
  return Result;
}

/// Chunks as they arrive.
Read readAll(std::initializer_list<StreamChunk> Chunks) {
  ThreadQueue Q;
  for (const StreamChunk &C : Chunks)
    Q.add(C);
  return readAll(Q);
}

const Words A = {10, 11, 12, 13}, B = {20, 21}, C = {30}, D = {40, 41};

TEST(ThreadQueue, ChunksFollowTheirNumbersWhateverTheyArriveIn) {
  Read R = readAll({chunk(2, C), chunk(0, A), chunk(1, B)});
  EXPECT_EQ(R.Content, (Words{10, 11, 12, 13, 20, 21, 30}));
  EXPECT_EQ(R.Consumed, (std::vector<uint32_t>{0, 1, 2}));
}

TEST(ThreadQueue, AHandlersChunkStandsWhereItInterrupted) {
  Read R = readAll({chunk(0, A), handler(1, B, 0, 2), chunk(2, C)});
  EXPECT_EQ(R.Content, (Words{10, 11, 20, 21, 12, 13, 30}));
  EXPECT_EQ(R.Consumed, (std::vector<uint32_t>{1, 0, 2}));
}

TEST(ThreadQueue, SeveralHandlersKeepTheirOrder) {
  // The third is of the same place, and later.
  Read R = readAll({chunk(0, A), handler(1, B, 0, 1), handler(2, C, 0, 1),
                    handler(3, D, 0, 3)});
  EXPECT_EQ(R.Content, (Words{10, 20, 21, 30, 11, 12, 40, 41, 13}));
}

TEST(ThreadQueue, AHandlerInterruptsAHandler) {
  Read R = readAll({chunk(0, A), handler(1, B, 0, 2), handler(2, C, 1, 1)});
  EXPECT_EQ(R.Content, (Words{10, 11, 20, 30, 21, 12, 13}));
}

TEST(ThreadQueue, AHandlerAtEitherEndOfItsParent) {
  Read R = readAll(
      {chunk(0, A), handler(1, B, 0, 0), handler(2, C, 0, 4), chunk(3, D)});
  EXPECT_EQ(R.Content, (Words{20, 21, 10, 11, 12, 13, 30, 40, 41}));
}

TEST(ThreadQueue, AHandlerBeyondItsParentComesBehindIt) {
  for (uint32_t Offset : {5u, ~0u}) {
    Read R = readAll({chunk(0, A), handler(1, B, 0, Offset),
                      handler(2, C, 0, Offset), chunk(3, D)});
    EXPECT_EQ(R.Content, (Words{10, 11, 12, 13, 20, 21, 30, 40, 41}));
    EXPECT_EQ(R.Consumed, (std::vector<uint32_t>{1, 2, 0, 3}));
  }
}

TEST(ThreadQueue, AHandlerThatIsSeenLateComesNext) {
  ThreadQueue Q;
  Q.add(chunk(0, A));
  Q.consume(3);
  Q.add(handler(1, B, 0, 1));
  EXPECT_EQ(readAll(Q).Content, (Words{20, 21, 13}));
}

TEST(ThreadQueue, AHandlerWithoutParentGoesByItsNumber) {
  Read R = readAll({chunk(7, A), handler(6, B, 3, 1)});
  EXPECT_EQ(R.Content, (Words{20, 21, 10, 11, 12, 13}));
}

TEST(ThreadQueue, AnOpenChunkIsReadAsItGrows) {
  ThreadQueue Q;
  StreamChunk Open = chunk(0, A, ChunkEnd::Open);
  Open.Limit = 1;
  Q.add(Open);
  Q.add(chunk(1, B));
  Read R;
  readInto(R, Q);
  EXPECT_EQ(R.Content, (Words{10}));
  Q.update(0, 3, ChunkEnd::Open);
  readInto(R, Q);
  EXPECT_EQ(R.Content, (Words{10, 11, 12}));
  EXPECT_EQ(Q.completeChunks(), 1u);
  Q.update(0, 4, ChunkEnd::Closed);
  EXPECT_EQ(Q.completeChunks(), 2u);
  readInto(R, Q);
  EXPECT_EQ(R.Content, (Words{10, 11, 12, 13, 20, 21}));
  EXPECT_EQ(R.Consumed, (std::vector<uint32_t>{0, 1}));
  EXPECT_EQ(Q.completeChunks(), 0u);
}

TEST(ThreadQueue, ALimitNeverGoesBack) {
  ThreadQueue Q;
  StreamChunk Open = chunk(0, A, ChunkEnd::Open);
  Q.add(Open);
  Q.consume(4);
  Q.update(0, 2, ChunkEnd::Closed);
  EXPECT_TRUE(Q.finished());
  EXPECT_TRUE(readAll(Q).Content.empty());
}

TEST(ThreadQueue, ASecondChunkOfTheSameNumberIsRefused) {
  ThreadQueue Q;
  EXPECT_TRUE(Q.add(chunk(0, A)));
  EXPECT_FALSE(Q.add(chunk(0, B)));
  EXPECT_EQ(readAll(Q).Content, A);
}

} // namespace
