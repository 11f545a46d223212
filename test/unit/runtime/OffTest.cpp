//===- OffTest.cpp - threads that record nothing for a while --------------===//

#include "test/runtime/support/Run.h"

namespace {

/// The numbers at "... N words MIDDLE" in lines of \p Text.
std::vector<uint64_t> wordCounts(const std::string &Text,
                                 const std::string &Behind) {
  std::vector<uint64_t> Result;
  std::istringstream Lines(Text);
  for (std::string Line; std::getline(Lines, Line);) {
    size_t At = Line.find(Behind);
    if (At == std::string::npos)
      continue;
    size_t Begin = Line.find_last_of(' ', At - 1);
    Result.push_back(std::stoull(Line.substr(Begin + 1)));
  }
  return Result;
}

struct Totals {
  uint64_t Written, Passed;
};

Totals totals(const Outcome &O) {
  std::vector<uint64_t> Written = wordCounts(O.Errors, " words were written");
  std::vector<uint64_t> Passed = wordCounts(O.Errors, " passed without");
  EXPECT_EQ(Written.size(), 1u) << O.Errors;
  EXPECT_EQ(Passed.size(), 1u) << O.Errors;
  return {Written.at(0), Passed.at(0)};
}

/// Words of the records that are missing between the numbers that are there;
/// the last is behind \p Numbers.
std::vector<uint64_t> gaps(const std::vector<uint64_t> &Slots) {
  std::vector<uint64_t> Result;
  uint64_t Next = 0;
  for (uint64_t Slot : Slots) {
    if (Slot != Next)
      Result.push_back(2 * (Slot - Next));
    Next = Slot + 1;
  }
  return Result;
}

} // namespace

TEST(Off, CountsTheWordsThatWouldBeWritten) {
  for (const char *Old : {"1000000", "1000", "7", "1"}) {
    SCOPED_TRACE(Old);
    std::vector<std::string> Arguments = {"200000", Old};
    Outcome All = runUnderCollector("versions", Arguments,
                                    {.Options = "discard=1:verbose=1"});
    Outcome Counted = runUnderCollector("versions", Arguments,
                                        {.Options = "discard=fast:verbose=1"});
    EXPECT_EQ(All.Output, "handled 0\n");
    EXPECT_EQ(Counted.Output, All.Output);
    EXPECT_EQ(totals(All).Passed, 0u);
    EXPECT_EQ(totals(Counted).Passed, 400000u);
    EXPECT_EQ(totals(Counted).Written + totals(Counted).Passed,
              totals(All).Written);
  }
}

TEST(Off, WindowsHoldWhatTheWholeRecordingHoldsThere) {
  for (const char *Old : {"1000000", "1000", "7"})
    for (const char *Words : {"2", "10", "1000", "77777"}) {
      SCOPED_TRACE(std::string(Words) + " words, old code every " + Old);
      Outcome O = runUnderCollector(
          "versions", {"20000", Old},
          {.Options = std::string("verbose=1:alternate=") + Words});
      EXPECT_EQ(O.Status, 0);
      std::vector<uint64_t> Slots = O.Recorded.firstSlots(0);
      ASSERT_FALSE(Slots.empty());
      std::vector<uint64_t> Told = wordCounts(O.Errors, " words were not");
      std::vector<uint64_t> Missing = gaps(Slots);
      if (Slots.back() != 19999)
        Missing.push_back(2 * (19999 - Slots.back()));
      std::erase(Told, 0u);
      EXPECT_EQ(Told, Missing);
      EXPECT_LT(Slots.size(), 20000u);
    }
}

TEST(Off, EventsAreRecordedAllTheSame) {
  std::vector<std::string> Arguments = {"20000", "1000"};
  Outcome All = runUnderCollector("versions", Arguments);
  ASSERT_GE(All.Recorded.events(0, EventKind::Alloc).size(), 200u);
  for (const char *Words : {"2", "10", "1000", "77777"}) {
    Outcome O = runUnderCollector(
        "versions", Arguments, {.Options = std::string("alternate=") + Words});
    for (EventKind Kind : {EventKind::Alloc, EventKind::Free}) {
      std::vector<Item> Whole = All.Recorded.events(0, Kind);
      std::vector<Item> Here = O.Recorded.events(0, Kind);
      ASSERT_EQ(Here.size(), Whole.size()) << Words;
    }
    expectCounting(O.Recorded.orderNumbers());
  }
}

TEST(Off, HandlersGoOnAndOffByThemselves) {
  Outcome All = runUnderCollector("versions", {"20000", "1000", "signals"});
  for (const char *Options : {"alternate=2", "alternate=10", "alternate=1000",
                              "discard=fast", "record=0"}) {
    SCOPED_TRACE(Options);
    Outcome O = runUnderCollector("versions", {"20000", "1000", "signals"},
                                  {.Options = Options});
    EXPECT_EQ(O.Status, 0);
    EXPECT_EQ(O.Output, "handled 20\n");
    EXPECT_EQ(O.Output, All.Output);
    if (std::string(Options).starts_with("alternate"))
      EXPECT_EQ(O.Recorded.events(0, EventKind::Alloc).size(),
                All.Recorded.events(0, EventKind::Alloc).size());
    else
      EXPECT_TRUE(O.Recorded.Chunks.empty());
  }
}
