//===- ReuseChecks.cpp - exact distances, now and then --------------------===//

#include "analysis/reuse/ReuseChecks.h"
#include "analysis/support/Hash.h"
#include <algorithm>

namespace memfacet {

/// Of so many neighbouring stretches, one is a burst.
static uint64_t stretchesPerBurst(uint64_t Stretch) {
  uint64_t Touches = Stretch * ReuseChecks::BurstTouches;
  return Touches < (1 << 20) ? 8 : Touches < (1 << 27) ? 32 : 128;
}

static uint64_t mixed(uint64_t Z) {
  Z = (Z ^ Z >> 30) * 0xbf58476d1ce4e5b9;
  return (Z ^ Z >> 27) * 0x94d049bb133111eb >> 31;
}

bool ReuseChecks::isChosen(uint64_t Stretch) const {
  uint64_t Size = stretchesPerBurst(Stretch);
  return mixed(Seed + Stretch / Size * GoldenRatio) % Size == Stretch % Size;
}

void ReuseChecks::touch(const Touches &T) {
  for (size_t I = 0, Count = T.size(); I != Count;) {
    uint64_t Within = Now % BurstTouches;
    if (Within == 0) {
      Observing = isChosen(Now / BurstTouches);
      if (Observing) {
        Slots.clear();
        Last.reset(BurstTouches, 0);
      }
    }
    size_t End = I + std::min<uint64_t>(Count - I, BurstTouches - Within);
    if (Observing)
      observe(T, I, End);
    Now += End - I;
    I = End;
  }
}

void ReuseChecks::observe(const Touches &T, size_t From, size_t To) {
  const uint64_t Begin = Now / BurstTouches * BurstTouches;
  auto At = uint32_t(Now - Begin);
  for (size_t I = From; I != To; ++I, ++At) {
    uint32_t &Slot = Slots[Slots.cellOf(T.Lines[I])];
    if (Slot != 0) {
      uint32_t Before = Slot - 1;
      Random += GoldenRatio;
      if (mixed(Random) % KeptOne == 0)
        Kept.push_back({{Begin + Before, Begin + At, T.Owners[I]},
                        uint32_t(Last.laterThan(Before)),
                        uint32_t(Begin / BurstTouches)});
      Last.remove(Before);
    }
    Last.add(At);
    Slot = At + 1;
  }
  if (Kept.size() > MaxChecks)
    thinOut();
}

void ReuseChecks::thinOut() {
  std::erase_if(Kept, [&](const ReuseCheck &) {
    Random += GoldenRatio;
    return mixed(Random) % 2 == 0;
  });
  KeptOne *= 2;
}

} // namespace memfacet
