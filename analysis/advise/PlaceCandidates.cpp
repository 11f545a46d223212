//===- PlaceCandidates.cpp - elements and objects elsewhere ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/advise/Candidates.h"
#include "analysis/advise/ElementShape.h"
#include <bit>
#include <fmt/format.h>
#include <map>
#include <numeric>

namespace memfacet::advise {

/// "a tenth" of \p Whole or more.
static bool matters(uint64_t Part, uint64_t Whole) {
  return Part != 0 && Part * 10 >= Whole;
}

/// Whether elements are known to lie one behind the other from the beginning of
/// an object on, whatever they are.
static bool hasElements(const Subject &S) {
  return S.Seen.ElementBytes != 0 && S.Seen.Uneven == 0 &&
         S.Seen.Inside * 20 >= S.Seen.Accesses * 19 &&
         S.Seen.OffBeat * 20 <= S.Seen.Accesses;
}

void suggestAlign(const Subject &S, CandidateList &To) {
  uint64_t Bytes = S.Seen.ElementBytes, Line = S.LineBytes;
  if (!hasElements(S) || Bytes < 16)
    return;
  ElementLayout Aligned = spacedLayout(
      Bytes, Bytes < Line ? std::bit_ceil(Bytes) : roundUp(Bytes, Line), Line);
  // As many lines as a visit touches where elements begin at lines.
  uint64_t Least = 0;
  for (const auto &[Mask, Count] : S.Seen.Visits) {
    uint64_t Lines = 0;
    for (uint64_t At = 0; At < Bytes; At += Line)
      Lines += (Mask & S.Seen.maskOf(At, std::min(Line, Bytes - At))) != 0;
    Least += Count * Lines;
  }
  uint64_t Now = S.Seen.VisitLines;
  if (Least * 100 >= Now * 95)
    return;
  Candidate C = S.candidate(AdviceKind::Align);
  C.Layout = Aligned;
  C.Promise = uint64_t(double(S.misses()) * double(Now - Least) / double(Now));
  uint64_t Stride = Aligned.Strides[0];
  C.Do = Stride == Bytes
             ? fmt::format("align the memory of {} to {} bytes", S.Of.title(),
                           Line)
             : fmt::format(
                   "align the elements of {} to {} bytes ({} instead of "
                   "{} each), and their memory to {}",
                   S.Of.title(), std::min(Stride, Line), Stride, Bytes, Line);
  C.Evidence.push_back(fmt::format(
      "visits touch {:.2f} lines each, {:.2f} if elements began at lines",
      double(Now) / double(S.Seen.visits()),
      double(Least) / double(S.Seen.visits())));
  C.Evidence.push_back(
      fmt::format("{} of the accesses to it cross the end of a line",
                  percent(S.Seen.Straddling, S.Seen.Accesses)));
  if (Stride != Bytes)
    C.Costs.push_back(
        fmt::format("{} more memory", percent(Stride - Bytes, Bytes)));
  To.push_back(std::move(C));
}

/// The strides of its accesses that reach few of the first level's sets, most
/// frequent first.
static std::vector<uint64_t> fewSets(const Subject &S) {
  uint64_t Sets = S.P.Caches.Levels[0].sets(S.LineBytes);
  std::map<uint64_t, uint64_t> Steps;
  for (const result::SiteCounts &C : S.P.BySite) {
    if (C.Structure != S.Id)
      continue;
    for (const result::Stride &Each : C.Steps.Strides) {
      uint64_t Bytes = uint64_t(std::abs(Each.Bytes));
      uint64_t Lines = Bytes / S.LineBytes;
      if (Lines > 1 && Bytes % S.LineBytes == 0 &&
          Sets / std::gcd(Sets, Lines) * 4 <= Sets &&
          Bytes * 4 <= S.Seen.LargestObject)
        Steps[Bytes] += Each.Steps;
    }
  }
  std::vector<uint64_t> Result;
  for (auto [Bytes, Count] : Steps)
    Result.push_back(Bytes);
  std::ranges::sort(Result, {}, [&](uint64_t Bytes) {
    return std::pair(~Steps[Bytes], Bytes);
  });
  return Result;
}

void suggestPadRows(const Subject &S, CandidateList &To) {
  if (!matters(S.Seen.Conflicts, S.misses()))
    return;
  std::vector<uint64_t> Rows = fewSets(S);
  if (Rows.empty())
    return;
  uint64_t Row = Rows[0];
  uint64_t Sets = S.P.Caches.Levels[0].sets(S.LineBytes);
  Candidate C = S.candidate(AdviceKind::PadRows);
  C.Layout = spacedLayout(Row, Row + S.LineBytes, 0);
  C.Promise = S.Seen.Conflicts;
  C.Do = fmt::format("pad each row of {} ({} bytes) by {} bytes", S.Of.title(),
                     Row, S.LineBytes);
  C.Evidence.push_back(
      fmt::format("{} of its first-level misses are conflicts: a fully "
                  "associative cache of that size does not have them",
                  percent(S.Seen.Conflicts, S.misses())));
  C.Evidence.push_back(fmt::format("steps of {} bytes reach {} of {} sets", Row,
                                   Sets / std::gcd(Sets, Row / S.LineBytes),
                                   Sets));
  C.Costs.push_back(fmt::format("{} more memory", percent(S.LineBytes, Row)));
  C.Limits.push_back(fmt::format("rows are taken to begin every {} bytes from "
                                 "where an object begins",
                                 Row));
  To.push_back(std::move(C));
}

void suggestShift(const Subject &S, CandidateList &To) {
  const caches::CacheLevel &L = S.P.Caches.Levels[0];
  uint64_t Way = L.Bytes / L.Ways;
  if (!matters(S.Seen.Conflicts, S.misses()) || Way < 4 * S.LineBytes ||
      S.Seen.Objects > 8 || S.Seen.LargestObject < Way || !S.Seen.ElementBytes)
    return;
  Candidate C = S.candidate(AdviceKind::Shift);
  // Not by one half: two structures that are both shifted must not meet again.
  C.ShiftBytes = roundUp(Way * 3 / 8, S.LineBytes);
  C.Promise = S.Seen.Conflicts / 2;
  C.Do = fmt::format("let {} begin {} bytes further on", S.Of.title(),
                     C.ShiftBytes);
  C.Evidence.push_back(
      fmt::format("{} of its first-level misses are conflicts, in sets that "
                  "others use at the same time",
                  percent(S.Seen.Conflicts, S.misses())));
  C.Limits.push_back("where the others begin is taken to stay as it is");
  To.push_back(std::move(C));
}

void suggestSeparate(const Subject &S, CandidateList &To) {
  uint64_t False = S.Seen.Now.FalseSharing;
  if (False == 0 || !matters(False, S.misses()) || !hasElements(S))
    return;
  Candidate C = S.candidate(AdviceKind::Separate);
  C.Promise = False;
  uint64_t Bytes = S.Seen.ElementBytes;
  bool Several = S.Seen.LargestObject > Bytes;
  if (Several) {
    uint64_t Stride = roundUp(Bytes, S.LineBytes);
    C.Layout = spacedLayout(Bytes, Stride, S.LineBytes);
    C.Do = fmt::format("give each element of {} {} of its own (alignas({}))",
                       S.Of.title(), Stride == S.LineBytes ? "a line" : "lines",
                       S.LineBytes);
    C.Costs.push_back(
        fmt::format("{} bytes instead of {} per element", Stride, Bytes));
  } else {
    if (!S.movable() || S.Shape->Units.size() < 2)
      return;
    C.Layout = separatedLayout(*S.Shape, S.LineBytes);
    C.Do = fmt::format("give the members of {} that different threads write "
                       "lines of their own (alignas({}))",
                       S.Of.title(), S.LineBytes);
    C.Limits.push_back("each member is given a line; fewer may do");
  }
  C.Evidence.push_back(fmt::format(
      "{} of {} misses by sharing lines are false: nobody else wrote what was "
      "wanted",
      False, S.Seen.Now.Sharing));
  C.Limits.push_back("misses by sharing are counted for caches without end");
  To.push_back(std::move(C));
}

void suggestPool(const Subject &S, CandidateList &To) {
  const StructureEvidence &Seen = S.Seen;
  uint64_t Block = std::max<uint64_t>(roundUp(Seen.ElementBytes + 8, 16), 32);
  bool Loose = Block * 5 >= Seen.ElementBytes * 6;
  if (!Seen.OfHeap || Seen.Objects < 64 || !hasElements(S) ||
      Seen.Single * 10 < Seen.Objects * 9 ||
      !(Loose || matters(Seen.Scattered, Seen.Objects)))
    return;
  Candidate C = S.candidate(AdviceKind::Pool);
  C.Pooled = true;
  C.Promise = S.misses() / 2;
  C.Do = fmt::format("allocate {} from a pool: {} bytes each, one behind the "
                     "other",
                     S.Of.title(), Seen.ElementBytes);
  C.Evidence.push_back(fmt::format(
      "{} of {} objects do not lie behind the one that was allocated before",
      percent(Seen.Scattered, Seen.Objects), Seen.Objects));
  C.Evidence.push_back(
      fmt::format("malloc takes {} bytes for {}", Block, Seen.ElementBytes));
  C.Limits.push_back("the pool hands out in order of allocation; what was "
                     "released last comes first");
  To.push_back(std::move(C));
}

void suggestPrefetch(const Subject &S, CandidateList &To) {
  if (S.Seen.Linked.empty() || !matters(S.Seen.Linked[0], S.misses()))
    return;
  Candidate C = S.candidate(AdviceKind::Prefetch);
  C.Promise = S.Seen.Linked[0] / 2;
  C.Do = fmt::format("prefetch where the links of {} lead", S.Of.title());
  C.Evidence.push_back(
      fmt::format("{} of its first-level misses are of code that follows links",
                  percent(S.Seen.Linked[0], S.misses())));
  C.Limits.push_back("an upper bound: every line that a link leads to is taken "
                     "to come in time, at the price of the same traffic");
  To.push_back(std::move(C));
}

void suggestHugePages(const Subject &S, CandidateList &To) {
  constexpr uint64_t HugePage = 2 << 20;
  if (S.Seen.Now.Pages == 0 || S.Seen.Now.Pages * 100 < S.misses() ||
      S.Of.PeakBytes < HugePage)
    return;
  Candidate C = S.candidate(AdviceKind::HugePages);
  C.Promise = S.Seen.Now.Pages;
  C.Do = fmt::format("put {} on pages of 2 MiB (madvise, MADV_HUGEPAGE)",
                     S.Of.title());
  C.Evidence.push_back(fmt::format(
      "{} misses of a TLB of 64 and 1536 entries for pages of 4 KiB",
      S.Seen.Now.Pages));
  C.Limits.push_back("pages are taken to be there when they are asked for");
  To.push_back(std::move(C));
}

} // namespace memfacet::advise
