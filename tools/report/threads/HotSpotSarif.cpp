//===- HotSpotSarif.cpp - hot-spots as SARIF, for code scanning -----------===//

#include "tools/report/fields/MemberNames.h"
#include "tools/report/format/Sarif.h"
#include "tools/report/format/Units.h"
#include "tools/report/threads/HotSpotReport.h"
#include <cmath>
#include <fmt/format.h>

namespace memfacet {

static SarifPlace placeOf(const PairSite &S, const std::string &Message) {
  return {S.File, S.Line, S.Column, Message};
}

static SarifResult resultOf(const Profile &P, const HotSpot &Spot) {
  auto Whole = [](double Count) { return uint64_t(std::llround(Count)); };
  const PairSite &Site = P.Pairs.Sites[Spot.Site];
  const std::string &Structure = P.Structures[Spot.Structure.Value].Name;
  SarifResult R;
  R.Message = fmt::format(
      "{} of '{}' misses about {} times ({} to {}) because another thread's "
      "write took the line",
      accessKindName(Site.Kind), Structure,
      humanCount(Whole(Spot.Expected.Invalidated)), humanCount(Whole(Spot.Low)),
      humanCount(Whole(Spot.High)));
  if (std::string Advice = hotSpotAdvice(P, Spot); !Advice.empty())
    R.Message += "; " + Advice;
  R.Places = {placeOf(Site, fieldName(P, Site.Field))};
  constexpr size_t Most = 3;
  for (size_t I = 0; I != std::min(Most, Spot.Causes.size()); ++I)
    R.Related.push_back(
        placeOf(P.Pairs.Sites[Spot.Causes[I].Site],
                fmt::format("the write, about {} times",
                            humanCount(Whole(Spot.Causes[I].Misses)))));
  R.Properties = {{"misses", Whole(Spot.Expected.Invalidated)},
                  {"low", Whole(Spot.Low)},
                  {"high", Whole(Spot.High)},
                  {"invalidations_sent", Whole(Spot.Expected.Sent)}};
  return R;
}

std::string hotSpotSarif(const Profile &P, const HotSpotStudy &Study,
                         const HotSpotView &View, const std::string &Folder) {
  std::vector<SarifRule> Rules = {
      {"communication-hot-spot", "CommunicationHotSpot",
       "A place in the code often misses lines that other threads write",
       "Threads pass lines to each other here. Let each thread keep what it "
       "works on, hand over more at a time, or give what threads write by "
       "themselves lines of its own."}};
  std::vector<SarifResult> Results;
  for (const HotSpot &Spot : Study.Spots)
    if (Spot.Hot && isNamed(Spot, View))
      Results.push_back(resultOf(P, Spot));
  return sarifText(Rules, Results, Folder);
}

} // namespace memfacet
