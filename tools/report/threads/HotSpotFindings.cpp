//===- HotSpotFindings.cpp - simulated misses, advice, SARIF --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "memfacet/Check.h"
#include "tools/report/fields/FieldLayout.h"
#include "tools/report/format/Sarif.h"
#include "tools/report/format/Units.h"
#include "tools/report/threads/HotSpotReport.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace memfacet::report {

/// Returns the share of false sharing in the misses of which it is known
/// whether the same bytes were used.
static double unsharedShare(const threads::HotSpot &Spot) {
  return Spot.Expected.Classified > 0
             ? Spot.Expected.Unshared / Spot.Expected.Classified
             : 0;
}

std::string hotSpotAdvice(const result::Profile &P,
                          const threads::HotSpot &Spot) {
  if (Spot.Causes.empty())
    return "";
  MEMFACET_CHECK(Spot.Site < sitesOfSpots(P).size(),
                 "the study is of this profile");
  const result::PairSite &Victim = sitesOfSpots(P)[Spot.Site];
  const result::PairSite &Writer = sitesOfSpots(P)[Spot.Causes.front().Site];
  if (unsharedShare(Spot) >= 0.5)
    return "threads write different bytes of one line: give what each of them "
           "writes a line of its own, for instance with alignas(64)";
  if (Victim.Kind == AccessKind::ReadModifyWrite &&
      Writer.Kind == AccessKind::ReadModifyWrite)
    return "threads update one word in turn: let each count for itself, and "
           "add "
           "up when the sum is needed";
  if (Victim.Function == Writer.Function)
    return "threads take turns at the same data: give each its own part, or "
           "let "
           "one keep it for longer";
  return "what one thread writes, another reads: hand over more at a time, or "
         "work on it where it was written";
}

bool isNamed(const threads::HotSpot &Spot, const HotSpotView &View) {
  return View.Named.empty() || std::ranges::count(View.Named, Spot.Structure);
}

SimulatedSpots::SimulatedSpots(const result::SharingTable &Table) {
  for (const result::SharingVertex &V : Table.Vertices) {
    Counts &Spot = Spots[placeOf(Table.Sites[V.Site], V.Structure)];
    for (Counts *Sum : {&Spot, &Total}) {
      Sum->Misses += V.misses();
      Sum->Certain += V.Certain;
      Sum->Coarse += V.Coarse;
      Sum->Fine += V.Fine;
      Sum->Sent += V.Invalidations;
    }
  }
}

SimulatedSpots simulatedSpots(const result::Profile &P) {
  return SimulatedSpots(hasFollowedSpots(P) ? result::SharingTable()
                                            : P.Sharing);
}

SimulatedSpots::Counts SimulatedSpots::at(const result::PairSite &Site,
                                          StructureId Structure) const {
  auto It = Spots.find(placeOf(Site, Structure));
  return It == Spots.end() ? Counts() : It->second;
}

static SarifPlace placeOf(const result::PairSite &S,
                          const std::string &Message) {
  return {S.File, S.Line, S.Column, Message};
}

static SarifResult resultOf(const result::Profile &P,
                            const threads::HotSpot &Spot) {
  auto Whole = [](double Count) { return uint64_t(std::llround(Count)); };
  const result::PairSite &Site = sitesOfSpots(P)[Spot.Site];
  const std::string &Structure = P.Structures[Spot.Structure.Value].title();
  SarifResult R;
  R.Message = fmt::format(
      "{} of '{}' misses about {} times ({} to {}) because another thread's "
      "write took the line",
      result::accessKindName(Site.Kind), Structure,
      humanCount(Whole(Spot.Expected.Invalidated)), humanCount(Whole(Spot.Low)),
      humanCount(Whole(Spot.High)));
  if (std::string Advice = hotSpotAdvice(P, Spot); !Advice.empty())
    R.Message += "; " + Advice;
  R.Places = {placeOf(Site, fieldName(P, Site.Field))};
  constexpr size_t Most = 3;
  for (size_t I = 0; I != std::min(Most, Spot.Causes.size()); ++I)
    R.Related.push_back(
        placeOf(sitesOfSpots(P)[Spot.Causes[I].Site],
                fmt::format("the write, about {} times",
                            humanCount(Whole(Spot.Causes[I].Misses)))));
  R.Properties = {{"misses", Whole(Spot.Expected.Invalidated)},
                  {"low", Whole(Spot.Low)},
                  {"high", Whole(Spot.High)},
                  {"invalidations_sent", Whole(Spot.Expected.Sent)}};
  return R;
}

std::string hotSpotSarif(const result::Profile &P,
                         const threads::HotSpotStudy &Study,
                         const HotSpotView &View, const std::string &Folder) {
  std::vector<SarifRule> Rules = {
      {"communication-hot-spot", "CommunicationHotSpot",
       "A place in the code often misses lines that other threads write",
       "Threads pass lines to each other here. Let each thread keep what it "
       "works on, hand over more at a time, or give what threads write by "
       "themselves lines of its own."}};
  std::vector<SarifResult> Results;
  for (const threads::HotSpot &Spot : Study.Spots)
    if (Spot.Hot && isNamed(Spot, View))
      Results.push_back(resultOf(P, Spot));
  return sarifText(Rules, Results, Folder);
}

} // namespace memfacet::report
