//===- FieldCandidates.cpp - members in other places ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/advise/Candidates.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace memfacet::advise {

/// A change must fetch less than this part of what is fetched now.
static constexpr uint64_t LessThanPercent = 95;
/// The largest alignment of a unit.
static constexpr uint64_t MostAlign = 16;

namespace {
/// A unit, and the number of its visits.
struct UnitUse {
  size_t Unit;
  uint64_t Visits;
};
} // namespace

static std::vector<UnitUse> byUse(const Subject &S) {
  MEMFACET_CHECK(S.Shape, "a structure that is movable has a shape");
  std::vector<UnitUse> Uses;
  for (size_t I = 0; I != S.Shape->Units.size(); ++I) {
    const ElementUnit &U = S.Shape->Units[I];
    Uses.push_back({I, S.Observed.visitsOf(U.Begin, U.Bytes)});
  }
  std::ranges::sort(
      Uses, {}, [](const UnitUse &U) { return std::pair(~U.Visits, U.Unit); });
  return Uses;
}

/// Returns the layout of the element as it is, with separate members.
static ElementLayout currentLayout(const ElementShape &Shape) {
  ElementLayout L;
  L.ElementBytes = Shape.Bytes;
  L.Strides = {Shape.Bytes};
  for (const ElementUnit &U : Shape.Units)
    L.Pieces.push_back({U.Begin, U.Bytes, 0, U.Begin, U.Bytes});
  return L;
}

static uint64_t currentFetchBytes(const Subject &S) {
  return fetchedBytes(currentLayout(*S.Shape), S.Observed, S.LineBytes);
}

/// Returns the misses that fetching \p NewBytes instead of \p OldBytes saves.
static uint64_t promise(const Subject &S, uint64_t OldBytes,
                        uint64_t NewBytes) {
  if (OldBytes <= NewBytes)
    return 0;
  return uint64_t(double(S.misses()) * double(OldBytes - NewBytes) /
                  double(OldBytes));
}

static bool isLess(uint64_t NewBytes, uint64_t OldBytes) {
  return NewBytes * 100 < OldBytes * LessThanPercent;
}

/// Returns the names of units: "a, b, c", or with more than \p Most "a, b and 7
/// others".
static std::string unitNames(const ElementShape &Shape,
                             const std::vector<size_t> &Units,
                             size_t Most = 8) {
  std::string Text;
  for (size_t I = 0; I != Units.size(); ++I) {
    if (I + 1 >= Most && Units.size() > Most)
      return Text + fmt::format(" and {} others", Units.size() - I);
    Text += (I ? ", " : "") + Shape.Units[Units[I]].Name;
  }
  return Text;
}

std::string percent(uint64_t Part, uint64_t Whole) {
  return fmt::format("{:.1f} %",
                     Whole ? 100.0 * double(Part) / double(Whole) : 0.0);
}

static std::string elementName(const Subject &S) {
  return S.Shape->Record.empty() ? "the elements of " + S.Entry.title()
                                 : S.Shape->Record;
}

/// Returns units in the order of the record.
static std::vector<size_t> inOrder(std::vector<size_t> Units) {
  std::ranges::sort(Units);
  return Units;
}

static void sayUse(const Subject &S, const std::vector<size_t> &Hot,
                   Candidate &C) {
  uint64_t All = S.Observed.visits(), HotOnly = 0, Bits = 0;
  for (size_t I : Hot)
    Bits |= S.Observed.maskOf(S.Shape->Units[I].Begin, S.Shape->Units[I].Bytes);
  for (const auto &[Mask, Count] : S.Observed.Visits)
    if (!(Mask & ~Bits))
      HotOnly += Count;
  C.Evidence.push_back(fmt::format(
      "of {} visits to elements of {} bytes, {} use nothing but {}", All,
      S.Shape->Bytes, percent(HotOnly, All), unitNames(*S.Shape, Hot)));
}

