//===- ReuseSampling.cpp - a sample of reuse pairs ------------------------===//

#include "runtime/pairs/ReuseSampling.h"
#include "runtime/pairs/Asking.h"
#include "runtime/pairs/BlockRows.h"
#include "runtime/pairs/LookedAt.h"
#include "runtime/pairs/Watches.h"
#include "runtime/process/Process.h"
#include "runtime/record/EventWriter.h"

namespace memfacet {

constinit std::atomic<bool> PairsOn{false};
constinit PairState Pairs;

template <EventKind Kind>
[[gnu::flatten]] static void tellEnd(const LookedAtAccess &A, uint64_t Number) {
  const ThreadPairs &P = A.T.Pairs;
  uint64_t All =
      Pairs.Units.load(std::memory_order_relaxed) + P.Clock.Now - P.Told;
  emit<Kind>(A.T, 0, Number, A.Address, A.Bytes,
             reinterpret_cast<uint64_t>(A.Row), P.Clock.Now, All);
}

void LookedAtAccess::tellFirst(uint64_t Number) const {
  tellEnd<EventKind::ReuseFirst>(*this, Number);
}
void LookedAtAccess::tellSecond(uint64_t Number) const {
  tellEnd<EventKind::ReuseSecond>(*this, Number);
}

void lookAtRange(ThreadState &T, const Site *Row, uint64_t Address,
                 uint64_t Bytes) {
  forReusePieces(Address, Bytes, [&](uint64_t At, uint64_t Piece) {
    lookAt({T, Row, At, Piece});
  });
}

void lookAtMask(ThreadState &T, const Site *Row, uint64_t Address,
                uint64_t Mask) {
  uint32_t Size = Row->Size;
  for (uint64_t Lane = 0; Mask != 0;) {
    auto Idle = unsigned(__builtin_ctzll(Mask));
    Lane += Idle;
    Mask >>= Idle;
    unsigned Run = ~Mask ? unsigned(__builtin_ctzll(~Mask)) : 64;
    lookAtRange(T, Row, Address + Lane * Size, uint64_t(Run) * Size);
    Lane += Run;
    Mask = Run == 64 ? 0 : Mask >> Run;
  }
}

namespace {

/// Access by access.
void lookAtLanes(ThreadState &T, const HeaderLanes &Row,
                 const uint64_t *Record) {
  for (uint32_t I = 0; I != Row.Lanes; ++I) {
    const AccessLane &L = Row.First[I];
    uint64_t Base = L.Slot ? Record[L.Slot] : 0;
    if (L.Slot && Base == 0)
      continue;
    uint64_t Address = Base + L.Add;
    if (L.Extra == 0)
      lookAt({T, L.Row, Address, L.Size});
    else if (L.Row->Shape == SiteShape::Masked)
      lookAtMask(T, L.Row, Address, Record[L.Extra]);
    else
      lookAtRange(T, L.Row, Address, Record[L.Extra]);
  }
}

/// Whether one of the lanes may touch a watched line, or was not executed.
bool mayTouch(const AccessLane *First, uint32_t Count, const uint64_t *Record) {
  for (const AccessLane *L = First; L != First + Count; ++L) {
    uint64_t Address = (L->Slot ? Record[L->Slot] : 0) + L->Add;
    uint64_t Line = reuseLine(Address);
    uint64_t Last = reuseLine(Address + L->Size - 1);
    if ((L->Slot && Record[L->Slot] == 0) || mayBeWatched(Line) ||
        (Line != Last && mayBeWatched(Last)))
      return true;
  }
  return false;
}

/// What is known of 64 words, bit by word.
struct WordMarks {
  uint64_t Headers; ///< it points into the table of blocks
  uint64_t Hits;    ///< it may lead to a watched line, or is null
};

WordMarks marksOf(const uint64_t *At, const BlockRows &Object) {
  uint64_t Headers = 0, Misses = 0, Nulls = 0;
  uint64_t Begin = Object.Begin, Bytes = Object.Bytes;
  const uint8_t *Filter = __memfacet_watched;
#pragma clang loop unroll_count(8)
  for (unsigned I = 64; I-- != 0;) {
    uint64_t Word = At[I];
    machine::shiftInBelow(Headers, Word - Begin, Bytes);
    machine::shiftInBelow(Nulls, Word, 1);
    // The line, one below and two behind.
    uint64_t Place = watchedPlace(Word >> ReuseLineShift) - 1;
    machine::shiftInZero(
        Misses, *reinterpret_cast<const uint8_t(*)[4]>(&Filter[Place]));
  }
  return {Headers, ~Misses | Nulls};
}

/// A record that is not plain, or that may touch a watched line, or in which a
/// unit is chosen. \p Near: one of its words may lead to a watched line.
void lookAtRecord(ThreadState &T, const HeaderLanes &Row,
                  const uint64_t *Record, bool Near) {
  ReuseClock &C = T.Pairs.Clock;
  bool Chosen = C.Next - C.Now < Row.Lanes;
  bool Touch = Row.Varies || Chosen ||
               (Near ? mayTouch(Row.First, Row.Lanes, Record)
                     : mayTouch(Row.Far, Row.FarLanes, Record));
  if (Touch)
    lookAtLanes(T, Row, Record);
  else
    C.Now += Row.Lanes;
}

/// Of several objects, or records of more than 64 words: one after the other.
/// Returns the end of the record, or word, at \p At.
const uint64_t *lookAtOne(ThreadState &T, const uint64_t *At) {
  const BlockRows *Object = *At ? blockRowsOf(*At) : nullptr;
  const HeaderLanes *Row = Object ? Object->find(*At) : nullptr;
  if (!Row) // zero: something else than a record was written there
    return At + 1;
  lookAtRecord(T, *Row, At, true);
  return At + Row->Words;
}

/// The records that are whole within 64 words from \p At, up to one that begins
/// a watch: \p M does not know of it. Returns where it ended.
///
/// The next record is found by its mark alone, so that the processor need not
/// wait until it knows how long each is.
const uint64_t *lookAtWords(ThreadState &T, const uint64_t *At,
                            const BlockRows &Object, WordMarks M) {
  ReuseClock &C = T.Pairs.Clock;
  const uint64_t Next = C.Next;
  uint64_t Left = Next - C.Now;
  T.Pairs.Watched = false;
  for (uint64_t Headers = M.Headers; Headers != 0;) {
    auto I = unsigned(__builtin_ctzll(Headers));
    uint64_t Rest = Headers & (Headers - 1);
    // Words between this header and the next one, or the end.
    uint64_t Slots = (Rest - 1) & ~Rest & ~(Headers ^ (Headers - 1));
    QuickRow Row = Object.Quick[(At[I] - Object.Begin) / sizeof(QuickRow)];
    if (Rest == 0 && I + Row.words() > 64) [[unlikely]] {
      C.Now = Next - Left;
      return I == 0 ? lookAtOne(T, At) : At + I;
    }
    Headers = Rest;
    if (!Row.special() && (M.Hits & Slots) == 0 && Left > Row.units())
        [[likely]] {
      Left -= Row.units();
      continue;
    }
    if (Row.Word == 0) // no row begins there
      continue;
    C.Now = Next - Left;
    lookAtRecord(T, *Object.find(At[I]), At + I, (M.Hits & Slots) != 0);
    if (T.Pairs.Watched)
      return At + I + Row.words();
    Left = Next - C.Now;
  }
  C.Now = Next - Left;
  return At + 64;
}

} // namespace

void startPairs() {
  Process &P = process();
  Text Given = P.Settings.get(Option::communication);
  bool Records =
      P.Now.load() == Recording::Region || P.Now.load() == Recording::File;
  PairsOn.store(false);
  setAsking(false);
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
  if (!forgetWatches()) {
    Diagnostic() << "no memory to sample pairs of accesses; everything is "
                    "recorded";
    return;
  }
  PairsOn.store(true);
  setAsking(true);
}

bool isLooking(const ThreadState &T) {
  bool Looking = T.Scratch.Looking;
  for (uint32_t I = 0; I != T.Depth; ++I)
    Looking |= T.Frames[I].Scratch.Looking;
  return Looking;
}

void beginClock(ThreadState &T) {
  ThreadPairs &P = T.Pairs;
  if (P.Begun)
    return;
  P.Clock = ReuseClock(Pairs.Plan, T.Index);
  P.Begun = true;
}

void tellClock(ThreadState &T) {
  ThreadPairs &P = T.Pairs;
  Pairs.Units.fetch_add(P.Clock.Now - P.Told, std::memory_order_relaxed);
  P.Told = P.Clock.Now;
}

/// As lookAtRecords; nothing of the same thread may come in between.
static void look(ThreadState &T, const uint64_t *At, const uint64_t *End) {
  clockFromLeft(T);
  beginClock(T);
  T.Scratch.Looking = true;
  while (At < End) {
    const BlockRows *Only = onlyBlockRows();
    if (!Only) {
      At = lookAtOne(T, At);
      continue;
    }
    WordMarks M = marksOf(At, *Only);
    if (End - At < 64) // what is behind was written before
      M.Headers &= ~(~uint64_t(0) << (End - At));
    At = lookAtWords(T, At, *Only, M);
  }
  T.Scratch.Looking = false;
  tellClock(T);
  leftFromClock(T);
}

void lookAtRecords(ThreadState &T, const uint64_t *At, const uint64_t *End) {
  if (At == End)
    return;
  if (isLooking(T)) { // a handler, in the middle of it
    T.Pairs.Missed += uint64_t(End - At);
  } else if (process().HasHandlers.load(std::memory_order_relaxed)) {
    SignalBlock Block; // two system calls, which programs without need not pay
    look(T, At, End);
  } else {
    look(T, At, End);
  }
}

void tellUnits(ThreadState &T) {
  clockFromLeft(T);
  emit<EventKind::ReuseUnits>(T, 0, T.Pairs.Clock.Now + T.Pairs.Before,
                              T.Pairs.Missed);
}

} // namespace memfacet
