//===- AnalysisNotes.cpp - notes of a profile -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/pipeline/Analysis.h"
#include "analysis/result/profile/KnownWords.h"

namespace memfacet::measure {

void Analysis::addNotes(result::Profile &P) const {
  if (ProcessId == 0 && !Program.empty())
    P.Notes.push_back(result::ImportedNote);
  if (P.Vectors.Source == result::BlockSource::Counted &&
      ((!ObserverList.empty() && !Options.onlyBlocks()) || Options.MissCauses))
    P.Notes.push_back("the program only counts its blocks: it has no accesses "
                      "for what else was asked for; build it without "
                      "--count-blocks");
  if (Selected.estimates(Caches.bySite()))
    P.Notes.push_back("where a place in the code accesses several data "
                      "structures, how many accesses are in which is an "
                      "estimate: not all of them were recorded");
  addNotesOfEnd(P);
  for (std::string &Note : Memory.notes())
    P.Notes.push_back(std::move(Note));
  if (LeftOutMarkers)
    P.Notes.push_back(fmt::format("{} phases and the like beyond the first {} "
                                  "were left out",
                                  LeftOutMarkers, MaxMarkers));
}

void Analysis::addNotesOfEnd(result::Profile &P) const {
  if (!Ending)
    return;
  if (*Ending == decode::Decoder::Ending::Unknown)
    P.Notes.push_back(
        fmt::format("{}: what it has counted in its last interval {}",
                    GoesOn ? "a program that selects tells its counts late"
                           : "the program was killed",
                    result::MissingCounts));
  // A thread that is in the middle of a loop comes to the loop's end.
  if (*Ending == decode::Decoder::Ending::ByReader && !GoesOn)
    P.Notes.push_back(fmt::format("the program was killed: counts of the loop "
                                  "in which a thread was then {}",
                                  result::InexactCode));
}

} // namespace memfacet::measure
