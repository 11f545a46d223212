//===- FilterCache.cpp - a first level in the program ---------------------===//

#include "runtime/filter/FilterCache.h"
#include "runtime/filter/Lines.h"
#include "runtime/process/Process.h"
#include "runtime/region/Held.h"
#include "runtime/support/Syscall.h"

namespace memfacet {

namespace {

/// Without sets, of those threads that have none. What is counted there does
/// not matter.
constinit FilterThread Nothing{};

} // namespace
} // namespace memfacet

extern "C" {
MEMFACET_EXPORT constinit uint8_t __memfacet_filtering = 0;
MEMFACET_EXPORT constinit MEMFACET_TLS memfacet::FilterCache
    *__memfacet_filter_cache = &memfacet::Nothing.Cache;
}

namespace memfacet {

namespace {

bool isShape(uint64_t Sets, uint64_t Ways) {
  return Sets >= LeastFilterSets && Sets <= MostFilterSets &&
         (Sets & (Sets - 1)) == 0 && Ways != 0 && Ways <= MostFilterWays &&
         Sets * Ways <= MostFilterLines;
}

void begin(FilterCache &C, uint32_t Sets, uint32_t Ways) {
  C.Clock = 1;
  C.Sets = Sets;
  C.Ways = C.Usual = Ways;
  C.Window = 0;
  C.Telling = 0;
  C.Lines[NoFilterLine] = {};
  for (uint16_t &G : C.Guesses)
    G = 0;
  for (uint32_t I = 0; I != Sets * Ways; ++I) {
    C.Lines[I] = {};
    C.Last[I] = C.Tags[I] = 0;
  }
  writeFiltered(FilteredKind::Cache, Sets, 0, 0, Ways);
}

/// Accesses of a window: the first one, which begins with the thread, and the
/// others. In a window, the runtime is asked at each access.
constexpr uint32_t FirstWindow = 1 << 17, LaterWindow = 1 << 13;

/// Whether a window begins where so many intervals have ended: ever fewer.
bool isSeen(uint64_t Intervals) {
  constexpr unsigned Each = 4; // 16 of them, then 8 in each power of two
  unsigned Bits = 64 - unsigned(__builtin_clzll(Intervals | 1));
  return Bits <= Each ||
         (Intervals & ((uint64_t(1) << (Bits - Each)) - 1)) == 0;
}

/// All guesses are wrong from here on.
void openWindow(FilterCache &C, uint32_t Accesses) {
  C.Window = Accesses;
  C.Usual = 0;
  for (uint16_t &G : C.Guesses)
    G = uint16_t(NoFilterLine * FilterStep);
  writeFiltered(FilteredKind::Window, 0, 0, 0, Accesses);
}

/// Lines, the one that was used longest ago first, set by set.
void writeLines(FilterCache &C) {
  for (uint32_t Set = 0; Set != C.Sets * C.Ways; Set += C.Ways)
    for (uint32_t I = 0; I != C.Ways; ++I) {
      uint32_t Number = victim(C, Set, C.Ways);
      C.Last[Number] = ~uint64_t(0);
      if (uint64_t Start = C.Lines[Number].Start)
        writeFiltered(FilteredKind::Handed, Start, Number - Set, 0, 0);
    }
}

} // namespace

void makeFilterCache() {
  const auto &S = process().Settings;
  Text SetText = S.get(Option::filter_sets), WayText = S.get(Option::filter);
  uint64_t Sets = takeNumber(SetText), Ways = takeNumber(WayText);
  if (!isShape(Sets, Ways)) {
    Sets = LeastFilterSets;
    Ways = 1;
  }
  FilterCache *C = __memfacet_filter_cache; // of the parent, after a fork
  if (C->Ways == 0) {
    C = static_cast<FilterCache *>(
        holdOrAllocate(HeldKind::Filter, sizeof(FilterThread), thread().Index));
    if (!C)
      return;
  }
  begin(*C, uint32_t(Sets), uint32_t(Ways));
  C->Intervals = 0;
  openWindow(*C, FirstWindow);
  std::atomic_signal_fence(std::memory_order_seq_cst);
  __memfacet_filter_cache = C;
}

void intervalEnds(FilterCache &C) {
  if (C.Ways != 0 && C.Window == 0 && isSeen(++C.Intervals))
    openWindow(C, LaterWindow);
}

void seeAccess(FilterCache &C, uint64_t Address, const Site *S,
               uint64_t Bytes) {
  writeFiltered(FilteredKind::Seen, Address, 0, reinterpret_cast<uint64_t>(S),
                Bytes < UINT32_MAX ? uint32_t(Bytes) : UINT32_MAX);
  if (--C.Window == 0)
    C.Usual = C.Ways;
}

FilterCache *takeFilterCache() {
  FilterCache *C = __memfacet_filter_cache;
  __memfacet_filter_cache = &Nothing.Cache;
  return C;
}

void dropFilterCache() {
  FilterCache *C = takeFilterCache();
  if (C->Ways != 0 && !giveHeldBack(C))
    sys::munmap(C, sizeof(FilterThread));
}

void tellWay(FilterCache &C, uint32_t Number) {
  FilterWay &W = C.Lines[Number];
  const uint32_t Way = wayIn(C, Number);
  // Room comes first: what makes it may tell all ways.
  while (W.Counts != 0) {
    makeRecordRoom();
    tellCounts(C, W, Way);
  }
  if (W.Straddles != 0) {
    makeRecordRoom();
    tellStraddles(C, W, Way);
  }
  if (W.Writer != 0) {
    makeRecordRoom();
    Telling Its(C);
    appendFiltered(FilteredKind::Written, W.Start, Way, 0, W.Writer);
    W.Writer = 0;
  }
  W.ToldWritten = 0;
}

void tellAll() {
  FilterCache &C = *__memfacet_filter_cache;
  forWays(C, [&](uint32_t Number) { tellWay(C, Number); });
}

void forgetPieces() {
  FilterCache &C = *__memfacet_filter_cache;
  forWays(C, [&](uint32_t Number) {
    tellWay(C, Number);
    C.Lines[Number].Length = 0;
  });
}

void handOverCache() {
  FilterCache &C = *__memfacet_filter_cache;
  bool IsFirstLevel = C.Sets != LeastFilterSets || C.Ways != 1;
  if (C.Ways == 0 || (!IsFirstLevel && C.Clock == 1))
    return;
  tellAll();
  if (IsFirstLevel)
    writeLines(C);
  begin(C, LeastFilterSets, 1);
}

} // namespace memfacet
