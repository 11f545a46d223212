//===- TraceTest.cpp - trace files, whole and damaged ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/words/trace/TraceReader.h"
#include "analysis/words/trace/TraceWriter.h"
#include "memfacet/Tables.h"
#include "test/support/FixedLengths.h"
#include "test/support/Sinks.h"
#include "test/support/TemporaryFile.h"

namespace {

/// The parameter: threads that code, in addition to the caller's.
class Trace : public testing::TestWithParam<unsigned>, protected TemporaryFile {
protected:
  Trace() : TemporaryFile(".mft") {}

  Expected<std::unique_ptr<TraceWriter>> create() {
    return TraceWriter::create(Path, Lengths, GetParam());
  }
  void write(const std::vector<KeptSegment> &Segments,
             const DataLoss &Loss = {}) {
    auto Writer = good(create());
    for (const KeptSegment &S : Segments)
      ASSERT_TRUE(Writer->segment({ThreadId(S.Thread), S.Words}));
    ASSERT_TRUE(Writer->finish(Loss));
  }

  /// What can be read, and the loss; or the error of opening.
  struct Outcome {
    std::vector<KeptSegment> Segments;
    DataLoss Loss;
    std::string Error;
  };
  Outcome read() {
    Outcome Result;
    auto Reader = TraceReader::open(Path);
    if (!Reader) {
      Result.Error = Reader.error().Message;
      return Result;
    }
    SegmentKeeper Keeper;
    EXPECT_TRUE((*Reader)->replay(Keeper));
    Result.Segments = Keeper.Segments;
    Result.Loss = (*Reader)->loss();
    return Result;
  }

