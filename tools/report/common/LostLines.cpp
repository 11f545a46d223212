//===- LostLines.cpp - lines lost to other threads, and their cost --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/common/LostLines.h"
#include "analysis/result/stalls/StallModel.h"
#include "memfacet/Check.h"
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

/// A structure of more bytes may have lines that one thread alone uses.
constexpr uint64_t MostOfFewLines = 256;

/// Misses of one structure in several orders of threads.
struct Orders {
  uint64_t True = 0, False = 0, Coarse = 0, Fine = 0;
  uint64_t all() const { return True + False; }
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

/// Returns the least and the most misses of lost lines in this run.
LostRange inRun(const result::SharingTable &T, StructureId Id,
                const Orders &O) {
  for (const result::SharingEstimate &E : T.Estimates)
    if (E.Structure == Id)
      return {std::min(E.Low, O.all()), std::max(E.High, O.all())};
  return {O.all(), O.all()};
}

/// Returns the least misses of lines that were followed. Where threads fight
/// for a line, the one that comes last in one round may come first in the next,
/// and then two turns have one miss. What is only handed over is missed in each
/// turn.
uint64_t leastOfTurns(const Orders &O) {
  if (O.Coarse < O.all())
    return O.Coarse - O.Coarse / 2;
  return O.all() - O.False / 2;
}

/// Returns the same of any order. The order changes the part of the misses that
/// it changes in \p InRun.
LostRange inAnyRun(const result::SharingTable &T, LostRange InRun,
                   const Orders &O) {
  if (!T.Ranges || O.all() == 0)
    return InRun;
  LostRange Tried = {std::min({O.all(), O.Coarse, O.Fine}),
                     std::max({O.all(), O.Coarse, O.Fine})};
  if (T.Followed)
    Tried.Low = leastOfTurns(O);
  double Least = double(Tried.Low) / double(O.all());
  return {uint64_t(std::floor(Least * double(InRun.Low))),
          std::max(InRun.High, Tried.High)};
}

/// Returns about the most misses of each structure: a thread misses as often as
/// it accesses the structure, and as others write there. Ranges over several
/// lines, and writes to others in the same lines, may add to that.
std::vector<uint64_t> mostMisses(const result::Profile &P) {
  std::vector<uint64_t> Stores(P.Structures.size()), Most(P.Structures.size());
  for (const result::ThreadCounts &C : P.ByThread)
    Stores[C.Structure.Value] += C.Total.Stores;
  for (const result::ThreadCounts &C : P.ByThread)
    Most[C.Structure.Value] +=
        std::min(C.Total.Accesses, Stores[C.Structure.Value] - C.Total.Stores);
  return Most;
}

/// Returns whether some lines were not followed for a part of the run.
bool leavesOutLines(const result::Profile &P) {
  return P.Sharing.Followed && !P.Lines.empty();
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
  std::vector<uint64_t> Most = mostMisses(P);
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
    LostRange InRun = inRun(P.Sharing, L.Structure, O);
    LostRange All = inAnyRun(P.Sharing, InRun, O);
    bool HasFewLines = P.Structures[Id].PeakBytes <= MostOfFewLines;
    if (P.Sharing.Followed && O.Coarse < O.all() && HasFewLines)
      All.High = std::max(All.High, Most[Id]);
    L.TrueInRun = partOf(InRun, O.True, O.all());
    L.FalseInRun = partOf(InRun, O.False, O.all());
    L.TrueSharing = partOf(All, O.True, O.all());
    L.FalseSharing = partOf(All, O.False, O.all());
  }
  for (const result::SharingHint &H : P.SharingHints) {
    if (H.Structure.Value >= Result.size())
      continue;
    LostLines &L = Result[H.Structure.Value];
    if (uint64_t Most = sampledMost(P, H, L.False >= LeastContested)) {
      L.Hint = &H;
      L.FalseSharing.High = std::max(L.FalseSharing.High, Most);
      // None of its lines was seen to move. They may not have been followed.
      if (L.True + L.False == 0 && leavesOutLines(P))
        L.FalseInRun.High = Most;
    }
  }
  return Result;
}

LostLines allLostLines(const result::Profile &P) {
  LostLines Sum;
  for (const LostLines &L : lostLines(P)) {
    Sum.True += L.True, Sum.False += L.False;
    Sum.TrueInRun += L.TrueInRun;
    Sum.FalseInRun += L.FalseInRun;
    Sum.TrueSharing += L.TrueSharing;
    Sum.FalseSharing += L.FalseSharing;
  }
  return Sum;
}

double lostCycles(double Lines) {
  MEMFACET_CHECK(Lines >= 0, "lines are counted");
  return Lines * result::stallCycles(result::TimePart::Contest, 0, 1);
}

std::string lostRangeText(LostRange R) {
  const std::string Low = humanCount(R.Low), High = humanCount(R.High);
  return Low == High ? Low : fmt::format("{} to {}", Low, High);
}

std::string lostText(LostRange InRun, LostRange AnyRun) {
  auto Cycles = [](uint64_t Lines) {
    return uint64_t(std::llround(lostCycles(double(Lines))));
  };
  LostRange R = InRun.High == 0 ? AnyRun : InRun;
  std::string Text =
      fmt::format("{} lost {}, {} cycles", lostRangeText(R),
                  R == LostRange(1, 1) ? "line" : "lines",
                  lostRangeText({Cycles(R.Low), Cycles(R.High)}));
  if (R == AnyRun)
    return Text;
  return Text + fmt::format(" (another run loses {})", lostRangeText(AnyRun));
}

std::string lostHeader(const result::Profile &P) {
  LostLines All = allLostLines(P);
  return fmt::format("false sharing {}\ntrue sharing  {}\n",
                     lostText(All.FalseInRun, All.FalseSharing),
                     lostText(All.TrueInRun, All.TrueSharing));
}

} // namespace memfacet::report
