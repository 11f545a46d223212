//===- RankWords.cpp - ranks of a merged profile, in words ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/common/RankWords.h"
#include "tools/report/common/TableNames.h"
#include "tools/report/format/Units.h"
#include <algorithm>
#include <fmt/ranges.h>

namespace memfacet::report {

/// Returns "0, 1, 2 and 5 more".
static std::string firstOf(std::vector<std::string> Names) {
  constexpr size_t Most = 8;
  size_t More = Names.size() - std::min(Names.size(), Most);
  Names.resize(Names.size() - More);
  std::string Text = fmt::format("{}", fmt::join(Names, ", "));
  return More ? Text + fmt::format(" and {} more", More) : Text;
}

std::string ranksLine(const result::Profile &P) {
  std::vector<bool> Differs(P.Ranks.size());
  for (const result::RankDifference &D :
       result::differingRanks(P, result::countsByRank(P)))
    Differs[D.Rank] = true;
  std::vector<std::string> All, Differing;
  for (size_t I = 0; I != P.Ranks.size(); ++I) {
    All.push_back(P.Ranks[I].Label);
    if (Differs[I])
      Differing.push_back(P.Ranks[I].Label);
  }
  std::string Line = fmt::format("{} ({})", All.size(), firstOf(All));
  if (Differing.empty())
    return Line + "; none differs much from the others";
  return Line + fmt::format("; {} {} from the others: memfacet report --by "
                            "rank",
                            firstOf(Differing),
                            Differing.size() == 1 ? "differs" : "differ");
}

std::string differenceText(const result::Profile &P,
                           const result::RankDifference &D) {
  std::string Text =
      fmt::format("rank {}: {} {} misses of {}, ", P.Ranks[D.Rank].Label,
                  humanCount(D.Misses), P.Caches.Levels[D.Level].Name,
                  tableName(P, D.Structure));
  const char *Peers =
      P.Ranks.size() > result::RankDifference::Few ? "all ranks" : "the others";
  auto Median = humanCount(uint64_t(D.Median + 0.5));
  if (D.Median < 1)
    return Text + fmt::format("the median of {} is {}", Peers, Median);
  return Text + fmt::format("{:.2g} times the median of {}, {}",
                            double(D.Misses) / D.Median, Peers, Median);
}

std::string threadTitle(const result::Profile &P, const result::ThreadRow &T) {
  uint32_t First = 0;
  std::string Rank;
  if (!P.Ranks.empty()) {
    const auto &Origin = P.Ranks[result::rankOfThread(P.Ranks, T.Thread)];
    First = Origin.FirstThread;
    Rank = fmt::format("rank {}, ", Origin.Label);
  }
  uint32_t Number = T.Thread - First;
  std::string Start =
      Number == 0 ? "main" : fmt::format("started by {}", T.Parent - First);
  return fmt::format("{}thread {} ({})", Rank, Number, Start);
}

} // namespace memfacet::report
