//===- Attributor.h - from events to the structure of accesses ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_OWNERS_ATTRIBUTE_ATTRIBUTOR_H
#define MEMFACET_OWNERS_ATTRIBUTE_ATTRIBUTOR_H

#include "analysis/decode/Batch.h"
#include "analysis/owners/attribute/FrameFollower.h"
#include "analysis/owners/attribute/HeapObjects.h"
#include "analysis/owners/attribute/ModuleGlobals.h"
#include "analysis/owners/attribute/ProgramMarks.h"
#include "analysis/owners/attribute/SiteLocals.h"
#include "analysis/owners/names/StructureRegistry.h"
#include "analysis/owners/objects/Ownership.h"
#include "memfacet/Check.h"
#include <string>
#include <vector>

namespace memfacet::owners {

/// Follows which memory belongs to which data structure. An access belongs to
/// the structure of its first byte. Not synchronised: used by one thread at a
/// time.
class Attributor final : public caches::OwnerSource {
public:
  /// \p Modules is filled while events arrive and must outlive the attributor.
  /// \p IntervalInstructions is the limit of brief lives.
  Attributor(const decode::ModuleSet &Modules, const NamingOptions &Naming,
             uint64_t IntervalInstructions);

  void event(const decode::Event &E);
  /// Handles an Alloc or Free event, of which there are millions.
  void heapEvent(const decode::Event &E);
  /// Handles the heap events of \p B. Calls \p Follow(place) for the accesses
  /// of \p B before a place, while the owners are those at that time.
  template <typename Follower>
  void heapEvents(const decode::AccessBatch &B, Follower Follow);
  /// Fetches the memory that such an event at \p Address will need.
  void expect(uint64_t Address) const { Heap.expect(Address); }
  /// Says how many instructions were executed, by any thread.
  void advance(uint64_t Instructions) { Times.advance(Instructions); }
  /// Says that accesses from here on are to chosen lines alone, one in
  /// 2^\p Bits, no more than before. For others, claimAround must be called
  /// before their owners are asked for.
  void choose(unsigned Bits) {
    Heap.choose(Bits);
    Locals.choose(Bits);
  }
  void claimAround(uint64_t Address) { Heap.claimAround(Address); }
  /// Does the same for all accesses of \p P whose owners are asked for. If \p P
  /// is not of a selected batch, it must be a whole batch.
  void claimAround(const decode::BatchPart &P);
  /// Adds the globals of changed modules. Must be called once after events,
  /// before the functions below.
  void update() {
    Globals.update();
    Locals.update();
  }
  uint32_t owner(uint64_t Address) override {
    MEMFACET_CHECK(Globals.areKnown(), "update comes first");
    return Memory.owner(Address).Value;
  }
  /// Do the same as Ownership::entry, and owner by it.
  Shadow::Entry entry(uint64_t Address) const { return Memory.entry(Address); }
  uint32_t owner(uint64_t Address, Shadow::Entry E) {
    MEMFACET_CHECK(Globals.areKnown(), "update comes first");
    return Memory.owner(Address, E).Value;
  }
  /// Returns the owner of an access of \p Site to \p Address: the same, but
  /// for locals of frames that a program which selects has not recorded.
  uint32_t accessOwner(SiteId Site, uint64_t Address) {
    return Locals.learn(Site, Address, StructureId(owner(Address))).Value;
  }
  uint32_t accessOwner(SiteId Site, uint64_t Address, Shadow::Entry E) {
    return Locals.learn(Site, Address, StructureId(owner(Address, E))).Value;
  }
  /// Writes to \p Owners the same for the accesses of \p B.
  void accessOwners(const decode::BatchPart &B, uint32_t *Owners);
  /// Does the same as SiteLocals::isOnStack.
  bool isOnStack(uint32_t Structure) {
    Locals.addKinds();
    return Locals.isOnStack(Structure);
  }
  void owners(std::span<const uint64_t> Addresses, uint32_t *Owners) override;
  bool lineOwners(std::span<const uint64_t> Addresses,
                  caches::OwnerEntry *Entries) override;
  const caches::OwnerChanges &changes() const override {
    return Memory.changes();
  }
  /// Does the same as Ownership::objectChanges.
  const caches::OwnerChanges &objectChanges() const {
    return Memory.objectChanges();
  }
  /// Does the same as Ownership::objectAround.
  std::pair<uint64_t, uint64_t> objectAround(uint64_t Address) const {
    return Memory.objectAround(Address);
  }
  /// Does the same as Ownership::variableAround.
  std::pair<uint64_t, uint64_t> variableAround(uint64_t Address) const {
    return Memory.variableAround(Address);
  }
  /// Does the same as Ownership::localAt.
  StructureId localAt(uint64_t Address) const {
    return Memory.localAt(Address);
  }
  /// Does the same as Ownership::objectAt.
  StructureId structureAt(uint64_t Address) const {
    return Memory.objectAt(Address);
  }
  /// Returns the structure of the locals that \p A describes.
  StructureId local(const decode::AllocationInfo &A) {
    return Structures.local(A);
  }
  /// Returns the follower that batches must go through, so that named locals
  /// are known.
  FrameFollower &frames() { return Frames; }

  const StructureRegistry &structures() const { return Structures; }
  const ObjectTimes &times() const { return Times; }
  /// Returns warnings for readers of the numbers, one line each.
  std::vector<std::string> notes() const;

private:
  /// An event's memory is fetched this number of events ahead: enough for it to
  /// arrive, few enough that it stays.
  static constexpr size_t ExpectedEvents = 12;

  void expectNext(decode::HeapEvents::Cursor &Upcoming) const {
    if (Upcoming.atEnd())
      return;
    expect(Upcoming.payload()[0]);
    Upcoming.next();
  }
  void beginMark(const decode::Event &E);
  void memoryEvent(const decode::Event &E);
  void dropEndedMarks();
  StructureId anonymousMapping(const decode::Event &E);
  void mapped(const decode::Event &E);
  void unmapped(const decode::Event &E);
  void threadStarted(const decode::Event &E);

  StructureRegistry Structures;
  Ownership Memory;
  ModuleGlobals Globals;
  FrameFollower Frames;
  HeapNames Names;
  LoadedObjects Objects;
  ObjectTimes Times;
  HeapObjects Heap;
  ProgramMarks Marks;
  SiteLocals Locals;
  uint64_t ProcessId = 0;
};

template <typename Follower>
void Attributor::heapEvents(const decode::AccessBatch &B, Follower Follow) {
  decode::HeapEvents::Cursor Upcoming(B.Heap);
  for (size_t I = 0; I != ExpectedEvents; ++I)
    expectNext(Upcoming);
  decode::HeapEvents::Cursor Next(B.Heap);
  std::function<void()> BeforeChange = [&] { Follow(Next.place()); };
  Heap.watch(chosenLines(B.Lines.Bits) |
                 visitedLines(B.Lines.Bits, B.Lines.Visit),
             BeforeChange);
  for (; !Next.atEnd(); Next.next()) {
    expectNext(Upcoming);
    heapEvent(Next.event(B.Thread));
  }
  Heap.watchNothing();
}

} // namespace memfacet::owners

#endif
