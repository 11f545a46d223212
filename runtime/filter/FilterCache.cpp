//===- FilterCache.cpp - a first level in the program ---------------------===//

#include "runtime/filter/FilterCache.h"
#include "runtime/filter/Filtered.h"
#include "runtime/process/Process.h"
#include "runtime/support/Pool.h"
#include "runtime/support/Syscall.h"

extern "C" {
MEMFACET_EXPORT MEMFACET_TLS memfacet::FilterCache *__memfacet_filter_cache;
}

namespace memfacet {

namespace {

void clearEntries() {
  for (FrontEntry &E : __memfacet_front)
    E = {};
}

void writeShape(const FilterCache &C) {
  writeFiltered(FilteredKind::Cache, C.Sets, 0, 0, C.Ways);
}

/// Calls \p Visit(way, number) for all ways with lines.
template <typename Visitor> void forWays(FilterCache &C, Visitor Visit) {
  for (uint32_t S = 0; S != C.Sets; ++S) {
    FilterWay *Ways = C.set(uint64_t(S) << FilterLineShift).ways();
    for (uint32_t I = 0; I != C.Ways; ++I)
      if (Ways[I].Where != 0)
        Visit(Ways[I], I);
  }
}

/// Lines, the one that was used longest ago first, set by set.
void writeLines(FilterCache &C) {
  for (uint32_t S = 0; S != C.Sets; ++S) {
    FilterSet &Set = C.set(uint64_t(S) << FilterLineShift);
    for (uint32_t I = C.Ways; I-- != 0;) {
      uint32_t Number = uint32_t(Set.Order >> 4 * I) % MostFilterWays;
      FilterWay &W = Set.ways()[Number];
      if (W.Where != 0)
        writeFiltered(FilteredKind::Handed, W.start(), Number, 0, 0);
    }
  }
}

bool remembersNone() {
  for (FrontEntry &E : __memfacet_front)
    if (E.Line != NoLine || E.Counts != 0 || E.Writer != 0)
      return false;
  return true;
}

bool isShape(uint64_t Sets, uint64_t Ways) {
  return Sets >= FrontSets && Sets <= MostFilterSets &&
         (Sets & (Sets - 1)) == 0 && Ways != 0 && Ways <= MostFilterWays;
}

} // namespace

void FilterCache::begin(uint32_t NewSets, uint32_t NewWays) {
  constexpr uint64_t Numbers = 0xfedcba9876543210;
  Sets = NewSets;
  Ways = NewWays;
  OrderMask = ~uint64_t(0) >> (64 - 4 * Ways);
  VictimShift = 4 * (Ways - 1);
  Stride = stride(Ways);
  for (FilterWay *&W : Current)
    W = &Nowhere;
  Nowhere = {};
  for (uint32_t S = 0; S != Sets; ++S) {
    FilterSet &Set = set(uint64_t(S) << FilterLineShift);
    Set = {{}, Numbers & OrderMask, 0};
    for (uint32_t I = 0; I != (Stride - sizeof(FilterSet)) / sizeof(FilterWay);
         ++I)
      Set.ways()[I] = {};
  }
}

void makeFilterCache() {
  const auto &S = process().Settings;
  Text SetText = S.get(Option::filter_sets), WayText = S.get(Option::filter);
  uint64_t Sets = takeNumber(SetText), Ways = takeNumber(WayText);
  if (!isShape(Sets, Ways)) {
    Sets = FrontSets;
    Ways = 1;
  }
  clearEntries();
  size_t Bytes = FilterCache::bytesFor(uint32_t(Sets), uint32_t(Ways));
  FilterCache *C = __memfacet_filter_cache; // of the parent, after a fork
  if (!C)
    C = static_cast<FilterCache *>(allocatePagesAside(Bytes));
  if (!C)
    return;
  C->Bytes = Bytes;
  C->begin(uint32_t(Sets), uint32_t(Ways));
  writeShape(*C);
  std::atomic_signal_fence(std::memory_order_seq_cst);
  __memfacet_filter_cache = C;
}

void dropFilterCache() {
  FilterCache *C = __memfacet_filter_cache;
  __memfacet_filter_cache = nullptr;
  clearEntries();
  if (C)
    sys::munmap(C, C->Bytes);
}

void tellWay(FilterWay &W, uint32_t Number) {
  uint32_t Counts = W.counts(), Writer = W.writer();
  W.Used = 0;
  if (Counts != 0)
    writeFiltered(FilteredKind::Counts, W.start(), Number, 0, Counts);
  if (Writer != 0)
    writeFiltered(FilteredKind::Written, W.start(), Number, 0, Writer);
}

void tellEntry(FrontEntry &E, uint32_t Number) {
  uint64_t Start = E.Start, Counts = E.Counts;
  uint32_t Writer = E.Writer;
  E.Writer = 0;
  E.Counts = 0;
  while (Counts != 0) {
    uint64_t Loads = uint32_t(Counts), Stores = Counts >> 32;
    Loads = Loads < MostFilteredCount ? Loads : MostFilteredCount;
    Stores = Stores < MostFilteredCount ? Stores : MostFilteredCount;
    uint64_t Part = Loads | Stores << 32;
    writeFiltered(FilteredKind::Counts, Start, Number, 0, filteredCounts(Part));
    Counts -= Part;
  }
  if (Writer != 0)
    writeFiltered(FilteredKind::Written, Start, Number, 0, Writer);
}

void tellAll() {
  FilterCache *C = __memfacet_filter_cache;
  if (!C)
    return;
  for (uint32_t I = 0; I != FrontSets; ++I) {
    FrontEntry &E = __memfacet_front[I];
    if (FilterWay *W = C->Current[I]; W != &C->Nowhere) {
      tellEntry(E, C->wayOf(E.Start, W));
      saveEntry(E, *W);
    }
  }
  forWays(*C, tellWay);
}

void forgetPieces() {
  FilterCache *C = __memfacet_filter_cache;
  if (!C)
    return;
  tellAll();
  for (FrontEntry &E : __memfacet_front)
    E.Length = 0;
  // Of lines in the front this is what was, and does not matter.
  forWays(*C, [](FilterWay &W, uint32_t) { W.Where = W.start(); });
}

void handOverCache() {
  FilterCache *C = __memfacet_filter_cache;
  if (!C)
    return;
  bool IsFirstLevel = C->Sets != FrontSets || C->Ways != 1;
  if (!IsFirstLevel && remembersNone())
    return;
  tellAll();
  if (IsFirstLevel)
    writeLines(*C);
  C->begin(FrontSets, 1);
  clearEntries();
  writeShape(*C);
}

} // namespace memfacet
