//===- LoopAhead.cpp - iterations of a loop, looked up ahead --------------===//

#include "runtime/filter/LoopAhead.h"
#include "runtime/filter/Lines.h"

namespace memfacet {

namespace {

/// Where lines cannot be entered for several accesses, those of so many
/// iterations are looked up one by one; of more, if that happens again soon.
constexpr uint32_t LeastAlone = 4, MostAlone = 64;

uint64_t addressOf(const LoopStream &S, uint32_t Element) {
  return S.Address + uint64_t(S.Bytes) * Element;
}

uint64_t nextLine(uint64_t Address) { return (Address | LineMask) + 1; }

} // namespace

/// The line that \p E enters, in \p Iteration, is a miss. Its way; or NoWay:
/// the line that has to leave may be in use.
[[gnu::noinline]] uint32_t LoopAhead::replace(const LineEntry &E,
                                              uint32_t Iteration) {
  uint32_t Set = setOf(C, E.Address), Way = victimFor(C, E.Address);
  // What was accessed within the last iteration may be older than this.
  uint32_t Before = Iteration > Entered ? Iteration - 1 : Iteration;
  if (C.Last[Way] >= Begin + timeOf({Before, 0}))
    return NoWay;
  if (C.Lines[Way].Counts & LargeCounts)
    tellWay(C, Way);
  if (!hasRoom())
    __memfacet_next();
  // Backwards, the first access is to the last bytes.
  const LoopStream &S = Streams[E.Stream];
  uint64_t First = S.Bytes < 0 ? E.Address + E.Bytes - S.Size : E.Address;
  Piece P = E.Direct ? Piece{First, 0} : pieceAround(First);
  enterLine(C, Way, Way - Set, First, Sites + E.Number, P);
  C.Last[Way] = 0; // it is entered now
  return Way;
}

/// Of an entry of a stream that has straddled. False: another object begins
/// where it goes on, or it must not do so now.
[[gnu::noinline]] bool LoopAhead::mayEnter(const LineEntry &E,
                                           uint32_t Iteration) {
  bool IsOther = isBoundary(E.Address & ~LineMask);
  if (!E.Straddles) {
    const LoopStream &S = Streams[E.Stream];
    for (uint32_t I = 0; IsOther && I != 1u << S.Shift; ++I)
      tellStraddled(S.First + I);
    return true;
  }
  // Whoever reads this knows that a line was written if it has stores.
  bool IsRead = !E.Write || E.Direct;
  return !IsOther && (IsRead || (E.Counts != 0 && Iteration + 1 != End));
}

/// \p E is entered so many iterations later. False: that cannot be done, and
/// nothing was counted.
[[gnu::always_inline]] inline bool LoopAhead::enterLater(LineEntry &E,
                                                         uint32_t Iterations) {
  if (E.Rare && !mayEnter(E, Iterations + E.Iteration)) [[unlikely]]
    return false;
  uint32_t Way = guess(C, E.Address);
  if (!holds(C.Lines[Way], E.Address)) [[unlikely]] {
    Way = find(C, E.Address);
    if (Way == NoWay)
      Way = replace(E, Iterations + E.Iteration);
    if (Way == NoWay)
      return false;
    remember(C, E.Address, Way);
  }
  FilterWay &W = C.Lines[Way];
  uint64_t Distance = E.Address - W.Start;
  if (!E.Direct && (Distance > W.Length || Distance + E.Bytes > W.Length))
      [[unlikely]]
    return false;
  W.Counts += E.Counts;
  uint64_t Time = Begin + E.Time + Iterations * Ticks;
  C.Last[Way] = C.Last[Way] > Time ? C.Last[Way] : Time;
  if (E.Write)
    W.Writer = E.Writer;
  E.Way = Way;
  if (E.Straddles) [[unlikely]] {
    Straddled &S = Straddling[E.Number];
    if (S.Count++ == 0)
      S.Address = E.Address - 1;
  }
  return true;
}

/// What stream \p Number enters next. It is forgotten if that is not repeated.
LineEntry &LoopAhead::newEntry(uint32_t Number) {
  const LoopStream &S = Streams[Number];
  Place At = placeOf(S, S.Next);
  LineEntry &E = Entries[Remembered < MostEntries ? Remembered : MostEntries];
  E.Step = (uint64_t(S.Bytes) << S.Shift) * Period;
  E.Iteration = At.Iteration;
  E.Element = S.Next;
  E.Number = uint16_t(At.Number);
  E.Stream = uint16_t(Number);
  E.Writer =
      S.Direct ? uint32_t(reinterpret_cast<uint64_t>(Sites + At.Number)) : 0;
  E.Straddles = false;
  bool IsPower = (S.Size & (S.Size - 1)) == 0;
  E.Rare = !IsPower || ((S.Address | uint64_t(S.Bytes)) & (S.Size - 1)) != 0;
  E.Direct = S.Direct;
  E.Write = S.Write;
  return E;
}

bool LoopAhead::enter(LineEntry &E, bool Repeats) {
  if (!enterLater(E, 0))
    return false;
  LoopStream &S = Streams[E.Stream];
  if (E.Straddles)
    S.StraddledAt = E.Element + 1;
  S.Way = E.Way;
  S.Ends = E.Ends;
  Remembered += Repeats;
  return true;
}

/// Fills in \p E for the accesses to the line of \p Address from element \p
/// First on, which is there. The last one may straddle.
void LoopAhead::stay(LineEntry &E, uint64_t Address, uint32_t First) {
  LoopStream &S = Streams[E.Stream];
  uint64_t Offset = Address & LineMask;
  uint32_t Stays = 0;
  if (S.Bytes == 0) {
    Stays = End - First;
  } else if (Offset + S.Size <= FilterLineBytes) {
    uint64_t Room = S.Bytes > 0 ? FilterLineBytes - Offset - S.Size : Offset;
    Stays = uint32_t(Room * S.Reciprocal >> 16) + 1;
  }
  // What is entered so late is not repeated.
  uint32_t Last = End << S.Shift;
  S.Next = First + Stays < Last ? First + Stays : Last;
  bool Straddles = S.Bytes > 0 && S.Next != Last &&
                   Offset + Stays * uint64_t(S.Bytes) < FilterLineBytes;
  E.Ends = S.Next + Straddles;
  uint64_t Further = uint64_t(E.Ends - First - 1) * magnitude(S.Bytes);
  E.Address = S.Bytes < 0 ? Address - Further : Address;
  E.Bytes = uint32_t(Straddles ? FilterLineBytes - Offset : Further + S.Size);
  E.Counts = S.Unit * (E.Ends - First);
  E.Time = timeOf(placeOf(S, E.Ends - 1));
}

/// Whether no byte of the element before that at \p Address was in its line.
static bool entersLine(const LoopStream &S, uint64_t Address) {
  uint64_t Before = Address - uint64_t(S.Bytes);
  return ((S.Bytes > 0 ? Before + S.Size - 1 : Before) ^ Address) >=
         FilterLineBytes;
}

/// The next element of stream \p Number goes on from \p Address in the next
/// line.
bool LoopAhead::straddle(uint32_t Number, uint64_t Address) {
  LoopStream &S = Streams[Number];
  const uint32_t Element = S.Next;
  uint64_t Line = nextLine(Address), Then = Address + uint64_t(S.Bytes);
  // Backwards, or twice from one line.
  if (S.Bytes <= 0 || Then < Line)
    return false;
  if (S.Way == NoWay || S.Ends != Element + 1) {
    LineEntry &First = newEntry(Number);
    First.Address = Address;
    First.Bytes = uint32_t(Line - Address);
    First.Counts = S.Unit;
    First.Ends = Element + 1;
    First.Time = timeOf(placeOf(S, Element));
    if (!enter(First, entersLine(S, Address)))
      return false;
  }
  LineEntry &E = newEntry(Number);
  E.Straddles = E.Rare = true;
  if (Then < Line + FilterLineBytes) {
    stay(E, Then, Element + 1);
    E.Bytes += uint32_t(E.Address - Line);
    E.Address = Line;
  } else {
    S.Next = E.Ends = Element + 1;
    E.Address = Line;
    E.Bytes = uint32_t(Address + S.Size - Line);
    E.Counts = 0;
    E.Time = timeOf(placeOf(S, Element)) + 1;
  }
  return enter(E, true);
}

/// Stream \p Number enters a line. False: that cannot be done.
bool LoopAhead::look(uint32_t Number) {
  LoopStream &S = Streams[Number];
  uint64_t Address = addressOf(S, S.Next);
  if ((Address & LineMask) + S.Size > FilterLineBytes)
    return straddle(Number, Address);
  LineEntry &E = newEntry(Number);
  stay(E, Address, S.Next);
  return enter(E, entersLine(S, Address));
}

/// What streams entered last, where the first \p Done entries were repeated
/// after so many iterations, and the others a period before.
void LoopAhead::repeated(uint32_t Done, uint32_t Iterations) {
  auto Apply = [&](uint32_t From, uint32_t To, uint32_t Later) {
    for (uint32_t I = From; I != To; ++I) {
      const LineEntry &E = Entries[I];
      LoopStream &S = Streams[E.Stream];
      if (E.Straddles)
        S.StraddledAt = (Later << S.Shift) + E.Element + 1;
      S.Way = E.Way;
      S.Ends = (Later << S.Shift) + E.Ends;
    }
  };
  Apply(Done, Remembered, Iterations - Period);
  Apply(0, Done, Iterations);
}

/// Repeats what was remembered to the end. False: that cannot be done at \p At.
bool LoopAhead::repeat(Place &At) {
  for (uint32_t Iterations = Period;; Iterations += Period)
    for (uint32_t I = 0; I != Remembered; ++I) {
      LineEntry &E = Entries[I];
      bool IsEnd = Iterations + E.Iteration >= End;
      E.Address += E.Step;
      if (IsEnd || !enterLater(E, Iterations)) [[unlikely]] {
        repeated(I, Iterations);
        At = {IsEnd ? End : Iterations + E.Iteration, E.Number};
        return IsEnd;
      }
    }
}

/// Looks up accesses from iteration \p From on. Returns where that ends.
LoopAhead::Place LoopAhead::together(uint32_t From) {
  Entered = From;
  Remembered = 0;
  for (uint32_t I = 0; I != StreamCount; ++I) {
    Streams[I].Next = From << Streams[I].Shift;
    Streams[I].Way = NoWay;
  }
  for (Place At{From, 0}; At.Iteration != End; ++At.Iteration) {
    if (At.Iteration - From == Period && Remembered != 0 &&
        Remembered < MostEntries)
      return repeat(At) ? Place{End, 0} : At;
    for (uint32_t I = 0; I != StreamCount; ++I) {
      LoopStream &S = Streams[I];
      while (S.Next >> S.Shift == At.Iteration)
        if (uint32_t Element = S.Next; !look(I))
          return placeOf(S, Element);
    }
  }
  return {End, 0};
}

/// Takes back what was counted for accesses from \p At on.
void LoopAhead::stop(Place At) {
  auto Done = [&](const LoopStream &S) {
    uint32_t Elements = 1u << S.Shift;
    uint32_t Rest = At.Number <= S.First ? 0 : At.Number - S.First;
    return (At.Iteration << S.Shift) + (Rest < Elements ? Rest : Elements);
  };
  for (LoopStream *S = Streams; S != Streams + StreamCount; ++S) {
    if (S->Way == NoWay || S->Ends <= Done(*S))
      continue;
    C.Lines[S->Way].Counts -= S->Unit * (S->Ends - Done(*S));
    C.Last[S->Way] = 0;
  }
  auto Seen = [&](uint32_t Way, uint64_t Time) {
    C.Last[Way] = C.Last[Way] > Time ? C.Last[Way] : Time;
  };
  for (LoopStream *S = Streams; S != Streams + StreamCount; ++S) {
    if (S->Way == NoWay)
      continue;
    uint32_t Ends = S->Ends < Done(*S) ? S->Ends : Done(*S);
    if (Ends == Entered << S->Shift) // nothing is accessed yet
      continue;
    uint64_t Time = Begin + timeOf(placeOf(*S, Ends - 1));
    bool Straddled = S->StraddledAt == Ends;
    Seen(S->Way, Time + Straddled);
    if (!Straddled)
      continue;
    if (uint32_t Way = find(C, addressOf(*S, Ends - 1)); Way != NoWay)
      Seen(Way, Time);
  }
}

void LoopAhead::tellStraddled(uint32_t Number) {
  Straddled &S = Straddling[Number];
  if (S.Count != 0)
    writeFiltered(FilteredKind::Straddles, S.Address, 0,
                  reinterpret_cast<uint64_t>(Sites + Number), S.Count);
  S.Count = 0;
}

/// One access, as it is looked up elsewhere.
void LoopAhead::alone(Place At) {
  uint64_t Address =
      Strides[At.Number].Address + Strides[At.Number].Bytes * At.Iteration;
  uint64_t Next = nextLine(Address), Time = Begin + timeOf(At);
  tellStraddled(At.Number);
  C.Clock = Time;
  touchAlone(Address, Sites + At.Number);
  if (Address + Sites[At.Number].Size <= Next)
    return;
  if (uint32_t Way = find(C, Next); Way != NoWay)
    C.Last[Way] = Time + 1;
}

void LoopAhead::run(const FilterStride *From, uint32_t Iterations) {
  End = Iterations;
  Strides = From;
  prepare();
  uint32_t Alone = LeastAlone;
  for (uint32_t Begins = 0; Begins != End;) {
    Place At = together(Begins);
    stop(At);
    if (At.Iteration == End)
      break;
    bool IsSoon = At.Iteration - Begins < MostAlone;
    Alone = !IsSoon ? LeastAlone : Alone < MostAlone ? 2 * Alone : MostAlone;
    uint32_t Rest = End - At.Iteration;
    Begins = At.Iteration + (Alone < Rest ? Alone : Rest);
    for (; At.Iteration != Begins; ++At.Iteration, At.Number = 0)
      for (; At.Number != Count; ++At.Number)
        alone(At);
  }
  for (uint32_t I = 0; I != Count; ++I)
    tellStraddled(I);
  C.Clock = Begin + timeOf({End, 0});
}

namespace {

/// Iterations that are looked up with one call: intervals should not begin much
/// later than the program says.
constexpr uint64_t MostAccesses = 8192, LeastIterations = 64;

/// Where the thread has no filter cache, or a window is open.
void loopSlowly(const FilterStride *Strides, const Site *Sites, uint32_t Count,
                uint32_t Iterations) {
  for (uint64_t I = 0; I != Iterations; ++I)
    for (uint32_t Number = 0; Number != Count; ++Number)
      touchRange(Strides[Number].Address + I * Strides[Number].Bytes,
                 Sites + Number, Sites[Number].Size);
}

} // namespace
} // namespace memfacet

using namespace memfacet;

// Called by a trampoline in FilterNext.S.
extern "C" void memfacetLoop(FilterLoop *Loop, const Site *Sites,
                             uint64_t Count) {
  auto *Strides = reinterpret_cast<FilterStride *>(Loop + 1);
  uint64_t Most = MostAccesses / Count;
  Most = Most < LeastIterations ? LeastIterations : Most;
  // 0: 2^64.
  if (Loop->Iterations - 1 < Most)
    Most = Loop->Iterations;
  FilterCache &C = *__memfacet_filter_cache;
  if (C.Window != 0 && Most > LeastIterations)
    Most = LeastIterations;
  if (C.Usual == 0)
    loopSlowly(Strides, Sites, uint32_t(Count), uint32_t(Most));
  else
    LoopAhead(reinterpret_cast<FilterThread &>(C), Sites, uint32_t(Count))
        .run(Strides, uint32_t(Most));
  for (uint64_t I = 0; I != Count; ++I)
    Strides[I].Address += Most * Strides[I].Bytes;
  Loop->Iterations -= Most;
  Loop->Ahead = Most;
}
