//===- cache/StampedSets.h - a first level with a time stamp per way ------===//
//
// A hit compares all ways at once and stores a stamp: no branch depends on which
// way it was, and no word is moved. Only a miss, which is rare here, looks for
// the oldest stamp.
//
// This text is compiled once per instruction set, inside a `#pragma clang
// attribute` region of each (FirstLevel*.cpp), with a Search of an anonymous
// namespace: no instantiation is shared between them. Include FirstLevel.h
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
        Storage(std::make_unique<Set[]>(Shape.Sets)) {
    empty();
  }

  void filter(const AccessBatch &B, OwnerSource &Owners,
              CounterTable<AccessCounters> &Counters,
              std::vector<Miss> &Misses) override;
  void takeDirty(std::vector<CacheWord> &Dirty) override;

private:
  static constexpr uint32_t Lanes = 8 * Vectors;
  static constexpr uint64_t NoLine = ~uint64_t(0);

  struct alignas(64) Set {
    uint64_t Lines[Lanes];
    uint64_t Stamps[Lanes]; ///< 0: never used; greatest: not a way
    OwnerEntry Owners[Lanes];
    uint32_t Writers[Lanes]; ///< structure + 1; 0: clean
  };

  /// A few accesses, prepared.
  struct Portion {
    static constexpr uint32_t Capacity = 128;
    uint32_t Count;
    bool Straddles; ///< at least one touches more than one line
    alignas(64) uint64_t Line[Capacity];
    alignas(64) uint64_t Operation[Capacity]; ///< AccessCounters::Operations
    alignas(64) uint32_t SetIndex[Capacity];
  };

  /// What the loop carries along.
  struct Work {
    OwnerSource &Owners;
    CounterTable<AccessCounters> &Counters;
    std::vector<Miss> &Misses;
  };

  Set &setOf(uint64_t Line) {
    return Storage[PowerOfTwo ? Line & SetMask : Line % Shape.Sets];
  }
  void empty();
  void forgetOwners();
  void followChanges(const OwnerChanges &Changes);
  uint32_t findOwner(Set &S, uint32_t Way, uint64_t Address, OwnerSource &From);
  /// A touch by \p Owner at time \p Now.
  struct Toucher {
    uint32_t Owner;
    bool Write;
    uint64_t Now;
  };
  static void fill(Set &S, uint64_t Line, OwnerEntry Entry, const Toucher &By,
                   std::vector<Miss> &Misses);
  uint32_t miss(Set &S, uint64_t Address, bool Write, uint64_t Now, Work &W);
  uint64_t touchRest(const AccessBatch &B, size_t I, Toucher By, Work &W);
  void prepare(const AccessBatch &B, size_t From, Portion &P) const;
  template <bool Straddles>
  void run(const AccessBatch &B, size_t From, const Portion &P, Work &W);

  const FirstLevelShape Shape;
  const uint64_t SetMask;
  const bool PowerOfTwo;
  std::unique_ptr<Set[]> Storage;
  uint64_t Now = 0;
  uint64_t ChangesSeen = 0;
};

template <typename Search, unsigned Vectors>
void StampedSets<Search, Vectors>::empty() {
  for (uint64_t I = 0; I != Shape.Sets; ++I)
    for (uint32_t Way = 0; Way != Lanes; ++Way) {
      Storage[I].Lines[Way] = NoLine;
      Storage[I].Stamps[Way] = Way < Shape.Ways ? 0 : ~uint64_t(0);
      Storage[I].Owners[Way] = UnknownOwner;
      Storage[I].Writers[Way] = 0;
    }
}

template <typename Search, unsigned Vectors>
void StampedSets<Search, Vectors>::forgetOwners() {
  for (uint64_t I = 0; I != Shape.Sets; ++I)
    std::memset(Storage[I].Owners, 0xff, sizeof(Storage[I].Owners));
}

template <typename Search, unsigned Vectors>
void StampedSets<Search, Vectors>::followChanges(const OwnerChanges &Changes) {
  uint64_t Seen = std::exchange(ChangesSeen, Changes.count());
  if (!Changes.reachesBackTo(Seen))
    return forgetOwners();
  for (const OwnerChanges::Range &R : Changes.since(Seen)) {
    uint64_t First = R.Low >> Shape.LineShift;
    uint64_t Last = (R.High - 1) >> Shape.LineShift;
    if (Last - First >= Shape.Sets)
      return forgetOwners();
    for (uint64_t Line = First; Line <= Last; ++Line) {
      Set &S = setOf(Line);
      if (uint64_t Hits = Search::template match<Vectors>(S.Lines, Line))
        S.Owners[std::countr_zero(Hits)] = UnknownOwner;
    }
  }
}

template <typename Search, unsigned Vectors>
[[gnu::noinline]] uint32_t
StampedSets<Search, Vectors>::findOwner(Set &S, uint32_t Way, uint64_t Address,
                                        OwnerSource &From) {
  if (Shape.mayKeepOwners())
    S.Owners[Way] = From.lineOwner(Address);
  return S.Owners[Way] != UnknownOwner ? S.Owners[Way] : From.owner(Address);
}

