//===- MruLoops.h - MRU lines, in two passes ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The first pass compares accesses with MRU lines: an access to another line
// becomes the MRU line, and the replaced one is noted. The pass has no branch
// that the processor must predict. The second pass goes through the notes: it
// hands on the new MRU line, and which structure wrote the old one.
//
// This text is compiled once per instruction set, as NarrowSets.h is.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CACHES_CACHE_MRULOOPS_H
#define MEMFACET_CACHES_CACHE_MRULOOPS_H

#include "analysis/caches/cache/MruLines.h"
#include "analysis/caches/cache/MruPortion.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <bit>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace memfacet::caches {

/// SetWords.h describes \p Search, which keeps the code of each instruction set
/// apart.
template <typename Search> class MruLoops final : public MruLines {
public:
  explicit MruLoops(const MruShape &Shape)
      : Shape(Shape), SetMask(Shape.Sets - 1),
        PowerOfTwo(std::has_single_bit(Shape.Sets)), BySet(Shape.Sets, NoMru),
        Owners(Shape.Sets, UnknownOwner) {}

  void filter(const decode::BatchPart &B, OwnerSource &Source,
              MruOutput &Output) override;
  void settle(MruOutput &Output) override;
  void clear() override;

private:
  using MruLine = uint64_t;
  static constexpr MruLine NoMru = NoMruLine;
  static constexpr uint64_t WriteBit = MruWriteBit;
  using Portion = MruPortion;
  using Noted = NotedMrus;
  struct Stretch {
    uint32_t Begin, End; ///< of a Portion's accesses
  };
  struct Work {
    OwnerSource &Source;
    MruOutput &Output;
  };

  uint64_t indexOf(uint64_t Line) const {
    return PowerOfTwo ? Line & SetMask : Line % Shape.Sets;
  }
  uint64_t lineOf(MruLine F) const { return F >> (Shape.LineShift + 1); }
  static uint64_t addressOf(MruLine F) { return F >> 1; }
  void settleSet(uint64_t Index, MruOutput &Output);
  void forgetMru(uint64_t Index, MruOutput &Output);
  void followChanges(const OwnerChanges &Changes, MruOutput &Output);
  void prepare(const decode::BatchPart &B, size_t Begin, Portion &P) const;
  void run(const Portion &P, Stretch S, Work &W);
  void findChanges(const Portion &P, Stretch S, Noted &N);
  void findFewChanges(const Portion &P, Stretch S, Noted &N);
  bool askOwners(const Portion &P, Noted &N, Work &W) const;
  void handOn(const Portion &P, const Noted &N, Work &W);
  void handOnMixed(const Portion &P, Stretch S, Noted &N, Work &W);
  static uint64_t lastWrite(const Portion &P, Stretch S, uint64_t Mask,
                            uint64_t Word);
  uint32_t mixedWriter(const Portion &P, Stretch S, const Noted &N, MruLine F,
                       Work &W) const;
  MruChange *settleMixed(const Portion &P, Stretch S, const Noted &N,
                         MruChange *Next, Work &W);
  void touchRest(uint64_t Address, decode::AccessInfo Info, Work &W);
  void runStraddling(const Portion &P, Work &W);

  const MruShape Shape;
  const uint64_t SetMask;
  const bool PowerOfTwo;
  std::vector<MruLine> BySet;
  std::vector<OwnerEntry> Owners; ///< of the MRU line, by set
  uint64_t ChangesSeen = 0;
  /// FewChanges: among the accesses before, at most one in FewAccesses changed
  /// an MRU line.
  static constexpr uint32_t FewAccesses = 12;
  bool FewChanges = false;
};

#define MEMFACET_MRUS(Result) template <typename Search> Result MruLoops<Search>

/// Returns writerBits of \p Owner if \p Word, of an access, writes, else 0.
inline uint32_t writtenBy(OwnerEntry Owner, uint64_t Word) {
  // Without a branch, which the processor could not predict.
  return uint32_t(writerBits(StructureId(Owner))) & -uint32_t(Word & 1);
}

/// Hands on the write of a set's MRU line. Writes of lines of several
/// structures have been handed on before.
MEMFACET_MRUS(void)::settleSet(uint64_t Index, MruOutput &Output) {
  MruLine &F = BySet[Index];
  OwnerEntry Owner = Owners[Index];
  if (F & WriteBit && Owner != UnknownOwner)
    Output.Changes.add(
        {Miss::wanted(lineOf(F), Owner), 0, writtenBy(Owner, F)});
  F &= ~WriteBit;
}

