//===- Curves.cpp - miss curves: misses by cache size ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/caches/Curves.h"
#include "analysis/caches/model/CacheLimits.h"
#include "analysis/result/profile/MissCurves.h"
#include "memfacet/Check.h"
#include "tools/report/common/TableNames.h"
#include <algorithm>
#include <charconv>

namespace memfacet::report {

/// The smallest size that matters, in bytes. Below it, a curve shows how
/// accesses follow one another in a line, not what fits into a cache.
static constexpr uint64_t LeastBytes = 1024;

static void addTo(result::MissCurve &Sum, const result::MissCurve &C) {
  Sum.Compulsory += C.Compulsory;
  Sum.Reuses.resize(std::max(Sum.Reuses.size(), C.Reuses.size()));
  for (size_t B = 0; B != C.Reuses.size(); ++B)
    Sum.Reuses[B] += C.Reuses[B];
}

CurveModel curveModel(const result::Profile &P, result::CurveScope Scope) {
  MEMFACET_CHECK(!P.Curves.empty(), "the command says that there are none");
  CurveModel M;
  M.Scope = Scope;
  M.LineBytes = P.Caches.LineBytes;
  M.Exact = P.Curves.exact();
  M.Total.Name = M.Total.Title = "TOTAL";
  for (const result::MissCurve &C : P.Curves.Curves)
    if (C.Scope == Scope) {
      M.Rows.push_back({P.Structures[C.Structure.Value].Name,
                        tableName(P, C.Structure), C.Structure, C});
      addTo(M.Total.Curve, C);
    }
  for (const result::CurveTotal &T : P.Curves.Totals)
    if (T.Scope == Scope) {
      M.Total.Curve.Samples = T.Samples;
      M.Total.Curve.Intervals = T.Intervals;
    }
  uint64_t First = P.Caches.Levels[0].Bytes;
  std::ranges::sort(M.Rows, [&](const NamedCurve &A, const NamedCurve &B) {
    uint64_t OfA = missesAt(M, A.Curve, First),
             OfB = missesAt(M, B.Curve, First);
    if (OfA != OfB)
      return OfA > OfB;
    return std::pair(B.Curve.touches(), A.Structure.Value) <
           std::pair(A.Curve.touches(), B.Structure.Value);
  });
  return M;
}

uint64_t missesAt(const CurveModel &M, const result::MissCurve &C,
                  uint64_t Bytes) {
  MEMFACET_CHECK(M.LineBytes != 0, "curves count lines");
  return C.misses(result::bucketOf(Bytes / M.LineBytes));
}

result::MissInterval intervalAt(const CurveModel &M, const result::MissCurve &C,
                                uint64_t Bytes) {
  return C.interval(result::bucketOf(Bytes / M.LineBytes));
}

size_t lastBucket(const CurveModel &M, const caches::CacheModel &Caches) {
  size_t Last = M.Total.Curve.Reuses.size();
  for (const caches::CacheLevel &L : Caches.Levels)
    if (L.Bytes <= result::bucketBegin(Last) * M.LineBytes * 64)
      Last = std::max(Last, result::bucketOf(L.Bytes / M.LineBytes));
  return std::min(Last, result::DistanceBuckets - 1);
}

std::vector<Knee> knees(const CurveModel &M, const result::MissCurve &C) {
  constexpr size_t Most = 3;
  // A knee is at least LeastPart of the curve's fall from 1 KiB on and
  // LeastRatio of all touches, and leaves at most MostLeft of the misses.
  // Gentle slopes have no knees.
  constexpr double LeastPart = 0.15, LeastRatio = 0.005, MostLeft = 0.7;
  std::vector<Knee> Result;
  if (C.touches() == 0)
    return Result;
  std::vector<double> Ratio;
  for (size_t B = 0; B <= C.Reuses.size(); ++B)
    Ratio.push_back(double(C.misses(B)) / double(C.touches()));
  size_t First =
      result::bucketOf(std::max<uint64_t>(1, LeastBytes / M.LineBytes));
  if (First + result::BucketsPerOctave >= Ratio.size())
    return Result;
  double Fall = Ratio[First] - Ratio.back();
  std::vector<bool> Used(Ratio.size());
  for (size_t Tries = 0; Tries != 2 * Most && Result.size() != Most; ++Tries) {
    size_t Steepened = 0;
    double Steepest = std::max(LeastPart * Fall, LeastRatio);
    for (size_t B = First + result::BucketsPerOctave; B < Ratio.size(); ++B)
      if (double Drop = Ratio[B - result::BucketsPerOctave] - Ratio[B];
          !Used[B] && !Used[B - result::BucketsPerOctave] && Drop > Steepest)
        Steepest = Drop, Steepened = B;
    if (Steepened == 0)
      break;
    for (size_t B = Steepened - result::BucketsPerOctave; B <= Steepened; ++B)
      Used[B] = true;
    // Narrows the knee to the part of the octave that has nine tenths of the
    // fall.
    size_t Begin = Steepened - result::BucketsPerOctave, End = Steepened;
    while (Ratio[Begin] - Ratio[End - 1] >= 0.9 * Steepest)
      --End;
    while (Begin + 1 < End && Ratio[Begin + 1] - Ratio[End] >= 0.9 * Steepest)
      ++Begin;
    if (Ratio[End] <= MostLeft * Ratio[Begin])
      Result.push_back({result::bucketBegin(End) * M.LineBytes,
                        result::bucketBegin(Begin) * M.LineBytes, Ratio[Begin],
                        Ratio[End]});
  }
  std::ranges::sort(Result, {}, &Knee::Bytes);
  return Result;
}

/// Returns 4 KiB or, if the curves were sampled, the first larger size at which
/// something is known of the total.
static uint64_t firstUsualSize(const CurveModel &M) {
  const result::MissCurve &C = M.Total.Curve;
  uint64_t Size = std::max<uint64_t>(4 * LeastBytes, M.LineBytes);
  uint64_t End = result::bucketBegin(C.Reuses.size()) * M.LineBytes;
  while (!M.Exact && Size < End && intervalAt(M, C, Size).High == C.touches() &&
         missesAt(M, C, Size) != C.touches())
    Size <<= 1;
  return Size;
}

std::vector<uint64_t> usualSizes(const CurveModel &M,
                                 const caches::CacheModel &Caches) {
  // With intervals, columns are wide.
  const size_t Most = M.Exact ? 14 : 8;
  uint64_t End = result::bucketBegin(M.Total.Curve.Reuses.size()) * M.LineBytes;
  std::vector<uint64_t> Sizes;
  for (unsigned Step : {1, 2, 3}) {
    Sizes.clear();
    for (uint64_t Size = firstUsualSize(M);; Size <<= Step) {
      Sizes.push_back(Size);
      if (Size >= End)
        break;
    }
    if (Sizes.size() <= Most)
      break;
  }
  // Larger caches than everything that was touched say nothing new.
  for (const caches::CacheLevel &L : Caches.Levels)
    if (L.Bytes <= 4 * Sizes.back())
      Sizes.push_back(
          result::bucketBegin(result::bucketOf(L.Bytes / M.LineBytes)) *
          M.LineBytes);
  std::ranges::sort(Sizes);
  Sizes.erase(std::unique(Sizes.begin(), Sizes.end()), Sizes.end());
  return Sizes;
}

static std::optional<uint64_t> parseBytes(std::string_view Text) {
  uint64_t Value = 0;
  auto [Rest, Wrong] =
      std::from_chars(Text.data(), Text.data() + Text.size(), Value);
  std::string_view Unit = Text.substr(size_t(Rest - Text.data()));
  if (Unit.ends_with("iB"))
    Unit.remove_suffix(2);
  else if (Unit.ends_with("B"))
    Unit.remove_suffix(1);
  unsigned Shift = Unit.empty()                 ? 0
                   : Unit == "K" || Unit == "k" ? 10
                   : Unit == "M"                ? 20
                   : Unit == "G"                ? 30
                                                : 99;
  if (Wrong != std::errc() || Shift == 99 || Value == 0 ||
      Value > caches::MaxCacheBytes >> Shift)
    return std::nullopt;
  return Value << Shift;
}

Expected<std::vector<uint64_t>> parseSizes(std::string_view Text,
                                           uint32_t LineBytes) {
  MEMFACET_CHECK(LineBytes != 0, "sizes are counted in lines");
  std::vector<uint64_t> Sizes;
  auto Add = [&](uint64_t Bytes) {
    Sizes.push_back(result::bucketBegin(result::bucketOf(Bytes / LineBytes)) *
                    LineBytes);
  };
  for (std::string_view Rest = Text; !Rest.empty();) {
    size_t End = std::min(Rest.find(','), Rest.size());
    std::string_view Range = Rest.substr(0, End);
    Rest.remove_prefix(std::min(End + 1, Rest.size()));
    size_t Dots = Range.find("..");
    std::optional<uint64_t> First = parseBytes(Range.substr(0, Dots)),
                            Last = First;
    if (Dots != Range.npos)
      Last = parseBytes(Range.substr(Dots + 2));
    if (!First || !Last || *First > *Last || *First < LineBytes)
      return usageError("'{}' is no size of a cache; write for instance "
                        "--sizes 32K,1M or --sizes 16K..4M",
                        Range);
    for (uint64_t Bytes = *First; Bytes <= *Last; Bytes *= 2)
      Add(Bytes);
  }
  std::ranges::sort(Sizes);
  Sizes.erase(std::unique(Sizes.begin(), Sizes.end()), Sizes.end());
  if (Sizes.empty())
    return makeError("no size in '{}'; write for instance --sizes 16K..4M",
                     Text);
  return Sizes;
}

std::vector<const NamedCurve *>
drawnRows(const CurveModel &M, const CurveOptions &Options, size_t Most) {
  std::vector<const NamedCurve *> Rows;
  for (const NamedCurve &Row : M.Rows)
    if (Options.Named.empty()
            ? Rows.size() < Most && Row.Curve.touches() != 0
            : std::ranges::find(Options.Named, Row.Structure) !=
                  Options.Named.end())
      Rows.push_back(&Row);
  return Rows;
}

} // namespace memfacet::report
