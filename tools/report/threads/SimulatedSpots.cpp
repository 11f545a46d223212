//===- SimulatedSpots.cpp - what was simulated at a hot-spot --------------===//

#include "tools/report/threads/SimulatedSpots.h"

namespace memfacet {

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
