//===- LostLines.cpp - lines lost to other threads, and their cost --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/common/LostLines.h"
#include "analysis/result/stalls/StallModel.h"
#include "tools/report/format/Units.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace memfacet::report {

namespace {

/// A sample says something if it has at least this number of accesses that may
/// miss, and if these are at least LeastShare of those to the structure.
constexpr uint64_t LeastContested = 64;
constexpr double LeastShare = 0.1;

/// Misses of one structure in several orders of threads.
struct Orders {
  uint64_t True = 0, False = 0, Coarse = 0, Fine = 0;
};

/// Returns \p Part of \p R, where \p Whole is what was recorded of all.
LostRange partOf(LostRange R, uint64_t Part, uint64_t Whole) {
  if (Whole == 0)
    return {};
  auto Scaled = [&](uint64_t Count) {
    return uint64_t(std::llround(double(Count) * double(Part) / double(Whole)));
  };
  return {std::min(Scaled(R.Low), Part), std::max(Scaled(R.High), Part)};
}

/// Returns the least and the most misses of lost lines.
LostRange rangeOf(const result::SharingTable &T, StructureId Id,
                  const Orders &O) {
  uint64_t All = O.True + O.False;
  LostRange R = {All, All};
  if (T.Ranges)
    R = {std::min({All, O.Coarse, O.Fine}), std::max({All, O.Coarse, O.Fine})};
  for (const result::SharingEstimate &E : T.Estimates)
    if (E.Structure == Id)
      R = {std::min(E.Low, All), std::max(E.High, All)};
  return R;
}

/// Returns the most accesses that may miss by the sample; 0: it does not say.
/// Where false sharing was recorded, a smaller share of the accesses counts.
uint64_t sampledMost(const result::Profile &P, const result::SharingHint &H,
                     bool WasRecorded) {
  if (H.Sampled == 0 || H.Contested < LeastContested)
    return 0;
  double Share = std::min(double(H.Contested) / double(H.Sampled), 1.0);
  if (Share < LeastShare && !WasRecorded)
    return 0;
  return uint64_t(std::llround(
      Share * double(P.Structures[H.Structure.Value].Total.Accesses)));
}

} // namespace

std::vector<LostLines> lostLines(const result::Profile &P) {
  std::vector<LostLines> Result(P.Structures.size());
  std::vector<Orders> Counts(P.Structures.size());
  for (const result::SharingVertex &V : P.Sharing.Vertices) {
    Orders &O = Counts[V.Structure.Value];
    O.True += V.True, O.False += V.False;
    O.Coarse += V.Coarse, O.Fine += V.Fine;
  }
  for (uint32_t Id = 0; Id != Result.size(); ++Id) {
    LostLines &L = Result[Id];
    const Orders &O = Counts[Id];
    L.Structure = StructureId(Id);
    L.True = O.True, L.False = O.False;
    LostRange All = rangeOf(P.Sharing, L.Structure, O);
    L.TrueSharing = partOf(All, O.True, O.True + O.False);
    L.FalseSharing = partOf(All, O.False, O.True + O.False);
  }
  for (const result::SharingHint &H : P.SharingHints) {
    if (H.Structure.Value >= Result.size())
      continue;
    LostLines &L = Result[H.Structure.Value];
    if (uint64_t Most = sampledMost(P, H, L.False >= LeastContested)) {
      L.Hint = &H;
      L.FalseSharing.High = std::max(L.FalseSharing.High, Most);
    }
  }
  return Result;
}

LostLines allLostLines(const result::Profile &P) {
  LostLines Sum;
  for (const LostLines &L : lostLines(P)) {
    Sum.True += L.True, Sum.False += L.False;
    Sum.TrueSharing += L.TrueSharing;
    Sum.FalseSharing += L.FalseSharing;
  }
  return Sum;
}

double lostCycles(double Lines) {
  return Lines * result::stallCycles(result::TimePart::Contest, 0, 1);
}

std::string lostText(LostRange R) {
  auto Cycles = [](uint64_t Lines) {
    return humanCount(uint64_t(std::llround(lostCycles(double(Lines)))));
  };
  if (R.Low == R.High)
    return fmt::format("{} lost {}, {} cycles", humanCount(R.Low),
                       R.Low == 1 ? "line" : "lines", Cycles(R.Low));
  return fmt::format("{} to {} lost lines, {} to {} cycles", humanCount(R.Low),
                     humanCount(R.High), Cycles(R.Low), Cycles(R.High));
}

std::string lostHeader(const result::Profile &P) {
  LostLines All = allLostLines(P);
  return fmt::format("false sharing {}\ntrue sharing  {}\n",
                     lostText(All.FalseSharing), lostText(All.TrueSharing));
}

} // namespace memfacet::report
