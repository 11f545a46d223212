//===- attribute/StackFrames.cpp - which locals a thread's stack holds ----===//

#include "analysis/attribute/StackFrames.h"
#include <algorithm>

namespace memfacet {

void StackFrames::end(LocalList::Local &L) {
  if (!L.Live)
    return;
  L.Live = false;
  ++Stale;
  RangeKnown = false;
  Structures.shrink(L.Structure, L.High - L.Low);
}

/// Ends frame number \p First and those inside it.
void StackFrames::endFrames(size_t First) {
  if (First == Frames.size())
    return;
  for (size_t I = Frames[First].FirstBegun; I != Begun.size(); ++I) {
    size_t At = Shown.firstBelow(Begun[I] + 1);
    if (At == Shown.size() || Shown[At].Low != Begun[I] ||
        Shown[At].Frame == LocalList::NoFrame || Shown[At].Frame < First)
      continue; // others have taken its place
    end(Shown[At]);
    Shown[At].Frame = LocalList::NoFrame;
  }
  Begun.resize(Frames[First].FirstBegun);
  Frames.resize(First);
}

void StackFrames::beginFrame(uint64_t Anchor, uint32_t Site) {
  if (!inStack(Anchor))
    return;
  if (MarksMissing) [[unlikely]] {
    MarksMissing = false;
    cut(Anchor);
  }
  // Left without notice, as when code that is not instrumented catches an
  // exception.
  if (!Frames.empty() && Frames.back().Anchor == Anchor &&
      Frames.back().Site == Site)
    endFrames(Frames.size() - 1);
  if (Frames.size() == MostFrames)
    dropForgotten();
  Frames.push_back({Anchor, Site, Begun.size()});
}

/// Forgets frames below others that have begun later: they were left without
/// notice. Their locals stay until something takes their place.
void StackFrames::dropForgotten() {
  uint64_t Highest = 0;
  for (size_t I = Frames.size(); I-- != 0;) {
    if (Frames[I].Anchor <= Highest)
      Frames[I].Anchor = 0;
    Highest = std::max(Highest, Frames[I].Anchor);
  }
  std::vector<size_t> Number(Frames.size());
  size_t Kept = 0;
  for (size_t I = 0; I != Frames.size(); ++I) {
    // What begins in a frame that is dropped is the one's around it.
    Number[I] = Frames[I].Anchor != 0 || Kept == 0 ? Kept : Kept - 1;
    if (Frames[I].Anchor != 0)
      Frames[Kept++] = Frames[I];
  }
  for (size_t I = 0; I != Shown.size(); ++I)
    if (Shown[I].Frame != LocalList::NoFrame)
      Shown[I].Frame = Number[Shown[I].Frame];
  Frames.resize(Kept);
  if (Kept == 0)
    Begun.clear();
  else
    Frames.front().FirstBegun = 0;
  MostFrames = std::max(FewFrames, 2 * Kept);
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

/// \p L, which shows, begins.
void StackFrames::born(LocalList::Local &L) {
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

/// Locals that take each other's place in a loop are listed each time.
void StackFrames::forgetRepeated() {
  auto First = Begun.begin() + ptrdiff_t(Frames.back().FirstBegun);
  std::sort(First, Begun.end());
  Begun.erase(std::unique(First, Begun.end()), Begun.end());
  Begun.reserve(2 * Begun.size() + 64);
}

bool StackFrames::beginLocal(const LocalList::Local &L) {
  // Without a frame nothing would end it: that of a forked child's parent.
  if (Frames.empty() || L.Low >= L.High || !inStack(L.Low) || L.High > High)
    return true;
  size_t I = Shown.firstBelow(L.High);
  if (I == Shown.size())
    return false;
  LocalList::Local &Old = Shown[I];
  if (Old.Low != L.Low || Old.High != L.High || Old.Structure != L.Structure)
    return false;
  end(Old);
  --Stale;
  RangeKnown = false;
  born(Old);
  return true;
}

void StackFrames::show(const LocalList::Local &L) {
  size_t Begin = Shown.firstBelow(L.High), End = Begin;
  uint64_t From = L.Low, To = L.High;
  for (; End != Shown.size() && Shown[End].High > L.Low; ++End) {
    end(Shown[End]);
    --Stale;
    From = std::min(From, Shown[End].Low);
    To = std::max(To, Shown[End].High);
  }
  RangeKnown = false;
  Shown.erase(Begin, End);
  Shown.insert(L);
  born(Shown[Shown.firstBelow(L.High)]);
  Memory.localsChanged(From, To);
  if (Stale > MaxStale)
    dropStale();
}

void StackFrames::findStaleRange() {
  StaleLow = UINT64_MAX, StaleHigh = 0;
  size_t Left = Stale;
  for (size_t I = Shown.size(); Left != 0 && I != 0; --I) {
    const LocalList::Local &L = Shown[I - 1];
    if (L.Live)
      continue;
    --Left;
    StaleLow = std::min(StaleLow, L.Low);
    StaleHigh = std::max(StaleHigh, L.High);
  }
  RangeKnown = true;
}

bool StackFrames::inStale(uint64_t Address) {
  if (Stale > MaxStale)
    return true;
  if (!RangeKnown)
    findStaleRange();
  Address &= AddressMask;
  if (Address < StaleLow || Address >= StaleHigh) [[likely]]
    return false;
  const LocalList::Local *L = Shown.find(Address);
  return L && !L->Live;
}

void StackFrames::dropStale() {
  if (Stale == 0)
    return;
  if (!RangeKnown)
    findStaleRange();
  size_t First = Shown.firstBelow(StaleHigh), To = First;
  for (size_t I = First; I != Shown.size(); ++I)
    if (Shown[I].Live)
      Shown[To++] = Shown[I];
  Shown.erase(To, Shown.size());
  Stale = 0;
  RangeKnown = false;
  Memory.localsChanged(StaleLow, StaleHigh);
}

void StackFrames::detach(StructureId Structure) {
  clear();
  Memory.setStack(Low, High, Structure);
}

void StackFrames::clear() {
  Frames.clear();
  Begun.clear();
  for (size_t I = 0; I != Shown.size(); ++I)
    end(Shown[I]);
  dropStale();
}

} // namespace memfacet
