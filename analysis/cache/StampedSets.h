//===- cache/StampedSets.h - a first level with a time stamp per way ------===//
//
// Most accesses hit the line that was touched last in its set. That changes
// nothing in the order, so it is only counted, beside the line: an addition,
// whatever the access is. What was counted is settled, with the structure that
// the line belongs to, when another line of the set is touched.
//
// Then all ways are compared at once, and a hit stores a stamp: no branch
// depends on which way it was, and no word is moved. Only a miss looks for the
// oldest stamp.
//
// This text is compiled once per instruction set, inside a `#pragma clang
// attribute` region of each (FirstLevel*.cpp), with a Search of an anonymous
// namespace: no instantiation is shared between them. Include the headers below
// outside of the region first.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CACHE_STAMPEDSETS_H
#define MEMFACET_CACHE_STAMPEDSETS_H

#include "analysis/cache/FirstLevel.h"
#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
#include <utility>

namespace memfacet {

/// \p Search: static functions over 8 * Vectors words, aligned to 64 bytes:
///   uint64_t match<Vectors>(const uint64_t *Words, uint64_t Word): a bit per
///     word that is equal
///   uint32_t oldest<Vectors>(const uint64_t *Stamps): the index of the least
///   void put<Vectors>(uint64_t *Words, uint32_t Index, uint64_t Word): in
///     stores as wide as match's loads, which would wait for narrower ones
template <typename Search, unsigned Vectors>
class StampedSets final : public FirstLevel {
public:
  explicit StampedSets(const FirstLevelShape &Shape)
      : Shape(Shape), SetMask(Shape.Sets - 1),
        PowerOfTwo(std::has_single_bit(Shape.Sets)),
        Storage(std::make_unique<Set[]>(Shape.Sets)),
        Fronts(std::make_unique<Front[]>(Shape.Sets)) {
    empty();
  }

  void filter(const AccessBatch &B, OwnerSource &Owners, Counted &To) override;
  void settle(Counted &To) override;
  void takeDirty(std::vector<CacheWord> &Dirty) override;

private:
  static constexpr uint32_t Lanes = 8 * Vectors;
  static constexpr uint64_t NoLine = ~uint64_t(0);

  struct alignas(64) Set {
    uint64_t Lines[Lanes];
    uint64_t Stamps[Lanes]; ///< 0: never used; greatest: not a way
    OwnerEntry Owners[Lanes];
    uint32_t Writers[Lanes]; ///< structure + 1; 0: clean
    uint32_t Recent;         ///< the way of its Front
  };
  /// The line that was touched last in a set, if its owner is known.
  struct Front {
    uint64_t Line = NoLine;
    uint64_t Operations = 0; ///< as in AccessCounters, not settled
  };

  /// A few accesses, prepared.
  struct Portion {
    static constexpr uint32_t Capacity = 64;
    uint32_t Count;
    bool Straddles; ///< at least one touches more than one line
    alignas(64) uint64_t Line[Capacity];
    alignas(64) uint64_t Operation[Capacity]; ///< AccessCounters::Operations
    alignas(64) uint32_t SetIndex[Capacity];
  };

  struct Work {
    OwnerSource &Owners;
    Counted &To;
  };

  uint64_t indexOf(uint64_t Line) const {
    return PowerOfTwo ? Line & SetMask : Line % Shape.Sets;
  }
  void empty();
  static void settleFront(Front &F, Set &S, Counted &To);
  void followChanges(const OwnerChanges &Changes, Counted &To);
  void forgetOwners(Counted &To);
  void forgetOwner(uint64_t Line, Counted &To);
  static uint32_t takePlace(Set &S, uint64_t Line, uint32_t Owner, Counted &To);
  void prepare(const AccessBatch &B, size_t From, Portion &P) const;
  template <bool Straddles>
  void run(const AccessBatch &B, size_t From, const Portion &P, Work &W);
  uint32_t touch(uint64_t Line, uint64_t Index, uint64_t Operation,
                 const uint64_t *Address, Work &W);
  uint32_t bring(uint64_t Address, uint64_t Index, uint64_t Hits,
                 uint64_t Operation, Work &W);
  void touchRest(uint64_t Address, AccessInfo Info, uint32_t Owner,
                 Counted &To);

