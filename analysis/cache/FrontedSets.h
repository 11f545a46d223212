//===- cache/FrontedSets.h - a first level, in two passes -----------------===//
//
// Most accesses hit the line that was touched last in its set, its front. That
// changes nothing in the order, so it is only counted.
//
// The first pass looks at fronts alone: an access to a front is added to it,
// another one becomes the front, and what it replaces is noted. Nothing in it
// depends on a guess of the processor. The second pass looks at what was noted:
// it counts for the old front, with the structure that its line belongs to, and
// touches the new one. It does not branch on hit or miss either.
//
// A line of several structures cannot have its accesses added up: those are
// counted one by one.
//
// This text is compiled once per instruction set: see NarrowSets.h.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CACHE_FRONTEDSETS_H
#define MEMFACET_CACHE_FRONTEDSETS_H

#include "analysis/cache/FirstLevel.h"
#include "analysis/cache/SetWords.h"
#include <algorithm>
#include <bit>
#include <memory>
#include <utility>
#include <vector>

namespace memfacet {

/// \p Search: as SetWords.h says.
template <typename Search, unsigned Vectors>
class FrontedSets final : public FirstLevel {
public:
  explicit FrontedSets(const FirstLevelShape &Shape)
      : Shape(Shape), SetMask(Shape.Sets - 1),
        PowerOfTwo(std::has_single_bit(Shape.Sets)),
        Words(Shape.Sets, Shape.Ways), Fronts(Shape.Sets),
        Owners(Shape.Sets, UnknownOwner) {}

  void filter(const AccessBatch &B, OwnerSource &Source, Counted &To) override;
  void settle(Counted &To) override;
  void takeDirty(std::vector<CacheWord> &Dirty) override;

private:
  static constexpr uint64_t NoLine = ~uint64_t(0);

  /// What the first pass knows of a set.
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
  struct ChangeList {
    static constexpr uint32_t Room = Portion::Capacity + 1;
    uint32_t Count = 0;
    uint64_t Operations[Room]; ///< of the old front
    Spot Where[Room];          ///< the access that replaced it
    OwnerEntry Owner[Room];    ///< of the new front
    /// What becomes of the old front's word: these bits stay, those are added.
    CacheWord Keep[Room], Add[Room];
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
  void findChanges(const Portion &P, Stretch S, ChangeList &L);
  void askOwners(const Portion &P, ChangeList &L, Work &W) const;
  void settleOld(ChangeList &L, Counted &To);
  void touchNew(const Portion &P, const ChangeList &L, Work &W);
  uint64_t takeAddedUp(const ChangeList &L, size_t Number);
  void touchMixed(const Portion &P, const ChangeList &L, size_t Number,
                  Miss *Missed, Work &W);
  void touchRest(uint64_t Address, AccessInfo Info, Work &W);
  void runStraddling(const Portion &P, Work &W);

