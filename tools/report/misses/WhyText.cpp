//===- WhyText.cpp - why lines missed, for people -------------------------===//

#include "tools/report/format/Table.h"
#include "tools/report/format/Units.h"
#include "tools/report/misses/WhyReport.h"
#include "tools/report/structures/TextReport.h"
#include <fmt/ranges.h>

namespace memfacet {

const char *missClassName(MissClass C) {
  constexpr const char *Names[MissClassCount] = {
      "compulsory", "capacity", "conflict", "true sharing", "false sharing"};
  return Names[size_t(C)];
}

namespace {

using Fit = TableColumn::Fit;

bool sharesAnything(const Profile &P) {
  return P.Caches.Coherent && P.Threads.size() > 1;
}

Table emptyTable(const Profile &P, const DetailOptions &Options) {
  Table T;
  const std::string &Level = P.Caches.Levels[Options.Level].Name;
  T.Columns = {{"structure", Fit::CutEnd, 0},
               {Level + " misses", Fit::Always, 0},
               {"share", Fit::Always, 0},
               {"per 1000 instr", Fit::Always, 3}};
  for (size_t C = 0; C != MissClassCount; ++C)
    if (C < size_t(MissClass::TrueSharing) || sharesAnything(P))
      T.Columns.push_back({missClassName(MissClass(C)), Fit::Always, 0});
  T.Columns.push_back({"from memory", Fit::Always, 1});
  T.Columns.push_back({"to memory", Fit::Always, 2});
  if (!P.Core.empty())
    T.Columns.push_back({"bytes per cycle", Fit::Always, 1});
  return T;
}

TableRow tableRow(const Profile &P, const DetailOptions &Options,
                  const DetailRow &Row, uint64_t Total) {
  const LevelDetail &L = Row.Sum.Levels[Options.Level];
  TableRow Result;
  Result.Cells = {printable(Row.Name), humanCount(L.Misses),
                  humanRate(L.Misses, Total),
                  perThousand(L.Misses, P.Instructions)};
  for (size_t C = 0; C != MissClassCount; ++C)
    if (C < size_t(MissClass::TrueSharing) || sharesAnything(P))
      Result.Cells.push_back(humanRate(L.ByClass[C], L.Misses));
  Result.Cells.push_back(humanBytes(Row.Sum.MemoryReads * P.Caches.LineBytes));
  Result.Cells.push_back(humanBytes(Row.Sum.MemoryWrites * P.Caches.LineBytes));
  if (!P.Core.empty())
    Result.Cells.push_back(fmt::format("{:.3f}", bytesPerCycle(P, Row.Sum)));
  if (Row.Members.size() > 1)
    Result.Look = Style::Dim;
  return Result;
}

std::string setsLine(const Profile &P, size_t Level) {
  for (const SetSpread &S : P.Memory.Spreads) {
    if (S.Level != Level || S.Sum.Misses == 0)
      continue;
    uint64_t Sets = P.Caches.Levels[Level].sets(P.Caches.LineBytes);
    std::vector<std::string> Hot;
    for (const HotSet &H : P.Memory.HotSets)
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

std::string tlbLines(const Profile &P, const MemoryCounters &Total) {
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

std::string sharingLine(const Profile &P, const MemoryCounters &Total) {
  if (!P.Caches.Coherent)
    return P.Threads.size() > 1
               ? "coherence     not simulated: --cache '...;coherence=mesi'\n"
               : "";
  if (P.Threads.size() < 2)
    return {};
  return fmt::format(
      "coherence     {} invalidations, {} upgrades, {} "
      "interventions, {} write-backs by sharing\n",
      humanCount(Total.Invalidations), humanCount(Total.Upgrades),
      humanCount(Total.Interventions), humanCount(Total.SharedWritebacks));
}

std::string prefetchLine(const LevelDetail &L) {
  std::string Text;
  if (L.Prefetches)
    Text += fmt::format("prefetches    {}, used {}\n", humanCount(L.Prefetches),
                        humanRate(L.PrefetchesUsed, L.Prefetches));
  if (L.VictimHits)
    Text += fmt::format("victim cache  {} hits\n", humanCount(L.VictimHits));
  return Text;
}

} // namespace

std::string whyText(const Profile &P, const DetailOptions &Options,
                    const Terminal &Out) {
  MemoryCounters Total = detailTotal(P);
  const LevelDetail &L = Total.Levels[Options.Level];
  Table T = emptyTable(P, Options);
  for (const DetailRow &Row : detailRows(P, Options))
    T.Rows.push_back(tableRow(P, Options, Row, L.Misses));
  T.Rows.push_back(tableRow(P, Options, {"TOTAL", {}, Total}, L.Misses));
  T.Rows.back().RuleBefore = true;
  T.Rows.back().Look = Style::Bold;
  return headerText(P, Out) + "\n" + renderTable(T, Out) + "\n" +
         setsLine(P, Options.Level) + tlbLines(P, Total) +
         sharingLine(P, Total) + prefetchLine(L);
}

} // namespace memfacet