  FixedLengths Lengths;
};

INSTANTIATE_TEST_SUITE_P(Alone, Trace, testing::Values(0));
INSTANTIATE_TEST_SUITE_P(Threads, Trace, testing::Values(2));

std::vector<KeptSegment> randomSegments(unsigned Seed, size_t Count,
                                        size_t MaxWords) {
  std::mt19937_64 Random(Seed);
  std::vector<KeptSegment> Result(Count);
  for (KeptSegment &S : Result) {
    S.Thread = uint32_t(Random() % 5);
    S.Words.resize(1 + Random() % MaxWords);
    for (uint64_t &W : S.Words)
      W = Random() % 1000;
  }
  return Result;
}

bool isPrefix(const std::vector<KeptSegment> &Part,
              const std::vector<KeptSegment> &Whole) {
  return Part.size() <= Whole.size() &&
         std::equal(Part.begin(), Part.end(), Whole.begin());
}

TEST_P(Trace, GivesBackWhatWasWritten) {
  // Several frames.
  auto Segments = randomSegments(1, 300, 4000);
  DataLoss Loss;
  Loss.LostChunks = 1;
  Loss.UnknownWords = 2;
  Loss.LostOrderNumbers = 3;
  Loss.CutRecords = 4;
  write(Segments, Loss);
  Outcome Result = read();
  EXPECT_EQ(Result.Error, "");
  EXPECT_EQ(Result.Segments, Segments);
  EXPECT_EQ(Result.Loss.LostChunks, 1u);
  EXPECT_EQ(Result.Loss.UnknownWords, 2u);
  EXPECT_EQ(Result.Loss.LostOrderNumbers, 3u);
  EXPECT_EQ(Result.Loss.CutRecords, 4u);
  EXPECT_FALSE(Result.Loss.Truncated);
}

TEST_P(Trace, IsTheSameEachTime) {
  auto Segments = randomSegments(9, 900, 4000);
  write(Segments);
  std::string Content = bytes();
  write(Segments);
  EXPECT_TRUE(bytes() == Content);
}

TEST_P(Trace, OfAnEarlierVersionIsOneClearError) {
  write(randomSegments(8, 30, 400));
  std::string Old = bytes();
  Old[offsetof(TraceHeader, Version)] = 2;
  put(Old);
  EXPECT_EQ(read().Error,
            fmt::format("'{}' is a trace of version 2.{}, this memfacet reads "
                        "5.{}; record again",
                        Path, FormatVersion, FormatVersion));
}

TEST_P(Trace, MayBeEmptyOfSegments) {
  write({});
  Outcome Result = read();
  EXPECT_EQ(Result.Error, "");
  EXPECT_TRUE(Result.Segments.empty());
  EXPECT_FALSE(Result.Loss.Truncated);
}

TEST_P(Trace, GoesOnAfterItWasFinished) {
  auto Segments = randomSegments(2, 4, 100);
  auto Writer = good(create());
  ASSERT_TRUE(Writer->segment({ThreadId(0), Segments[0].Words}));
  ASSERT_TRUE(Writer->finish({}));
  EXPECT_EQ(read().Segments.size(), 1u);
  EXPECT_FALSE(read().Loss.Truncated);
  ASSERT_TRUE(Writer->segment({ThreadId(0), Segments[1].Words}));
  ASSERT_TRUE(Writer->finish({}));
  Outcome Result = read();
  EXPECT_EQ(Result.Segments.size(), 2u);
  EXPECT_FALSE(Result.Loss.Truncated) << Result.Loss.TruncatedWhy;
  ASSERT_TRUE(Writer->finish({}));
  EXPECT_FALSE(read().Loss.Truncated);
}

TEST_P(Trace, OfAWriterThatNeverFinishedIsCut) {
  auto Segments = randomSegments(3, 300, 4000);
  {
    auto Writer = create();
    for (const KeptSegment &S : Segments)
      ASSERT_TRUE((*Writer)->segment({ThreadId(S.Thread), S.Words}));
  }
  Outcome Result = read();
  EXPECT_TRUE(Result.Loss.Truncated);
  EXPECT_TRUE(has(Result.Loss.TruncatedWhy, "it ends without its end mark"));
  // What still is being coded is not there.
  EXPECT_TRUE(GetParam() != 0 || !Result.Segments.empty());
  EXPECT_TRUE(isPrefix(Result.Segments, Segments));
}

TEST_P(Trace, CutAnywhereIsReadUpToTheCut) {
  auto Segments = randomSegments(4, 6, 20);
  write(Segments);
  std::string Whole = bytes();
  for (size_t Size = 0; Size != Whole.size(); ++Size) {
    put(Whole.substr(0, Size));
    Outcome Result = read();
    if (Size < sizeof(TraceHeader)) {
      EXPECT_NE(Result.Error, "") << Size;
      continue;
    }
    EXPECT_EQ(Result.Error, "") << Size;
    EXPECT_TRUE(Result.Loss.Truncated) << Size;
    EXPECT_NE(Result.Loss.TruncatedWhy, "") << Size;
    EXPECT_TRUE(isPrefix(Result.Segments, Segments)) << Size;
  }
}

TEST_P(Trace, NoFlippedBitStaysUnseen) {
  auto Segments = randomSegments(5, 6, 20);
  write(Segments);
  std::string Whole = bytes();
  for (size_t Bit = 0; Bit != Whole.size() * 8; ++Bit) {
    std::string Damaged = Whole;
    Damaged[Bit / 8] = char(Damaged[Bit / 8] ^ 1 << Bit % 8);
    put(Damaged);
    Outcome Result = read();
    EXPECT_TRUE(!Result.Error.empty() || Result.Loss.Truncated)
        << "bit " << Bit;
    EXPECT_TRUE(isPrefix(Result.Segments, Segments)) << "bit " << Bit;
  }
}

TEST_P(Trace, WithSomethingBehindItsEndSaysSo) {
  write(randomSegments(6, 3, 20));
  put(bytes() + "x");
  EXPECT_TRUE(has(read().Loss.TruncatedWhy, "something follows its end mark"));
}

TEST_P(Trace, HugeClaimsTakeNoMemory) {
  write({});
  std::string Head = bytes().substr(0, sizeof(TraceHeader));
  TraceFrame F = {TraceFrameKind::Coded, 0xfffffff0, 0xffffffff, 0};
  F.Checksum = traceChecksum(F, nullptr, 0);
  put(Head + std::string(reinterpret_cast<char *>(&F), sizeof(F)));
  EXPECT_TRUE(
      has(read().Loss.TruncatedWhy,
          "a frame of 4294967280 bytes for 4294967295 words is damaged"));
}

TEST_P(Trace, ForeignFilesAreOneClearError) {
  put("");
  EXPECT_EQ(read().Error,
            fmt::format("'{}' is empty; record again with --trace", Path));
  put("#!/bin/sh\necho hello, this is a script\n");
  EXPECT_EQ(read().Error,
            fmt::format("'{}' is not a memfacet trace; make one with: memfacet "
                        "record --trace FILE.mft -- PROGRAM",
                        Path));
  TraceHeader Later = {TraceMagic, TraceVersion + 1, 1, 0};
  put(std::string(reinterpret_cast<char *>(&Later), sizeof(Later)));
  EXPECT_TRUE(has(read().Error, "is a trace of version 6.1"));
  std::filesystem::remove(Path);
  EXPECT_EQ(read().Error,
            fmt::format("cannot open '{}': No such file or directory", Path));
  EXPECT_EQ(errorOf(TraceReader::open("/")),
            "'/': cannot read it: Is a directory");
}

TEST_P(Trace, AFullDiskIsReportedOnceAndKept) {
  EXPECT_EQ(errorOf(TraceWriter::create("/dev/full", Lengths)),
            "cannot write '/dev/full': No space left on device; the trace is "
            "incomplete");
}

TEST_P(Trace, ATooLongSegmentIsAnErrorAndLaterOnesAreDropped) {
  auto Writer = good(create());
  std::vector<uint64_t> Long(MaxTraceFrameWords), Short(1);
  Status Answer = Writer->segment({ThreadId(0), Long});
  ASSERT_FALSE(Answer);
  EXPECT_TRUE(Writer->segment({ThreadId(0), Short}));
  EXPECT_EQ(errorOf(Writer->finish({})), Answer.error().Message);
  EXPECT_TRUE(read().Segments.empty());
}

TEST_P(Trace, PassesTheSinksErrorOn) {
  // A short one, and one that is unpacked in a thread.
  for (size_t Segments : {3, 300}) {
    write(randomSegments(7, Segments, 20 * Segments));
    auto Reader = good(TraceReader::open(Path));
    FailingSink Sink;
    EXPECT_EQ(errorOf(Reader->replay(Sink)), "no more");
  }
}

} // namespace
