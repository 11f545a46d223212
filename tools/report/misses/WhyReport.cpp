//===- WhyReport.cpp - why lines missed, as text, JSON and CSV ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "memfacet/Check.h"
#include "tools/report/common/ReportHeader.h"
#include "tools/report/misses/DetailReports.h"
#include <fmt/ranges.h>

namespace memfacet::report {

namespace {

/// A structure or a sum, at one level.
struct WhyRow {
  const DetailRow &Row;
  size_t Level = 0;

  const caches::LevelDetail &detail() const { return Row.Sum.Levels[Level]; }
};

/// Returns the bytes from and to memory per cycle of the simulated core that
/// ran longest; 0 if there is no core.
double bytesPerCycle(const result::Profile &P,
                     const caches::MemoryCounters &C) {
  uint64_t Cycles = 0;
  for (const result::CoreThreadTimes &T : P.Core.Threads)
    Cycles = std::max(Cycles, T.Cycles);
  uint64_t Lines = C.MemoryReads + C.MemoryWrites;
  return Cycles ? double(Lines * P.Caches.LineBytes) / double(Cycles) : 0;
}

/// Returns the columns of the table.
Columns<WhyRow> shownColumns(const result::Profile &P, size_t Level,
                             uint64_t Total) {
  Columns<WhyRow> Cs = {
      {.Header = P.Caches.Levels[Level].Name + " misses",
       .Text = [](auto &R) { return humanCount(R.detail().Misses); }},
      forPeople(
          "share",
          [Total](auto &R) { return humanRate(R.detail().Misses, Total); }),
      forPeople(
          "per 1000 instr",
          [&P](auto &R) {
            return perThousand(R.detail().Misses, P.Instructions);
          },
          TableColumn::Fit::Always, 3)};
  bool Sharing = P.Caches.Coherent && P.Threads.size() > 1;
  for (size_t C = 0; C != caches::MissClassCount; ++C)
    if (C < size_t(caches::MissClass::TrueSharing) || Sharing)
      Cs.push_back(forPeople(missClassName(caches::MissClass(C)), [C](auto &R) {
        return humanRate(R.detail().ByClass[C], R.detail().Misses);
      }));
  if (detailTotal(P).Levels[Level].unclassified() != 0)
    Cs.push_back(forPeople("unknown", [](auto &R) {
      return humanRate(R.detail().unclassified(), R.detail().Misses);
    }));
  if (detailTotal(P).Levels[Level].ClassError != 0)
    Cs.push_back(forPeople("+- points", [](auto &R) {
      return fmt::format("{:.1f}", R.detail().ClassError / 1e4);
    }));
  auto Bytes = [&P](uint64_t Lines) {
    return humanBytes(Lines * P.Caches.LineBytes);
  };
  Cs.push_back(forPeople(
      "from memory", [=](auto &R) { return Bytes(R.Row.Sum.MemoryReads); },
      TableColumn::Fit::Always, 1));
  Cs.push_back(forPeople(
      "to memory", [=](auto &R) { return Bytes(R.Row.Sum.MemoryWrites); },
      TableColumn::Fit::Always, 2));
  if (!P.Core.empty())
    Cs.push_back(forPeople(
        "bytes per cycle",
        [&P](auto &R) {
          return fmt::format("{:.3f}", bytesPerCycle(P, R.Row.Sum));
        },
        TableColumn::Fit::Always, 1));
  return Cs;
}

/// Returns the columns of a level's counts, for programs.
Columns<caches::LevelDetail> levelColumns() {
  Columns<caches::LevelDetail> Cs = {
      forPrograms("accesses", [](auto &L) { return L.Accesses; }),
      forPrograms("misses", [](auto &L) { return L.Misses; }),
      forPrograms("writebacks", [](auto &L) { return L.Writebacks; })};
  addColumns(Cs, missCauseColumns());
  return Cs;
}

/// \p P outlives the columns. \p Level and its \p Total misses are for people.
Columns<WhyRow> whyColumns(const result::Profile &P, size_t Level = 0,
                           uint64_t Total = 0) {
  Columns<WhyRow> Cs = {
      {"structure", "name", [](auto &R) { return R.Row.Name; },
       [](auto &R) { return R.Row.Title; }, TableColumn::Fit::CutMiddle, 0,
       Forms::Csv},
      forCsv("structure", [](auto &R) { return R.Row.Members[0]; }),
      forCsv("level", [&P](auto &R) { return P.Caches.Levels[R.Level].Name; })};
  addColumns(Cs, shownColumns(P, Level, Total));
  addColumns(Cs, csvColumnsOf<WhyRow>(levelColumns(), [](auto &R) -> auto & {
               return R.detail();
             }));
  return Cs;
}

std::string setsLine(const result::Profile &P, size_t Level) {
  for (const result::SetSpread &S : P.Memory.Spreads) {
    if (S.Level != Level || S.Sum.Misses == 0)
      continue;
    uint64_t Sets = P.Caches.Levels[Level].sets(P.Caches.LineBytes);
    std::vector<std::string> Hot;
    for (const result::HotSet &H : P.Memory.HotSets)
      if (H.Level == Level && Hot.size() != 4)
        Hot.push_back(fmt::format("{} ({})", H.Set,
                                  humanRate(H.Counts.Misses, S.Sum.Misses)));
    return fmt::format("sets          {} of {} miss; the hottest hundredth has "
                       "{} of the misses: {}\n",
                       S.Missed, Sets, humanRate(S.HottestMisses, S.Sum.Misses),
                       fmt::join(Hot, ", "));
  }
  return {};
}

std::string tlbLines(const result::Profile &P,
                     const caches::MemoryCounters &Total) {
  std::string Text;
  for (size_t T = 0; T != P.Caches.Tlbs.size(); ++T)
    Text +=
        fmt::format("TLB {}         {} page touches, {} misses ({}), {} per "
                    "1000 instructions\n",
                    T + 1, humanCount(Total.Tlbs[T].Accesses),
                    humanCount(Total.Tlbs[T].Misses),
                    humanRate(Total.Tlbs[T].Misses, Total.Tlbs[T].Accesses),
                    perThousand(Total.Tlbs[T].Misses, P.Instructions));
  return Text;
}

std::string sharingLine(const result::Profile &P,
                        const caches::MemoryCounters &Total) {
  if (P.Threads.size() < 2)
    return {};
  if (P.Lines.selected())
    return "coherence     not in these counts: 'memfacet sharing' has the "
           "lines "
           "that threads\n              take from each other, and 'record "
           "--why "
           "--complete' has all classes\n";
  if (!P.Caches.Coherent)
    return "coherence     not simulated: --cache '...;coherence=mesi'\n";
  return fmt::format(
      "coherence     {} invalidations, {} upgrades, {} "
      "interventions, {} write-backs by sharing\n",
      humanCount(Total.Invalidations), humanCount(Total.Upgrades),
      humanCount(Total.Interventions), humanCount(Total.SharedWritebacks));
}

Json countersJson(const result::Profile &P, const caches::MemoryCounters &C) {
  Columns<caches::LevelDetail> Cs = levelColumns();
  Json J = {{"levels", Json::array()}};
  for (size_t L = 0; L != P.Caches.Levels.size(); ++L) {
    J["levels"].push_back({{"name", P.Caches.Levels[L].Name}});
    J["levels"].back().update(jsonObject(Cs, C.Levels[L]));
  }
  J.update(jsonObject(trafficColumns(P.Caches), C));
  return J;
}

Json setsJson(const result::Profile &P) {
  Json Levels = Json::array();
  for (const result::SetSpread &S : P.Memory.Spreads) {
    const caches::CacheLevel &Shape = P.Caches.Levels[S.Level];
    Json Hot = Json::array();
    for (const result::HotSet &H : P.Memory.HotSets)
      if (H.Level == S.Level)
        Hot.push_back({{"set", H.Set},
                       {"misses", H.Counts.Misses},
                       {"conflicts", H.Counts.Conflicts}});
    Levels.push_back({{"name", Shape.Name},
                      {"sets", Shape.sets(P.Caches.LineBytes)},
                      {"sets_with_misses", S.Missed},
                      {"misses", S.Sum.Misses},
                      {"hottest_hundredth", S.HottestMisses},
                      {"hot_sets", std::move(Hot)}});
  }
  return Levels;
}

std::string prefetchLine(const caches::LevelDetail &L) {
  std::string Text;
  if (L.Prefetches)
    Text += fmt::format("prefetches    {}, used {}\n", humanCount(L.Prefetches),
                        humanRate(L.PrefetchesUsed, L.Prefetches));
  if (L.VictimHits)
    Text += fmt::format("victim cache  {} hits\n", humanCount(L.VictimHits));
  return Text;
}

} // namespace

std::string whyText(const result::Profile &P, const DetailOptions &Options,
                    const Terminal &Out) {
  MEMFACET_CHECK(P.Memory.Known, "the command says what to record");
  caches::MemoryCounters Total = detailTotal(P);
  const caches::LevelDetail &L = Total.Levels[Options.Level];
  Columns<WhyRow> Cs = whyColumns(P, Options.Level, L.Misses);
  Table T = emptyTable(Cs);
  for (const DetailRow &Row : detailRows(P, Options))
    addRow(T, Cs, {Row, Options.Level}, Row.look());
  DetailRow Sum = {"TOTAL", "TOTAL", {}, Total};
  addTotal(T, Cs, {Sum, Options.Level});
  return headerText(P, Out) + "\n" + renderTable(T, Out) + "\n" +
         setsLine(P, Options.Level) + tlbLines(P, Total) +
         sharingLine(P, Total) + prefetchLine(L);
}

std::string whyJson(const result::Profile &P) {
  MEMFACET_CHECK(P.Memory.Known, "the command says what to record");
  Json J = {{"program", P.Program},
            {"instructions", P.Instructions},
            {"caches", P.Caches.spec()},
            {"total", countersJson(P, detailTotal(P))},
            {"structures", Json::array()}};
  for (const DetailRow &Row : detailRows(P)) {
    Json S = structureHead(P, StructureId(Row.Members[0]));
    S.update(countersJson(P, Row.Sum));
    if (!P.Core.empty())
      S["memory"]["bytes_per_cycle"] = bytesPerCycle(P, Row.Sum);
    J["structures"].push_back(std::move(S));
  }
  J["sets"] = setsJson(P);
  return jsonText(J);
}

std::string whyCsv(const result::Profile &P) {
  MEMFACET_CHECK(P.Memory.Known, "the command says what to record");
  Columns<WhyRow> Cs = whyColumns(P);
  std::string Text = csvHeader(Cs);
  for (const DetailRow &Row : detailRows(P))
    for (size_t L = 0; L != P.Caches.Levels.size(); ++L)
      Text += csvRow(Cs, {Row, L});
  return Text;
}

} // namespace memfacet::report
