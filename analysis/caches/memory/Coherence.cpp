//===- Coherence.cpp - copies of a line in several caches -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/memory/Coherence.h"
#include <algorithm>

namespace memfacet::caches {

Coherence::Coherence(const CacheModel &Model, CachePaths &Paths,
                     MemoryTally &Tally)
    : Paths(Paths), Tally(Tally),
      Wanted(Model.Coherent && Paths.sharedFrom() != 0),
      OwnFirstLevel(Model.Levels[0].Threads == 1) {}

/// Visits the caches of other slots that may have copies and are not on \p
/// Path: by slot, then from the core outwards. A cache that several slots share
/// is visited for each of them.
template <typename Visitor>
void Coherence::forOthers(const Entry &E, const CachePath &Path,
                          Visitor Visit) {
  for (const auto &Other : Paths.all()) {
    if (Other->Slot == Path.Slot || !(E.Users >> Other->Slot % 64 & 1))
      continue;
    for (size_t L = 0; L != Paths.sharedFrom(); ++L)
      if (Other->Levels[L] != Path.Levels[L])
        Visit(*Other, *Other->Levels[L]);
  }
}

/// Returns the outermost cache of \p Other that is not on \p Path. Slots with
/// the same one count once if they lose copies.
LevelCache *Coherence::groupOf(const CachePath &Other,
                               const CachePath &Path) const {
  size_t Level = Paths.sharedFrom() - 1;
  while (Level != 0 && Other.Levels[Level] == Path.Levels[Level])
    --Level;
  return Other.Levels[Level];
}

void Coherence::Loss::write(uint32_t Thread, uint64_t Bytes) {
  auto It =
      std::ranges::find(Written, Thread, &std::pair<uint32_t, uint64_t>::first);
  if (It == Written.end())
    Written.push_back({Thread, Bytes});
  else
    It->second |= Bytes;
}

uint64_t Coherence::Loss::foreignBytes(uint32_t Thread) const {
  uint64_t Bytes = 0;
  for (const auto &[Writer, WrittenBytes] : Written)
    if (Writer != Thread)
      Bytes |= WrittenBytes;
  return Bytes;
}

Coherence::Loss *Coherence::lossOf(Entry &E, const LevelCache *Cache) {
  for (Loss &L : E.Losses)
    if (L.Cache == Cache)
      return &L;
  return nullptr;
}

Coherence::Loss *Coherence::addLoss(Entry &E, uint64_t Line,
                                    LevelCache *Cache) {
  LinesLost[Cache].push_back(Line);
  E.Losses.push_back({Cache, {}});
  return &E.Losses.back();
}

void Coherence::forget(Entry &E, Loss *L) {
  std::swap(*L, E.Losses.back());
  E.Losses.pop_back();
}

/// Counts the waiting miss, if there is one, as \p Class.
void Coherence::settleLoss(Loss &L, MissClass Class) {
  if (L.Waiting == None)
    return;
  L.Waiting = None;
  ++Tally.at(L.Cache->level(), L.Structure).ByClass[size_t(Class)];
}

/// Updates the losses of the caches on the path of the thread.
void Coherence::rememberMiss(Entry &E, const MemoryTouch &T, const LookUps &L) {
  for (size_t Level = 0; Level != Paths.sharedFrom(); ++Level) {
    LevelCache *C = T.Path.Levels[Level];
    Loss *Found = lossOf(E, C);
    bool Waits = L.Dropped >> Level & 1;
    if (!Found && !Waits)
      continue;
    if (!Found)
      Found = addLoss(E, T.Line, C);
    if (L.missed(Level))
      settleLoss(*Found, MissClass::FalseSharing);
    if (Waits) {
      Found->Waiting = T.Thread.Value;
      Found->Structure = T.Structure;
    }
    if (Found->Waiting == T.Thread.Value &&
        Found->foreignBytes(T.Thread.Value) & T.Bytes)
      settleLoss(*Found, MissClass::TrueSharing);
  }
}

Coherence::Effect Coherence::read(Entry &E, const MemoryTouch &T,
                                  const LookUps &L) {
  Effect Result;
  bool IsInside = L.End < Paths.sharedFrom();
  if (IsInside && T.Path.Levels[L.End]->shape().Threads == 1)
    return Result;
  HeldLine Dirty;
  bool HasCopies = false;
  forOthers(E, T.Path, [&](CachePath &, LevelCache &C) {
    HeldLine *Copy = C.holds(T.Line);
    if (!Copy)
      return;
    HasCopies = true;
    Copy->QuietWrites = false;
    // The innermost copy is the newest.
    if (Copy->Dirty && !Dirty.present())
      Dirty = *Copy;
    Copy->Dirty = false;
  });
  if (Dirty.present()) {
    Result.Served = true;
    ++Tally[T.Structure].Interventions;
    ++Tally[Dirty.Writer].SharedWritebacks;
    if (!T.Path.holdDirty(0, Dirty)) {
      ++Tally[Dirty.Writer].MemoryWrites;
      ++Result.ToMemory;
    }
  }
  E.Users |= uint64_t(1) << T.Path.Slot % 64;
  E.Exclusive = HasCopies ? None : T.Path.Slot;
  return Result;
}

/// Begins the losses of \p Caches anew. The bytes that are written now count as
/// written for caches that lost the line before, too.
void Coherence::lose(Entry &E, const MemoryTouch &T,
                     const std::vector<LevelCache *> &Caches) {
  for (LevelCache *C : Caches) {
    Loss *Found = lossOf(E, C);
    if (!Found)
      Found = addLoss(E, T.Line, C);
    settleLoss(*Found, MissClass::FalseSharing);
    Found->Written.clear();
  }
  for (Loss &L : E.Losses)
    L.write(T.Thread.Value, T.Bytes);
}

Coherence::Effect Coherence::write(Entry &E, const MemoryTouch &T,
                                   bool HadCopy) {
  Effect Result;
  std::vector<LevelCache *> Caches;
  std::vector<LevelCache *> Groups; // that lose copies
  forOthers(E, T.Path, [&](CachePath &Other, LevelCache &C) {
    HeldLine Copy = C.drop(T.Line);
    if (!Copy.present())
      return;
    Caches.push_back(&C);
    C.history().dropped(Copy.Record);
    Result.Served |= Copy.Dirty;
    LevelCache *Group = groupOf(Other, T.Path);
    if (std::ranges::find(Groups, Group) == Groups.end())
      Groups.push_back(Group);
  });
  Tally[T.Structure].Invalidations += Groups.size();
  Tally[T.Structure].Interventions += Result.Served;
  Tally[T.Structure].Upgrades += !Caches.empty() && HadCopy;
  if (!Caches.empty() || !E.Losses.empty())
    lose(E, T, Caches);
  E.Users = uint64_t(1) << T.Path.Slot % 64;
  E.Exclusive = T.Path.Slot;
  return Result;
}

Coherence::Effect Coherence::touched(const MemoryTouch &T, const LookUps &L) {
  Entry &E = Lines[T.Line];
  rememberMiss(E, T, L);
  if (!T.Write)
    return read(E, T, L);
  uint32_t LookedUp = (uint32_t(2) << L.End) - 1;
  uint32_t PrivateLevels = (uint32_t(1) << Paths.sharedFrom()) - 1;
  return write(E, T, (LookedUp & PrivateLevels & ~L.Missed) != 0);
}

Coherence::Effect Coherence::fetched(const MemoryTouch &T, const LookUps &L) {
  return read(Lines[T.Line], T, L);
}

Coherence::Effect Coherence::movedIn(const MemoryTouch &T, size_t Giver,
                                     size_t Taker, HeldLine &Moved) {
  Effect Result;
  if (!Moved.Dirty)
    return Result;
  bool IsElsewhere = false;
  forOthers(Lines[T.Line], T.Path, [&](CachePath &Other, LevelCache &C) {
    IsElsewhere |= Other.Levels[Taker] != T.Path.Levels[Taker] &&
                   C.holds(T.Line) != nullptr;
  });
  if (!IsElsewhere)
    return Result;
  if (!T.Path.holdDirty(Giver + 1, Moved)) {
    ++Tally[Moved.Writer].MemoryWrites;
    ++Result.ToMemory;
  }
  Moved.Dirty = false;
  return Result;
}

void Coherence::finished(const MemoryTouch &T) {
  Entry &E = Lines[T.Line];
  bool Waits = false;
  for (size_t L = 0; L != Paths.sharedFrom(); ++L) {
    Loss *Found = lossOf(E, T.Path.Levels[L]);
    if (!Found)
      continue;
    Waits |= Found->Waiting == T.Thread.Value;
    if (Found->Waiting == None && T.Path.Levels[L]->holds(T.Line))
      forget(E, Found);
  }
  HeldLine *First = T.Path.Levels[0]->holds(T.Line);
  if (!First || !OwnFirstLevel)
    return;
  First->QuietReads = !Waits;
  First->QuietWrites = E.Exclusive == T.Path.Slot && E.Losses.empty();
}

void Coherence::released(const CachePath &Path) {
  for (size_t L = 0; L != Paths.sharedFrom(); ++L) {
    LevelCache *C = Path.Levels[L];
    auto Lost = LinesLost.find(C);
    if (C->shape().Threads != 1 || Lost == LinesLost.end())
      continue;
    for (uint64_t Line : Lost->second) {
      Entry &E = Lines[Line];
      if (Loss *Found = lossOf(E, C)) {
        settleLoss(*Found, MissClass::FalseSharing);
        forget(E, Found);
      }
    }
    Lost->second.clear();
  }
}

void Coherence::settle() {
  Lines.forEach([&](uint64_t, Entry &E) {
    for (Loss &L : E.Losses)
      settleLoss(L, MissClass::FalseSharing);
  });
}

} // namespace memfacet::caches
