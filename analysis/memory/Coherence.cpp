//===- memory/Coherence.cpp - copies of a line in several caches ----------===//

#include "analysis/memory/Coherence.h"
#include <algorithm>

namespace memfacet {

Coherence::Coherence(const CacheModel &Model, CachePaths &Paths,
                     MemoryTally &Tally)
    : Paths(Paths), Tally(Tally),
      Wanted(Model.Coherent && Paths.sharedFrom() != 0),
      OwnFirstLevel(Model.Levels[0].Threads == 1) {}

/// Visits the caches, not on \p Path, of slots that may have copies: by slot,
/// then from the core outwards. One of a group comes once for each slot.
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

Coherence::Loss *Coherence::lossOf(Entry &E, uint32_t Slot) {
  auto It = std::ranges::find(E.Losses, Slot, &Loss::Slot);
  return It == E.Losses.end() ? nullptr : &*It;
}

Coherence::Loss *Coherence::addLoss(Entry &E, uint64_t Line, uint32_t Slot) {
  LossesOf.resize(std::max<size_t>(LossesOf.size(), Slot + 1));
  LossesOf[Slot].push_back(Line);
  E.Losses.push_back({Slot, 0});
  return &E.Losses.back();
}

/// Says what the misses at \p Levels were, those that wait.
void Coherence::settleLoss(Loss &L, uint32_t Levels, MissClass As) {
  Levels &= L.Levels;
  L.Levels &= ~Levels;
  for (size_t Level = 0; Levels != 0; ++Level, Levels >>= 1)
    if (Levels & 1)
      ++Tally.at(Level, L.Structure).ByClass[size_t(As)];
}

/// Of the touching slot's own loss.
void Coherence::rememberMiss(Entry &E, const Touch &T, const LookUps &L) {
  Loss *Its = lossOf(E, T.Path.Slot);
  if (!Its && L.Dropped == 0)
    return;
  // A cache of a group lost it when this slot had no thread.
  if (!Its)
    Its = addLoss(E, T.Line, T.Path.Slot);
  settleLoss(*Its, L.Missed, MissClass::FalseSharing);
  if (L.Dropped != 0) {
    settleLoss(*Its, ~uint32_t(0), MissClass::FalseSharing);
    Its->Structure = T.Structure;
    Its->Levels = L.Dropped;
  }
  if (Its->Foreign & T.Bytes)
    settleLoss(*Its, ~uint32_t(0), MissClass::TrueSharing);
}

Coherence::Effect Coherence::read(Entry &E, const Touch &T) {
  Effect Result;
  HeldLine Dirty;
  bool Any = false;
  forOthers(E, T.Path, [&](CachePath &, LevelCache &C) {
    HeldLine *Copy = C.holds(T.Line);
    if (!Copy)
      return;
    Any = true;
    Copy->QuietWrites = false;
    // The innermost is the newest.
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
  E.Exclusive = Any ? None : T.Path.Slot;
  return Result;
}

/// Slots from whose caches the line was dropped: others' bytes are news to
/// them.
void Coherence::lose(Entry &E, const Touch &T,
                     const std::vector<LevelCache *> &From) {
  for (const auto &Other : Paths.all()) {
    if (Other->Slot == T.Path.Slot)
      continue;
    bool Lost = std::ranges::any_of(
        From, [&](LevelCache *C) { return Other->Levels[C->level()] == C; });
    Loss *Its = lossOf(E, Other->Slot);
    if (Its && !Lost)
      Its->Foreign |= T.Bytes;
    if (!Lost)
      continue;
    if (!Its)
      Its = addLoss(E, T.Line, Other->Slot);
    settleLoss(*Its, ~uint32_t(0), MissClass::FalseSharing);
    Its->Foreign = T.Bytes;
  }
}

Coherence::Effect Coherence::write(Entry &E, const Touch &T, bool HadCopy) {
  Effect Result;
  std::vector<LevelCache *> From;
  uint32_t LastSlot = None;
  forOthers(E, T.Path, [&](CachePath &Other, LevelCache &C) {
    HeldLine Copy = C.drop(T.Line);
    if (!Copy.present())
      return;
    From.push_back(&C);
    C.history().dropped(Copy.Record);
    Result.Served |= Copy.Dirty;
    bool OfGroup = C.shape().Threads > 1;
    if (OfGroup || LastSlot != Other.Slot)
      ++Tally[T.Structure].Invalidations;
    if (!OfGroup)
      LastSlot = Other.Slot;
  });
  Tally[T.Structure].Interventions += Result.Served;
  Tally[T.Structure].Upgrades += !From.empty() && HadCopy;
  if (!From.empty() || !E.Losses.empty())
    lose(E, T, From);
  E.Users = uint64_t(1) << T.Path.Slot % 64;
  E.Exclusive = T.Path.Slot;
  return Result;
}

Coherence::Effect Coherence::touched(const Touch &T, const LookUps &L) {
  Entry &E = Lines[T.Line];
  rememberMiss(E, T, L);
  if (!T.Write)
    return read(E, T);
  uint32_t LookedUp = (uint32_t(2) << L.End) - 1;
  uint32_t Own = (uint32_t(1) << Paths.sharedFrom()) - 1;
  return write(E, T, (LookedUp & Own & ~L.Missed) != 0);
}

Coherence::Effect Coherence::fetched(const Touch &T) {
  return read(Lines[T.Line], T);
}

void Coherence::finished(const Touch &T) {
  Entry &E = Lines[T.Line];
  Loss *Its = lossOf(E, T.Path.Slot);
  bool Here = false;
  for (size_t L = 0; L != Paths.sharedFrom(); ++L)
    Here |= T.Path.Levels[L]->holds(T.Line) != nullptr;
  if (Its && Its->Levels == 0 && Here) {
    *Its = E.Losses.back();
    E.Losses.pop_back();
    Its = nullptr;
  }
  HeldLine *First = T.Path.Levels[0]->holds(T.Line);
  if (!First || !OwnFirstLevel)
    return;
  First->QuietReads = !Its || Its->Levels == 0;
  First->QuietWrites = E.Exclusive == T.Path.Slot && E.Losses.empty();
}

void Coherence::released(const CachePath &Path) {
  if (LossesOf.size() <= Path.Slot)
    return;
  for (uint64_t Line : LossesOf[Path.Slot]) {
    Entry &E = Lines[Line];
    Loss *Its = lossOf(E, Path.Slot);
    if (!Its)
      continue;
    settleLoss(*Its, ~uint32_t(0), MissClass::FalseSharing);
    *Its = E.Losses.back();
    E.Losses.pop_back();
  }
  LossesOf[Path.Slot].clear();
}

void Coherence::settle() {
  Lines.forEach([&](uint64_t, Entry &E) {
    for (Loss &L : E.Losses)
      settleLoss(L, ~uint32_t(0), MissClass::FalseSharing);
  });
}

} // namespace memfacet
