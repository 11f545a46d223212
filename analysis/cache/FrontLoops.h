//===- cache/FrontLoops.h - fronts, in two passes -------------------------===//
//
// The first pass looks at fronts alone: an access to a front is added to it,
// another one becomes the front, and what it replaces is noted. Nothing in it
// depends on a guess of the processor. The second pass looks at what was noted:
// it counts for the old front, with the structure that its line belongs to, and
// hands on the new one.
//
// A line of several structures cannot have its accesses added up: those are
// counted one by one.
//
// This text is compiled once per instruction set, as NarrowSets.h is.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CACHE_FRONTLOOPS_H
#define MEMFACET_CACHE_FRONTLOOPS_H

#include "analysis/cache/Fronts.h"
#include <algorithm>
#include <bit>
#include <memory>
#include <utility>
#include <vector>

namespace memfacet {

/// \p Search: as SetWords.h says; keeps the instruction sets apart.
template <typename Search> class FrontLoops final : public Fronts {
public:
  explicit FrontLoops(const FrontShape &Shape)
      : Shape(Shape), SetMask(Shape.Sets - 1),
        PowerOfTwo(std::has_single_bit(Shape.Sets)), BySet(Shape.Sets),
        Owners(Shape.Sets, UnknownOwner) {}

  void filter(const AccessBatch &B, OwnerSource &Source, Counted &To) override;
  void settle(Counted &To) override;
  void clear() override;

private:
  static constexpr uint64_t NoLine = ~uint64_t(0);

  struct Front {
    uint64_t Line = NoLine;  ///< none: the next access is noted
    uint64_t Operations = 0; ///< as in AccessCounters, not counted yet
  };
  /// Which access, and its set: one word, so that noting it is one store.
  struct Spot {
    uint32_t Index;
    uint32_t Access;
  };
  /// A few accesses, prepared.
  struct Portion {
    static constexpr uint32_t Capacity = 256;
    const AccessInfo *Info;
    uint32_t Count;
    bool Straddles; ///< at least one touches more than one line
    alignas(64) uint64_t Address[Capacity];
    alignas(64) uint64_t Line[Capacity];
    alignas(64) uint64_t Operation[Capacity]; ///< AccessCounters::Operations
    alignas(64) Spot Where[Capacity];
  };
  struct Stretch {
    uint32_t Begin, End; ///< of a Portion's accesses
  };
  /// Fronts that were replaced.
  struct Noted {
    static constexpr uint32_t Room = Portion::Capacity + 1;
    uint32_t Count = 0;
    uint64_t Operations[Room]; ///< of the old front
    Spot Where[Room];          ///< the access that replaced it
    OwnerEntry Owner[Room];    ///< of the new front
  };
  struct Work {
    OwnerSource &Source;
    Counted &To;
  };

  uint64_t indexOf(uint64_t Line) const {
    return PowerOfTwo ? Line & SetMask : Line % Shape.Sets;
  }
  void settleSet(uint64_t Index, Counted &To);
  void forgetFront(uint64_t Index, Counted &To);
  void followChanges(const OwnerChanges &Changes, Counted &To);
  void prepare(const AccessBatch &B, size_t From, Portion &P) const;
  void run(const Portion &P, Stretch S, Work &W);
  void findChanges(const Portion &P, Stretch S, Noted &N);
  void askOwners(const Portion &P, Noted &N, Work &W) const;
  void handOn(const Portion &P, const Noted &N, Work &W);
  uint64_t takeAddedUp(const Noted &N, size_t Number);
  FrontChange *countMixed(const Portion &P, const Noted &N, size_t Number,
                          FrontChange *To, Work &W);
  void touchRest(uint64_t Address, AccessInfo Info, Work &W);
  void runStraddling(const Portion &P, Work &W);

  const FrontShape Shape;
  const uint64_t SetMask;
  const bool PowerOfTwo;
  std::vector<Front> BySet;
  std::vector<OwnerEntry> Owners; ///< of the front, by set
  uint64_t ChangesSeen = 0;
};

#define MEMFACET_FRONTS(Result)                                                \
  template <typename Search> Result FrontLoops<Search>

/// writerBits of \p Owner if \p Operations, as in AccessCounters, write.
inline uint32_t writtenBy(OwnerEntry Owner, uint64_t Operations) {
  // Whether they do cannot be guessed.
  return uint32_t(writerBits(StructureId(Owner))) &
         -uint32_t(Operations >> 32 != 0);
}

MEMFACET_FRONTS(void)::settleSet(uint64_t Index, Counted &To) {
  uint64_t Operations = std::exchange(BySet[Index].Operations, 0);
  if (!Operations)
    return;
  OwnerEntry Owner = Owners[Index];
  To.Counters[Owner].Operations += Operations;
  if (Operations >> 32)
    To.Changes.add({Miss::wanted(BySet[Index].Line, Owner), 0,
                    writtenBy(Owner, Operations)});
}

MEMFACET_FRONTS(void)::settle(Counted &To) {
  for (uint64_t I = 0; I != Shape.Sets; ++I)
    settleSet(I, To);
}

/// The set's next access will be noted.
MEMFACET_FRONTS(void)::forgetFront(uint64_t Index, Counted &To) {
  settleSet(Index, To);
  BySet[Index] = {};
  Owners[Index] = UnknownOwner;
}

MEMFACET_FRONTS(void)::followChanges(const OwnerChanges &Changes, Counted &To) {
  uint64_t Seen = std::exchange(ChangesSeen, Changes.count());
  auto ForgetAll = [&] {
    for (uint64_t I = 0; I != Shape.Sets; ++I)
      forgetFront(I, To);
  };
  if (!Changes.reachesBackTo(Seen))
    return ForgetAll();
  for (const OwnerChanges::Range &R : Changes.since(Seen)) {
    uint64_t First = R.Low >> Shape.LineShift;
    uint64_t Last = (R.High - 1) >> Shape.LineShift;
    if (Last - First >= Shape.Sets)
      return ForgetAll();
    for (uint64_t Line = First; Line <= Last; ++Line)
      if (uint64_t Index = indexOf(Line); BySet[Index].Line == Line)
        forgetFront(Index, To);
  }
}

/// The first pass. Not inlined: it needs all registers.
MEMFACET_FRONTS([[gnu::noinline]] void)::findChanges(const Portion &P,
                                                     Stretch S, Noted &N) {
  Front *const F = BySet.data();
  uint64_t *Operations = N.Operations;
  size_t Count = 0;
#pragma unroll 2
  for (size_t I = S.Begin, End = S.End; I != End; ++I) {
    Spot Here = P.Where[I];
    Front &Its = F[Here.Index];
    uint64_t Line = P.Line[I], Before = Its.Operations;
    bool Same = Its.Line == Line;
    Operations[Count] = Before;
    N.Where[Count] = Here;
    Count += !Same;
    uint64_t Kept = __builtin_unpredictable(Same) ? Before : 0;
    Its = {Line, Kept + P.Operation[I]};
  }
  N.Count = uint32_t(Count);
}

template <typename Search>
[[gnu::always_inline]] inline void
FrontLoops<Search>::askOwners(const Portion &P, Noted &N, Work &W) const {
  if (!Shape.mayKeepOwners()) {
    std::fill_n(N.Owner, N.Count, UnknownOwner);
    return;
  }
  uint64_t Addresses[Portion::Capacity];
  for (uint32_t I = 0; I != N.Count; ++I)
    Addresses[I] = P.Address[N.Where[I].Access];
  W.Source.lineOwners({Addresses, N.Count}, N.Owner);
}

/// The second pass.
template <typename Search>
[[gnu::always_inline]] inline void
FrontLoops<Search>::handOn(const Portion &P, const Noted &N, Work &W) {
  OwnerEntry *const Owner = Owners.data();
  CounterTable<AccessCounters> &Counters = W.To.Counters;
  // Twice: one for the writes of a line of several structures.
  FrontChange *To = W.To.Changes.room(2 * N.Count);
  for (size_t I = 0, Count = N.Count; I != Count; ++I) {
    auto [Index, Access] = N.Where[I];
    OwnerEntry New = N.Owner[I], Old = std::exchange(Owner[Index], New);
    // What hit a line of several structures is counted already.
    uint64_t Operations = N.Operations[I];
    if (Old == UnknownOwner) [[unlikely]]
      Operations = 0;
    else
      Counters[Old].Operations += Operations;
    *To++ = {Miss::wanted(P.Line[Access], New), P.Info[Access].site(),
             writtenBy(Old, Operations)};
    if (New == UnknownOwner) [[unlikely]]
      To = countMixed(P, N, I, To, W);
  }
  W.To.Changes.endAt(To);
}

/// What hit the front that change \p Number of \p N brought, itself included.
/// More must not be added.
MEMFACET_FRONTS(uint64_t)::takeAddedUp(const Noted &N, size_t Number) {
  uint32_t Index = N.Where[Number].Index;
  for (size_t I = Number + 1; I != N.Count; ++I)
    if (N.Where[I].Index == Index)
      return N.Operations[I];
  return std::exchange(BySet[Index], {}).Operations;
}

/// What change \p Number of \p N brought, the last before \p To, is a line of
/// several structures: counts it and all that hit it before the set's next
/// change. Returns where the next change goes.
MEMFACET_FRONTS([[gnu::noinline]] FrontChange *)::countMixed(
    const Portion &P, const Noted &N, size_t Number, FrontChange *To, Work &W) {
  const uint32_t First = N.Where[Number].Access;
  const uint64_t Line = P.Line[First];
  FrontChange &Change = To[-1];
  uint64_t Left = takeAddedUp(N, Number);
  uint32_t Written = 0;
  for (uint32_t I = First; Left && I != P.Count; ++I) {
    if (P.Line[I] != Line)
      continue;
    uint32_t Owner = W.Source.owner(P.Address[I]);
    Left -= P.Operation[I];
    W.To.Counters[Owner].Operations += P.Operation[I];
    if (P.Operation[I] >> 32)
      Written = writtenBy(Owner, P.Operation[I]);
    if (I == First)
      Change.Wanted = Miss::wanted(Line, Owner);
  }
  if (Written)
    *To++ = {Change.Wanted, Change.Site, Written};
  return To;
}

/// Accesses of which only the last may straddle.
MEMFACET_FRONTS(void)::run(const Portion &P, Stretch S, Work &W) {
  Noted N;
  findChanges(P, S, N);
  askOwners(P, N, W);
  handOn(P, N, W);
}

/// The lines behind the first that an access touches. They may wrap around at
/// the end of the address space, as hostile traces do. They count as touches by
/// the owner of the first byte.
MEMFACET_FRONTS([[gnu::noinline]] void)::touchRest(uint64_t Address,
                                                   AccessInfo Info, Work &W) {
  const uint64_t LineMask = AddressMask >> Shape.LineShift;
  uint64_t Line = Address >> Shape.LineShift;
  const uint64_t Last =
      ((Address + Info.size() - 1) & AddressMask) >> Shape.LineShift;
  uint32_t Owner = Owners[indexOf(Line)];
  if (Owner == UnknownOwner)
    Owner = W.Source.owner(Address);
  W.To.Counters[Owner].ExtraTouches += (Last - Line) & LineMask;
  W.To.Touches.add(Info.site(), (Last - Line) & LineMask);
  while (Line != Last) {
    Line = (Line + 1) & LineMask;
    forgetFront(indexOf(Line), W.To);
    FrontChange Change{Miss::wanted(Line, Owner), Info.site(), 0};
    W.To.Changes.add(Change);
    if (Info.write()) {
      Change.Written = uint32_t(writerBits(StructureId(Owner)));
      W.To.Changes.add(Change);
    }
    W.To.relieve();
  }
}

/// What can be computed for several accesses at once.
MEMFACET_FRONTS(void)::prepare(const AccessBatch &B, size_t From,
                               Portion &P) const {
  const uint64_t Mask = SetMask;
  const unsigned LineShift = Shape.LineShift;
  P.Info = B.Info.data() + From;
  uint64_t Differ = 0;
  for (uint32_t I = 0; I != P.Count; ++I) {
    AccessInfo Info = B.Info[From + I];
    uint64_t Address = B.Address[From + I] & AddressMask;
    uint64_t Last = Address + Info.size() - 1;
    P.Address[I] = Address;
    P.Line[I] = Address >> LineShift;
    P.Where[I] = {uint32_t(P.Line[I] & Mask), I};
    P.Operation[I] = AccessCounters::operation(Info.write());
    Differ |= (Address ^ Last) >> LineShift;
  }
  P.Straddles = Differ != 0;
  if (!PowerOfTwo)
    for (uint32_t I = 0; I != P.Count; ++I)
      P.Where[I].Index = uint32_t(P.Line[I] % Shape.Sets);
}

/// As run, where accesses may touch several lines each.
MEMFACET_FRONTS([[gnu::noinline]] void)::runStraddling(const Portion &P,
                                                       Work &W) {
  uint32_t Begin = 0;
  for (uint32_t I = 0; I != P.Count; ++I) {
    AccessInfo Info = P.Info[I];
    uint64_t Last = P.Address[I] + Info.size() - 1;
    if ((P.Address[I] ^ Last) >> Shape.LineShift == 0)
      continue;
    run(P, {Begin, I + 1}, W);
    touchRest(P.Address[I], Info, W);
    Begin = I + 1;
  }
  run(P, {Begin, P.Count}, W);
}

MEMFACET_FRONTS(void)::filter(const AccessBatch &B, OwnerSource &Source,
                              Counted &To) {
  if (ChangesSeen != Source.changes().count())
    followChanges(Source.changes(), To);
  Work W{Source, To};
  Portion P;
  for (size_t From = 0; From != B.Count; From += P.Count) {
    P.Count = uint32_t(std::min<size_t>(B.Count - From, Portion::Capacity));
    prepare(B, From, P);
    if (P.Straddles) [[unlikely]]
      runStraddling(P, W);
    else
      run(P, {0, P.Count}, W);
    To.relieve();
  }
}

MEMFACET_FRONTS(void)::clear() {
  std::ranges::fill(BySet, Front());
  std::ranges::fill(Owners, UnknownOwner);
}

#undef MEMFACET_FRONTS

} // namespace memfacet

#endif
