//===- SampleChooserTest.cpp - windows of a complete stream ---------------===//

#include "analysis/stream/SampleChooser.h"
#include "test/support/FixedLengths.h"
#include "test/support/Sinks.h"
#include "test/support/StreamBuilder.h"
#include "test/support/Test.h"

namespace {

SamplePlan planOf(std::string_view Text) {
  SamplePlan Plan;
  EXPECT_TRUE(SamplePlanReader(Text.data(), Text.size()).read(Plan));
  return Plan;
}

/// Records and events of a thread, taken apart.
struct Parts {
  std::vector<uint64_t> Records, Events;
  uint64_t Skipped = 0, Recorded = 0, RecordWords = 0;
  std::vector<uint32_t> Arguments;

  explicit Parts(const std::vector<uint64_t> &Words) {
    FixedLengths Lengths;
    for (size_t At = 0; At != Words.size();) {
      uint64_t Header = Words[At];
      size_t Length = recordWords(Header, Lengths);
      if (!isEvent(Header)) {
        RecordWords += Length;
        Records.push_back(Words[At + 1]);
      } else if (eventKind(Header) != EventKind::Sampled) {
        Events.push_back(Words[At + 1]);
      } else {
        Skipped += Words[At + 1];
        Recorded += Words[At + 2];
        Arguments.push_back(eventArgument(Header));
      }
      At += Length;
    }
  }
};

/// Threads by turns, cut anywhere between records, with events in between.
struct Streams {
  std::vector<KeptSegment> Segments;
  std::map<uint32_t, std::vector<uint64_t>> ByThread;

  explicit Streams(size_t Records, uint32_t Threads) {
    std::mt19937_64 Random(Records);
    for (uint64_t Number = 1; Number <= Records;) {
      StreamBuilder S;
      uint32_t Thread = uint32_t(Random() % Threads);
      for (size_t I = 0, End = 1 + Random() % 300; I != End; ++I, ++Number)
        if (Random() % 50 == 0) {
          S.free(Number, 0x1000);
        } else {
          uint64_t Slots = 1 + Random() % 8;
          std::vector<uint64_t> Values(Slots, Number);
          S.block(0x100 * Slots, Values);
        }
      Segments.push_back({Thread, S.words()});
      auto &All = ByThread[Thread];
      All.insert(All.end(), S.words().begin(), S.words().end());
    }
  }
};

SegmentKeeper chosen(const Streams &From, std::string_view Plan) {
  FixedLengths Lengths;
  SegmentKeeper Kept;
  SampleChooser Chooser(planOf(Plan), Lengths, Kept);
  for (const KeptSegment &S : From.Segments)
    EXPECT_TRUE(Chooser.segment({ThreadId(S.Thread), S.Words}));
  EXPECT_TRUE(Chooser.finish());
  EXPECT_FALSE(Chooser.wasSampled());
  return Kept;
}

} // namespace

TEST(SampleChooser, KeepsAllEventsAndTellsAllWords) {
  Streams From(200000, 3);
  for (const char *Plan : {"period=20K,window=1K,warm=500", "7%,seed=3"}) {
    SegmentKeeper Kept = chosen(From, Plan);
    for (const auto &[Thread, Words] : From.ByThread) {
      Parts Before(Words), After(Kept.of(Thread));
      EXPECT_EQ(After.Events, Before.Events);
      EXPECT_EQ(After.Recorded, After.RecordWords);
      EXPECT_EQ(After.Skipped + After.Recorded, Before.RecordWords);
      EXPECT_TRUE(std::ranges::is_sorted(After.Arguments, {}, sampledWindow));
      EXPECT_GT(After.Skipped, After.Recorded);
    }
  }
}

TEST(SampleChooser, KeepsExactlyTheWindows) {
  Streams From(100000, 2);
  SegmentKeeper Kept = chosen(From, "period=20K,window=1K,warm=500");
  SampleWindows Windows(planOf("period=20K,window=1K,warm=500"));
  FixedLengths Lengths;
  uint64_t Clock = 0;
  std::map<uint32_t, uint64_t> Made;
  std::map<uint32_t, std::vector<uint64_t>> Expected;
  for (const KeptSegment &S : From.Segments)
    for (size_t At = 0; At != S.Words.size();) {
      size_t Length = recordWords(S.Words[At], Lengths);
      if (!isEvent(S.Words[At])) {
        Windows.advance(Clock);
        if (Windows.part() != SamplePart::Off || Made[S.Thread] < 16 * 1024)
          Expected[S.Thread].push_back(S.Words[At + 1]);
        Clock += Length;
        Made[S.Thread] += Length;
      }
      At += Length;
    }
  for (uint32_t Thread : {0u, 1u})
    EXPECT_EQ(Parts(Kept.of(Thread)).Records, Expected[Thread]);
}

TEST(SampleChooser, OfWholePeriodsKeepsEverything) {
  Streams From(50000, 2);
  SegmentKeeper Kept = chosen(From, "period=1K,window=1K");
  for (const auto &[Thread, Words] : From.ByThread) {
    Parts Before(Words), After(Kept.of(Thread));
    EXPECT_EQ(After.Records, Before.Records);
    EXPECT_EQ(After.Skipped, 0u);
  }
}

TEST(SampleChooser, LeavesWindowsOfASampledRunAsTheyAre) {
  StreamBuilder S;
  S.event(EventKind::Sampled, {0, 0}, 0).block(0x100, {1});
  S.event(EventKind::Sampled, {500, 2}, 5);
  FixedLengths Lengths;
  SegmentKeeper Kept;
  SampleChooser Chooser(planOf("1%"), Lengths, Kept);
  ASSERT_TRUE(Chooser.segment({ThreadId(0), S.words()}));
  ASSERT_TRUE(Chooser.finish());
  EXPECT_TRUE(Chooser.wasSampled());
  EXPECT_EQ(Kept.of(0), S.words());
}

TEST(SampleChooser, RefusesSelectedStreams) {
  StreamBuilder S;
  S.block(0x100, {1}).selected(SelectedKind::Access, 0x1000, 0x500000, 8);
  FixedLengths Lengths;
  SegmentKeeper Kept;
  SampleChooser Chooser(planOf("1%"), Lengths, Kept);
  Status Passed = Chooser.segment({ThreadId(0), S.words()});
  ASSERT_FALSE(Passed);
  EXPECT_NE(Passed.error().Message.find("--complete"), std::string::npos);
}
