//===- Watches.cpp - the lines that are watched ---------------------------===//
//
// Tables of buckets, each eight times as large as the one before it, made when
// that has no room in the bucket where it is needed. A watch stays where it is
// put, and is looked for in one bucket of each table.
//
//===----------------------------------------------------------------------===//

#include "runtime/pairs/Watches.h"
#include "runtime/support/Pool.h"
#include <sys/mman.h>

namespace memfacet {

constinit WatchTables Watches{};

namespace {

uint64_t bytesOf(unsigned Table) {
  return sizeof(WatchBucket)
         << (WatchTables::FirstBits + WatchTables::MoreBits * Table);
}

WatchBucket *makeTable(unsigned Number) {
  auto *Fresh = static_cast<WatchBucket *>(allocatePagesAside(bytesOf(Number)));
  WatchBucket *Seen = nullptr;
  if (!Fresh || Watches.Tables[Number].compare_exchange_strong(Seen, Fresh))
    return Fresh;
  sys::munmap(Fresh, bytesOf(Number));
  return Seen;
}

bool add(WatchBucket &B, uint64_t Line, uint64_t Number) {
  for (unsigned I = 0; I != WatchBucket::Places; ++I) {
    if (!B.own(I, WatchBucket::Free))
      continue;
    B.Numbers[I] = Number;
    B.disown(I, WatchBucket::nameOf(Line));
    return true;
  }
  return false;
}

/// At most so many are counted; then the place stays as it is for good.
constexpr uint8_t Many = 255;

void count(uint8_t &Place, int Change) {
  uint8_t Seen = __atomic_load_n(&Place, __ATOMIC_RELAXED);
  if (isAloneHere()) {
    if (Seen != Many)
      __atomic_store_n(&Place, uint8_t(Seen + Change), __ATOMIC_RELAXED);
    return;
  }
  while (Seen != Many &&
         !__atomic_compare_exchange_n(&Place, &Seen, uint8_t(Seen + Change),
                                      true, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED))
    ;
}

void countLine(uint64_t Line, int Change) {
  uint64_t Place = watchedPlace(Line);
  count(__memfacet_watched[Place], Change);
  if (Place <= 2)
    count(__memfacet_watched[Place + WatchedPlaces], Change);
  else if (Place == WatchedPlaces)
    count(__memfacet_watched[0], Change);
}

} // namespace

void forgetWatched(uint64_t Line) { countLine(Line, -1); }

void watchLine(uint64_t Line, uint64_t Number) {
  for (unsigned I = 0; I != WatchTables::Most; ++I) {
    WatchBucket *B = Watches.bucket(I, Line);
    if (!B && !makeTable(I))
      return;
    if (add(B ? *B : *Watches.bucket(I, Line), Line, Number)) {
      countLine(Line, 1);
      return;
    }
  }
}

bool forgetWatches() {
  Watches.Numbers.store(0);
  for (unsigned I = 0; I != WatchTables::Most; ++I)
    if (WatchBucket *Table = Watches.Tables[I].exchange(nullptr))
      sys::munmap(Table, bytesOf(I));
  // In a child, functions may have the address in a register.
  if (__memfacet_watched)
    return !sys::failed(sys::call(__NR_madvise, sys::word(__memfacet_watched),
                                  long(WatchedBytes), MADV_DONTNEED));
  __memfacet_watched = static_cast<uint8_t *>(allocatePagesAside(WatchedBytes));
  return __memfacet_watched;
}

} // namespace memfacet
