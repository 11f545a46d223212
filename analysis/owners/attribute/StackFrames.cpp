//===- StackFrames.cpp - the locals on a thread's stack -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/owners/attribute/StackFrames.h"
#include "memfacet/Check.h"
#include <algorithm>

namespace memfacet::owners {

void StackFrames::end(LocalList::Local &L) {
  if (!L.Live)
    return;
  L.Live = false;
  if (Stale++ == 0)
    AroundStale = {L.Low, L.High};
  AroundStale.Low = std::min(AroundStale.Low, L.Low);
  AroundStale.High = std::max(AroundStale.High, L.High);
  if (L.Low < LiveRange.High && LiveRange.Low < L.High)
    LiveRange = {};
  Structures.shrink(L.Structure, L.High - L.Low);
}

/// Removes \p L from the counts: another local begins in its place.
void StackFrames::replaced(const LocalList::Local &L) {
  if (L.Live)
    Structures.shrink(L.Structure, L.High - L.Low);
  else
    --Stale;
}

/// Ends frame number \p First and those inside it.
void StackFrames::endFrames(size_t First) {
  if (First == Frames.size())
    return;
  for (size_t I = Frames[First].FirstBegun; I != Begun.size(); ++I) {
    size_t Index = Shown.firstBelow(Begun[I] + 1);
    if (Index == Shown.size() || Shown[Index].Low != Begun[I] ||
        Shown[Index].Frame == LocalList::NoFrame || Shown[Index].Frame < First)
      continue; // another local has taken the place
    end(Shown[Index]);
    Shown[Index].Frame = LocalList::NoFrame;
  }
  Begun.resize(Frames[First].FirstBegun);
  Frames.resize(First);
}

void StackFrames::beginFrame(uint64_t Anchor, uint32_t Site) {
  if (!inStack(Anchor))
    return;
  // The frame was left without notice, for example when code that is not
  // instrumented catches an exception.
  if (!Frames.empty() && Frames.back().Anchor == Anchor &&
      Frames.back().Site == Site)
    endFrames(Frames.size() - 1);
  if (Frames.size() == MostFrames)
    dropForgotten();
  Frames.push_back({Anchor, Site, Begun.size()});
}

/// Forgets frames below others that have begun later: they were left without
/// notice. Their locals stay until other locals take their place.
void StackFrames::dropForgotten() {
  uint64_t Highest = 0;
  for (size_t I = Frames.size(); I-- != 0;) {
    if (Frames[I].Anchor <= Highest)
      Frames[I].Anchor = 0;
    Highest = std::max(Highest, Frames[I].Anchor);
  }
  std::vector<size_t> Number(Frames.size());
  size_t KeptCount = 0;
  for (size_t I = 0; I != Frames.size(); ++I) {
    // Locals of a frame that is dropped belong to the frame around it.
    Number[I] =
        Frames[I].Anchor != 0 || KeptCount == 0 ? KeptCount : KeptCount - 1;
    if (Frames[I].Anchor != 0)
      Frames[KeptCount++] = Frames[I];
  }
  for (size_t I = 0; I != Shown.size(); ++I)
    if (Shown[I].Frame != LocalList::NoFrame)
      Shown[I].Frame = Number[Shown[I].Frame];
  Frames.resize(KeptCount);
  if (KeptCount == 0)
    Begun.clear();
  else
    Frames.front().FirstBegun = 0;
  MostFrames = std::max(FewFrames, 2 * KeptCount);
}

void StackFrames::endFrame(uint64_t Anchor) {
  if (!inStack(Anchor))
    return;
  for (size_t I = Frames.size(); I-- != 0;)
    if (Frames[I].Anchor == Anchor)
      return endFrames(I);
}

void StackFrames::cut(uint64_t Address) {
  if (!inStack(Address))
    return;
  size_t First = Frames.size();
  while (First != 0 && Frames[First - 1].Anchor < Address)
    --First;
  endFrames(First);
  for (size_t I = Shown.size(); I != 0 && Shown[I - 1].Low < Address; --I)
    end(Shown[I - 1]);
}

void StackFrames::endLocal(uint64_t Address) {
  size_t I = Shown.firstBelow(Address + 1);
  if (I != Shown.size() && Shown[I].Low == Address)
    end(Shown[I]);
}

/// Begins \p L, which shows.
void StackFrames::start(LocalList::Local &L) {
  L.Live = true;
  // In a loop, it is in the list already.
  if (L.Frame != Frames.size() - 1) {
    L.Frame = Frames.size() - 1;
    if (Begun.size() == Begun.capacity())
      forgetRepeated();
    Begun.push_back(L.Low);
  }
  Structures.grow(L.Structure, L.High - L.Low, true);
  Structures.addToSum(L.Structure, L.High - L.Low);
}

/// Removes repeated addresses: locals that take each other's place in a loop
/// are listed each time.
void StackFrames::forgetRepeated() {
  auto First = Begun.begin() + ptrdiff_t(Frames.back().FirstBegun);
  std::sort(First, Begun.end());
  Begun.erase(std::unique(First, Begun.end()), Begun.end());
  Begun.reserve(2 * Begun.size() + 64);
}

bool StackFrames::beginLocal(const LocalList::Local &L) {
  // Without a frame, nothing would end it: such are locals of a forked child's
  // parent.
  if (Frames.empty() || L.Low >= L.High || !inStack(L.Low) || L.High > High)
    return true;
  size_t I = Shown.firstBelow(L.High);
  if (I == Shown.size())
    return false;
  LocalList::Local &Old = Shown[I];
  if (Old.Low != L.Low || Old.High != L.High || Old.Structure != L.Structure ||
      Memory.markedInStack(L.Low, L.High))
    return false;
  replaced(Old);
  start(Old);
  return true;
}

void StackFrames::show(const LocalList::Local &L) {
  MEMFACET_CHECK(!Frames.empty() && L.Low < L.High,
                 "beginLocal says that it is to show");
  size_t Begin = Shown.firstBelow(L.High), End = Begin;
  uint64_t ChangedLow = L.Low, ChangedHigh = L.High;
  for (; End != Shown.size() && Shown[End].High > L.Low; ++End) {
    replaced(Shown[End]);
    ChangedLow = std::min(ChangedLow, Shown[End].Low);
    ChangedHigh = std::max(ChangedHigh, Shown[End].High);
  }
  Memory.unmarkLocal(ChangedLow, ChangedHigh);
  Shown.replace(Begin, End, L);
  start(Shown[Begin]);
  Memory.localsChanged(ChangedLow, ChangedHigh);
  if (Stale > MaxStale)
    dropStale();
}

void StackFrames::findAroundStale() {
  AroundStale = {UINT64_MAX, 0};
  size_t Left = Stale;
  for (size_t I = Shown.size(); Left != 0 && I != 0; --I) {
    const LocalList::Local &L = Shown[I - 1];
    if (L.Live)
      continue;
    --Left;
    AroundStale.Low = std::min(AroundStale.Low, L.Low);
    AroundStale.High = std::max(AroundStale.High, L.High);
  }
}

/// Returns whether \p Address lies in a local that has ended. It lies in
/// AroundStale.
[[gnu::noinline]] bool StackFrames::searchStale(uint64_t Address) {
  size_t BelowIndex = Shown.firstBelow(Address + 1), AboveIndex = BelowIndex;
  auto IsLive = [&](size_t I) { return Shown[I].Live; };
  if (BelowIndex != Shown.size() && Shown[BelowIndex].contains(Address)) {
    if (!IsLive(BelowIndex))
      return true;
    ++BelowIndex;
  }
  // Skips locals that have not ended, and gaps, for a few steps.
  constexpr size_t Far = 8;
  size_t End = std::min(Shown.size(), BelowIndex + Far);
  while (BelowIndex != End && IsLive(BelowIndex))
    ++BelowIndex;
  End = AboveIndex - std::min(AboveIndex, Far);
  while (AboveIndex != End && IsLive(AboveIndex - 1))
    --AboveIndex;
  LiveRange = {BelowIndex != Shown.size() ? Shown[BelowIndex].High : 0,
               AboveIndex != 0 ? Shown[AboveIndex - 1].Low : UINT64_MAX};
  if (++VainSearches == MaxVain) {
    VainSearches = 0;
    findAroundStale();
  }
  return false;
}

void StackFrames::dropStale() {
  if (Stale == 0)
    return;
  findAroundStale();
  size_t First = Shown.firstBelow(AroundStale.High), End = First;
  for (size_t I = First; I != Shown.size(); ++I)
    if (Shown[I].Live)
      Shown[End++] = Shown[I];
    else
      Memory.unmarkLocal(Shown[I].Low, Shown[I].High);
  Shown.erase(End, Shown.size());
  Stale = 0;
  Memory.localsChanged(AroundStale.Low, AroundStale.High);
}

void StackFrames::detach() {
  clear();
  Memory.detachLocals(Low, High, Shown);
}

void StackFrames::clear() {
  Frames.clear();
  Begun.clear();
  for (size_t I = 0; I != Shown.size(); ++I)
    end(Shown[I]);
  dropStale();
}

} // namespace memfacet::owners