/// \p Line takes the place of the oldest.
template <typename Search, unsigned Vectors>
void StampedSets<Search, Vectors>::fill(Set &S, uint64_t Line, OwnerEntry Entry,
                                        const Toucher &By,
                                        std::vector<Miss> &Misses) {
  uint32_t Way = Search::template oldest<Vectors>(S.Stamps);
  CacheWord Victim = EmptyWord;
  if (S.Lines[Way] != NoLine) {
    Victim = cleanWord(S.Lines[Way]);
    if (S.Writers[Way])
      Victim |= writerBits(StructureId(S.Writers[Way] - 1));
  }
  Misses.push_back({cleanWord(Line) | CacheWord(By.Owner) << 1, Victim});
  Search::template put<Vectors>(S.Lines, Way, Line);
  S.Stamps[Way] = By.Now;
  S.Owners[Way] = Entry;
  S.Writers[Way] = By.Write ? By.Owner + 1 : 0;
}

template <typename Search, unsigned Vectors>
[[gnu::noinline]] uint32_t
StampedSets<Search, Vectors>::miss(Set &S, uint64_t Address, bool Write,
                                   uint64_t Now, Work &W) {
  Address &= AddressMask;
  OwnerEntry Entry =
      Shape.mayKeepOwners() ? W.Owners.lineOwner(Address) : UnknownOwner;
  uint32_t Owner = Entry != UnknownOwner ? Entry : W.Owners.owner(Address);
  fill(S, Address >> Shape.LineShift, Entry, {Owner, Write, Now}, W.Misses);
  return Owner;
}

/// The lines behind the first that access \p I touches, if any. They may wrap
/// around at the end of the address space, as hostile traces do. Returns the
/// time.
template <typename Search, unsigned Vectors>
[[gnu::noinline]] uint64_t
StampedSets<Search, Vectors>::touchRest(const AccessBatch &B, size_t I,
                                        Toucher By, Work &W) {
  const uint64_t LineMask = AddressMask >> Shape.LineShift;
  uint64_t Line = (B.Address[I] & AddressMask) >> Shape.LineShift;
  const uint64_t Last =
      ((B.Address[I] + B.Size[I] - 1) & AddressMask) >> Shape.LineShift;
  if (Line == Last)
    return By.Now;
  W.Counters[By.Owner].ExtraTouches += (Last - Line) & LineMask;
  do {
    Line = (Line + 1) & LineMask;
    ++By.Now;
    Set &S = setOf(Line);
    uint64_t Hits = Search::template match<Vectors>(S.Lines, Line);
    if (!Hits) {
      fill(S, Line, UnknownOwner, By, W.Misses);
      continue;
    }
    uint32_t Way = uint32_t(std::countr_zero(Hits));
    S.Stamps[Way] = By.Now;
    if (By.Write)
      S.Writers[Way] = By.Owner + 1;
  } while (Line != Last);
  return By.Now;
}

/// What can be computed for several accesses at once.
template <typename Search, unsigned Vectors>
void StampedSets<Search, Vectors>::prepare(const AccessBatch &B, size_t From,
                                           Portion &P) const {
  const uint64_t Mask = SetMask;
  const unsigned LineShift = Shape.LineShift;
  uint64_t Differ = 0;
  for (uint32_t I = 0; I != P.Count; ++I) {
    uint64_t Address = B.Address[From + I] & AddressMask;
    uint64_t Last = Address + B.Size[From + I] - 1;
    P.Line[I] = Address >> LineShift;
    P.SetIndex[I] = uint32_t(P.Line[I] & Mask);
    P.Operation[I] = 1 + (uint64_t(B.Write[From + I]) << 32);
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
  // In registers: the compiler must assume that stores change members.
  Set *const Sets = Storage.get();
  AccessCounters *const Rows = W.Counters.rows();
  uint64_t Time = Now;
  uint32_t Ignored;
  for (uint32_t I = 0; I != P.Count; ++I) {
    uint64_t Operation = P.Operation[I];
    Set &S = Sets[P.SetIndex[I]];
    uint64_t Hits = Search::template match<Vectors>(S.Lines, P.Line[I]);
    uint32_t Owner;
    ++Time;
    if (Hits) [[likely]] {
      uint32_t Way = uint32_t(std::countr_zero(Hits));
      Owner = S.Owners[Way];
      if (Owner == UnknownOwner) [[unlikely]]
        Owner = findOwner(S, Way, B.Address[From + I], W.Owners);
      S.Stamps[Way] = Time;
      *(Operation > 1 ? &S.Writers[Way] : &Ignored) = Owner + 1;
    } else {
      Owner = miss(S, B.Address[From + I], Operation > 1, Time, W);
    }
    if (!Rows[Owner].Seen) [[unlikely]]
      (void)W.Counters[Owner];
    Rows[Owner].Operations[I % AccessCounters::Lanes] += Operation;
    if constexpr (Straddles)
      Time = touchRest(B, From + I, {Owner, Operation > 1, Time}, W);
  }
  Now = Time;
}

template <typename Search, unsigned Vectors>
void StampedSets<Search, Vectors>::filter(
    const AccessBatch &B, OwnerSource &Owners,
    CounterTable<AccessCounters> &Counters, std::vector<Miss> &Misses) {
  if (ChangesSeen != Owners.changes().count())
    followChanges(Owners.changes());
  Work W{Owners, Counters, Misses};
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

template <typename Search, unsigned Vectors>
void StampedSets<Search, Vectors>::takeDirty(std::vector<CacheWord> &Dirty) {
  for (uint64_t I = 0; I != Shape.Sets; ++I)
    for (uint32_t Way = 0; Way != Shape.Ways; ++Way)
      if (uint32_t Writer = Storage[I].Writers[Way])
        Dirty.push_back(cleanWord(Storage[I].Lines[Way]) |
                        writerBits(StructureId(Writer - 1)));
  empty();
}

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
