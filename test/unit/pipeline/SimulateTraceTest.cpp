//===- unit/pipeline/SimulateTraceTest.cpp - a trace gives the same -------===//

#include "analysis/decode/Decoder.h"
#include "analysis/decode/ModuleBuilder.h"
#include "analysis/pipeline/Analysis.h"
#include "analysis/pipeline/Collect.h"
#include "analysis/pipeline/KeptTrace.h"
#include "analysis/profile/Digest.h"
#include "analysis/profile/IntervalRows.h"
#include "analysis/stream/TraceWriter.h"
#include "test/support/StreamBuilder.h"
#include <filesystem>
#include <gtest/gtest.h>
#include <random>
#include <unistd.h>

using namespace memfacet;
using namespace memfacet::test;

namespace {

class SimulateTrace : public testing::Test {
protected:
  void SetUp() override {
    Path = fmt::format("{}simulate.{}.mft", testing::TempDir(),
                       uint32_t(getpid()));
    makeSegments();
    Expected<std::unique_ptr<TraceWriter>> Writer = TraceWriter::create(Path);
    ASSERT_TRUE(Writer);
    for (size_t I = 0; I != Segments.size(); ++I)
      ASSERT_TRUE(
          (*Writer)->segment({ThreadId(uint32_t(I % 2)), Segments[I].words()}));
    ASSERT_TRUE((*Writer)->finish({}));
  }
  void TearDown() override { std::filesystem::remove(Path); }

  /// Two threads that load from one heap block, in turn.
  void makeSegments() {
    TableBuilder Tables;
    uint64_t Block = Tables.block(
        {.Instructions = 3,
         .Slots = 1,
         .Sites = {{.Size = 8},
                   {.Size = 8, .Offset = 64, .Kind = AccessKind::Store}}});
    uint64_t Site = Tables.allocation({.Name = "cells"});
    std::mt19937_64 Random(3);
    Segments.resize(40);
    Segments[0].program(77, std::string("prog\0x\0", 7));
    Segments[0].module(0, Tables).alloc(1, 0x100000, 0x10000, Site);
    for (StreamBuilder &S : Segments)
      for (int I = 0; I != 500; ++I)
        S.block(Block, {0x100000 + Random() % 0xf000});
  }

  Profile direct(const CollectOptions &Options) {
    ModuleSet Modules;
    ModuleBuilder Builder(Modules);
    Analysis Under(Options.Caches, Modules, {.IntervalInstructions = Options.IntervalInstructions});
    Decoder Records(Builder, Under, {Options.IntervalInstructions});
    for (size_t I = 0; I != Segments.size(); ++I)
      EXPECT_TRUE(
          Records.segment({ThreadId(uint32_t(I % 2)), Segments[I].words()}));
    Records.finish();
    return Under.finish({}, {});
  }

  std::vector<StreamBuilder> Segments;
  std::string Path;
};

TEST_F(SimulateTrace, GivesWhatTheLiveStreamGave) {
  for (const char *Spec : {"L1=4K,4;L2=16K,8;L3=64K,8", "L1=1K,1;line=32"}) {
    CollectOptions Options;
    Options.Caches = *parseCacheModel(Spec);
    Options.IntervalInstructions = 1000;
    Expected<Profile> Replayed = simulateTrace(Path, Options);
    ASSERT_TRUE(Replayed) << Replayed.error().Message;
    Profile Live = direct(Options);
    EXPECT_EQ(digest(*Replayed), digest(Live));
    EXPECT_EQ(Replayed->total().Accesses, 40u * 500 * 2);
    EXPECT_EQ(Replayed->Instructions, 40u * 500 * 3);
    // Every thread runs 30,000 instructions.
    EXPECT_EQ(intervalCounts(*Replayed)->size(), 2u * 30);
    EXPECT_EQ(Replayed->Program, "prog");
  }
}

TEST_F(SimulateTrace, ACutTraceIsAnalysedUpToTheCut) {
  std::filesystem::resize_file(Path, std::filesystem::file_size(Path) - 1);
  CollectOptions Options;
  Options.Caches = *parseCacheModel("L1=4K,4");
  Expected<Profile> Replayed = simulateTrace(Path, Options);
  ASSERT_TRUE(Replayed) << Replayed.error().Message;
  EXPECT_TRUE(Replayed->Loss.Truncated);
  EXPECT_NE(Replayed->Loss.TruncatedWhy, "");
  EXPECT_EQ(Replayed->total().Accesses, 40u * 500 * 2);
}

TEST_F(SimulateTrace, OfATraceMadeWithoutAnAnalysisGivesTheSame) {
  CollectOptions Options;
  Options.Caches = *parseCacheModel("L1=4K,4;L2=16K,8");
  Options.IntervalInstructions = 1000;
  Profile Live = direct(Options);
  uint64_t Bytes[2];
  for (bool Plain : {false, true}) {
    Options.TracePath = Path;
    Options.Analyse = false;
    Options.PlainTrace = Plain;
    std::unique_ptr<StreamWork> Work = makeTraceWork(Options);
    ASSERT_TRUE(Work->openTrace());
    for (size_t I = 0; I != Segments.size(); ++I)
      ASSERT_TRUE(
          Work->segment({ThreadId(uint32_t(I % 2)), Segments[I].words()}));
    DataLoss Loss;
    Loss.LostChunks = 5;
    Expected<Profile> Kept = Work->finish(Loss);
    ASSERT_TRUE(Kept);
    EXPECT_EQ(Kept->Loss.LostChunks, 5u);
    Bytes[Plain] = Work->traceSize().Bytes;
    Options.TracePath.clear();
    Expected<Profile> Replayed = simulateTrace(Path, Options);
    ASSERT_TRUE(Replayed) << Replayed.error().Message;
    EXPECT_EQ(Replayed->Loss.LostChunks, 5u);
    Replayed->Loss.LostChunks = 0;
    EXPECT_EQ(digest(*Replayed), digest(Live));
  }
  // The tables are known: 16 random bits of each address are two bytes.
  EXPECT_LT(Bytes[false], 40u * 500 * 9 / 4 + 2000);
  EXPECT_GT(Bytes[false], 40u * 500 * 2 - 1000);
  EXPECT_NE(Bytes[false], Bytes[true]);
}

TEST_F(SimulateTrace, AFullDiskEndsATraceWithoutAnAnalysisWithAnError) {
  CollectOptions Options;
  Options.Analyse = false;
  Options.TracePath = Path;
  std::unique_ptr<StreamWork> Work = makeTraceWork(Options);
  ASSERT_TRUE(Work->openTrace());
  std::vector<uint64_t> Long(MaxTraceFrameWords);
  ASSERT_TRUE(Work->segment({ThreadId(0), Long}));
  ASSERT_TRUE(Work->segment({ThreadId(0), Segments[0].words()}));
  Expected<Profile> Kept = Work->finish({});
  ASSERT_FALSE(Kept);
  EXPECT_EQ(Kept.error().Message,
            "a segment of 1048576 words is too long for a trace");
}

} // namespace