void suggestSplit(const Subject &S, CandidateList &Candidates) {
  if (!S.movable() || S.Shape->Units.size() < 2 || S.Observed.Visits.empty())
    return;
  std::vector<UnitUse> Uses = byUse(S);
  uint64_t Current = currentFetchBytes(S), Best = Current;
  std::vector<size_t> Hot, BestHot, BestRest;
  ElementLayout BestLayout;
  // Find the hot members: the best cut in the order of use.
  for (size_t Cut = 1; Cut != Uses.size(); ++Cut) {
    Hot.push_back(Uses[Cut - 1].Unit);
    if (Uses[Cut].Visits == Uses[Cut - 1].Visits)
      continue;
    std::vector<size_t> Rest;
    for (size_t I = Cut; I != Uses.size(); ++I)
      Rest.push_back(Uses[I].Unit);
    ElementLayout L =
        partedLayout(*S.Shape, {inOrder(Hot), inOrder(Rest)}, !S.isArray());
    uint64_t Fetched = fetchedBytes(L, S.Observed, S.LineBytes);
    if (Fetched >= Best)
      continue;
    Best = Fetched, BestLayout = std::move(L);
    BestHot = inOrder(Hot), BestRest = inOrder(Rest);
  }
  if (!isLess(Best, Current))
    return;
  Candidate C = S.candidate(AdviceKind::Split);
  C.Layout = BestLayout;
  C.Promise = promise(S, Current, Best);
  C.Pooled = !S.isArray();
  C.Action = fmt::format(
      "split {}: keep {} ({} bytes) together, move the other {} "
      "bytes ({}) to {}",
      elementName(S), unitNames(*S.Shape, BestHot), BestLayout.Strides[0],
      BestLayout.Strides[1], unitNames(*S.Shape, BestRest, 4),
      S.isArray() ? "an array of their own"
                  : "memory of their own, through a pointer; "
                    "allocate both from pools");
  sayUse(S, BestHot, C);
  if (S.isArray())
    C.Limits.push_back("both arrays are indexed alike; what keeps pointers to "
                       "elements must keep indices");
  else
    C.Costs.push_back("8 bytes for the pointer, which each use of the others "
                      "reads first");
  Candidates.push_back(std::move(C));
}

void suggestArrays(const Subject &S, CandidateList &Candidates) {
  if (!S.movable() || !S.isArray() || S.Shape->Units.size() < 2 ||
      S.Observed.Visits.empty())
    return;
  std::vector<std::vector<size_t>> Parts;
  for (size_t I = 0; I != S.Shape->Units.size(); ++I)
    Parts.push_back({I});
  ElementLayout L = partedLayout(*S.Shape, Parts, false);
  uint64_t Current = currentFetchBytes(S),
           Changed = fetchedBytes(L, S.Observed, S.LineBytes);
  if (!isLess(Changed, Current))
    return;
  Candidate C = S.candidate(AdviceKind::Arrays);
  C.Layout = L;
  C.Promise = promise(S, Current, Changed);
  C.Action =
      fmt::format("turn {} of {} into one array for each of its {} members",
                  S.Entry.title(), elementName(S), S.Shape->Units.size());
  C.Evidence.push_back(fmt::format(
      "a visit uses {} of the {} bytes of an element",
      Changed / std::max<uint64_t>(S.Observed.visits(), 1), S.Shape->Bytes));
  C.Costs.push_back("code that uses several members of an element at a random "
                    "place touches a line for each");
  Candidates.push_back(std::move(C));
}

/// Returns the units in an order in which each one is used most often together
/// with those before it.
static std::vector<size_t> byAffinity(const Subject &S) {
  std::vector<UnitUse> Remaining = byUse(S);
  std::vector<size_t> Order;
  uint64_t Placed = 0;
  auto Bits = [&](size_t Unit) {
    const ElementUnit &U = S.Shape->Units[Unit];
    return S.Observed.maskOf(U.Begin, U.Bytes);
  };
  while (!Remaining.empty()) {
    auto Affinity = [&](const UnitUse &U) {
      uint64_t Sum = 0;
      for (const auto &[Mask, Count] : S.Observed.Visits)
        if (Mask & Bits(U.Unit) && Mask & Placed)
          Sum += Count;
      return std::pair(Sum, U.Visits);
    };
    auto Next = std::ranges::max_element(Remaining, {}, Affinity);
    Placed |= Bits(Next->Unit);
    Order.push_back(Next->Unit);
    Remaining.erase(Next);
  }
  return Order;
}

