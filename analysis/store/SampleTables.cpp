//===- SampleTables.cpp - a sampled run as rows ---------------------------===//

#include "analysis/store/ProfileTables.h"
#include "analysis/store/Rows.h"

namespace memfacet {

namespace {

/// Measure 0 is accesses, 1 + L are misses of level L.
template <typename Visitor>
void forMeasures(const SampledErrors &Of, Visitor Visit) {
  Visit(size_t(0), Of.Accesses);
  for (size_t L = 0; L != Of.Misses.size(); ++L)
    Visit(L + 1, Of.Misses[L]);
}

SampledError *measureOf(SampledErrors &Of, uint64_t Measure) {
  if (Measure == 0)
    return &Of.Accesses;
  return Measure - 1 < Of.Misses.size() ? &Of.Misses[Measure - 1] : nullptr;
}

/// Columns measure, share_ppm, count_ppm from \p Column on.
bool readError(Statement &Row, int Column, SampledErrors &To) {
  SampledError *E = measureOf(To, Row.number(Column));
  if (E)
    *E = {uint32_t(Row.number(Column + 1)), uint32_t(Row.number(Column + 2))};
  return E;
}

} // namespace

Status storeSampling(Database &D, const Profile &P) {
  const SampledRun &S = P.Sampled;
  Rows Run(D, ProfileTable::Sampling), Totals(D, ProfileTable::SamplingTotals);
  Rows Errors(D, ProfileTable::SamplingErrors);
  if (S.Known) {
    Run.add(S.Windows, S.Words, S.Recorded, S.Measured, S.Accesses);
    forMeasures(S.Total, [&](size_t Measure, const SampledError &E) {
      Totals.add(Measure, E.SharePpm, E.CountPpm);
    });
  }
  for (size_t Id = 0; Id != S.ByStructure.size(); ++Id)
    forMeasures(S.ByStructure[Id], [&](size_t Measure, const SampledError &E) {
      Errors.add(Id, Measure, E.SharePpm, E.CountPpm);
    });
  for (const Rows *Each : {&Run, &Totals, &Errors})
    if (Status Stored = Each->status(); !Stored)
      return Stored;
  return {};
}

Status loadSampling(Database &D, Profile &P) {
  SampledRun &S = P.Sampled;
  Status Read =
      forEachRow(D, ProfileTable::Sampling, "rowid", [&](Statement &Row) {
        if (S.Known)
          return false;
        S = {true,
             Row.number(0),
             Row.number(1),
             Row.number(2),
             Row.number(3),
             Row.number(4),
             {},
             {}};
        return true;
      });
  if (!Read || !S.Known)
    return Read;
  S.Total.Misses.resize(P.Caches.Levels.size());
  S.ByStructure.resize(P.Structures.size(), S.Total);
  Read = forEachRow(D, ProfileTable::SamplingTotals, "measure",
                    [&](Statement &Row) { return readError(Row, 0, S.Total); });
  if (!Read)
    return Read;
  return forEachRow(D, ProfileTable::SamplingErrors, "structure, measure",
                    [&](Statement &Row) {
                      uint64_t Id = Row.number(0);
                      return Id < S.ByStructure.size() &&
                             readError(Row, 1, S.ByStructure[Id]);
                    });
}

} // namespace memfacet
