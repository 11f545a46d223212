//===- runtime/pairs/ReuseSampling.cpp - a sample of reuse pairs ----------===//

#include "runtime/pairs/ReuseSampling.h"
#include "runtime/pairs/BlockRows.h"
#include "runtime/pairs/Watches.h"
#include "runtime/process/Process.h"
#include "runtime/record/EventWriter.h"

namespace memfacet {

constinit std::atomic<bool> PairsOn{false};

namespace {

struct PairState {
  ReusePlan Plan;
  std::atomic<uint64_t> Units{0}; ///< of all threads, told so far
};
constinit PairState Pairs;

/// Words whose places in the filter are asked for at once.
constexpr uint64_t GroupWords = 8;

/// One access of a record, as ReuseClock::access wants it.
struct Access {
  ThreadState &T;
  const Site *Row;
  uint64_t Address, Bytes;

  template <EventKind Kind> void tell(uint64_t Number) {
    const ThreadPairs &P = T.Pairs;
    uint64_t All =
        Pairs.Units.load(std::memory_order_relaxed) + P.Clock.Now - P.Told;
    emit<Kind>(T, 0, Number, Address, Bytes, reinterpret_cast<uint64_t>(Row),
               P.Clock.Now, All);
  }
  void touch(uint64_t Line) {
    if (!TheWatchFilter.mayHoldLine(Line)) [[likely]]
      return;
    if (uint64_t Number = endWatch(Line))
      tell<EventKind::ReuseSecond>(Number);
  }
  void watch(uint64_t Line) {
    uint64_t Number = nextWatch();
    // Told first, so that its order number is below that of the second access.
    tell<EventKind::ReuseFirst>(Number);
    watchLine(Line, Number);
  }
};

void lookAtAccess(Access A) { A.T.Pairs.Clock.access(A.Address, A.Bytes, A); }

void lookAtMask(ThreadState &T, const AccessLane &L, uint64_t Address,
                uint64_t Mask) {
  uint32_t Size = L.Row->Size;
  for (uint64_t Lane = 0; Mask != 0;) {
    auto Idle = unsigned(__builtin_ctzll(Mask));
    Lane += Idle;
    Mask >>= Idle;
    unsigned Run = ~Mask ? unsigned(__builtin_ctzll(~Mask)) : 64;
    forReusePieces(Address + Lane * Size, uint64_t(Run) * Size,
                   [&](uint64_t At, uint64_t Bytes) {
                     lookAtAccess({T, L.Row, At, Bytes});
                   });
    Lane += Run;
    Mask = Run == 64 ? 0 : Mask >> Run;
  }
}

/// Access by access.
void lookAtLanes(ThreadState &T, const PathRow &Row, const uint64_t *Record) {
  for (uint32_t I = 0; I != Row.Lanes; ++I) {
    const AccessLane &L = Row.First[I];
    uint64_t Base = L.Slot ? Record[L.Slot] : 0;
    if (L.Slot && Base == 0)
      continue;
    uint64_t Address = Base + L.Add;
    if (L.Extra == 0)
      lookAtAccess({T, L.Row, Address, L.Row->Size});
    else if (L.Row->Shape == SiteShape::Masked)
      lookAtMask(T, L, Address, Record[L.Extra]);
    else
      forReusePieces(Address, Record[L.Extra],
                     [&](uint64_t At, uint64_t Bytes) {
                       lookAtAccess({T, L.Row, At, Bytes});
                     });
  }
}

/// Whether one of the lanes may touch a watched line.
bool mayTouch(const PathRow &Row, const uint64_t *Record) {
  for (uint32_t I = 0; I != Row.Lanes; ++I) {
    const AccessLane &L = Row.First[I];
    uint64_t Address = (L.Slot ? Record[L.Slot] : 0) + L.Add;
    uint64_t Line = reuseLine(Address);
    uint64_t Last = reuseLine(Address + L.Row->Size - 1);
    if ((L.Slot && Record[L.Slot] == 0) || TheWatchFilter.mayHoldLine(Line) ||
        TheWatchFilter.mayHoldLine(Last))
      return true;
  }
  return false;
}

/// Bit by group: whether a word of it may lead to a watched line. In 64 groups
/// from \p At on.
uint64_t hitGroups(const uint64_t *At, const uint64_t *End) {
  uint64_t Hits = 0;
  for (unsigned Group = 0; Group != 64 && At < End; ++Group) {
    unsigned Any = 0;
    // What is behind the end was written before, and does no harm.
    for (unsigned I = 0; I != GroupWords; ++I, ++At)
      Any |=
          TheWatchFilter.Words[WatchFilter::wordPlace(*At >> ReuseLineShift)];
    Hits |= uint64_t(Any != 0) << Group;
  }
  return Hits;
}

} // namespace

void startPairs() {
  Process &P = process();
  Text Given = P.Settings.get(Option::communication);
  bool Records =
      P.Now.load() == Recording::Region || P.Now.load() == Recording::File;
  PairsOn.store(false);
  if (Given.empty() || !Records)
    return;
  Pairs.Plan = {};
  if (!ReusePlanReader(Given.Data, Given.Size).read(Pairs.Plan)) {
    Diagnostic() << "'" << Given << "' in option communication is no plan; "
                 << "write for instance communication=period=1000,seed=1; "
                 << "everything is recorded";
    return;
  }
  Pairs.Units.store(0);
  forgetWatches();
  PairsOn.store(true);
}

/// Records from \p At on, as long as they begin below \p Limit.
static uint64_t *lookAtPart(ThreadState &T, uint64_t *At, const uint64_t *Limit,
                            uint64_t Hits) {
  ThreadPairs &P = T.Pairs;
  const BlockRows *Object = nullptr;
  const uint64_t *Begin = At;
  while (At < Limit) {
    const PathRow *Row = Object ? Object->find(*At) : nullptr;
    if (!Row) {
      Object = *At ? blockRowsOf(*At) : Object;
      Row = Object && *At ? Object->find(*At) : nullptr;
    }
    if (!Row) { // zero: something else than a record was written there
      ++At;
      continue;
    }
    uint64_t First = uint64_t(At - Begin) / GroupWords;
    uint64_t Last = uint64_t(At - Begin + Row->Words - 1) / GroupWords;
    // The last record of a part goes on behind it.
    bool Hit = Last >= 64 || Hits << (63 - Last) >> (63 - Last + First) != 0;
    bool Chosen = P.Clock.Next - P.Clock.Now < Row->Units;
    if (!Hit && !Row->Look && !Row->Varies && !Chosen) [[likely]]
      P.Clock.Now += Row->Units;
    else if (!Row->Varies && !Chosen && !mayTouch(*Row, At))
      P.Clock.Now += Row->Units;
    else if (uint64_t Next = P.Clock.Next; true) {
      lookAtLanes(T, *Row, At);
      if (P.Clock.Next != Next) // Hits does not know the new watch
        return At + Row->Words;
    }
    At += Row->Words;
  }
  return At;
}

bool isLooking(const ThreadState &T) {
  bool Looking = T.Sample.Looking;
  for (uint32_t I = 0; I != T.Depth; ++I)
    Looking |= T.Frames[I].Sample.Looking;
  return Looking;
}

void lookAtRecords(ThreadState &T, uint64_t *At, const uint64_t *End) {
  ThreadPairs &P = T.Pairs;
  if (isLooking(T)) { // a handler, in the middle of it
    P.Missed += uint64_t(End - At);
    return;
  }
  if (!P.Begun) {
    P.Clock = ReuseClock(Pairs.Plan, T.Index);
    P.Begun = true;
  }
  T.Sample.Looking = true;
  constexpr uint64_t PartWords = 64 * GroupWords;
  // Watches that begin in a part are not in its Hits: parts are looked at
  // again from there.
  while (At < End) {
    const uint64_t *Limit = At + PartWords < End ? At + PartWords : End;
    At = lookAtPart(T, At, Limit, hitGroups(At, Limit));
  }
  T.Sample.Looking = false;
  Pairs.Units.fetch_add(P.Clock.Now - P.Told, std::memory_order_relaxed);
  P.Told = P.Clock.Now;
}

void tellUnits(ThreadState &T) {
  emit<EventKind::ReuseUnits>(T, 0, T.Pairs.Clock.Now, T.Pairs.Missed);
}

} // namespace memfacet
