//===- FillTimes.cpp - times of intervals and objects ---------------------===//

#include "analysis/counts/FillTimes.h"

namespace memfacet {

void fillLives(Profile &P, const ObjectTimes &Times) {
  std::vector<ObjectLives> Lives = Times.lives();
  for (size_t Id = 0; Id != Lives.size() && Id != P.Structures.size(); ++Id) {
    ObjectLives &To = P.Structures[Id].Lives;
    uint64_t Peak = To.PeakObjects;
    To = Lives[Id];
    To.PeakObjects = Peak;
  }
  P.HasDescriptions = true;
}

} // namespace memfacet
