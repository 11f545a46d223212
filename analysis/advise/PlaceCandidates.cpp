//===- PlaceCandidates.cpp - other places of elements and objects ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/advise/Candidates.h"
#include "analysis/advise/ElementShape.h"
#include "analysis/result/profile/Pieces.h"
#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <map>
#include <numeric>
#include <tuple>

namespace memfacet::advise {

/// Returns whether \p Part is at least a tenth of \p Whole.
static bool matters(uint64_t Part, uint64_t Whole) {
  return Part != 0 && Part * 10 >= Whole;
}

/// Returns whether elements are known to lie one after the other from the
/// beginning of an object on.
static bool hasElements(const Subject &S) {
  return S.Observed.ElementBytes != 0 && S.Observed.Uneven == 0 &&
         S.Observed.InObjects * 20 >= S.Observed.Accesses * 19 &&
         S.Observed.Misaligned * 20 <= S.Observed.Accesses;
}

void suggestAlign(const Subject &S, CandidateList &Candidates) {
  uint64_t Bytes = S.Observed.ElementBytes, Line = S.LineBytes;
  if (!hasElements(S) || Bytes < 16)
    return;
  ElementLayout Aligned = spacedLayout(
      Bytes, Bytes < Line ? std::bit_ceil(Bytes) : roundUp(Bytes, Line), Line);
  // Count the lines that visits touch if elements begin at lines.
  uint64_t Least = 0;
  for (const auto &[Mask, Count] : S.Observed.Visits) {
    uint64_t Lines = 0;
    for (uint64_t Begin = 0; Begin < Bytes; Begin += Line)
      Lines +=
          (Mask & S.Observed.maskOf(Begin, std::min(Line, Bytes - Begin))) != 0;
    Least += Count * Lines;
  }
  uint64_t Current = S.Observed.VisitLines;
  if (Least * 100 >= Current * 95)
    return;
  Candidate C = S.candidate(AdviceKind::Align);
  C.Layout = Aligned;
  C.Promise =
      uint64_t(double(S.misses()) * double(Current - Least) / double(Current));
  uint64_t Stride = Aligned.Strides[0];
  C.Action =
      Stride == Bytes
          ? fmt::format("align the memory of {} to {} bytes", S.Entry.title(),
                        Line)
          : fmt::format("align the elements of {} to {} bytes ({} instead of "
                        "{} each), and their memory to {}",
                        S.Entry.title(), std::min(Stride, Line), Stride, Bytes,
                        Line);
  C.Evidence.push_back(fmt::format(
      "visits touch {:.2f} lines each, {:.2f} if elements began at lines",
      double(Current) / double(S.Observed.visits()),
      double(Least) / double(S.Observed.visits())));
  C.Evidence.push_back(
      fmt::format("{} of the accesses to it cross the end of a line",
                  percent(S.Observed.Straddling, S.Observed.Accesses)));
  if (Stride != Bytes)
    C.Costs.push_back(
        fmt::format("{} more memory", percent(Stride - Bytes, Bytes)));
  Candidates.push_back(std::move(C));
}

/// Strides of accesses to a structure that reach few of the first level's sets.
struct FewSets {
  std::vector<uint64_t> Strides; ///< the most frequent first
  bool AreMany = false;          ///< a tenth of all steps or more are of these
};

static FewSets fewSets(const Subject &S) {
  uint64_t Sets = S.P.Caches.Levels[0].sets(S.LineBytes);
  std::map<uint64_t, uint64_t> Steps;
  uint64_t All = 0, Few = 0;
  for (const result::SiteCounts &C : S.P.BySite) {
    if (C.Structure != S.Id)
      continue;
    All += C.Steps.all();
    for (const result::Stride &Step : C.Steps.Strides) {
      uint64_t Bytes = uint64_t(std::abs(Step.Bytes));
      uint64_t Lines = Bytes / S.LineBytes;
      if (Lines > 1 && Bytes % S.LineBytes == 0 &&
          Sets / std::gcd(Sets, Lines) * 4 <= Sets &&
          Bytes * 4 <= S.Observed.LargestObject)
        Steps[Bytes] += Step.Steps, Few += Step.Steps;
    }
  }
  FewSets Result;
  Result.AreMany = matters(Few, All);
  for (auto [Bytes, Count] : Steps)
    Result.Strides.push_back(Bytes);
  std::ranges::sort(Result.Strides, {}, [&](uint64_t Bytes) {
    return std::pair(~Steps[Bytes], Bytes);
  });
  return Result;
}

void suggestPadRows(const Subject &S, CandidateList &Candidates) {
  FewSets Rows = fewSets(S);
  bool AreConflicts = matters(S.Observed.Conflicts, S.misses());
  if (Rows.Strides.empty() || (!AreConflicts && !Rows.AreMany))
    return;
  uint64_t Row = Rows.Strides[0];
  uint64_t Sets = S.P.Caches.Levels[0].sets(S.LineBytes);
  Candidate C = S.candidate(AdviceKind::PadRows);
  C.Layout = spacedLayout(Row, Row + S.LineBytes, 0);
  // A column longer than the first level misses there in any case. Where it
  // fits the second one, conflicts may keep it out of that.
  C.Promise = AreConflicts ? S.Observed.Conflicts : S.misses() / 2;
  C.Action = fmt::format("pad each row of {} ({} bytes) by {} bytes",
                         S.Entry.title(), Row, S.LineBytes);
  if (AreConflicts)
    C.Evidence.push_back(
        fmt::format("{} of its first-level misses are conflicts: a fully "
                    "associative cache of that size does not have them",
                    percent(S.Observed.Conflicts, S.misses())));
  C.Evidence.push_back(fmt::format("steps of {} bytes reach {} of {} sets", Row,
                                   Sets / std::gcd(Sets, Row / S.LineBytes),
                                   Sets));
  C.Costs.push_back(fmt::format("{} more memory", percent(S.LineBytes, Row)));
  C.Limits.push_back(fmt::format("rows are taken to begin every {} bytes from "
                                 "where an object begins",
                                 Row));
  Candidates.push_back(std::move(C));
}

void suggestShift(const Subject &S, CandidateList &Candidates) {
  const caches::CacheLevel &L = S.P.Caches.Levels[0];
  uint64_t Way = L.Bytes / L.Ways;
  if (!matters(S.Observed.Conflicts, S.misses()) || Way < 4 * S.LineBytes ||
      S.Observed.Objects > 8 || S.Observed.LargestObject < Way ||
      !S.Observed.ElementBytes)
    return;
  Candidate C = S.candidate(AdviceKind::Shift);
  // Not half a way: two structures that are both shifted must not meet again.
  C.ShiftBytes = roundUp(Way * 3 / 8, S.LineBytes);
  C.Promise = S.Observed.Conflicts / 2;
  C.Action = fmt::format("let {} begin {} bytes further on", S.Entry.title(),
                         C.ShiftBytes);
  C.Evidence.push_back(
      fmt::format("{} of its first-level misses are conflicts, in sets that "
                  "others use at the same time",
                  percent(S.Observed.Conflicts, S.misses())));
  C.Limits.push_back("where the others begin is taken to stay as it is");
  Candidates.push_back(std::move(C));
}

void suggestSeparate(const Subject &S, CandidateList &Candidates) {
  uint64_t False = S.Observed.Misses.FalseSharing;
  if (False == 0 || !matters(False, S.misses()) || !hasElements(S))
    return;
  Candidate C = S.candidate(AdviceKind::Separate);
  C.Promise = False;
  uint64_t Bytes = S.Observed.ElementBytes;
  bool Several = S.Observed.LargestObject > Bytes;
  if (Several) {
    uint64_t Stride = roundUp(Bytes, S.LineBytes);
    C.Layout = spacedLayout(Bytes, Stride, S.LineBytes);
    C.Action = fmt::format(
        "give each element of {} {} of its own (alignas({}))", S.Entry.title(),
        Stride == S.LineBytes ? "a line" : "lines", S.LineBytes);
    C.Costs.push_back(
        fmt::format("{} bytes instead of {} per element", Stride, Bytes));
  } else {
    if (!S.movable() || S.Shape->Units.size() < 2)
      return;
    C.Layout = separatedLayout(*S.Shape, S.LineBytes);
    C.Action =
        fmt::format("give the members of {} that different threads write "
                    "lines of their own (alignas({}))",
                    S.Entry.title(), S.LineBytes);
    C.Limits.push_back("each member is given a line; fewer may do");
  }
  C.Evidence.push_back(fmt::format("{} of {} misses by sharing lines are "
                                   "false: no other thread wrote what was "
                                   "wanted",
                                   False, S.Observed.Misses.Sharing));
  C.Limits.push_back("misses by sharing are counted for caches without end");
  Candidates.push_back(std::move(C));
}

void suggestPool(const Subject &S, CandidateList &Candidates) {
  const StructureEvidence &Observed = S.Observed;
  uint64_t Block =
      std::max<uint64_t>(roundUp(Observed.ElementBytes + 8, 16), 32);
  bool Loose = Block * 5 >= Observed.ElementBytes * 6;
  if (!Observed.OfHeap || arePieces(S.Entry) || Observed.Objects < 64 ||
      !hasElements(S) || Observed.Single * 10 < Observed.Objects * 9 ||
      !(Loose || matters(Observed.Scattered, Observed.Objects)))
    return;
  Candidate C = S.candidate(AdviceKind::Pool);
  C.Pooled = true;
  C.Promise = S.misses() / 2;
  C.Action =
      fmt::format("allocate {} from a pool: {} bytes each, one after the "
                  "other",
                  S.Entry.title(), Observed.ElementBytes);
  C.Evidence.push_back(fmt::format(
      "{} of {} objects do not lie after the one that was allocated before",
      percent(Observed.Scattered, Observed.Objects), Observed.Objects));
  C.Evidence.push_back(fmt::format("malloc takes {} bytes for {}", Block,
                                   Observed.ElementBytes));
  C.Limits.push_back("the pool hands out in order of allocation; what was "
                     "released last comes first");
  Candidates.push_back(std::move(C));
}

/// Returns by birth which place an object has if all lie in the order of their
/// last use, those that were never used at the end.
static std::vector<uint32_t> ranksOf(const std::vector<uint64_t> &LastUse) {
  std::vector<uint32_t> Order(LastUse.size()), Ranks(LastUse.size());
  std::iota(Order.begin(), Order.end(), 0);
  std::ranges::sort(Order, {}, [&](uint32_t Birth) {
    return std::pair(LastUse[Birth] - 1, Birth);
  });
  for (uint32_t Rank = 0; Rank != Order.size(); ++Rank)
    Ranks[Order[Rank]] = Rank;
  return Ranks;
}

/// Handles objects that live for long, are used in another order than they were
/// allocated in, and fill no line. The simulation says whether that order stays
/// the same: of a list it does, of a hash table it does not.
void suggestSort(const Subject &S, CandidateList &Candidates) {
  const StructureEvidence &Observed = S.Observed;
  bool Live = Observed.PeakLiving * 10 >= Observed.Objects * 9;
  if (!Observed.OfHeap || arePieces(S.Entry) || Observed.Objects < 64 ||
      !hasElements(S) || !Live || Observed.Single != Observed.Objects ||
      Observed.LastUse.size() != Observed.Objects ||
      Observed.ElementBytes >= S.LineBytes)
    return;
  std::vector<uint32_t> Ranks = ranksOf(Observed.LastUse);
  uint64_t Distant = 0;
  for (size_t Birth = 1; Birth != Ranks.size(); ++Birth) {
    uint32_t Previous = Ranks[Birth - 1], Rank = Ranks[Birth];
    Distant += std::max(Previous, Rank) - std::min(Previous, Rank) > 1;
  }
  if (!matters(Distant, Observed.Objects))
    return;
  Candidate C = S.candidate(AdviceKind::Sort);
  C.Pooled = true;
  C.Promise = uint64_t(double(S.misses()) *
                       (1 - double(Observed.ElementBytes) / S.LineBytes));
  C.Ranks = std::make_shared<std::vector<uint32_t>>(std::move(Ranks));
  C.Action = fmt::format("lay out {} in the order of their use: {} bytes each, "
                         "one after the other",
                         S.Entry.title(), Observed.ElementBytes);
  C.Evidence.push_back(fmt::format(
      "{} of {} objects are used next to others than those that were allocated "
      "before or after them",
      percent(Distant, Observed.Objects), Observed.Objects));
  C.Limits.push_back("the order is that of the last accesses in the run: "
                     "objects are made, or copied once, in that order");
  Candidates.push_back(std::move(C));
}

/// Returns whether code that follows links of \p S misses more in another
/// structure: of arrays with the same index, one prefetch is one change.
static bool followsLinksOfOther(const Subject &S) {
  if (!S.All)
    return false;
  for (const StructureEvidence &Other : *S.All) {
    if (Other.Linked.empty() || &Other == &S.Observed)
      continue;
    bool IsFirst = std::tuple(Other.Linked[0], &S.Observed) >
                   std::tuple(S.Observed.Linked[0], &Other);
    if (IsFirst && std::ranges::any_of(Other.LinkBlocks, [&](uint32_t Block) {
          return S.Observed.LinkBlocks.contains(Block);
        }))
      return true;
  }
  return false;
}

void suggestPrefetch(const Subject &S, CandidateList &Candidates) {
  if (S.Observed.Linked.empty() || !matters(S.Observed.Linked[0], S.misses()) ||
      followsLinksOfOther(S))
    return;
  Candidate C = S.candidate(AdviceKind::Prefetch);
  C.Promise = S.Observed.Linked[0] / 2;
  C.Action =
      fmt::format("prefetch where the links of {} lead", S.Entry.title());
  C.Evidence.push_back(
      fmt::format("the work of a step may hide {} of its first-level misses, "
                  "which are of code that follows links",
                  percent(S.Observed.Linked[0], S.misses())));
  C.Limits.push_back("an upper bound: a link is known one step ahead, and each "
                     "instruction of a step is taken to hide a cycle");
  Candidates.push_back(std::move(C));
}

void suggestHugePages(const Subject &S, CandidateList &Candidates) {
  constexpr uint64_t HugePage = 2 << 20;
  if (S.Observed.Misses.Pages == 0 ||
      S.Observed.Misses.Pages * 100 < S.misses() ||
      S.Entry.PeakBytes < HugePage)
    return;
  Candidate C = S.candidate(AdviceKind::HugePages);
  C.Promise = S.Observed.Misses.Pages;
  C.Action = fmt::format("put {} on pages of 2 MiB (madvise, MADV_HUGEPAGE)",
                         S.Entry.title());
  C.Evidence.push_back(fmt::format(
      "{} misses of a TLB of 64 and 1536 entries for pages of 4 KiB",
      S.Observed.Misses.Pages));
  C.Limits.push_back("pages are taken to be there when they are asked for");
  Candidates.push_back(std::move(C));
}

} // namespace memfacet::advise
