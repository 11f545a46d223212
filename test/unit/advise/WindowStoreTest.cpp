//===- WindowStoreTest.cpp - tests of the windows that are kept -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/advise/WindowStore.h"
#include "memfacet/Windows.h"
#include "test/support/Wings.h"
#include <set>

namespace {

using namespace memfacet;
using namespace memfacet::advise;

constexpr uint64_t Unlimited = uint64_t(1) << 40;

/// Returns a block of \p Slot: its Interval, an object that begins between its
/// two accesses, whose addresses are the slot's number.
ReplayBlock blockOf(uint32_t Slot) {
  ReplayBlock B;
  B.add({.Type = ReplayEvent::Kind::Interval, .Number = Slot});
  B.Accesses.push_back({Slot, decode::AccessInfo(0, 8, false), 0, NoObject});
  B.add({.Type = ReplayEvent::Kind::ObjectBegin, .Number = Slot});
  B.Accesses.push_back({Slot, decode::AccessInfo(0, 8, false), 0, NoObject});
  return B;
}

/// Gives the store what a process records in \p Slots slots, all of which it
/// runs.
void record(WindowStore &Store, uint32_t Slots) {
  for (uint32_t Slot = 0; Slot != Slots; ++Slot)
    if (hasWindow(Slot, SpreadWindows))
      Store.take(blockOf(Slot));
}

/// Returns the slots that \p Store keeps. All accesses of a slot are kept, or
/// none; and so is its Interval.
std::set<uint64_t> slotsOf(const WindowStore &Store) {
  std::set<uint64_t> Result;
  for (const ReplayBlock &B : Store.blocks()) {
    size_t Intervals = 0;
    for (const ReplayEvent &E : B.Events) {
      Intervals += E.Type == ReplayEvent::Kind::Interval;
      EXPECT_LE(E.AccessIndex, B.Accesses.size());
    }
    EXPECT_EQ(B.Accesses.size(), 2 * Intervals);
    for (const ReplayAccess &A : B.Accesses)
      Result.insert(A.Address);
  }
  return Result;
}

size_t objectsIn(const WindowStore &Store) {
  size_t Objects = 0;
  for (const ReplayBlock &B : Store.blocks())
    for (const ReplayEvent &E : B.Events)
      Objects += E.Type == ReplayEvent::Kind::ObjectBegin;
  return Objects;
}

TEST(WindowStore, KeepsAllOfAShortRun) {
  WindowStore Store(Unlimited);
  record(Store, 32);
  Store.spread();
  EXPECT_EQ(slotsOf(Store).size(), 32U);
  EXPECT_EQ(Store.countedAccesses(), 64U);
}

TEST(WindowStore, KeepsWindowsThatAreSpreadEvenly) {
  WindowStore Store(Unlimited);
  record(Store, 1000);
  size_t Objects = objectsIn(Store);
  Store.spread();
  std::set<uint64_t> Slots = slotsOf(Store);
  EXPECT_NEAR(double(Slots.size()), double(SpreadWindows), 3);
  for (uint64_t Slot : Slots)
    EXPECT_TRUE(isDrawn(Slot, WindowStep, 900 / SpreadWindows)) << Slot;
  EXPECT_EQ(objectsIn(Store), Objects) << "events stay";
}

TEST(WindowStore, HasNoMoreThanItsRoom) {
  uint64_t Room = 10 * 2 * sizeof(ReplayAccess);
  WindowStore Store(Room);
  record(Store, 100);
  EXPECT_LE(Store.countedAccesses() * sizeof(ReplayAccess), Room);
  Store.spread();
  EXPECT_GE(slotsOf(Store).size(), 3U);
  EXPECT_LE(slotsOf(Store).size(), 10U);
}

// A window that is larger than the room, alone in the run.
TEST(WindowStore, CutsOffALongWindow) {
  constexpr uint64_t Room = 10 * sizeof(ReplayAccess);
  WindowStore Store(Room);
  for (int Block = 0; Block != 100; ++Block)
    Store.take(blockOf(0));
  Store.spread();
  EXPECT_EQ(Store.countedAccesses(), 20U);
  EXPECT_EQ(objectsIn(Store), 100U);
  WindowStore Small(1);
  Small.take(blockOf(0));
  Small.spread();
  EXPECT_EQ(Small.countedAccesses(), 2U) << "one block at least";
}

// Two threads, one of which is in slot 3 for a while when the other one has
// begun slot 4.
TEST(WindowStore, SlotsOfThreadsMayOverlap) {
  WindowStore Store(Unlimited);
  for (uint32_t Slot : {3, 4, 3, 4})
    Store.take(blockOf(Slot));
  size_t Intervals = 0;
  for (const ReplayBlock &B : Store.blocks())
    for (const ReplayEvent &E : B.Events)
      Intervals += E.Type == ReplayEvent::Kind::Interval;
  EXPECT_EQ(Intervals, 2U) << "each begins once";
  EXPECT_EQ(Store.countedAccesses(), 8U);
}

TEST(WindowStore, ForgetsWhatWasBeforeARegionOfInterest) {
  WindowStore Store(Unlimited);
  Store.take(blockOf(0));
  ReplayBlock Outside;
  Outside.add({.Type = ReplayEvent::Kind::Count, .Number = 0});
  Outside.Accesses.push_back({7, decode::AccessInfo(0, 8, true), 0, NoObject});
  Store.take(Outside);
  EXPECT_EQ(Store.countedAccesses(), 2U);
  ReplayBlock Forget;
  Forget.add({.Type = ReplayEvent::Kind::Forget});
  Store.take(Forget);
  ReplayBlock Inside;
  Inside.add({.Type = ReplayEvent::Kind::Count, .Number = 1});
  Store.take(Inside);
  Store.take(blockOf(1));
  EXPECT_EQ(Store.countedAccesses(), 2U);
  EXPECT_EQ(objectsIn(Store), 2U);
}

} // namespace
