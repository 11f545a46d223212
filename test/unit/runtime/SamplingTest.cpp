//===- SamplingTest.cpp - windows of a run --------------------------------===//

#include "memfacet/SampleWindows.h"
#include "test/runtime/support/Run.h"

namespace {

SamplePlan planOf(const std::string &Text) {
  SamplePlan Plan;
  EXPECT_TRUE(SamplePlanReader(Text.data(), Text.size()).read(Plan)) << Text;
  return Plan;
}

bool isPlan(const std::string &Text) {
  SamplePlan Plan;
  return SamplePlanReader(Text.data(), Text.size()).read(Plan);
}

/// Words of block records of all threads.
uint64_t recordWords(const Stream &S) {
  uint64_t Words = 0;
  for (uint32_t Thread : S.threads())
    for (const Item &I : S.items(Thread))
      Words += I.isBlock() ? 1 + I.Words.size() : 0;
  return Words;
}

struct Told {
  uint64_t Skipped = 0, Recorded = 0;
};
Told told(const Stream &S) {
  Told Sum;
  for (uint32_t Thread : S.threads())
    for (const Item &I : S.events(Thread, EventKind::Sampled)) {
      Sum.Skipped += I.Words[0];
      Sum.Recorded += I.Words[1];
    }
  return Sum;
}

Outcome sampled(const std::string &Program,
                const std::vector<std::string> &Arguments,
                const std::string &Spec) {
  return runUnderCollector(Program, Arguments, {.Options = "sample=" + Spec});
}

} // namespace

TEST(SamplePlans, AreReadAsWritten) {
  EXPECT_EQ(planOf("2%"), SamplePlan{});
  EXPECT_EQ(planOf("0.25%,seed=9"), (SamplePlan{0, 0, 0, 2500, 9}));
  EXPECT_EQ(planOf("share=100%"), (SamplePlan{0, 0, 0, 1000000, 1}));
  EXPECT_EQ(planOf("period=50M,window=2M,warm=1M"),
            (SamplePlan{50000000, 2000000, 1000000, 20000, 1}));
  EXPECT_EQ(planOf("period=1K"), (SamplePlan{1000, 10, 10, 20000, 1}));
  EXPECT_EQ(planOf("period=10,window=10"), (SamplePlan{10, 10, 0, 20000, 1}));
}

TEST(SamplePlans, ThatMakeNoSenseAreNone) {
  for (const char *Text :
       {"0%", "101%", "2", "%", "2.%", "period", "period=", "period=1M,",
        "window=5", "period=10,window=8,warm=3", "period=10,window=11",
        "period=1M,share=2%", "2%,warm=1", "2%seed=3", "hello", "2%,,seed=3",
        "period=99999999999999999999"})
    EXPECT_FALSE(isPlan(Text)) << Text;
}

TEST(SampleWindows, LieOneInEachPeriodAndAreWhole) {
  for (const char *Spec : {"period=1000,window=30,warm=20", "period=7,window=7",
                           "period=100,window=1,warm=0", "5%,seed=4"}) {
    SamplePlan Plan = planOf(Spec);
    SampleWindows W(Plan);
    uint64_t Clock = 0, Measured = 0, Recorded = 0, Windows = 0;
    uint32_t Before = 0;
    while (Windows < 200 && Clock < 100'000'000'000) {
      uint32_t Argument = sampledArgument(W.window(), W.part());
      ASSERT_LE(Before, Argument);
      Before = Argument;
      ASSERT_GT(W.changesAt(), Clock);
      uint64_t Words = W.changesAt() - Clock;
      Measured += W.part() == SamplePart::Measured ? Words : 0;
      Recorded += W.part() == SamplePart::Off ? 0 : Words;
      Windows = W.window();
      Clock = W.changesAt();
      W.advance(Clock);
    }
    if (Plan.Period != 0) {
      EXPECT_EQ(Measured / Plan.Window, Recorded / (Plan.Window + Plan.Warm));
      // The last one has just begun.
      EXPECT_EQ(Measured / Plan.Window, Windows - (Plan.Warm != 0)) << Spec;
      EXPECT_EQ(Windows - 1, (Clock - 1) / Plan.Period) << Spec;
    } else {
      EXPECT_NEAR(double(Recorded), 0.05 * double(Clock), 0.004 * Clock);
      EXPECT_NEAR(double(Measured), 0.025 * double(Clock), 0.002 * Clock);
    }
  }
}

TEST(SampleWindows, AreTheSameHoweverTheClockAdvances) {
  SampleWindows Step(planOf("3%,seed=2"));
  for (uint64_t Clock = 0; Clock < 300'000'000; Clock += 1'234'567) {
    SampleWindows Jump(planOf("3%,seed=2"));
    Jump.advance(Clock);
    Step.advance(Clock);
    ASSERT_EQ(Jump.part(), Step.part()) << Clock;
    ASSERT_EQ(Jump.window(), Step.window()) << Clock;
    ASSERT_EQ(Jump.changesAt(), Step.changesAt()) << Clock;
  }
}