void suggestReorder(const Subject &S, CandidateList &Candidates) {
  if (!S.movable() || S.Shape->Units.size() < 2 || S.Observed.Visits.empty())
    return;
  std::vector<size_t> AffinityOrder = byAffinity(S), Packed;
  for (uint64_t Align = MostAlign; Align != 0; Align /= 2)
    std::ranges::copy_if(
        AffinityOrder, std::back_inserter(Packed),
        [&](size_t I) { return S.Shape->Units[I].Align == Align; });
  uint64_t Current = currentFetchBytes(S), Best = Current;
  std::optional<ElementLayout> BestLayout;
  std::vector<size_t> BestOrder;
  for (const auto &Order : {AffinityOrder, Packed}) {
    ElementLayout L = partedLayout(*S.Shape, {Order}, false);
    uint64_t Fetched = fetchedBytes(L, S.Observed, S.LineBytes);
    if (L.Strides[0] > S.Shape->Bytes || Fetched >= Best)
      continue;
    Best = Fetched, BestLayout = std::move(L), BestOrder = Order;
  }
  if (!BestLayout || !isLess(Best, Current))
    return;
  Candidate C = S.candidate(AdviceKind::Reorder);
  C.Layout = *BestLayout;
  C.Promise = promise(S, Current, Best);
  C.Action = fmt::format("reorder {}: {}", elementName(S),
                         unitNames(*S.Shape, BestOrder, 12));
  if (BestLayout->Strides[0] < S.Shape->Bytes)
    C.Action += fmt::format(" ({} bytes instead of {})", BestLayout->Strides[0],
                            S.Shape->Bytes);
  sayUse(S,
         {BestOrder.begin(),
          BestOrder.begin() + std::min<size_t>(BestOrder.size(), 4)},
         C);
  if (uint64_t Holes = S.Shape->padding())
    C.Evidence.push_back(
        fmt::format("{} of {} bytes are padding", Holes, S.Shape->Bytes));
  Candidates.push_back(std::move(C));
}

static void suggestShrinkOf(const Subject &S, CandidateList &Candidates,
                            const std::vector<size_t> &Units,
                            const std::string &NewType,
                            const std::string &Limit) {
  if (Units.empty())
    return;
  ElementLayout L = shrunkLayout(*S.Shape, Units);
  uint64_t Current = currentFetchBytes(S),
           Changed = fetchedBytes(L, S.Observed, S.LineBytes);
  if (!isLess(Changed, Current))
    return;
  Candidate C = S.candidate(AdviceKind::Shrink);
  C.Layout = L;
  C.Promise = promise(S, Current, Changed);
  C.Action =
      S.Shape->Record.empty()
          ? fmt::format("make the elements of {} {}: 4 bytes instead of 8",
                        S.Entry.title(), NewType)
          : fmt::format("make {} of {} {}: {} bytes instead of {}",
                        unitNames(*S.Shape, Units), elementName(S), NewType,
                        L.Strides[0], S.Shape->Bytes);
  C.Evidence.push_back(fmt::format("a visit fetches {} bytes instead of {}",
                                   Changed / S.Observed.visits(),
                                   Current / S.Observed.visits()));
  C.Limits.push_back(Limit);
  Candidates.push_back(std::move(C));
}

void suggestShrink(const Subject &S, CandidateList &Candidates) {
  if (!S.movable() || S.Observed.visits() == 0)
    return;
  std::vector<size_t> Integers, WithPointers, Doubles;
  bool Pointers = false;
  for (size_t I = 0; I != S.Shape->Units.size(); ++I) {
    const ElementUnit &U = S.Shape->Units[I];
    if (U.Bytes % 8 != 0 || U.Align != 8)
      continue;
    bool Integer = isWideInteger(U.Type);
    if (Integer)
      Integers.push_back(I);
    if (Integer || isPointer(U.Type))
      WithPointers.push_back(I);
    Pointers |= isPointer(U.Type);
    if (U.Type.starts_with("double"))
      Doubles.push_back(I);
  }
  suggestShrinkOf(S, Candidates, Integers, "int32_t",
                  "the values are not known: 32 bits must suffice");
  if (Pointers)
    suggestShrinkOf(S, Candidates, WithPointers, "indices of 32 bits",
                    "what pointers point to must lie in arrays, and 32 bits "
                    "must suffice");
  suggestShrinkOf(S, Candidates, Doubles, "float",
                  "the values are not known: 24 bits of precision must "
                  "suffice");
}

} // namespace memfacet::advise
