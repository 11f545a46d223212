//===- Replay.cpp - one change, tried on the stream -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/advise/Replay.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <cmath>

namespace memfacet::advise {

static constexpr unsigned PageShift = 12, HugeShift = 21;

caches::CacheModel translationModel() {
  constexpr uint32_t Entries = 64, SecondEntries = 1536, SecondWays = 12;
  constexpr uint32_t Page = 1 << PageShift;
  return {"tlb",
          "preset",
          Page,
          {{"TLB1", uint64_t(Entries) * Page, Entries, false},
           {"TLB2", uint64_t(SecondEntries) * Page, SecondWays, false}}};
}

MissTotals &MissTotals::operator+=(const MissTotals &O) {
  Touches += O.Touches;
  Levels.resize(std::max(Levels.size(), O.Levels.size()));
  for (size_t L = 0; L != O.Levels.size(); ++L)
    Levels[L] += O.Levels[L];
  Sharing += O.Sharing, FalseSharing += O.FalseSharing;
  Pages += O.Pages;
  return *this;
}

MissTotals &MissTotals::operator-=(const MissTotals &O) {
  auto Subtract = [](uint64_t &All, uint64_t Part) {
    MEMFACET_CHECK(Part <= All, "a part is not larger than the whole");
    All -= Part;
  };
  MEMFACET_CHECK(O.Levels.size() <= Levels.size(),
                 "a part has no other levels than the whole");
  Subtract(Touches, O.Touches);
  for (size_t L = 0; L != O.Levels.size(); ++L)
    Subtract(Levels[L], O.Levels[L]);
  Subtract(Sharing, O.Sharing);
  Subtract(FalseSharing, O.FalseSharing);
  Subtract(Pages, O.Pages);
  return *this;
}

Replay::Replay(const caches::CacheModel &Model, const Candidate *Change,
               const ReplayOptions &Options)
    : Levels(Model.Levels.size()), Caches(Model), IsPart(Options.IsPart) {
  if (Change && !Change->Joined.empty())
    Joined.emplace(*Change);
  else if (Change)
    Changed.emplace(*Change);
  if (Options.Sharing)
    Sharing.emplace(Model.LineBytes);
  if (Options.Pages)
    Pages.emplace(translationModel());
  if (Change && Change->Kind == AdviceKind::HugePages)
    Huge = Change->Structure;
  if (!IsPart)
    return;
  Caches.expectPart();
  if (Pages)
    Pages->expectPart();
}

void Replay::event(const ReplayEvent &E) {
  using Kind = ReplayEvent::Kind;
  switch (E.Type) {
  case Kind::Thread:
    Thread = ThreadId(E.Number);
    if (Pages)
      Pages->enter(Thread);
    return Caches.enter(Thread);
  case Kind::ThreadEnd:
    // An event says which thread comes next.
    if (Pages)
      Pages->threadEnded(ThreadId(E.Number));
    return Caches.threadEnded(ThreadId(E.Number));
  case Kind::ObjectBegin:
  case Kind::ObjectEnd:
    if (Changed)
      Changed->follow(E);
    if (Joined)
      Joined->follow(E);
    return;
  case Kind::Interval:
    if (IsPart)
      AtBegin.push_back(totalOf(0, UINT32_MAX, 1));
    return;
  case Kind::Count:
    Caches.count(E.Number != 0);
    if (Sharing)
      Sharing->count(E.Number != 0);
    if (Pages)
      Pages->count(E.Number != 0);
    return;
  case Kind::Forget:
    if (!AtBegin.empty())
      AtBegin.assign(1, MissTotals());
    Caches.forgetCounts();
    if (Sharing)
      Sharing->forgetCounts();
    if (Pages)
      Pages->forgetCounts();
    return;
  }
}

void Replay::touch(const ReplayAccess &A, uint64_t Address, uint64_t Bytes,
                   bool Write, UsedBytes Used) {
  Caches.touch(A.Structure, A.Info.site(), Address, Bytes, Write);
  if (Sharing)
    Sharing->touch(Thread, A.Structure, Address, Bytes, Write, Used);
  if (!Pages)
    return;
  if (A.Structure == Huge.Value)
    Address = PrivateLow + (Address >> HugeShift << PageShift), Bytes = 1;
  Pages->touch(A.Structure, A.Info.site(), Address, Bytes, Write);
}

void Replay::access(const ReplayAccess &A) {
  if (Joined) {
    UsedBytes Used = Joined->isJoined(A) ? UsedBytes() : A.Used;
    return Joined->map(A, [&](uint64_t Address, uint64_t Bytes) {
      touch(A, Address, Bytes, A.Info.write(), Used);
    });
  }
  if (!Changed)
    return touch(A, A.Address, A.Info.size(), A.Info.write(), A.Used);
  UsedBytes Used = Changed->isChanged(A) ? UsedBytes() : A.Used;
  Changed->map(A, [&](uint64_t Address, uint64_t Bytes, bool Write) {
    touch(A, Address, Bytes, Write, Used);
  });
}

void Replay::take(const ReplayBlock &B) {
  B.forEach([&](const ReplayEvent &E) { event(E); },
            [&](const ReplayAccess &A) { access(A); });
}

void Replay::estimateWhole(double NewFactor) {
  MEMFACET_CHECK(IsPart || NewFactor == 1, "first touches of a part are noted");
  Factor = NewFactor;
}

/// Returns the misses of structures from \p Begin to before \p End,
/// in a run \p Factor times as long.
MissTotals Replay::totalOf(uint32_t Begin, uint32_t End, double Factor) {
  MissTotals Result;
  Result.Levels.resize(Levels);
  auto ForEach = [&](size_t All, auto Add) {
    for (size_t S = Begin; S < std::min<size_t>(End, All); ++S)
      Add(uint32_t(S));
  };
  ForEach(Caches.counts().size(), [&](uint32_t S) {
    ReplayCounts C = Caches.ofWhole(S, Factor);
    Result.Touches += C.Touches;
    for (size_t L = 0; L != Levels; ++L)
      Result.Levels[L] += C.Misses[L];
  });
  auto Estimate = [&](uint64_t Count) {
    return uint64_t(std::llround(double(Count) * Factor));
  };
  if (Sharing)
    ForEach(Sharing->counts().size(), [&](uint32_t S) {
      Result.Sharing += Estimate(Sharing->counts()[S].Misses);
      Result.FalseSharing += Estimate(Sharing->counts()[S].False);
    });
  if (Pages)
    ForEach(Pages->counts().size(), [&](uint32_t S) {
      Result.Pages += Pages->ofWhole(S, Factor).Misses[1];
    });
  return Result;
}

MissTotals Replay::missesOf(StructureId S) {
  return totalOf(S.Value, S.Value + 1, Factor);
}

MissTotals Replay::totalMisses() { return totalOf(0, UINT32_MAX, Factor); }

std::vector<MissTotals> Replay::intervalMisses() {
  std::vector<MissTotals> Result;
  MissTotals End = totalOf(0, UINT32_MAX, 1);
  for (size_t I = AtBegin.size(); I-- != 0;) {
    MissTotals All = End;
    End = AtBegin[I];
    All -= End;
    Result.push_back(std::move(All));
  }
  std::ranges::reverse(Result);
  return Result;
}

caches::CacheModel withoutConflicts(const caches::CacheModel &Model) {
  MEMFACET_CHECK(!Model.Levels.empty(), "a model has a first level");
  caches::CacheModel Result = Model;
  Result.Levels.resize(1);
  caches::CacheLevel &L = Result.Levels[0];
  L.Ways = uint32_t(L.Bytes / Model.LineBytes);
  return Result;
}

} // namespace memfacet::advise
