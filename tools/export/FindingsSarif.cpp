//===- FindingsSarif.cpp - what costs most, for code scanning -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes the findings of `memfacet report` at the place where each structure is
// declared or allocated, with the code that misses most; and false sharing, if
// the profile has it.
//
//===----------------------------------------------------------------------===//

#include "tools/export/Formats.h"
#include "tools/report/findings/Findings.h"
#include "tools/report/format/Sarif.h"
#include "tools/report/threads/FalseSharing.h"
#include <algorithm>
#include <cmath>

namespace memfacet::exports {

namespace {

/// How many places of code, those with most misses, are named for a finding.
constexpr size_t MostPlaces = 3;

/// Returns the rule of \p Suggestion. Rules are in the order of Change.
const report::SarifRule &ruleOf(report::Change Suggestion) {
  static const report::SarifRule Rules[] = {
      {"split-members", "SplitMembers",
       "Members that are seldom used fill cache lines",
       "Move the members that are seldom used to a structure of their own. "
       "`memfacet report --fields NAME` shows which they are."},
      {"leave-out-padding", "LeaveOutPadding",
       "A large part of each element is padding",
       "Declare the members with the largest alignment first, and the element "
       "without an alignment of its own."},
      {"pool-objects", "PoolObjects",
       "Small objects are allocated one by one and lie in lines of their own",
       "Allocate them one after the other, from an array or a pool. `memfacet "
       "advise` tries it."},
      {"traverse-along-elements", "TraverseAlongElements",
       "Each step goes to another cache line",
       "Walk along the elements: exchange the loops, or store the data in the "
       "order in which it is used."},
      {"order-elements", "OrderElements",
       "Elements are reached through pointers or indices in no order of memory",
       "Store elements in the order in which they are reached, or work in the "
       "order in which they are stored. `memfacet advise` tries it."},
      {"work-in-tiles", "WorkInTiles",
       "A structure is read from end to end again and again",
       "Do more with a part while it is in the cache."},
      {"evicted-by-others", "EvictedByOthers",
       "What is used again and again is evicted in between",
       "`memfacet evictions` shows by which structures. Use them at other "
       "times, or make them smaller."},
      {"fill-less", "FillLess",
       "A structure is filled or cleared again and again, and hardly read",
       "Clear only what was touched, or do not clear it."},
      {"swap-arrays", "SwapArrays",
       "An array is copied as a whole to another one, round after round",
       "Let the two change places: swap the pointers."},
      {"join-arrays", "JoinArrays",
       "A loop accesses several arrays at random with one index",
       "Join the arrays to an array of structs."},
      {"shorten-lists", "ShortenLists",
       "Searches in a hash table follow long lists",
       "Give the table more lists, or use a hash that spreads keys evenly."},
      report::falseSharingRule(),
      {"may-share-lines", "MayShareLines",
       "Threads may write different bytes of the same cache lines",
       "A sample of the accesses says so. `memfacet false-sharing` counts the "
       "misses that it costs."},
      {"hand-over-lines", "HandOverLines",
       "Threads write and use the same bytes in turn, a line at a time",
       "Hand over more at a time, or work on it in the thread that wrote it. "
       "`memfacet sharing --edges` shows the code."},
      {"annotate-allocator", "AnnotateAllocator",
       "Memory of an allocator of the program's own is one row",
       "Let the allocator say what it hands out: MEMFACET_ALLOC(piece, bytes) "
       "of memfacet.h."},
      {"costly-structure", "CostlyStructure",
       "A structure causes a large part of the cache misses",
       "`memfacet describe NAME` says how it is accessed."}};
  static_assert(std::size(Rules) == NamesOf<report::Change>.size());
  return Rules[size_t(Suggestion)];
}

/// Returns the places with first-level misses of structure \p Id, most misses
/// first.
std::vector<report::SarifPlace> missingCode(const result::Profile &P,
                                            StructureId Id) {
  std::vector<std::pair<uint64_t, const result::CodeSite *>> Sites;
  for (const result::SiteCounts &C : P.BySite)
    if (C.Structure == Id && !C.Misses.empty() && C.Misses[0] != 0)
      Sites.emplace_back(C.Misses[0], &P.Sites[C.Site]);
  std::ranges::stable_sort(Sites, std::greater(),
                           [](const auto &S) { return S.first; });
  std::vector<report::SarifPlace> Places;
  for (const auto &[Misses, Site] : Sites)
    if (!Site->File.empty() && Places.size() != MostPlaces)
      Places.push_back({Site->File, Site->Line, Site->Column,
                        fmt::format("{} misses of the first level", Misses)});
  return Places;
}

void addFinding(const result::Profile &P, const report::Finding &F,
                const std::string &File, report::SarifLog &Log) {
  const result::Structure &Subject = P.Structures[F.Structure.Value];
  report::SarifResult R;
  R.Rule = Log.rule(ruleOf(F.Remedy));
  // A finding without a change is a note.
  R.Warning = F.Remedy != report::Change::None;
  R.Message =
      report::findingText(P, F) + " Next: " + report::findingNext(P, F, File);
  R.Related = missingCode(P, F.Structure);
  if (!Subject.File.empty())
    R.Places = {{Subject.File, Subject.Line, 0, ""}};
  else if (!R.Related.empty())
    R.Places = {
        {R.Related[0].File, R.Related[0].Line, R.Related[0].Column, ""}};
  auto Percent = [](double Share) {
    return uint64_t(std::llround(Share * 100));
  };
  R.Properties = {{"percentOfMissCycles", Percent(F.Share)}};
  if (F.Saves > 0)
    R.Properties.push_back({"percentSavedAtMost", Percent(F.Saves)});
  if (F.Lost.High != 0) {
    R.Properties.push_back({"lostLinesLow", F.Lost.Low});
    R.Properties.push_back({"lostLinesHigh", F.Lost.High});
    R.Properties.push_back({"lostLinesInRunLow", F.LostInRun.Low});
    R.Properties.push_back({"lostLinesInRunHigh", F.LostInRun.High});
  }
  R.Properties.push_back(
      {"percentOfTimeSaved", Percent(std::max(F.Gain.Likely, 0.0))});
  R.Properties.push_back(
      {"percentOfTimeSavedAtMost", Percent(std::max(F.Gain.High, 0.0))});
  for (size_t L = 0; L != Subject.Total.Levels.size(); ++L)
    R.Properties.push_back(
        {P.Caches.Levels[L].Name + "Misses", Subject.Total.Levels[L].Misses});
  Log.Results.push_back(std::move(R));
}

} // namespace

Status exportSarif(const ProfileExport &Source, ExportFile &Output) {
  const result::Profile &P = Source.P;
  report::SarifLog Log;
  std::string File = Source.File == "memfacet.mfp" ? "" : " " + Source.File;
  constexpr size_t Most = 20;
  std::vector<StructureId> Unshared;
  for (const report::Finding &F : report::findingsOf(P, {.Most = Most})) {
    if (F.Remedy == report::Change::Unshare)
      Unshared.push_back(F.Structure);
    else
      addFinding(P, F, File, Log);
  }
  // The user asked for a simulation of sharing. A recording always has some
  // misses, so only findings count there.
  if (!P.Sharing.empty() && !P.Sharing.Followed)
    report::addFalseSharing(P, report::falseSharing(P, {}), Log);
  else if (!Unshared.empty())
    report::addFalseSharing(P, report::falseSharing(P, Unshared), Log);
  Output.add(report::sarifText(Log.Rules, Log.Results, report::sarifFolder()));
  return {};
}

} // namespace memfacet::exports
