//===- DetailJson.h - the detailed simulation as JSON ---------------------===//

#ifndef MEMFACET_REPORT_STRUCTURES_DETAILJSON_H
#define MEMFACET_REPORT_STRUCTURES_DETAILJSON_H

#include "analysis/profile/Profile.h"
#include <nlohmann/json.hpp>

namespace memfacet {

/// Adds the classes of misses and the like to the object of a level.
void addLevelDetail(nlohmann::ordered_json &To, const LevelDetail &L);
/// Adds what is of no level to the object of a structure.
void addTraffic(nlohmann::ordered_json &To, const MemoryCounters &C,
                const CacheModel &Caches);

} // namespace memfacet

#endif
