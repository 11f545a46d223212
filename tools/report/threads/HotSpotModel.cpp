//===- HotSpotModel.cpp - simulated misses and advice of a hot-spot -------===//

#include "tools/report/threads/HotSpotReport.h"
#include <algorithm>

namespace memfacet {

/// Share of what can be told that is next to a write of other bytes.
static double unsharedShare(const HotSpot &Spot) {
  return Spot.Expected.Told > 0 ? Spot.Expected.Unshared / Spot.Expected.Told
                                : 0;
}

std::string hotSpotAdvice(const Profile &P, const HotSpot &Spot) {
  if (Spot.Causes.empty())
    return "";
  const PairSite &Here = P.Pairs.Sites[Spot.Site];
  const PairSite &There = P.Pairs.Sites[Spot.Causes.front().Site];
  if (unsharedShare(Spot) >= 0.5)
    return "threads write different bytes of one line: give what each of them "
           "writes a line of its own, for instance with alignas(64)";
  if (Here.Kind == AccessKind::ReadModifyWrite &&
      There.Kind == AccessKind::ReadModifyWrite)
    return "threads update one word in turn: let each count for itself, and "
           "add "
           "up when the sum is needed";
  if (Here.Function == There.Function)
    return "threads take turns at the same data: give each its own part, or "
           "let "
           "one keep it for longer";
  return "what one thread writes, another reads: hand over more at a time, or "
         "work on it where it was written";
}

bool isNamed(const HotSpot &Spot, const HotSpotView &View) {
  return View.Named.empty() || std::ranges::count(View.Named, Spot.Structure);
}

SimulatedSpots::SimulatedSpots(const SharingTable &Table) {
  for (const SharingVertex &V : Table.Vertices) {
    Counts &Its = Spots[placeOf(Table.Sites[V.Site], V.Structure)];
    for (Counts *To : {&Its, &Total}) {
      To->Misses += V.misses();
      To->Certain += V.Certain;
      To->Coarse += V.Coarse;
      To->Fine += V.Fine;
      To->Sent += V.Invalidations;
    }
  }
}

SimulatedSpots::Counts SimulatedSpots::at(const PairSite &Site,
                                          StructureId Structure) const {
  auto It = Spots.find(placeOf(Site, Structure));
  return It == Spots.end() ? Counts() : It->second;
}

} // namespace memfacet