MEMFACET_MRUS(void)::settle(MruOutput &Output) {
  for (uint64_t I = 0; I != Shape.Sets; ++I)
    settleSet(I, Output);
}

/// Forgets the MRU line of a set: the next access to the set will be noted.
MEMFACET_MRUS(void)::forgetMru(uint64_t Index, MruOutput &Output) {
  settleSet(Index, Output);
  BySet[Index] = NoMru;
  Owners[Index] = UnknownOwner;
}

MEMFACET_MRUS(void)::followChanges(const OwnerChanges &Changes,
                                   MruOutput &Output) {
  uint64_t Count = std::exchange(ChangesSeen, Changes.count());
  auto ForgetAll = [&] {
    for (uint64_t I = 0; I != Shape.Sets; ++I)
      forgetMru(I, Output);
  };
  if (!Changes.reachesBackTo(Count))
    return ForgetAll();
  for (const OwnerChanges::Range &R : Changes.since(Count)) {
    uint64_t First = R.Low >> Shape.LineShift;
    uint64_t Last = (R.High - 1) >> Shape.LineShift;
    if (Last - First >= Shape.Sets)
      return ForgetAll();
    for (uint64_t Line = First; Line <= Last; ++Line)
      if (uint64_t Index = indexOf(Line); lineOf(BySet[Index]) == Line)
        forgetMru(Index, Output);
  }
}

/// The first pass. Not inlined: it needs all registers.
MEMFACET_MRUS([[gnu::noinline]] void)::findChanges(const Portion &P, Stretch S,
                                                   Noted &N) {
  MruLine *const F = BySet.data();
  const unsigned Shift = Shape.LineShift + 1;
  size_t Count = 0;
#pragma unroll 2
  for (size_t I = S.Begin, End = S.End; I != End; ++I) {
    MruLine &Line = F[P.Index[I]];
    uint64_t Word = P.Word[I], OldWord = Line;
    uint64_t Differ = (OldWord ^ Word) >> Shift;
    N.OldWord[Count] = OldWord;
    N.Access[Count] = uint32_t(I);
    Count += Differ != 0;
    Line = __builtin_unpredictable((Differ | (Word & WriteBit)) != 0) ? Word
                                                                      : OldWord;
  }
  N.Count = uint32_t(Count);
  N.LastWrites = true;
}

/// The first pass where most accesses hit an MRU line, which a processor
/// predicts well. Then no access waits for the store just before it.
MEMFACET_MRUS([[gnu::noinline]] void)::findFewChanges(const Portion &P,
                                                      Stretch S, Noted &N) {
  MruLine *const F = BySet.data();
  const unsigned Shift = Shape.LineShift + 1;
  size_t Count = 0;
  for (size_t I = S.Begin, End = S.End; I != End; ++I) {
    MruLine &Line = F[P.Index[I]];
    uint64_t Word = P.Word[I], OldWord = Line;
    uint64_t Differ = (OldWord ^ Word) >> Shift;
    if ((Differ | (Word & ~OldWord & WriteBit)) == 0)
      continue;
    N.OldWord[Count] = OldWord;
    N.Access[Count] = uint32_t(I);
    Count += Differ != 0;
    Line = Word;
  }
  N.Count = uint32_t(Count);
  N.LastWrites = false;
}

/// Looks up the owners of the new MRU lines. Returns whether some of these
/// lines are lines of several structures.
template <typename Search>
[[gnu::always_inline]] inline bool
MruLoops<Search>::askOwners(const Portion &P, Noted &N, Work &W) const {
  for (uint32_t I = 0; I != N.Count; ++I)
    N.Address[I] = addressOf(P.Word[N.Access[I]]);
  if (Shape.mayKeepOwners())
    return W.Source.lineOwners({N.Address, N.Count}, N.Owner);
  std::fill_n(N.Owner, N.Count, UnknownOwner);
  return true;
}