  const FirstLevelShape Shape;
  const uint64_t SetMask;
  const bool PowerOfTwo;
  SetWords Words;
  std::vector<Front> Fronts;      ///< by set
  std::vector<OwnerEntry> Owners; ///< of the most recent line, by set
  uint64_t ChangesSeen = 0;
};

#define MEMFACET_FRONTED(Result)                                               \
  template <typename Search, unsigned Vectors>                                 \
  Result FrontedSets<Search, Vectors>

MEMFACET_FRONTED(void)::settleSet(uint64_t Index, Counted &To) {
  uint64_t Operations = std::exchange(Fronts[Index].Operations, 0);
  if (!Operations)
    return;
  OwnerEntry Owner = Owners[Index];
  To.Counters[Owner].Operations += Operations;
  if (Operations >> 32) {
    CacheWord &First = Words.set(Index)[0];
    First = cleanWord(lineOf(First)) | writerBits(StructureId(Owner));
  }
}

MEMFACET_FRONTED(void)::settle(Counted &To) {
  for (uint64_t I = 0; I != Shape.Sets; ++I)
    settleSet(I, To);
}

/// The set's next access will be noted.
MEMFACET_FRONTED(void)::forgetFront(uint64_t Index, Counted &To) {
  settleSet(Index, To);
  Fronts[Index] = {};
  Owners[Index] = UnknownOwner;
}

MEMFACET_FRONTED(void)::followChanges(const OwnerChanges &Changes,
                                      Counted &To) {
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
      if (uint64_t Index = indexOf(Line); Fronts[Index].Line == Line)
        forgetFront(Index, To);
  }
}

/// The first pass.
template <typename Search, unsigned Vectors>
[[gnu::always_inline]] inline void
FrontedSets<Search, Vectors>::findChanges(const Portion &P, Stretch S,
                                          ChangeList &L) {
  Front *const F = Fronts.data();
  size_t Count = 0;
#pragma unroll 4
  for (size_t I = S.Begin, End = S.End; I != End; ++I) {
    Spot Here = P.Where[I];
    Front &Its = F[Here.Index];
    uint64_t Line = P.Line[I], Operations = Its.Operations;
    bool Same = Its.Line == Line;
    L.Operations[Count] = Operations;
    L.Where[Count] = Here;
    Count += !Same;
    uint64_t Kept = __builtin_unpredictable(Same) ? Operations : 0;
    Its = {Line, Kept + P.Operation[I]};
  }
  L.Count = uint32_t(Count);
}

template <typename Search, unsigned Vectors>
[[gnu::always_inline]] inline void
FrontedSets<Search, Vectors>::askOwners(const Portion &P, ChangeList &L,
                                        Work &W) const {
  if (!Shape.mayKeepOwners()) {
    std::fill_n(L.Owner, L.Count, UnknownOwner);
    return;
  }
  uint64_t Addresses[Portion::Capacity];
  for (uint32_t I = 0; I != L.Count; ++I)
    Addresses[I] = P.Address[L.Where[I].Access];
  W.Source.lineOwners({Addresses, L.Count}, L.Owner);
}

/// Counts what hit the old fronts.
template <typename Search, unsigned Vectors>
[[gnu::always_inline]] inline void
FrontedSets<Search, Vectors>::settleOld(ChangeList &L, Counted &To) {
  OwnerEntry *const Owner = Owners.data();
  CounterTable<AccessCounters> &Counters = To.Counters;
  for (size_t I = 0, Count = L.Count; I != Count; ++I) {
    OwnerEntry Old = std::exchange(Owner[L.Where[I].Index], L.Owner[I]);
    // What hit a line of several structures is counted already.
    uint64_t Operations = L.Operations[I];
    if (Old == UnknownOwner) [[unlikely]]
      Operations = 0;
    else
      Counters[Old].Operations += Operations;
    // All ones where it was written.
    CacheWord Written = -CacheWord(Operations >> 32 != 0);
    L.Keep[I] = EmptyWord | ~Written;
    L.Add[I] = writerBits(StructureId(Old)) & Written;
  }
}

/// The second pass.
template <typename Search, unsigned Vectors>
[[gnu::always_inline]] inline void
FrontedSets<Search, Vectors>::touchNew(const Portion &P, const ChangeList &L,
                                       Work &W) {
  std::vector<Miss> &Misses = W.To.Misses;
  size_t Before = Misses.size();
  Misses.resize(Before + L.Count + 1);
  Miss *To = Misses.data() + Before;
  CacheWord *const First = Words.set(0);
  const size_t Stride =
      Search::WholeVectors ? Vectors * WordsPerVector : Words.stride();
  const uint32_t Ways = Shape.Ways;
  for (size_t I = 0, Count = L.Count; I != Count; ++I) {
    uint64_t Line = P.Line[L.Where[I].Access];
    Touch T =
        Search::template touch<Vectors>(First + L.Where[I].Index * Stride, Ways,
                                        {L.Keep[I], L.Add[I]}, cleanWord(Line));
    *To = {Miss::wanted(Line, L.Owner[I]), T.Victim,
           P.Info[L.Where[I].Access].site()};
    if (L.Owner[I] == UnknownOwner) [[unlikely]]
      touchMixed(P, L, I, T.Hit ? nullptr : To, W);
    To += !T.Hit;
  }
  Misses.resize(size_t(To - Misses.data()));
}

/// What hit the front that change \p Number of \p L brought, itself included.
/// More must not be added.
MEMFACET_FRONTED(uint64_t)::takeAddedUp(const ChangeList &L, size_t Number) {
  uint32_t Index = L.Where[Number].Index;
  for (size_t I = Number + 1; I != L.Count; ++I)
    if (L.Where[I].Index == Index)
      return L.Operations[I];
  return std::exchange(Fronts[Index], {}).Operations;
}

/// What change \p Number of \p L brought is a line of several structures:
/// counts it and all that hit it before the set's next change. \p Missed is
/// what is known of the miss, if it was one.
MEMFACET_FRONTED([[gnu::noinline]] void)::touchMixed(const Portion &P,
                                                     const ChangeList &L,
                                                     size_t Number,
                                                     Miss *Missed, Work &W) {
  auto [Index, Access] = L.Where[Number];
  const uint64_t Line = P.Line[Access];
  CacheWord &First = Words.set(Index)[0];
  uint64_t Left = takeAddedUp(L, Number);
  for (uint32_t I = Access; Left && I != P.Count; ++I) {
    if (P.Line[I] != Line)
      continue;
    uint32_t Owner = W.Source.owner(P.Address[I]);
    Left -= P.Operation[I];
    W.To.Counters[Owner].Operations += P.Operation[I];
    if (P.Operation[I] >> 32)
      First = cleanWord(Line) | writerBits(StructureId(Owner));
    if (I == Access && Missed)
      Missed->Wanted = Miss::wanted(Line, Owner);
  }
}

/// Accesses of which only the last may straddle.
MEMFACET_FRONTED(void)::run(const Portion &P, Stretch S, Work &W) {
  ChangeList L;
  findChanges(P, S, L);
  askOwners(P, L, W);
  settleOld(L, W.To);
  touchNew(P, L, W);
}

/// The lines behind the first that an access touches. They may wrap around at
/// the end of the address space, as hostile traces do. They count as touches by
/// the owner of the first byte.
MEMFACET_FRONTED([[gnu::noinline]] void)::touchRest(uint64_t Address,
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
    uint64_t Index = indexOf(Line);
    forgetFront(Index, W.To);
    CacheWord *Set = Words.set(Index);
    CacheWord Word = cleanWord(Line);
    if (Info.write())
      Word |= writerBits(StructureId(Owner));
    Touch T = Search::template touch<Vectors>(Set, Shape.Ways, {}, Word);
    if (!T.Hit)
      W.To.Misses.push_back({Miss::wanted(Line, Owner), T.Victim, Info.site()});
    W.To.relieve();
  }
}

/// What can be computed for several accesses at once.
MEMFACET_FRONTED(void)::prepare(const AccessBatch &B, size_t From,
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
MEMFACET_FRONTED([[gnu::noinline]] void)::runStraddling(const Portion &P,
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

MEMFACET_FRONTED(void)::filter(const AccessBatch &B, OwnerSource &Source,
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
  }
}

MEMFACET_FRONTED(void)::takeDirty(std::vector<CacheWord> &Dirty) {
  for (CacheWord W : Words.all())
    if (isDirty(W))
      Dirty.push_back(W);
  Words.clear();
  std::ranges::fill(Fronts, Front());
  std::ranges::fill(Owners, UnknownOwner);
}

#undef MEMFACET_FRONTED

template <typename Search>
std::unique_ptr<FirstLevel> makeFrontedSets(const FirstLevelShape &S) {
  return withVectors(S.Ways, [&](auto Vectors) -> std::unique_ptr<FirstLevel> {
    return std::make_unique<FrontedSets<Search, Vectors()>>(S);
  });
}

} // namespace memfacet

#endif
