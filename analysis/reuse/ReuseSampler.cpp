//===- ReuseSampler.cpp - touches, and the next ones of their lines -------===//

#include "analysis/reuse/ReuseSampler.h"
#include "analysis/support/Hash.h"
#include <algorithm>
#include <cmath>

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

static constexpr size_t LeastPlaces = 1 << 14, MostPlaces = 1 << 20;
/// Places for each watch: one line in so many is looked up in vain.
static constexpr size_t PlacesPerWatch = 16;
static constexpr uint8_t Many = 255;

ReuseSampler::ReuseSampler(uint64_t Seed, double Gap)
    : Random(Seed), Gap(Gap), Watched(LeastPlaces), Checks(Seed) {
  Next = gap() - 1;
}

/// To the next sample: geometric with mean Gap, at least 1.
uint64_t ReuseSampler::gap() {
  if (Gap <= 1)
    return 1;
  double Unit = Random.uniform() + 0x1p-53; // above 0
  return 1 + uint64_t(std::log(Unit) / std::log1p(-1 / Gap));
}

void ReuseSampler::touch(const Touches &T) {
  Checks.touch(T);
  const uint64_t *const Lines = T.Lines.data();
  for (size_t I = 0, Count = T.size(); I != Count;) {
    size_t End = std::min<uint64_t>(Count - I, Next - Now) + I;
    const uint64_t Before = Now - I;
    const uint8_t *const W = Watched.data();
    const size_t Mask = Watched.size() - 1;
    for (; I != End; ++I)
      if (W[(Lines[I] ^ Lines[I] >> 20) & Mask]) [[unlikely]]
        touched(Lines[I], Before + I, T.Owners[I]);
    Now = Before + I;
    if (I == Count || Now != Next)
      continue;
    // A line's watch ends where its own next one begins.
    if (Watched[place(Lines[I])])
      touched(Lines[I], Now, T.Owners[I]);
    choose(Lines[I], Now, T.Owners[I]);
    ++Now, ++I;
    Next += gap();
  }
}

void ReuseSampler::touched(uint64_t Line, uint64_t At, uint32_t Owner) {
  auto [From, To] = Open.equal_range(Line);
  if (From == To)
    return;
  uint8_t &Place = Watched[place(Line)];
  for (auto It = From; It != To; ++It) {
    Closed.push_back({It->second.Start, At, Owner, Counting});
    Place = uint8_t(Place - (Place != Many));
  }
  Open.erase(From, To);
}

void ReuseSampler::choose(uint64_t Line, uint64_t At, uint32_t Owner) {
  Open.emplace(Line, Watch{At, Owner, Counting});
  if (uint8_t &Place = Watched[place(Line)]; Place != Many)
    ++Place;
  if (Open.size() * PlacesPerWatch > Watched.size() &&
      Watched.size() < MostPlaces)
    fillWatched(2 * Watched.size());
  if (Open.size() + Closed.size() >= MaxSamples)
    thinOut();
}

void ReuseSampler::fillWatched(size_t Size) {
  Watched.assign(Size, 0);
  for (const auto &[Line, Its] : Open)
    if (uint8_t &Place = Watched[place(Line)]; Place != Many)
      ++Place;
}

void ReuseSampler::thinOut() {
  // By when they began, not by their order in tables: any standard library
  // keeps the same ones.
  uint64_t Salt = Random.next();
  auto Dropped = [&](uint64_t Start) {
    return ((Start ^ Salt) * GoldenRatio) >> 63 != 0;
  };
  std::erase_if(Closed, [&](const ReuseSample &S) { return Dropped(S.Start); });
  std::erase_if(Open, [&](const auto &W) { return Dropped(W.second.Start); });
  Gap *= 2;
  fillWatched(Watched.size());
}

void ReuseSampler::forgetCounts() {
  for (ReuseSample &S : Closed)
    S.Counted = false;
  for (auto &[Line, Its] : Open)
    Its.Counted = false;
}

ReuseSamples ReuseSampler::samples() const {
  ReuseSamples Result{Closed, Now, Gap, Checks.all()};
  for (const auto &[Line, Its] : Open)
    Result.All.push_back(
        {Its.Start, ReuseSample::Never, Its.Owner, Its.Counted});
  std::ranges::sort(Result.All, {}, &ReuseSample::Start);
  return Result;
}

} // namespace memfacet