/// The second pass, where each new MRU line is a line of one structure. So are
/// the lines that they replace, or they are NoMru, which does not write: lines
/// of several structures were settled at the end of their portion.
template <typename Search>
[[gnu::always_inline]] inline void
MruLoops<Search>::handOn(const Portion &P, const Noted &N, Work &W) {
  OwnerEntry *const Owner = Owners.data();
  MruChange *Next = W.Output.Changes.room(N.Count);
  for (size_t I = 0, Count = N.Count; I != Count; ++I) {
    uint32_t Access = N.Access[I];
    OwnerEntry New = N.Owner[I];
    OwnerEntry Old = std::exchange(Owner[P.Index[Access]], New);
    *Next++ = {Miss::wanted(lineOf(P.Word[Access]), New), P.Info[Access].site(),
               writtenBy(Old, N.OldWord[I])};
  }
  W.Output.Changes.endAt(Next);
}

/// The second pass, for any MRU lines.
MEMFACET_MRUS([[gnu::noinline]] void)::handOnMixed(const Portion &P, Stretch S,
                                                   Noted &N, Work &W) {
  OwnerEntry *const Owner = Owners.data();
  uint32_t Wanting[Noted::Room];
  W.Source.owners({N.Address, N.Count}, Wanting);
  // Twice: a line of several structures may add a change for its writes.
  MruChange *Next = W.Output.Changes.room(2 * N.Count);
  for (size_t I = 0, Count = N.Count; I != Count; ++I) {
    uint32_t Access = N.Access[I], Index = P.Index[Access];
    OwnerEntry New = N.Owner[I], Old = std::exchange(Owner[Index], New);
    uint64_t OldWord = N.OldWord[I];
    uint32_t Written = Old != UnknownOwner
                           ? writtenBy(Old, OldWord)
                           : mixedWriter(P, {S.Begin, Access}, N, OldWord, W);
    *Next++ = {Miss::wanted(lineOf(P.Word[Access]), Wanting[I]),
               P.Info[Access].site(), Written};
    N.Mixed[N.MixedCount] = Index;
    N.MixedCount += New == UnknownOwner;
  }
  Next = settleMixed(P, S, N, Next, W);
  W.Output.Changes.endAt(Next);
}

/// Returns the word of the last access in \p S of \p P that writes a line: the
/// bits \p Mask of its word are \p Word. There is one.
MEMFACET_MRUS(uint64_t)::lastWrite(const Portion &P, Stretch S, uint64_t Mask,
                                   uint64_t Word) {
  // Many at a time, as vectors, then one by one.
  constexpr uint32_t Step = 32;
  uint32_t End = S.End;
  for (; End - S.Begin > Step; End -= Step) {
    uint64_t Found = 0;
    for (uint32_t I = End - Step; I != End; ++I)
      Found |= (P.Word[I] & Mask) == Word;
    if (Found)
      break;
  }
  while ((P.Word[End - 1] & Mask) != Word)
    --End;
  return P.Word[End - 1];
}

/// Returns writerBits of the structure that wrote the MRU line \p F, a line of
/// several structures, last; 0: it was not written. The access after \p S
/// replaces the MRU line, or there is none.
MEMFACET_MRUS(uint32_t)::mixedWriter(const Portion &P, Stretch S,
                                     const Noted &N, MruLine F, Work &W) const {
  // NoMru has no write bit either.
  if (!(F & WriteBit))
    return 0;
  uint64_t Mask = ~uint64_t(0) << (Shape.LineShift + 1) | WriteBit;
  uint64_t Last = N.LastWrites ? F : lastWrite(P, S, Mask, F & Mask);
  return writtenBy(W.Source.owner(addressOf(Last)), Last);
}

/// Hands on the writes of MRU lines of several structures that are still there,
/// and forgets these lines. Changes are written from \p Next on; returns where
/// the following one goes.
MEMFACET_MRUS(MruChange *)::settleMixed(const Portion &P, Stretch S,
                                        const Noted &N, MruChange *Next,
                                        Work &W) {
  for (uint32_t Index : std::span(N.Mixed, N.MixedCount)) {
    MruLine F = Owners[Index] == UnknownOwner ? BySet[Index] : NoMru;
    if (F & WriteBit) {
      uint32_t Written = mixedWriter(P, S, N, F, W);
      *Next++ = {Miss::wanted(lineOf(F), ownerOf(Written).Value), 0, Written};
    }
    if (Owners[Index] == UnknownOwner)
      BySet[Index] = NoMru;
  }
  return Next;
}

/// Runs both passes on accesses of which only the last may straddle lines.
MEMFACET_MRUS(void)::run(const Portion &P, Stretch S, Work &W) {
  Noted N;
  if (FewChanges)
    findFewChanges(P, S, N);
  else
    findChanges(P, S, N);
  FewChanges = N.Count * FewAccesses <= S.End - S.Begin;
  if (askOwners(P, N, W))
    handOnMixed(P, S, N, W);
  else
    handOn(P, N, W);
}

