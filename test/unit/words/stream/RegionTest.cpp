//===- RegionTest.cpp - mapping and checking regions ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/words/stream/Region.h"
#include "analysis/words/stream/LiveChunks.h"
#include "analysis/words/stream/RegionFile.h"
#include "test/support/FakeProgram.h"
#include "test/support/FixedLengths.h"
#include "test/support/Sinks.h"
#include "test/support/TemporaryFile.h"
#include <sys/mman.h>

namespace {

std::string attachError(const void *Bytes, size_t Size, uint64_t FileBytes) {
  int Fd = memfd_create("test", 0);
  EXPECT_EQ(pwrite(Fd, Bytes, Size, 0), ssize_t(Size));
  EXPECT_EQ(ftruncate(Fd, off_t(FileBytes)), 0);
  Expected<Region> R = Region::attach(Fd);
  return R ? "" : R.error().Message;
}

TEST(Region, AttachesToWhatWasCreated) {
  Region Created = good(Region::create());
  Region Attached = good(Region::attach(dup(Created.descriptor())));
  EXPECT_EQ(Attached.chunks(), MaxChunks);
  EXPECT_EQ(Attached.header().Reserved.load(), FirstChunks);
  EXPECT_EQ(Attached.header().Order.load(), 1u);
  Created.words(3)[5] = 42;
  EXPECT_EQ(Attached.words(3)[5], 42u);
}

TEST(Region, NobodyCanShortenIt) {
  Region Original = good(Region::create());
  EXPECT_NE(ftruncate(Original.descriptor(), 4096), 0);
  EXPECT_EQ(errno, EPERM);
}

TEST(Region, WhatIsNoRegionIsOneClearError) {
  char Text[] = "hello";
  EXPECT_TRUE(
      has(attachError(Text, 5, 5), "is not a memfacet region: 5 bytes"));
  EXPECT_TRUE(has(attachError(Text, 5, 10'000), "magic number"));
  struct {
    uint64_t Magic = RegionMagic;
    uint32_t Version = FormatVersion + 1, Flags = 0;
    uint32_t Chunk = ChunkBytes, Chunks = 4;
  } Head;
  EXPECT_TRUE(has(attachError(&Head, sizeof(Head), regionBytes(4)),
                  fmt::format("format version {}", FormatVersion + 1)));
  Head.Version = FormatVersion;
  EXPECT_EQ(attachError(&Head, sizeof(Head), regionBytes(4)), "");
  EXPECT_TRUE(has(attachError(&Head, sizeof(Head), regionBytes(4) - 1),
                  "the region is damaged"));
  Head.Chunks = 0x40000000;
  EXPECT_TRUE(has(attachError(&Head, sizeof(Head), regionBytes(4)),
                  "the region is damaged"));
  EXPECT_EQ(errorOf(Region::attach(987)),
            "descriptor 987 is not open: Bad file descriptor");
}

TEST(LiveChunks, ABlockRecordIsWholeOnceTheNextHeaderIsVisible) {
  FixedLengths Lengths;
  std::vector<uint64_t> Words(20);
  auto End = [&](uint32_t Begin = 0) {
    return visibleEnd(Words, Begin, Lengths);
  };
  EXPECT_EQ(End(), 0u);
  Words[0] = 0x200;
  EXPECT_EQ(End(), 0u);
  Words[1] = 1;
  Words[3] = 0x100; // slot 2 of the first record is 0
  EXPECT_EQ(End(), 3u);
  Words[5] = 0xbad;
  EXPECT_EQ(End(), 5u);
  EXPECT_EQ(End(3), 5u);
  // An event's header comes last, so it is whole at once.
  Words[5] = eventHeader(EventKind::Tick, 2);
  EXPECT_EQ(End(), 7u);
}

/// While somebody looks at the first record, it grows.
struct GrowingRecord final : RecordLength {
  std::vector<uint64_t> &Words;
  explicit GrowingRecord(std::vector<uint64_t> &Words) : Words(Words) {}

  uint32_t blockWords(uint64_t Address) const override {
    uint32_t Length = Address == 0x100 ? 2 : Address == 0x200 ? 4 : 0;
    if (Words[0] == 0x100)
      Words = {0x200, 1, 0x100, 3, 0, 0, 0, 0};
    return Length;
  }
};

TEST(LiveChunks, ASlotOfAGrowingRecordIsNoHeader) {
  std::vector<uint64_t> Words = {0x100, 1, 0, 0, 0, 0, 0, 0};
  GrowingRecord Lengths(Words);
  // The third word looks like a header after the two that there were.
  EXPECT_EQ(visibleEnd(Words, 0, Lengths), 0u);
  Words[4] = 0x200;
  EXPECT_EQ(visibleEnd(Words, 0, Lengths), 4u);
}

class FileOfChunks : public testing::Test, protected TemporaryFile {
protected:
  FileOfChunks() : TemporaryFile(".region") {}

  static SegmentKeeper replayed(RegionFile &File) {
    FixedLengths Lengths;
    SegmentKeeper Keeper;
    EXPECT_TRUE(File.replay(Lengths, Keeper));
    return Keeper;
  }
  /// A region file of the first \p Chunks chunks of \p R.
  void save(Region &R, uint32_t Chunks) {
    std::ofstream File(Path, std::ios::binary);
    File.write(reinterpret_cast<char *>(&R.header()), RegionHeaderBytes);
    for (uint32_t I = 0; I != Chunks; ++I)
      File.write(reinterpret_cast<char *>(&R.chunk(I)), ChunkBytes);
  }
};

TEST_F(FileOfChunks, MergesAllThreadsAndReadsHalfFilledChunks) {
  Region R = good(Region::create());
  R.header().LostChunks.store(2);
  claimRegion(R);
  FakeThread A(R), B(R);
  A.put(StreamBuilder().threadStart(1));
  B.put(StreamBuilder().threadStart(2));
  B.put({0x100, 5});
  A.put(StreamBuilder().free(3, 0x10));
  B.put(StreamBuilder().free(4, 0x20));
  A.handOver(); // B's chunk stays half filled
  save(R, 2);
  RegionFile File = good(RegionFile::open(Path));
  EXPECT_EQ(File.program(), uint32_t(getpid()));
  SegmentKeeper Keeper = replayed(File);
  std::vector<KeptSegment> Want = {
      {0, StreamBuilder().threadStart(1).words()},
      {1, StreamBuilder().threadStart(2).words()},
      {0, StreamBuilder().free(3, 0x10).words()},
      {1, StreamBuilder().block(0x100, {5}).free(4, 0x20).words()}};
  EXPECT_EQ(Keeper.joined(), Want);
  EXPECT_EQ(File.loss().LostChunks, 2u);
  EXPECT_FALSE(File.loss().Truncated);
}

TEST_F(FileOfChunks, CutInAChunkIsReadUpToItAndSaysSo) {
  Region R = good(Region::create());
  FakeThread A(R);
  A.put({0x100, 1});
  A.handOver();
  A.put({0x100, 2});
  A.handOver();
  save(R, 2);
  std::filesystem::resize_file(Path, chunkOffset(1) + 100);
  RegionFile File = good(RegionFile::open(Path));
  SegmentKeeper Keeper = replayed(File);
  EXPECT_EQ(Keeper.wordsOf(0), (std::vector<uint64_t>{0x100, 1}));
  EXPECT_TRUE(File.loss().Truncated);
  EXPECT_EQ(File.loss().TruncatedWhy,
            "the file ends within a chunk, 100 bytes after its beginning");
}

TEST_F(FileOfChunks, ForeignFilesAreOneClearError) {
  put("hello");
  EXPECT_EQ(errorOf(RegionFile::open(Path)),
            fmt::format("'{}' is not a memfacet region: 5 bytes", Path));
  put(std::string(5000, 'x'));
  EXPECT_EQ(errorOf(RegionFile::open(Path)),
            fmt::format("'{}' is not a memfacet region: magic number "
                        "0x7878787878787878",
                        Path));
  EXPECT_EQ(errorOf(RegionFile::open("/nowhere/x.region")),
            "cannot open '/nowhere/x.region': No such file or directory");
}

/// Damage must never be more than data loss.
TEST_F(FileOfChunks, RandomDamageIsHarmless) {
  Region R = good(Region::create());
  FakeThread A(R), B(R);
  for (uint64_t I = 1; I != 300; ++I) {
    A.put({0x200, I, I});
    B.put({0x300, I, I, 0});
    B.put(StreamBuilder().free(I, I));
  }
  A.handOver();
  A.put({0x100, 1});
  save(R, 3);
  std::string Whole = bytes();
  for (unsigned Seed = 0; Seed != 40; ++Seed) {
    std::srand(Seed);
    std::string Damaged = Whole;
    for (int I = 0; I != 30; ++I) {
      size_t Chunk = chunkOffset(uint32_t(std::rand()) % 3);
      Damaged[Chunk + size_t(std::rand()) % 2000] = char(std::rand());
      Damaged[Chunk + size_t(std::rand()) % 64] = char(std::rand());
    }
    put(Damaged);
    RegionFile File = good(RegionFile::open(Path));
    replayed(File);
  }
}

} // namespace
