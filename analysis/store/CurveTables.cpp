//===- CurveTables.cpp - miss curves as rows ------------------------------===//

#include "analysis/reuse/DistanceBuckets.h"
#include "analysis/store/ProfileTables.h"
#include "analysis/store/Rows.h"
#include <algorithm>
#include <optional>
#include <tuple>

namespace memfacet {

Status storeCurves(Database &D, const Profile &P) {
  Rows Totals(D, ProfileTable::CurveTotals), Curves(D, ProfileTable::Curves);
  Rows Reuses(D, ProfileTable::CurveReuses);
  for (const CurveTotal &T : P.Curves.Totals)
    Totals.add(std::string_view(curveScopeName(T.Scope)), T.Samples,
               T.ErrorPpm);
  for (const MissCurve &C : P.Curves.Curves) {
    std::string_view Scope = curveScopeName(C.Scope);
    Curves.add(Scope, C.Structure.Value, C.touches(), C.Compulsory, C.Samples,
               C.ErrorPpm);
    for (size_t B = 0; B != C.Reuses.size(); ++B)
      if (C.Reuses[B] != 0)
        Reuses.add(Scope, C.Structure.Value, bucketBegin(B), C.Reuses[B]);
  }
  for (const Rows *Each : {&Totals, &Curves, &Reuses})
    if (Status S = Each->status(); !S)
      return S;
  return {};
}

static std::optional<CurveScope> scopeNamed(const std::string &Name) {
  for (CurveScope S : CurveScopes)
    if (Name == curveScopeName(S))
      return S;
  return std::nullopt;
}

static MissCurve *curveOf(MissCurves &M, CurveScope Scope, uint64_t Structure) {
  auto Place = [](const MissCurve &C) {
    return std::tuple(C.Scope, uint64_t(C.Structure.Value));
  };
  std::tuple Wanted(Scope, Structure);
  auto At = std::ranges::lower_bound(M.Curves, Wanted, {}, Place);
  return At != M.Curves.end() && Place(*At) == Wanted ? &*At : nullptr;
}

static Status loadReuses(Database &D, MissCurves &M) {
  return forEachRow(
      D, ProfileTable::CurveReuses, "scope, structure, lines",
      [&](Statement &Row) {
        std::optional<CurveScope> Scope = scopeNamed(Row.text(0));
        MissCurve *C = Scope ? curveOf(M, *Scope, Row.number(1)) : nullptr;
        uint64_t Lines = Row.number(2);
        size_t Bucket = bucketOf(std::min(Lines, uint64_t(1) << 43));
        if (!C || Bucket >= DistanceBuckets || bucketBegin(Bucket) != Lines ||
            Bucket < C->Reuses.size())
          return false;
        C->Reuses.resize(Bucket + 1);
        C->Reuses[Bucket] = Row.number(3);
        return true;
      });
}

Status loadCurves(Database &D, Profile &P) {
  Status S =
      forEachRow(D, ProfileTable::CurveTotals, "scope", [&](Statement &Row) {
        std::optional<CurveScope> Scope = scopeNamed(Row.text(0));
        if (Scope)
          P.Curves.Totals.push_back({*Scope, Row.number(1), Row.number(2)});
        return Scope.has_value();
      });
  if (!S)
    return S;
  S = forEachRow(D, ProfileTable::Curves, "scope, structure",
                 [&](Statement &Row) {
                   std::optional<CurveScope> Scope = scopeNamed(Row.text(0));
                   uint64_t Id = Row.number(1);
                   if (!Scope || Id >= P.Structures.size())
                     return false;
                   P.Curves.Curves.push_back({*Scope,
                                              StructureId(uint32_t(Id)),
                                              Row.number(3),
                                              {},
                                              Row.number(4),
                                              Row.number(5)});
                   return true;
                 });
  return S ? loadReuses(D, P.Curves) : S;
}

} // namespace memfacet
