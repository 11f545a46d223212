//===- ReplayObserver.h - passes accesses to replays of changed layouts ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_MEASURE_OBSERVERS_REPLAYOBSERVER_H
#define MEMFACET_MEASURE_OBSERVERS_REPLAYOBSERVER_H

#include "analysis/advise/ReplayStream.h"
#include "analysis/measure/observers/ObjectNumbers.h"
#include "analysis/measure/observers/Observers.h"
#include "analysis/measure/observers/PendingObjects.h"
#include "analysis/owners/attribute/Attributor.h"
#include <functional>
#include <unordered_map>
#include <vector>

namespace memfacet::measure {

/// Numbers the objects of the heap and the variables that are accessed, and
/// reports their births and deaths. Objects of the heap are born where they are
/// allocated, in order, others when they are first accessed.
class ObjectFinder {
public:
  /// \p Wanted(structure): whether objects of the structure are followed.
  ObjectFinder(const owners::Attributor &Memory,
               std::function<bool(StructureId)> Wanted)
      : Memory(Memory), Wanted(std::move(Wanted)) {}

  /// Handles an event before the attribution does.
  void event(const decode::Event &E, advise::ReplayBlock &Output);
  /// Reports births of objects that events allocated. Called after events,
  /// before accesses: their structures are known then.
  void settle(advise::ReplayBlock &Output);
  /// Returns the object of \p Structure that \p Address is in, or NoObject.
  uint32_t find(uint64_t Address, StructureId Structure, uint32_t Site,
                advise::ReplayBlock &Output);

private:
  struct Object {
    uint64_t Low = 0, High = 0;
    StructureId Structure;
  };

  uint32_t addObject(const Object &O, advise::ReplayBlock &Output);
  void removeObject(uint64_t Low, advise::ReplayBlock &Output);
  void release(const decode::Event &E, advise::ReplayBlock &Output);
  void removeObjectsIn(uint64_t Low, uint64_t High,
                       advise::ReplayBlock &Output);

  const owners::Attributor &Memory;
  std::function<bool(StructureId)> Wanted;
  std::vector<Object> Objects; ///< by number
  std::vector<uint32_t> Free;  ///< numbers
  std::unordered_map<uint64_t, uint32_t> ByLow;
  ObjectNumbers ByAddress;  ///< small objects, some of which may have ended
  PendingObjects Allocated; ///< since the last accesses
  /// Key: thread; the bytes of the object that it released last.
  std::unordered_map<uint32_t, uint64_t> Released;
  std::vector<uint32_t> BySite; ///< the object that the site accessed last
};

/// Which accesses a ReplayObserver passes on.
enum class ReplayedPart {
  All,
  /// Those of long windows. Each slot begins with a block of its own, whose
  /// first event is the slot's ReplayEvent::Interval; so does what Count and
  /// Forget are about.
  Windows
};

/// Passes accesses, with their objects, to a scheduler.
class ReplayObserver final : public AccessObserver {
public:
  using AtEnd = std::function<void(const result::Profile &P,
                                   const decode::ModuleSet &Modules)>;

  /// \p Wanted(structure): whether objects of the structure matter. \p End is
  /// called when the scheduler has had all accesses, with the profile so far.
  ReplayObserver(const ObserverContext &Context,
                 advise::ReplayScheduler &Scheduler,
                 std::function<bool(StructureId)> Wanted, AtEnd End,
                 ReplayedPart Part = ReplayedPart::All)
      : Modules(Context.Modules), Memory(Context.Memory), Scheduler(Scheduler),
        Objects(Context.Memory, std::move(Wanted)), End(std::move(End)),
        Part(Part) {}

  bool takesWindows() const override { return Part == ReplayedPart::Windows; }
  void batch(const decode::AccessBatch &B) override;
  void accesses(const OwnedPart &P) override;
  void event(const decode::Event &E) override;
  void count(bool Wanted) override;
  void forgetCounts() override;
  void fill(result::Profile &P) override;

private:
  void add(advise::ReplayEvent::Kind Kind, uint32_t Number);
  void addToNewBlock(advise::ReplayEvent::Kind Kind, uint32_t Number);
  void beginInterval(const decode::BatchPlace &Place);
  bool isHeap(uint32_t Structure) const;
  UsedBytes usedBytes(uint32_t Site);

  const decode::ModuleSet &Modules;
  const owners::Attributor &Memory;
  advise::ReplayScheduler &Scheduler;
  ObjectFinder Objects;
  std::vector<std::optional<UsedBytes>> Used; ///< by site
  AtEnd End;
  ReplayedPart Part;
  ThreadId Thread;        ///< of the last access; invalid: none
  IntervalId Process;     ///< of the same; invalid: none
  uint64_t Slot = NoSlot; ///< of the same
};

} // namespace memfacet::measure

#endif