  const FirstLevelShape Shape;
  const uint64_t SetMask;
  const bool PowerOfTwo;
  std::unique_ptr<Set[]> Storage;
  std::unique_ptr<Front[]> Fronts; ///< by set
  uint64_t Now = 0;
  uint64_t ChangesSeen = 0;
};

#define MEMFACET_STAMPED(Result)                                               \
  template <typename Search, unsigned Vectors>                                 \
  Result StampedSets<Search, Vectors>

MEMFACET_STAMPED(void)::empty() {
  for (uint64_t I = 0; I != Shape.Sets; ++I) {
    Fronts[I] = Front();
    Storage[I].Recent = 0;
    for (uint32_t Way = 0; Way != Lanes; ++Way) {
      Storage[I].Lines[Way] = NoLine;
      Storage[I].Stamps[Way] = Way < Shape.Ways ? 0 : ~uint64_t(0);
      Storage[I].Owners[Way] = UnknownOwner;
      Storage[I].Writers[Way] = 0;
    }
  }
}

template <typename Search, unsigned Vectors>
inline void StampedSets<Search, Vectors>::settleFront(Front &F, Set &S,
                                                      Counted &To) {
  if (F.Operations == 0)
    return;
  uint32_t Owner = S.Owners[S.Recent];
  To.Counters[Owner].Operations += F.Operations;
  if (F.Operations >> 32)
    S.Writers[S.Recent] = Owner + 1;
  F.Operations = 0;
}

MEMFACET_STAMPED(void)::settle(Counted &To) {
  for (uint64_t I = 0; I != Shape.Sets; ++I)
    settleFront(Fronts[I], Storage[I], To);
}

MEMFACET_STAMPED(void)::forgetOwners(Counted &To) {
  settle(To);
  for (uint64_t I = 0; I != Shape.Sets; ++I) {
    Fronts[I].Line = NoLine;
    std::memset(Storage[I].Owners, 0xff, sizeof(Storage[I].Owners));
  }
}

MEMFACET_STAMPED(void)::forgetOwner(uint64_t Line, Counted &To) {
  uint64_t Index = indexOf(Line);
  Set &S = Storage[Index];
  uint64_t Hits = Search::template match<Vectors>(S.Lines, Line);
  if (!Hits)
    return;
  if (Fronts[Index].Line == Line) {
    settleFront(Fronts[Index], S, To);
    Fronts[Index].Line = NoLine;
  }
  S.Owners[std::countr_zero(Hits)] = UnknownOwner;
}

MEMFACET_STAMPED(void)::followChanges(const OwnerChanges &Changes,
                                      Counted &To) {
  uint64_t Seen = std::exchange(ChangesSeen, Changes.count());
  if (!Changes.reachesBackTo(Seen))
    return forgetOwners(To);
  for (const OwnerChanges::Range &R : Changes.since(Seen)) {
    uint64_t First = R.Low >> Shape.LineShift;
    uint64_t Last = (R.High - 1) >> Shape.LineShift;
    if (Last - First >= Shape.Sets)
      return forgetOwners(To);
    for (uint64_t Line = First; Line <= Last; ++Line)
      forgetOwner(Line, To);
  }
}

/// The line takes the place of the oldest, clean. Returns its way, the owner of
/// which is not known.
template <typename Search, unsigned Vectors>
[[gnu::always_inline]] inline uint32_t
StampedSets<Search, Vectors>::takePlace(Set &S, uint64_t Line, uint32_t Owner,
                                        Counted &To) {
  uint32_t Way = Search::template oldest<Vectors>(S.Stamps);
  CacheWord Victim = EmptyWord;
  if (S.Lines[Way] != NoLine) {
    Victim = cleanWord(S.Lines[Way]);
    if (S.Writers[Way])
      Victim |= writerBits(StructureId(S.Writers[Way] - 1));
  }
  To.Misses.push_back({cleanWord(Line) | CacheWord(Owner) << 1, Victim});
  Search::template put<Vectors>(S.Lines, Way, Line);
  S.Owners[Way] = UnknownOwner;
  S.Writers[Way] = 0;
  return Way;
}

/// An access to a line that is not in the cache, or whose owner is not known;
/// \p Hits is where it is. Its set is settled. Returns its owner.
MEMFACET_STAMPED([[gnu::noinline]] uint32_t)::bring(uint64_t Address,
                                                    uint64_t Index,
                                                    uint64_t Hits,
                                                    uint64_t Operation,
                                                    Work &W) {
  Address &= AddressMask;
  const uint64_t Line = Address >> Shape.LineShift;
  Set &S = Storage[Index];
  OwnerEntry Entry =
      Shape.mayKeepOwners() ? W.Owners.lineOwner(Address) : UnknownOwner;
  bool Known = Entry != UnknownOwner;
  uint32_t Owner = Known ? Entry : W.Owners.owner(Address);
  uint32_t Way =
      Hits ? uint32_t(std::countr_zero(Hits)) : takePlace(S, Line, Owner, W.To);
  S.Owners[Way] = Entry;
  S.Stamps[Way] = ++Now;
  S.Recent = Way;
  Fronts[Index].Line = Known ? Line : NoLine;
  if (Known) {
    Fronts[Index].Operations = Operation;
    return Owner;
  }
  W.To.Counters[Owner].Operations += Operation;
  if (Operation >> 32)
    S.Writers[Way] = Owner + 1;
  return Owner;
}

/// Counts an access to another line than the last of set \p Index. Returns its
/// owner.
template <typename Search, unsigned Vectors>
inline uint32_t
StampedSets<Search, Vectors>::touch(uint64_t Line, uint64_t Index,
                                    uint64_t Operation, const uint64_t *Address,
                                    Work &W) {
  Front &F = Fronts[Index];
  Set &S = Storage[Index];
  settleFront(F, S, W.To);
  uint64_t Hits = Search::template match<Vectors>(S.Lines, Line);
  uint32_t Way = uint32_t(std::countr_zero(Hits | uint64_t(1) << (Lanes - 1)));
  uint32_t Owner = S.Owners[Way];
  if (!Hits || Owner == UnknownOwner) [[unlikely]]
    return bring(*Address, Index, Hits, Operation, W);
  S.Stamps[Way] = ++Now;
  S.Recent = Way;
  F.Line = Line;
  F.Operations = Operation;
  return Owner;
}

/// The lines behind the first that an access touches, if any. They may wrap
/// around at the end of the address space, as hostile traces do. They count as
/// touches by the owner of the first.
MEMFACET_STAMPED([[gnu::noinline]] void)::touchRest(uint64_t Address,
                                                    AccessInfo Info,
                                                    uint32_t Owner,
                                                    Counted &To) {
  const uint64_t LineMask = AddressMask >> Shape.LineShift;
  uint64_t Line = (Address & AddressMask) >> Shape.LineShift;
  const uint64_t Last =
      ((Address + Info.size() - 1) & AddressMask) >> Shape.LineShift;
  if (Line == Last)
    return;
  To.Counters[Owner].ExtraTouches += (Last - Line) & LineMask;
  do {
    Line = (Line + 1) & LineMask;
    uint64_t Index = indexOf(Line);
    Set &S = Storage[Index];
    settleFront(Fronts[Index], S, To);
    uint64_t Hits = Search::template match<Vectors>(S.Lines, Line);
    uint32_t Way =
        Hits ? uint32_t(std::countr_zero(Hits)) : takePlace(S, Line, Owner, To);
    S.Stamps[Way] = ++Now;
    S.Recent = Way;
    Fronts[Index].Line = S.Owners[Way] != UnknownOwner ? Line : NoLine;
    if (Info.write())
      S.Writers[Way] = Owner + 1;
    To.relieve();
  } while (Line != Last);
}

/// What can be computed for several accesses at once.
MEMFACET_STAMPED(void)::prepare(const AccessBatch &B, size_t From,
                                Portion &P) const {
  const uint64_t Mask = SetMask;
  const unsigned LineShift = Shape.LineShift;
  uint64_t Differ = 0;
  for (uint32_t I = 0; I != P.Count; ++I) {
    AccessInfo Info = B.Info[From + I];
    uint64_t Address = B.Address[From + I] & AddressMask;
    uint64_t Last = Address + Info.size() - 1;
    P.Line[I] = Address >> LineShift;
    P.SetIndex[I] = uint32_t(P.Line[I] & Mask);
    P.Operation[I] = AccessCounters::operation(Info.write());
    Differ |= (Address ^ Last) >> LineShift;
  }
  P.Straddles = Differ != 0;
  if (!PowerOfTwo)
    for (uint32_t I = 0; I != P.Count; ++I)
      P.SetIndex[I] = uint32_t(P.Line[I] % Shape.Sets);
}

template <typename Search, unsigned Vectors>
template <bool Straddles>
void StampedSets<Search, Vectors>::run(const AccessBatch &B, size_t From,
                                       const Portion &P, Work &W) {
  const uint64_t *Address = B.Address.data() + From;
  Front *const F = Fronts.get();
  for (uint32_t I = 0, Count = P.Count; I != Count; ++I) {
    uint64_t Line = P.Line[I], Index = P.SetIndex[I];
    uint64_t Operation = P.Operation[I];
    bool InFront = F[Index].Line == Line;
    uint32_t Owner = 0;
    if (InFront) [[likely]]
      F[Index].Operations += Operation;
    else
      Owner = touch(Line, Index, Operation, Address + I, W);
    if constexpr (Straddles) {
      const Set &S = Storage[Index];
      touchRest(Address[I], B.Info[From + I],
                InFront ? S.Owners[S.Recent] : Owner, W.To);
    }
  }
}

MEMFACET_STAMPED(void)::filter(const AccessBatch &B, OwnerSource &Owners,
                               Counted &To) {
  if (ChangesSeen != Owners.changes().count())
    followChanges(Owners.changes(), To);
  Work W{Owners, To};
  Portion P;
  for (size_t From = 0; From != B.Count; From += P.Count) {
    P.Count = uint32_t(std::min<size_t>(B.Count - From, Portion::Capacity));
    prepare(B, From, P);
    if (P.Straddles) [[unlikely]]
      run<true>(B, From, P, W);
    else
      run<false>(B, From, P, W);
  }
}

MEMFACET_STAMPED(void)::takeDirty(std::vector<CacheWord> &Dirty) {
  for (uint64_t I = 0; I != Shape.Sets; ++I)
    for (uint32_t Way = 0; Way != Shape.Ways; ++Way)
      if (uint32_t Writer = Storage[I].Writers[Way])
        Dirty.push_back(cleanWord(Storage[I].Lines[Way]) |
                        writerBits(StructureId(Writer - 1)));
  empty();
}

#undef MEMFACET_STAMPED

template <typename Search>
std::unique_ptr<FirstLevel> makeStampedSets(const FirstLevelShape &S) {
  if (S.Ways <= 8)
    return std::make_unique<StampedSets<Search, 1>>(S);
  if (S.Ways <= 16)
    return std::make_unique<StampedSets<Search, 2>>(S);
  if (S.Ways <= 32)
    return std::make_unique<StampedSets<Search, 4>>(S);
  return std::make_unique<StampedSets<Search, 8>>(S);
}

} // namespace memfacet

#endif
