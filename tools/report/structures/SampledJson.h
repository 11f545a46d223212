//===- SampledJson.h - how sure estimates are, as JSON --------------------===//

#ifndef MEMFACET_REPORT_STRUCTURES_SAMPLEDJSON_H
#define MEMFACET_REPORT_STRUCTURES_SAMPLEDJSON_H

#include "analysis/profile/Profile.h"
#include <nlohmann/json.hpp>

namespace memfacet {

/// Of the run.
nlohmann::ordered_json sampledJson(const Profile &P);
/// Of one structure. Halves of 95 % intervals: of a share, as a part of 1; of a
/// count, as a part of the count; null where not known.
nlohmann::ordered_json sampledJson(const SampledErrors &E,
                                   const CacheModel &Caches);

} // namespace memfacet

#endif
