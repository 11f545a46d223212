//===- ReplayObserver.h - the stream, for changed layouts -----------------===//

#ifndef MEMFACET_MEASURE_OBSERVERS_REPLAYOBSERVER_H
#define MEMFACET_MEASURE_OBSERVERS_REPLAYOBSERVER_H

#include "analysis/advise/ReplayStream.h"
#include "analysis/measure/observers/Observers.h"
#include "analysis/owners/attribute/Attributor.h"
#include <functional>
#include <unordered_map>
#include <vector>

namespace memfacet {

/// Numbers the objects of the heap and the variables that are accessed, and
/// tells of their births and deaths. Those of the heap are born where they are
/// allocated, in order, others when they are first accessed.
class ObjectFinder {
public:
  /// \p Wanted: whether anything is to be known of a structure's objects.
  ObjectFinder(const Attributor &Memory,
               std::function<bool(StructureId)> Wanted)
      : Memory(Memory), Wanted(std::move(Wanted)) {}

  /// Before the attribution sees it.
  void event(const Event &E, ReplayBlock &To);
  /// After events, before accesses: what they brought to life is known now.
  void settle(ReplayBlock &To);
  /// The object of \p Structure that \p Address is in, or NoObject.
  uint32_t find(uint64_t Address, StructureId Structure, uint32_t Site,
                ReplayBlock &To);

private:
  struct Object {
    uint64_t Low = 0, High = 0;
    StructureId Structure;
  };
  struct Pending {
    uint64_t Address, Bytes;
  };

  uint32_t born(const Object &O, ReplayBlock &To);
  void died(uint64_t Low, ReplayBlock &To);
  void diedIn(uint64_t Low, uint64_t High, ReplayBlock &To);

  const Attributor &Memory;
  std::function<bool(StructureId)> Wanted;
  std::vector<Object> Objects; ///< by number
  std::vector<uint32_t> Free;  ///< numbers
  std::unordered_map<uint64_t, uint32_t> ByLow;
  std::vector<Pending> Allocated; ///< since accesses were last taken
  std::vector<uint32_t> BySite;   ///< the object that it accessed last
};

/// Hands all accesses, with their objects, to a scheduler.
class ReplayObserver final : public AccessObserver {
public:
  using AtEnd = std::function<void(const Profile &P, const ModuleSet &Modules)>;

  /// \p Wanted: the structures of which objects matter; \p End is called when
  /// the scheduler has had all, for the profile so far.
  ReplayObserver(const ObserverContext &Context, ReplayScheduler &Scheduler,
                 std::function<bool(StructureId)> Wanted, AtEnd End)
      : Modules(Context.Modules), Memory(Context.Memory), Scheduler(Scheduler),
        Objects(Context.Memory, std::move(Wanted)), End(std::move(End)) {}

  void accesses(const OwnedPart &P) override;
  void event(const Event &E) override;
  void count(bool Wanted) override;
  void forgetCounts() override;
  void fill(Profile &P) override;

private:
  void add(ReplayEvent::Kind Kind, uint32_t Number);

  bool isHeap(uint32_t Structure) const;

  const ModuleSet &Modules;
  const Attributor &Memory;
  ReplayScheduler &Scheduler;
  ObjectFinder Objects;
  AtEnd End;
  ThreadId Thread; ///< of the access before; invalid: none
};

} // namespace memfacet

#endif
