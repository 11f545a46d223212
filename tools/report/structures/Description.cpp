//===- Description.cpp - how a structure is accessed ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/structures/Description.h"
#include "memfacet/Check.h"
#include "tools/report/common/ReportModel.h"
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace memfacet::report {

uint64_t AccessMix::known() const {
  return std::accumulate(Accesses.begin(), Accesses.end(), uint64_t(0));
}

namespace {
/// Accesses of one structure before they are rounded.
struct Sums {
  std::array<double, result::StepKinds> Accesses = {};
  std::map<int64_t, double> Strides;
};
} // namespace

/// Adds a site. All its accesses are counted like those of the sample.
static void addSite(AccessMix &Mix, Sums &Sum, const result::SiteCounts &C) {
  Mix.Sampled += C.Steps.Sampled;
  uint64_t Steps = C.Steps.all();
  if (Steps == 0) {
    Mix.Unknown += C.Accesses;
    return;
  }
  double Weight = double(C.Accesses) / double(Steps);
  for (size_t I = 0; I != result::StepKinds; ++I)
    Sum.Accesses[I] += Weight * double(C.Steps.Steps[I]);
  for (const result::Stride &S : C.Steps.Strides)
    Sum.Strides[S.Bytes] += Weight * double(S.Steps);
}

std::vector<AccessMix> accessMixes(const result::Profile &P) {
  std::vector<AccessMix> Mixes(P.Structures.size());
  std::vector<Sums> All(P.Structures.size());
  for (const result::SiteCounts &C : P.BySite) {
    MEMFACET_CHECK(C.Structure.Value < Mixes.size(),
                   "sites access structures of the profile");
    addSite(Mixes[C.Structure.Value], All[C.Structure.Value], C);
  }
  for (size_t Id = 0; Id != Mixes.size(); ++Id) {
    AccessMix &Mix = Mixes[Id];
    for (size_t I = 0; I != result::StepKinds; ++I)
      Mix.Accesses[I] = uint64_t(std::llround(All[Id].Accesses[I]));
    for (auto [Bytes, Steps] : All[Id].Strides)
      Mix.Strides.push_back({Bytes, uint64_t(std::llround(Steps))});
    std::ranges::sort(Mix.Strides, {}, [](const result::Stride &S) {
      return std::pair(~S.Steps, S.Bytes);
    });
  }
  return Mixes;
}

std::vector<StructureId> mostMissed(const result::Profile &P, size_t Top) {
  std::vector<StructureId> Result;
  for (const result::Structure *S :
       sortedStructures(P.Structures, *findSortColumn(P.Caches, "")))
    if (S->Total.Accesses != 0 && Result.size() < Top)
      Result.push_back(StructureId(uint32_t(S - P.Structures.data())));
  return Result;
}

} // namespace memfacet::report
