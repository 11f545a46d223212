//===- TimelineMetrics.cpp - the metrics of timelines ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/time/Timeline.h"
#include "tools/support/Say.h"
#include <algorithm>
#include <fmt/ranges.h>

namespace memfacet::report {

namespace {

using List = std::vector<TimelineMetric>;

TimelineMetric count(std::string Name, std::string Text, result::Measure Part) {
  TimelineMetric M;
  M.Name = std::move(Name), M.Text = std::move(Text), M.Part = Part;
  return M;
}

TimelineMetric rate(TimelineMetric M, result::Measure Whole, double Scale,
                    bool OfAll) {
  M.Whole = Whole, M.Scale = Scale, M.OfAll = OfAll;
  return M;
}

void addLevel(const result::Profile &P, size_t Level, List &Metrics) {
  const std::string &Name = P.Caches.Levels[Level].Name;
  auto Measure = [&](result::LevelMeasure Kind) {
    return result::levelMeasure(Level, Kind);
  };
  auto Add = [&](const char *Word, const char *Text,
                 result::LevelMeasure Kind) {
    Metrics.push_back(
        count(lowerCase(Name) + Word, Name + Text, Measure(Kind)));
  };
  Add("-misses", " misses", result::LevelMeasure::Misses);
  Add("-accesses", " accesses", result::LevelMeasure::Accesses);
  Add("-writebacks", " write-backs", result::LevelMeasure::Writebacks);
  Add("-evictions", " evictions", result::LevelMeasure::Evictions);
  Metrics.push_back(rate(count(lowerCase(Name) + "-miss-rate",
                               Name + " misses per 100 accesses of the level",
                               Measure(result::LevelMeasure::Misses)),
                         Measure(result::LevelMeasure::Accesses), 100, false));
  Metrics.push_back(rate(count(lowerCase(Name) + "-mpki",
                               Name + " misses per 1000 instructions",
                               Measure(result::LevelMeasure::Misses)),
                         result::Measure::Instructions, 1000, true));
}

void addCore(List &Metrics) {
  Metrics.push_back(count("stalls", "stall cycles", result::Measure::Stalls));
  Metrics.push_back(rate(count("stall-share", "stall cycles per 100 cycles",
                               result::Measure::Stalls),
                         result::Measure::Cycles, 100, true));
  for (auto [Name, Text, Measure] :
       {std::tuple("cycles", "cycles", result::Measure::Cycles),
        std::tuple("busy", "cycles in which an operation left",
                   result::Measure::Busy),
        std::tuple("computation", "cycles of waiting for computation",
                   result::Measure::Computation),
        std::tuple("branches", "cycles of waiting after mispredicted branches",
                   result::Measure::Branches)}) {
    Metrics.push_back(count(Name, Text, Measure));
    Metrics.back().PerStructure = false;
  }
  Metrics.push_back(
      rate(count("cpi", "cycles per instruction", result::Measure::Cycles),
           result::Measure::Instructions, 1, true));
  Metrics.back().PerStructure = false;
}

} // namespace

std::vector<TimelineMetric> timelineMetrics(const result::Profile &P) {
  List All = {count("accesses", "accesses", result::Measure::Accesses),
              count("loads", "loads", result::Measure::Accesses),
              count("stores", "stores", result::Measure::Stores)};
  All[1].Subtracted = result::Measure::Stores;
  for (size_t L = 0; L != P.Caches.Levels.size(); ++L)
    addLevel(P, L, All);
  if (!P.Core.empty())
    addCore(All);
  All.push_back(
      count("instructions", "instructions", result::Measure::Instructions));
  All.back().PerStructure = false;
  return All;
}

Expected<TimelineMetric> timelineMetric(const result::Profile &P,
                                        const std::string &Name) {
  std::string Wanted = lowerCase(Name);
  for (const char *Short :
       {"misses", "writebacks", "evictions", "miss-rate", "mpki"})
    if (Wanted == Short)
      Wanted = lowerCase(P.Caches.Levels[0].Name) + "-" + Short;
  std::vector<std::string> Names;
  for (const TimelineMetric &M : timelineMetrics(P)) {
    if (M.Name == Wanted)
      return M;
    Names.push_back(M.Name);
  }
  for (const char *CoreMetric : {"stalls", "cycles", "cpi", "stall-share"})
    if (Wanted == CoreMetric)
      return makeError("'{}' needs a simulated core; type: memfacet record "
                       "--core alpha21264 -- {}",
                       Name, P.Program);
  return usageError("unknown metric '{}'{}; metrics: {}", Name,
                    didYouMean(Wanted, Names), fmt::join(Names, ", "));
}

} // namespace memfacet::report
