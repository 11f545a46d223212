//===- Attributor.h - events in, the structure of accesses out ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_OWNERS_ATTRIBUTE_ATTRIBUTOR_H
#define MEMFACET_OWNERS_ATTRIBUTE_ATTRIBUTOR_H

#include "analysis/decode/Batch.h"
#include "analysis/owners/attribute/FrameFollower.h"
#include "analysis/owners/attribute/HeapObjects.h"
#include "analysis/owners/attribute/ModuleGlobals.h"
#include "analysis/owners/attribute/ProgramMarks.h"
#include "analysis/owners/names/StructureRegistry.h"
#include "analysis/owners/objects/Ownership.h"
#include <string>
#include <vector>

namespace memfacet::owners {

/// Follows which memory belongs to which data structure. An access belongs to
/// the structure of its first byte. Not synchronised: one thread at a time.
class Attributor final : public caches::OwnerSource {
public:
  /// \p Modules is filled while events arrive and must outlive this.
  /// \p IntervalInstructions tell which objects are brief.
  explicit Attributor(const decode::ModuleSet &Modules,
                      const NamingOptions &Naming = {},
                      uint64_t IntervalInstructions = 1'000'000);

  void event(const decode::Event &E);
  /// The same of Alloc and Free, of which there are millions.
  void heapEvent(const decode::Event &E);
  /// The same of those in \p B. \p Follow(place) is called for what comes
  /// before it in \p B, while its owners are those of then.
  template <typename Follower>
  void heapEvents(const decode::AccessBatch &B, Follower Follow);
  /// Fetches what such an event at \p Address will need.
  void expect(uint64_t Address) const { Heap.expect(Address); }
  /// So many instructions were executed, by any thread.
  void advance(uint64_t Instructions) { Times.advance(Instructions); }
  /// From here on, accesses are to chosen lines alone, one in 2^\p Bits, no
  /// more than before. Others are told of by claimAround, before their owners
  /// are asked for.
  void choose(unsigned Bits) { Heap.choose(Bits); }
  void claimAround(uint64_t Address) { Heap.claimAround(Address); }
  /// All accesses of \p P whose owners are asked for. If it is not of a
  /// selected batch, it is a whole one.
  void claimAround(const decode::BatchPart &P);
  /// Before the questions below, once after events.
  void update() { Globals.update(); }
  uint32_t owner(uint64_t Address) override {
    return Memory.owner(Address).Value;
  }
  /// As Ownership::entry, and owner by it.
  Shadow::Entry entry(uint64_t Address) const { return Memory.entry(Address); }
  uint32_t owner(uint64_t Address, Shadow::Entry E) {
    return Memory.owner(Address, E).Value;
  }
  void owners(std::span<const uint64_t> Addresses, uint32_t *Owners) override;
  bool lineOwners(std::span<const uint64_t> Addresses,
                  caches::OwnerEntry *Entries) override;
  const caches::OwnerChanges &changes() const override {
    return Memory.changes();
  }
  /// As Ownership::objectChanges.
  const caches::OwnerChanges &objectChanges() const {
    return Memory.objectChanges();
  }
  /// As Ownership::objectAround.
  std::pair<uint64_t, uint64_t> objectAround(uint64_t Address) const {
    return Memory.objectAround(Address);
  }
  /// As Ownership::variableAround.
  std::pair<uint64_t, uint64_t> variableAround(uint64_t Address) const {
    return Memory.variableAround(Address);
  }
  /// As Ownership::localAt.
  StructureId localAt(uint64_t Address) const {
    return Memory.localAt(Address);
  }
  /// As Ownership::objectAt.
  StructureId structureAt(uint64_t Address) const {
    return Memory.objectAt(Address);
  }
  /// The structure of the locals that \p A describes.
  StructureId local(const decode::AllocationInfo &A) {
    return Structures.local(A);
  }
  /// Batches go through this, so that named locals are known.
  FrameFollower &frames() { return Frames; }

  const StructureRegistry &structures() const { return Structures; }
  const ObjectTimes &times() const { return Times; }
  /// What a reader of the numbers should doubt, one line each.
  std::vector<std::string> notes() const;

private:
  /// An event's memory is fetched so many events ahead: enough for it to come,
  /// not so many that it goes again.
  static constexpr size_t ExpectedEvents = 12;

  void expectNext(decode::HeapEvents::Cursor &Upcoming) const {
    if (Upcoming.atEnd())
      return;
    expect(Upcoming.payload()[0]);
    Upcoming.next();
  }
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
