//===- Descriptions.cpp - steps and lives as rows -------------------------===//

#include "analysis/store/ProfileTables.h"
#include "analysis/store/Rows.h"
#include <algorithm>
#include <tuple>

namespace memfacet {

static Status storeLives(Database &D, const Profile &P) {
  Rows R(D, ProfileTable::StructureLives);
  for (size_t Id = 0; Id != P.Structures.size(); ++Id)
    if (const ObjectLives &L = P.Structures[Id].Lives; L != ObjectLives())
      R.add(Id, L.PeakObjects, L.Timed, L.AtEnd, L.Instructions, L.Followed,
            L.Brief, L.Longest);
  return R.status();
}

Status storeDescriptions(Database &D, const Profile &P) {
  if (Status S = storeLives(D, P); !S)
    return S;
  Rows R(D, ProfileTable::SiteSteps), Strides(D, ProfileTable::SiteStrides);
  for (const SiteCounts &C : P.BySite) {
    uint32_t Structure = C.Structure.Value;
    const auto &[Sequential, Strided, Repeated, Linked, Indirect, Irregular] =
        C.Steps.Steps;
    if (C.Steps.Sampled)
      R.add(C.Site, Structure, C.Steps.Sampled, Sequential, Strided, Repeated,
            Linked, Indirect, Irregular);
    for (const Stride &S : C.Steps.Strides)
      Strides.add(C.Site, Structure, uint64_t(S.Bytes), S.Steps);
  }
  return R.status() ? Strides.status() : R.status();
}

static Status loadLives(Database &D, Profile &P) {
  return forEachRow(
      D, ProfileTable::StructureLives, "structure", [&](Statement &Row) {
        uint64_t Id = Row.number(0);
        if (Id >= P.Structures.size())
          return false;
        P.Structures[Id].Lives = {Row.number(1), Row.number(2), Row.number(3),
                                  Row.number(4), Row.number(5), Row.number(6),
                                  Row.number(7)};
        return true;
      });
}

/// The row of a site in a structure, or null.
static SiteCounts *rowOf(Profile &P, uint64_t Site, uint64_t Structure) {
  auto Place = [](const SiteCounts &C) {
    return std::pair(uint64_t(C.Site), uint64_t(C.Structure.Value));
  };
  auto At =
      std::ranges::lower_bound(P.BySite, std::pair(Site, Structure), {}, Place);
  return At != P.BySite.end() && Place(*At) == std::pair(Site, Structure)
             ? &*At
             : nullptr;
}

Status loadDescriptions(Database &D, Profile &P) {
  P.HasDescriptions = true;
  if (Status S = loadLives(D, P); !S)
    return S;
  Status S = forEachRow(
      D, ProfileTable::SiteSteps, "site, structure", [&](Statement &Row) {
        SiteCounts *To = rowOf(P, Row.number(0), Row.number(1));
        if (!To)
          return false;
        To->Steps.Sampled = Row.number(2);
        for (size_t I = 0; I != StepKinds; ++I)
          To->Steps.Steps[I] = Row.number(int(3 + I));
        return true;
      });
  if (!S)
    return S;
  return forEachRow(D, ProfileTable::SiteStrides, "site, structure, stride",
                    [&](Statement &Row) {
                      SiteCounts *To = rowOf(P, Row.number(0), Row.number(1));
                      if (!To)
                        return false;
                      To->Steps.Strides.push_back(
                          {int64_t(Row.number(2)), Row.number(3)});
                      return true;
                    });
}

} // namespace memfacet
