//===- runtime/pairs/Watches.cpp - the lines that are watched -------------===//

#include "runtime/pairs/Watches.h"
#include "runtime/record/Thread.h"
#include "runtime/support/Pool.h"

namespace memfacet {

constinit WatchFilter TheWatchFilter{};

namespace {

struct Watch {
  uint64_t Line;
  uint64_t Number; ///< 0: free
};

/// Open addressing; at most half full.
struct WatchList {
  Lock Mutex;
  Watch *Items = nullptr;
  uint64_t Places = 0; ///< a power of two
  uint64_t Open = 0;
  std::atomic<uint64_t> Numbers{0};

  uint64_t placeOf(uint64_t Line) const {
    return (Line * 0x9e3779b97f4a7c15 >> 20) & (Places - 1);
  }
  Watch *find(uint64_t Line) {
    uint64_t At = placeOf(Line);
    while (Items[At].Number && Items[At].Line != Line)
      At = (At + 1) & (Places - 1);
    return &Items[At];
  }
  bool grow();
  void remove(Watch *W);
};
constinit WatchList List;

/// Signals need not be blocked, which would cost more than all the rest: a
/// handler that interrupts a look at records looks at none itself.
class WatchGuard {
public:
  WatchGuard() { List.Mutex.take(); }
  ~WatchGuard() { List.Mutex.release(); }
  WatchGuard(const WatchGuard &) = delete;
  WatchGuard &operator=(const WatchGuard &) = delete;
};

constexpr uint64_t FirstPlaces = 1024;
constexpr uint8_t Many = 255;

bool WatchList::grow() {
  uint64_t Before = Places;
  uint64_t Wanted = Before ? 2 * Before : FirstPlaces;
  auto *Fresh =
      static_cast<Watch *>(allocatePagesAside(Wanted * sizeof(Watch)));
  if (!Fresh)
    return false;
  Watch *Old = Items;
  Items = Fresh;
  Places = Wanted;
  for (uint64_t I = 0; I != Before; ++I)
    if (Old[I].Number)
      *find(Old[I].Line) = Old[I];
  if (Old)
    sys::munmap(Old, Before * sizeof(Watch));
  return true;
}

/// Those behind it move up, so that no search ends too early.
void WatchList::remove(Watch *W) {
  uint64_t Hole = uint64_t(W - Items);
  for (uint64_t At = Hole;;) {
    At = (At + 1) & (Places - 1);
    if (!Items[At].Number)
      break;
    uint64_t Home = placeOf(Items[At].Line);
    if (((At - Home) & (Places - 1)) < ((At - Hole) & (Places - 1)))
      continue;
    Items[Hole] = Items[At];
    Hole = At;
  }
  Items[Hole].Number = 0;
  --Open;
}

void count(uint8_t &Place, int Change) {
  uint8_t Value = __atomic_load_n(&Place, __ATOMIC_RELAXED);
  if (Value != Many)
    __atomic_store_n(&Place, uint8_t(Value + Change), __ATOMIC_RELAXED);
}

void countLine(uint64_t Line, int Change) {
  WatchFilter &F = TheWatchFilter;
  count(F.Lines[F.linePlace(Line)], Change);
  // A question is for a line and the one behind it.
  for (uint64_t Asked : {Line - 1, Line})
    count(__memfacet_watched[Asked & (WatchedPlaces - 1)], Change);
  // Words point up to a line below, or behind, what their lanes touch.
  for (uint64_t Near : {Line - 1, Line, Line + 1})
    if (F.wordPlace(Near) != 0)
      count(F.Words[F.wordPlace(Near)], Change);
}

} // namespace

uint64_t nextWatch() { return List.Numbers.fetch_add(1) + 1; }

bool watchLine(uint64_t Line, uint64_t Number) {
  WatchGuard Guard;
  if (2 * (List.Open + 1) > List.Places && !List.grow())
    return false;
  Watch *W = List.find(Line);
  // Another thread may have come first: the older watch is as good as ended,
  // but by nobody that is known. It stays dangling.
  if (!W->Number) {
    ++List.Open;
    countLine(Line, 1);
  }
  *W = {Line, Number};
  return true;
}

uint64_t endWatch(uint64_t Line) {
  WatchGuard Guard;
  if (List.Open == 0)
    return 0;
  Watch *W = List.find(Line);
  uint64_t Number = W->Number;
  if (Number) {
    List.remove(W);
    countLine(Line, -1);
  }
  return Number;
}

void forgetWatches() {
  List.Mutex.reset();
  List.Numbers.store(0);
  List.Open = 0;
  for (uint64_t I = 0; I != List.Places; ++I)
    List.Items[I].Number = 0;
  clearBytes(&TheWatchFilter, sizeof(TheWatchFilter));
  TheWatchFilter.Words[0] = Many;
  clearBytes(__memfacet_watched, sizeof(__memfacet_watched));
}

} // namespace memfacet
