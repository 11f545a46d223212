//===- TimelineTest.cpp - curves over time as they are shown --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/time/Timeline.h"
#include "analysis/result/store/IntervalRows.h"
#include "analysis/result/store/StreamStore.h"
#include "test/support/Test.h"
#include "tools/report/format/Canvas.h"
#include "tools/report/format/Svg.h"
#include <nlohmann/json.hpp>

namespace {

/// Ten intervals of 1000 instructions, the last one of 400. "up" misses 1 to 10
/// times, "down" 10 to 1 times, "flat" once; each accesses 20 times.
Profile profile() {
  Profile P;
  P.Program = "./prog";
  P.Caches = *parseCacheModel("L1=32K,8;L2=1M,16");
  P.IntervalInstructions = 1000;
  P.Instructions = 9400;
  P.Threads = {{0, 0, 9400}};
  for (const char *Name : {"down", "up", "flat"}) {
    Structure S{};
    S.Name = Name;
    P.Structures.push_back(S);
  }
  std::vector<IntervalCounts> Rows;
  for (uint32_t Id = 0; Id != 3; ++Id)
    for (uint64_t I = 0; I != 10; ++I) {
      uint64_t Misses = Id == 0 ? 10 - I : Id == 1 ? I + 1 : 1;
      Rows.push_back({0,
                      StructureId(Id),
                      uint32_t(I),
                      {20, 15, 5, {{20, Misses, 0}, {Misses, Id, 0}}}});
    }
  addIntervals(Rows, P);
  StreamStore Clock({Measure::Instructions});
  for (uint32_t I = 0; I != 10; ++I)
    *Clock.at({0, I, I}, {}) += I == 9 ? 400 : 1000;
  Clock.fill(P.Streams);
  P.Streams.sort();
  return P;
}

Timeline timelineOf(const Profile &P, const std::string &Metric,
                    const TimelineOptions &Options = {}) {
  auto M = good(timelineMetric(P, Metric));
  auto T = good(timeline(P, M, Options));
  return T;
}

using Points = std::vector<uint64_t>;

TEST(Timeline, AddsUpAtAnyPeriod) {
  Profile P = profile();
  for (uint64_t Period : {1000, 3000, 10'000}) {
    Timeline T = timelineOf(P, "misses", {.Top = 2, .Period = Period});
    ASSERT_EQ(T.Rows.size(), 3u);
    EXPECT_EQ(T.Rows[0].Name, "down");
    EXPECT_EQ(T.Rows[1].Name, "up");
    EXPECT_EQ(T.Rows[2].Name, "[1 other]");
    EXPECT_EQ(T.Total.PartSum, 120u);
    EXPECT_EQ(T.Points, (10'000 + Period - 1) / Period);
    for (size_t I = 0; I != T.Points; ++I)
      EXPECT_EQ(T.Rows[0].Part[I] + T.Rows[1].Part[I] + T.Rows[2].Part[I],
                T.Total.Part[I]);
  }
  Timeline T = timelineOf(P, "misses", {.Period = 3000});
  EXPECT_EQ(T.Rows[1].Part, (Points{6, 15, 24, 10}));
  EXPECT_EQ(T.End, 9400u);
}

TEST(Timeline, RatesAreSumsBySums) {
  Profile P = profile();
  Timeline T = timelineOf(P, "l1-miss-rate", {.Period = 5000});
  EXPECT_EQ(T.Rows[0].Whole, (Points{100, 100}));
  EXPECT_EQ(T.Rows[0].values(T.Metric), (std::vector<double>{40, 15}));
  EXPECT_EQ(T.Rows[0].overall(T.Metric), 27.5);
  EXPECT_EQ(T.Total.at(T.Metric, 0), 100.0 * 60 / 300);
  T = timelineOf(P, "mpki", {.Period = 5000});
  EXPECT_EQ(T.Rows[0].values(T.Metric),
            (std::vector<double>{8, 1000.0 * 15 / 4400}));
  T = timelineOf(P, "l2-miss-rate", {.Named = {StructureId(0)}});
  EXPECT_EQ(T.Rows[0].overall(T.Metric), 0);
  EXPECT_EQ(T.Rows[1].Name, "[2 others]");
  EXPECT_EQ(T.Rows[1].overall(T.Metric), 100.0 * 30 / 65);
}

TEST(Timeline, LoadsAreAccessesWithoutStores) {
  Timeline T = timelineOf(profile(), "loads", {.Period = 10'000});
  EXPECT_EQ(T.Total.Part, (Points{450}));
  EXPECT_EQ(T.Rows[2].Part, (Points{150}));
}

TEST(Timeline, InstructionsAreOfNoStructure) {
  Timeline T = timelineOf(profile(), "instructions", {.Period = 5000});
  EXPECT_TRUE(T.Rows.empty());
  EXPECT_EQ(T.Total.Part, (Points{5000, 4400}));
}

TEST(Timeline, ChoosesAPeriodWithAtMost200Points) {
  EXPECT_EQ(usualPeriod(1000, 1), 1000u);
  EXPECT_EQ(usualPeriod(1000, 200), 1000u);
  EXPECT_EQ(usualPeriod(1000, 201), 2000u);
  EXPECT_EQ(usualPeriod(1000, 401), 5000u);
  EXPECT_EQ(usualPeriod(1000, 1001), 10'000u);
  EXPECT_EQ(usualPeriod(7, 123'456), 7000u);
  Timeline T = timelineOf(profile(), "accesses");
  EXPECT_EQ(T.Reason, "at most 200 points");
  EXPECT_EQ(T.Period, 1000u);
}

TEST(Timeline, WhatCannotBeShownIsSaid) {
  Profile P = profile();
  auto Complaint = [&](TimelineOptions Options) {
    Expected<Timeline> T = timeline(P, *timelineMetric(P, "misses"), Options);
    return T ? "" : T.error().Message;
  };
  EXPECT_EQ(Complaint({.Period = 1500}),
            "the profile has counts of every 1000 instructions: a period of "
            "1500 is no multiple; type: --period 2000");
  EXPECT_EQ(Complaint({.Thread = 3}),
            "there is no thread 3; 'memfacet report --threads' lists them");
  // As version 6 had them.
  P.Threads.push_back({1, 0, 10});
  addIntervals({{1, StructureId(0), 0, {1, 1, 0, {}}}}, P);
  EXPECT_EQ(Complaint({}),
            "this profile is of an earlier version, which did not keep the "
            "order of its 2 threads; add --thread 0 or record again");
  EXPECT_EQ(Complaint({.Thread = 1}), "");
  P.Streams = {};
  EXPECT_EQ(Complaint({}), "the profile has no counts over time; record again");
}

TEST(Timeline, ShowsCurvesFromZeroToTheirMost) {
  Profile P = profile();
  Timeline T = timelineOf(P, "misses", {.Top = 2});
  std::string Text = timelineText(P, T, {});
  size_t Begin = Text.find("timeline ");
  ASSERT_NE(Begin, Text.npos);
  EXPECT_EQ(Text.substr(Begin),
            "timeline      L1 misses, every 1000 instructions (all that the "
            "profile has); 10 points\n"
            "scale         each curve from 0 to its own most\n"
            "\n"
            "structure    share  least  mean  most  over time\n"
            "down        45.8 %      1     6    10  ██▇▆▅▄▄▃▂▁\n"
            "up          45.8 %      1     6    10  ▁▂▃▄▄▅▆▇██\n"
            "[1 other]    8.3 %      1     1     1  ██████████\n"
            "-------------------------------------------------\n"
            "TOTAL      100.0 %     12    12    12  ██████████\n"
            "                                       0     9400\n");
}

TEST(Timeline, CsvHasALinePerRowAndPoint) {
  Timeline T = timelineOf(profile(), "miss-rate",
                          {.Named = {StructureId(2)}, .Period = 5000});
  EXPECT_EQ(timelineCsv(T), "structure,id,metric,begin,end,value,part,whole\n"
                            "flat,2,l1-miss-rate,0,5000,5,5,100\n"
                            "flat,2,l1-miss-rate,5000,9400,5,5,100\n"
                            "[2 others],,l1-miss-rate,0,5000,27.5,55,200\n"
                            "[2 others],,l1-miss-rate,5000,9400,27.5,55,200\n"
                            "TOTAL,,l1-miss-rate,0,5000,20,60,300\n"
                            "TOTAL,,l1-miss-rate,5000,9400,20,60,300\n");
}

TEST(Timeline, CounterTracksTellChangesAndTheEnd) {
  Profile P = profile();
  P.Markers = {{MarkerKind::Phase, 0, 2500, "second"}};
  Timeline T =
      timelineOf(P, "misses", {.Named = {StructureId(2)}, .Period = 1000});
  auto J = nlohmann::json::parse(timelinePerfetto(P, {T}));
  EXPECT_EQ(J["displayTimeUnit"], "ns");
  std::vector<std::pair<double, int>> Flat;
  for (const auto &E : J["traceEvents"])
    if (E["name"] == "L1 misses: flat") {
      EXPECT_EQ(E["ph"], "C");
      Flat.emplace_back(E["ts"], E["args"]["value"]);
    }
  EXPECT_EQ(Flat, (std::vector<std::pair<double, int>>{{0, 1}, {9.4, 0}}));
  const auto &Last = J["traceEvents"].back();
  EXPECT_EQ(Last["ph"], "i");
  EXPECT_EQ(Last["name"], "second");
  EXPECT_EQ(Last["ts"], 2.5);
}

TEST(Timeline, DrawingsHaveACurvePerRow) {
  Profile P = profile();
  Timeline T = timelineOf(P, "misses", {.Top = 2});
  auto Count = [](const std::string &Text, const std::string &Word) {
    size_t Found = 0;
    for (size_t Position = Text.find(Word); Position != Text.npos;
         Position = Text.find(Word, Position + 1))
      ++Found;
    return Found;
  };
  std::string Lines = timelineSvg(P, T, false), Areas = timelineSvg(P, T, true);
  EXPECT_EQ(Count(Lines, "<polyline"), 4u);
  EXPECT_EQ(Count(Areas, "<polygon"), 3u);
  EXPECT_EQ(Count(Areas, "<polyline"), 0u);
  EXPECT_EQ(Count(Lines, ">L1 misses per 1000 instructions<"), 1u);
  EXPECT_EQ(Count(Lines, ">instructions<"), 1u);
  // A structure by itself is all there is.
  T = timelineOf(P, "misses", {.Named = {StructureId(0)}});
  EXPECT_EQ(Count(timelineSvg(P, T, false), "<polyline"), 1u);
}

TEST(Plots, AxesHaveRoundSteps) {
  EXPECT_DOUBLE_EQ(roundStep(1), 0.2);
  EXPECT_DOUBLE_EQ(roundStep(1.3), 0.5);
  EXPECT_DOUBLE_EQ(roundStep(6), 1);
  EXPECT_DOUBLE_EQ(roundStep(7), 2);
  EXPECT_DOUBLE_EQ(roundStep(99'000), 20'000);
}

TEST(Plots, SparklinesRoundUp) {
  EXPECT_EQ(sparkline({0, 1, 50, 100}, 100, 9), " ▁▄█");
  EXPECT_EQ(sparkline({100, 0, 100, 100}, 100, 2), "▄█");
  EXPECT_EQ(sparkline({0, 0}, 0, 2), "  ");
  EXPECT_EQ(sparkline({}, 1, 2), "");
}

} // namespace
