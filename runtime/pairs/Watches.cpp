//===- runtime/pairs/Watches.cpp - the lines that are watched -------------===//
//
// Tables of buckets, each eight times as large as the one before it, made when
// that has no room in the bucket where it is needed. A watch stays where it is
// put, and is looked for in one bucket of each table.
//
//===----------------------------------------------------------------------===//

#include "runtime/pairs/Watches.h"
#include "runtime/support/Pool.h"

namespace memfacet {

namespace {

/// A cache line. Who changes a word from its value to Changing owns the place.
struct alignas(64) Bucket {
  static constexpr unsigned Places = 4;
  static constexpr uint64_t Free = 0, Changing = 1;
  static uint64_t nameOf(uint64_t Line) {
    return Line << 1 | uint64_t(1) << 63;
  }

  bool add(uint64_t Line, uint64_t Number) {
    for (unsigned I = 0; I != Places; ++I) {
      uint64_t Seen = Free;
      if (Names[I].load(std::memory_order_relaxed) != Free ||
          !Names[I].compare_exchange_strong(Seen, Changing))
        continue;
      Numbers[I] = Number;
      Names[I].store(nameOf(Line), std::memory_order_release);
      return true;
    }
    return false;
  }
  uint64_t take(uint64_t Line) {
    for (unsigned I = 0; I != Places; ++I) {
      uint64_t Seen = nameOf(Line);
      if (Names[I].load(std::memory_order_relaxed) != Seen ||
          !Names[I].compare_exchange_strong(Seen, Changing))
        continue;
      uint64_t Number = Numbers[I];
      Names[I].store(Free, std::memory_order_release);
      return Number;
    }
    return 0;
  }

  std::atomic<uint64_t> Names[Places];
  uint64_t Numbers[Places];
};
static_assert(sizeof(Bucket) == 64);

struct WatchTables {
  static constexpr unsigned Most = 8, FirstBits = 8, MoreBits = 3;

  static uint64_t bytes(unsigned Table) {
    return sizeof(Bucket) << (FirstBits + MoreBits * Table);
  }
  static uint64_t placeOf(uint64_t Line, unsigned Table) {
    return Line * 0x9e3779b97f4a7c15 >> (64 - FirstBits - MoreBits * Table);
  }
  Bucket *table(unsigned Number) const {
    return Tables[Number].load(std::memory_order_acquire);
  }
  Bucket *makeTable(unsigned Number);

  std::atomic<Bucket *> Tables[Most];
  std::atomic<uint64_t> Numbers;
};
constinit WatchTables Watches{};

Bucket *WatchTables::makeTable(unsigned Number) {
  auto *Fresh = static_cast<Bucket *>(allocatePagesAside(bytes(Number)));
  Bucket *Seen = nullptr;
  if (!Fresh || Tables[Number].compare_exchange_strong(Seen, Fresh))
    return Fresh;
  sys::munmap(Fresh, bytes(Number));
  return Seen;
}

/// At most so many are counted; then the place stays as it is for good.
constexpr uint8_t Many = 255;

void count(uint8_t &Place, int Change) {
  uint8_t Seen = __atomic_load_n(&Place, __ATOMIC_RELAXED);
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

uint64_t nextWatch() { return Watches.Numbers.fetch_add(1) + 1; }

void watchLine(uint64_t Line, uint64_t Number) {
  for (unsigned I = 0; I != WatchTables::Most; ++I) {
    Bucket *Table = Watches.table(I);
    if (!Table)
      Table = Watches.makeTable(I);
    if (!Table)
      return;
    if (Table[WatchTables::placeOf(Line, I)].add(Line, Number)) {
      countLine(Line, 1);
      return;
    }
  }
}

uint64_t endWatch(uint64_t Line) {
  for (unsigned I = 0; I != WatchTables::Most; ++I) {
    Bucket *Table = Watches.table(I);
    if (!Table)
      return 0;
    if (uint64_t Number = Table[WatchTables::placeOf(Line, I)].take(Line)) {
      countLine(Line, -1);
      return Number;
    }
  }
  return 0;
}

void forgetWatches() {
  Watches.Numbers.store(0);
  for (unsigned I = 0; I != WatchTables::Most; ++I)
    if (Bucket *Table = Watches.Tables[I].exchange(nullptr))
      sys::munmap(Table, WatchTables::bytes(I));
  clearBytes(__memfacet_watched, sizeof(__memfacet_watched));
}

} // namespace memfacet
