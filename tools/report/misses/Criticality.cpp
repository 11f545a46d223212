//===- Criticality.cpp - whose misses a core waits for --------------------===//

#include "tools/report/misses/Criticality.h"
#include "tools/report/format/Units.h"
#include <algorithm>
#include <tuple>

namespace memfacet {

static bool isCritical(const CriticalRow &R) {
  return R.StallTenths >= 10 && R.StallTenths > 2 * R.MissTenths;
}

Criticality criticality(const Profile &P) {
  Criticality Result;
  CoreThreadTimes Total = P.Core.total();
  std::vector<uint64_t> Stalls = P.Core.byStructure(P.Structures.size());
  std::vector<uint64_t> Misses;
  for (const Structure &S : P.Structures)
    Misses.push_back(S.Total.Levels.empty() ? 0 : S.Total.Levels[0].Misses);
  std::vector<uint32_t> MissShares = sharesInTenths(Misses);
  std::vector<uint64_t> Parts = Stalls;
  Parts.insert(Parts.end(), {Total.Computation, Total.Branches, Total.Start});
  std::vector<uint32_t> StallShares = sharesInTenths(Parts);
  for (uint64_t Cycles : Parts)
    Result.Stalls += Cycles;
  size_t Count = P.Structures.size();
  for (uint32_t Id = 0; Id != Count; ++Id) {
    Result.Misses += Misses[Id];
    if (Misses[Id] == 0 && Stalls[Id] == 0)
      continue;
    CriticalRow R = {StructureId(Id), Misses[Id], Stalls[Id], MissShares[Id],
                     StallShares[Id]};
    R.Critical = isCritical(R);
    Result.Rows.push_back(R);
  }
  std::ranges::sort(Result.Rows, {}, [](const CriticalRow &R) {
    return std::tuple(~R.Stalls, ~R.Misses, R.Structure);
  });
  Result.ComputationTenths = StallShares[Count];
  Result.BranchTenths = StallShares[Count + 1];
  Result.StartTenths = StallShares[Count + 2];
  return Result;
}

} // namespace memfacet