TEST(Sampling, RecordsExactlyTheWindowsOfItsPlan) {
  // Each record is two words and looks whether there is room.
  constexpr uint64_t Records = 1'000'000, FirstWords = 16 * 1024;
  for (std::string Spec : {"period=100K,window=5K,warm=2K", "10%,seed=5"}) {
    SampleWindows W(planOf(Spec));
    std::vector<uint64_t> Expected;
    for (uint64_t I = 0; I != Records; ++I) {
      W.advance(2 * I);
      if (W.part() != SamplePart::Off || 2 * I < FirstWords)
        Expected.push_back(I + 1);
    }
    ASSERT_GT(Expected.size(), 30000u);
    Outcome O = sampled("many", {"0", std::to_string(Records)}, Spec);
    EXPECT_EQ(O.Recorded.firstSlots(0), Expected) << Spec;
    EXPECT_EQ(told(O.Recorded).Recorded, 2 * Expected.size());
    EXPECT_EQ(told(O.Recorded).Skipped, 2 * (Records - Expected.size()));
    EXPECT_EQ(O.LostChunks, 0u);
    EXPECT_EQ(O.Errors, "");
  }
}

TEST(Sampling, OfTheWholePeriodLeavesNothingOut) {
  Outcome O = sampled("many", {"3", "200000"}, "period=10K,window=10K");
  for (uint32_t Thread = 0; Thread != 4; ++Thread)
    EXPECT_EQ(O.Recorded.firstSlots(Thread).size(), 200000u);
  EXPECT_EQ(told(O.Recorded).Skipped, 0u);
  EXPECT_EQ(told(O.Recorded).Recorded, recordWords(O.Recorded));
}

TEST(Sampling, WordsLeftOutAndRecordedAreAllThereAre) {
  // Several threads, handlers, allocations, ends of any kind.
  struct Case {
    const char *Program;
    std::vector<std::string> Arguments;
  };
  for (const Case &C : {Case{"many", {"4", "300000"}}, Case{"allocates", {}},
                        Case{"records", {}}, Case{"annotates", {}}}) {
    SCOPED_TRACE(C.Program);
    Outcome Whole = runUnderCollector(C.Program, C.Arguments);
    Outcome O = sampled(C.Program, C.Arguments, "period=50K,window=2K,warm=1K");
    EXPECT_EQ(O.Status, Whole.Status);
    EXPECT_EQ(told(O.Recorded).Recorded, recordWords(O.Recorded));
    EXPECT_EQ(told(O.Recorded).Skipped + told(O.Recorded).Recorded,
              recordWords(Whole.Recorded));
  }
}

TEST(Sampling, HandlersGoOnAsWhatTheyInterrupt) {
  for (const char *How :
       {"return", "return-alternate", "nested", "full", "behind", "allocates",
        "jump", "jump-alternate", "jumps"}) {
    SCOPED_TRACE(How);
    Outcome Whole = runUnderCollector("handlers", {How, "20000"});
    Outcome Off =
        sampled("handlers", {How, "20000"}, "period=1G,window=1K,warm=0");
    EXPECT_EQ(Off.Output, Whole.Output);
    EXPECT_EQ(Off.Recorded.firstSlots(0), std::vector<uint64_t>(8192, 7));
    // What an interrupted handler had not finished is known in one of them.
    EXPECT_NEAR(double(told(Off.Recorded).Skipped),
                double(recordWords(Whole.Recorded) - 16384), 60);
    EXPECT_EQ(Off.Recorded.orderNumbers(), Whole.Recorded.orderNumbers());
    Outcome On =
        sampled("handlers", {How, "20000"}, "period=10K,window=10K,warm=0");
    EXPECT_EQ(On.Recorded.firstSlots(0), Whole.Recorded.firstSlots(0));
  }
}

TEST(Sampling, EventsAreAllThere) {
  for (const char *Program : {"allocates", "annotates", "many"}) {
    std::vector<std::string> Arguments;
    if (Program == std::string("many"))
      Arguments = {"5", "100000"};
    SCOPED_TRACE(Program);
    Outcome Whole = runUnderCollector(Program, Arguments);
    Outcome O = sampled(Program, Arguments, "period=30K,window=100,warm=0");
    expectCounting(O.Recorded.orderNumbers(),
                   Whole.Recorded.orderNumbers().size());
    for (EventKind Kind :
         {EventKind::Alloc, EventKind::Free, EventKind::ThreadEnd,
          EventKind::ThreadJoin, EventKind::MarkBegin, EventKind::Phase}) {
      size_t Here = 0, There = 0;
      for (uint32_t Thread : O.Recorded.threads())
        Here += O.Recorded.events(Thread, Kind).size();
      for (uint32_t Thread : Whole.Recorded.threads())
        There += Whole.Recorded.events(Thread, Kind).size();
      EXPECT_EQ(Here, There) << int(Kind);
    }
  }
}

TEST(Sampling, ThreadsHaveTheirWindowsTogether) {
  Outcome O = sampled("many", {"3", "2000000"}, "period=1M,window=64K,warm=0");
  // Which windows a thread has measured records in.
  std::map<uint32_t, size_t> Threads;
  for (uint32_t Thread : O.Recorded.threads())
    for (const Item &I : O.Recorded.events(Thread, EventKind::Sampled))
      if (sampledPart(eventArgument(I.Header)) == SamplePart::Measured)
        ++Threads[sampledWindow(eventArgument(I.Header))];
  EXPECT_GE(Threads.size(), 14u); // of 16: 16 M words
  EXPECT_EQ(told(O.Recorded).Recorded + told(O.Recorded).Skipped, 16'000'000u);
}

TEST(Sampling, PlansThatCannotBeReadAreSaidInOneLine) {
  Outcome O = sampled("many", {"0", "10"}, "2");
  EXPECT_EQ(O.Errors,
            "memfacet: '2' in option sample is no plan; write for instance "
            "sample=2% or sample=period=50M,window=1M; everything is "
            "recorded\n");
  EXPECT_EQ(O.Recorded.firstSlots(0).size(), 10u);
}
