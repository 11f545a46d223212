//===- ReplayObserver.h - the stream, for changed layouts -----------------===//

#ifndef MEMFACET_OBSERVERS_REPLAYOBSERVER_H
#define MEMFACET_OBSERVERS_REPLAYOBSERVER_H

#include "analysis/advise/ReplayStream.h"
#include "analysis/observers/ObjectFinder.h"
#include "analysis/observers/Observers.h"

namespace memfacet {

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