/// Touches the lines of an access after its first one. They may wrap around at
/// the end of the address space, as in hostile traces. The touches are counted
/// for the owner of the first byte.
MEMFACET_MRUS([[gnu::noinline]] void)::touchRest(uint64_t Address,
                                                 decode::AccessInfo Info,
                                                 Work &W) {
  const uint64_t LineMask = AddressMask >> Shape.LineShift;
  uint64_t Line = Address >> Shape.LineShift;
  const uint64_t Last =
      ((Address + Info.size() - 1) & AddressMask) >> Shape.LineShift;
  uint32_t Owner = Owners[indexOf(Line)];
  if (Owner == UnknownOwner)
    Owner = W.Source.owner(Address);
  W.Output.Counters[Owner].ExtraTouches += (Last - Line) & LineMask;
  W.Output.Touches.add(Info.site(), (Last - Line) & LineMask);
  while (Line != Last) {
    Line = (Line + 1) & LineMask;
    forgetMru(indexOf(Line), W.Output);
    MruChange Change{Miss::wanted(Line, Owner), Info.site(), 0};
    W.Output.Changes.add(Change);
    if (Info.write()) {
      Change.Written = uint32_t(writerBits(StructureId(Owner)));
      W.Output.Changes.add(Change);
    }
    W.Output.relieve();
  }
}

/// Computes the fields of \p P, several accesses at once.
MEMFACET_MRUS(void)::prepare(const decode::BatchPart &B, size_t Begin,
                             Portion &P) const {
  const uint64_t Mask = SetMask;
  const unsigned LineShift = Shape.LineShift;
  P.Info = B.Batch.Info.data() + Begin;
  const uint64_t *const Addresses = B.Batch.Address.data() + Begin;
  uint64_t Differ = 0;
  for (uint32_t I = 0; I != P.Count; ++I) {
    decode::AccessInfo Info = P.Info[I];
    uint64_t Address = Addresses[I] & AddressMask;
    uint64_t Last = Address + Info.size() - 1;
    P.Word[I] = Address << 1 | uint64_t(Info.write());
    P.Index[I] = uint32_t(Address >> LineShift & Mask);
    Differ |= (Address ^ Last) >> LineShift;
  }
  P.Straddles = Differ != 0;
  if (!PowerOfTwo)
    for (uint32_t I = 0; I != P.Count; ++I)
      P.Index[I] = uint32_t(lineOf(P.Word[I]) % Shape.Sets);
}

/// Does the same as run, where each access may touch several lines.
MEMFACET_MRUS([[gnu::noinline]] void)::runStraddling(const Portion &P,
                                                     Work &W) {
  uint32_t Begin = 0;
  for (uint32_t I = 0; I != P.Count; ++I) {
    decode::AccessInfo Info = P.Info[I];
    uint64_t Address = addressOf(P.Word[I]), Last = Address + Info.size() - 1;
    if ((Address ^ Last) >> Shape.LineShift == 0)
      continue;
    run(P, {Begin, I + 1}, W);
    touchRest(Address, Info, W);
    Begin = I + 1;
  }
  run(P, {Begin, P.Count}, W);
}

MEMFACET_MRUS(void)::filter(const decode::BatchPart &B, OwnerSource &Source,
                            MruOutput &Output) {
  if (ChangesSeen != Source.changes().count())
    followChanges(Source.changes(), Output);
  Work W{Source, Output};
  Portion P;
  for (size_t Begin = B.Begin; Begin != B.End; Begin += P.Count) {
    P.Count = uint32_t(std::min<size_t>(B.End - Begin, Portion::Capacity));
    prepare(B, Begin, P);
    if (P.Straddles) [[unlikely]]
      runStraddling(P, W);
    else
      run(P, {0, P.Count}, W);
    Output.relieve();
  }
}

MEMFACET_MRUS(void)::clear() {
  auto IsWritten = [](MruLine F) { return F != NoMru && F & WriteBit; };
  MEMFACET_CHECK(std::ranges::none_of(BySet, IsWritten), "writes are settled");
  std::ranges::fill(BySet, NoMru);
  std::ranges::fill(Owners, UnknownOwner);
}

#undef MEMFACET_MRUS

} // namespace memfacet::caches

#endif
