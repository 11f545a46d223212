//===- WindowStore.cpp - long windows of a run, kept ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/advise/WindowStore.h"
#include "memfacet/Check.h"
#include "memfacet/Windows.h"
#include <algorithm>

namespace memfacet::advise {

static bool isKept(uint64_t Slot, uint64_t Period) {
  return isDrawn(Slot, WindowStep, Period);
}

/// Removes the accesses of block \p Number. The events stay: later windows have
/// the objects.
void WindowStore::drop(size_t Number) {
  MEMFACET_CHECK(Blocks.size() == Places.size(), "each block has its place");
  ReplayBlock &B = Blocks[Number];
  Bytes -= B.Accesses.size() * sizeof(ReplayAccess);
  std::vector<ReplayAccess>().swap(B.Accesses);
  std::erase_if(B.Events, [](const ReplayEvent &E) {
    return E.Type == ReplayEvent::Kind::Interval;
  });
  for (ReplayEvent &E : B.Events)
    E.AccessIndex = 0;
}

void WindowStore::keepOneIn(uint64_t NewPeriod) {
  MEMFACET_CHECK(NewPeriod >= Period, "windows that were left out are gone");
  Period = NewPeriod;
  for (size_t I = 0; I != Blocks.size(); ++I)
    if (!isKept(Places[I].Slot, Period))
      drop(I);
}

void WindowStore::take(const ReplayBlock &B) {
  using Kind = ReplayEvent::Kind;
  if (B.empty())
    return;
  ReplayBlock &Added = Blocks.emplace_back(B);
  Bytes += Added.Accesses.size() * sizeof(ReplayAccess);
  ReplayEvent First =
      B.Events.empty() ? ReplayEvent{Kind::Thread} : B.Events[0];
  if (First.Type == Kind::Count)
    Current.Counts = First.Number != 0;
  if (First.Type == Kind::Interval) {
    Current.Slot = First.Number;
    if (HasSlot && First.Number <= LastSlot)
      Added.Events.erase(Added.Events.begin());
    LastSlot = std::max<uint64_t>(LastSlot, First.Number);
    HasSlot = true;
  }
  Places.push_back(Current);
  if (!isKept(Current.Slot, Period))
    drop(Blocks.size() - 1);
  if (First.Type == Kind::Forget)
    for (size_t I = 0; I + 1 != Blocks.size(); ++I)
      drop(I);
  // Up to the period at which no other window of the run so far is kept.
  while (Bytes > MostBytes && Period <= LastSlot)
    keepOneIn(2 * Period);
  if (Bytes > 2 * MostBytes && Blocks.size() > 1)
    drop(Blocks.size() - 1);
}

void WindowStore::spread() {
  keepOneIn(std::max(Period, windowPeriod(LastSlot, SpreadWindows)));
}

uint64_t WindowStore::countedAccesses() const {
  uint64_t Count = 0;
  for (size_t I = 0; I != Blocks.size(); ++I)
    if (Places[I].Counts)
      Count += uint64_t(
          std::ranges::count_if(Blocks[I].Accesses, [](const ReplayAccess &A) {
            return !A.Info.isContinued();
          }));
  return Count;
}

} // namespace memfacet::advise
