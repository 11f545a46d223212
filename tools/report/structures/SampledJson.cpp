//===- SampledJson.cpp - how sure estimates are, as JSON ------------------===//

#include "tools/report/structures/SampledJson.h"

namespace memfacet {

using Json = nlohmann::ordered_json;

static Json part(uint32_t Ppm) {
  return Ppm == SampledError::Unknown ? Json() : Json(double(Ppm) / 1e6);
}

Json sampledJson(const SampledErrors &E, const CacheModel &Caches) {
  Json Levels = Json::array();
  for (size_t L = 0; L != E.Misses.size(); ++L)
    Levels.push_back({{"name", Caches.Levels[L].Name},
                      {"misses_share_error", part(E.Misses[L].SharePpm)},
                      {"misses_error", part(E.Misses[L].CountPpm)}});
  return {{"accesses_share_error", part(E.Accesses.SharePpm)},
          {"accesses_error", part(E.Accesses.CountPpm)},
          {"levels", std::move(Levels)}};
}

Json sampledJson(const Profile &P) {
  const SampledRun &S = P.Sampled;
  Json J = {{"windows", S.Windows},
            {"words", S.Words},
            {"recorded_words", S.Recorded},
            {"measured_words", S.Measured},
            {"measured_accesses", S.Accesses}};
  J["total"] = sampledJson(S.Total, P.Caches);
  return J;
}

} // namespace memfacet
