//===- SharingObserver.cpp - counts lines that threads share --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/counts/FillProfile.h"
#include "analysis/measure/observers/MakeObservers.h"
#include "analysis/measure/observers/Observers.h"
#include "analysis/threads/communication/SharingTally.h"

namespace memfacet::measure {

namespace {

/// Fills Profile::Sharing.
class SharingObserver final : public AccessObserver {
public:
  SharingObserver(const ObserverContext &C, const threads::SharingPlan &Plan)
      : Modules(C.Modules), Memory(C.Memory), Plan(Plan), Caches(Plan) {
    Caches.locate([this](uint64_t Address) { return offsetOf(Address); });
  }

  bool wantsSync() const override { return true; }
  void accesses(const OwnedPart &P) override;
  void event(const decode::Event &E) override;
  void count(bool Wanted) override {
    Caches.count(Wanted);
    Locks.count(Wanted);
  }
  void forgetCounts() override {
    Caches.forgetCounts();
    Locks.forgetCounts();
  }
  void fill(result::Profile &P) override;

private:
  /// What an access of a site does that its batch does not say.
  struct SiteUse {
    bool IsKnown = false;
    bool Updates = false; ///< a write reads, too
    UsedBytes Used;
  };
  SiteUse useOf(uint32_t Site) {
    if (Site >= Uses.size())
      Uses.resize(Site + size_t(1));
    SiteUse &U = Uses[Site];
    if (!U.IsKnown) {
      const decode::SiteInfo &Info = Modules.site(SiteId(Site));
      U = {true, Info.Kind == AccessKind::ReadModifyWrite, Info.Used};
    }
    return U;
  }
  /// Returns the offset of \p Address in the object around it.
  uint64_t offsetOf(uint64_t Address) const {
    auto [Low, High] = Memory.variableAround(Address);
    return Low < High ? Address - Low : result::SharingFight::Other;
  }

  /// Describes the call that takes a lock, where its entry is known; else
  /// returns an empty site.
  result::PairSite describeCall(uint64_t Entry) const {
    const decode::AllocationInfo *Call = Modules.allocation(Entry);
    if (!Call || Call->Kind != AllocationKind::Lock)
      return {};
    // Damaged tables may have a cycle.
    constexpr size_t MostFrames = 64;
    std::vector<decode::Place> Frames;
    for (; Call && Frames.size() != MostFrames;
         Call = Modules.allocation(Call->Outer)) {
      Frames.push_back(Call->Location);
      Frames.back().Function = Call->Function;
    }
    decode::Place Place = programPlace(Frames);
    return {std::string(Place.File), std::string(Place.Function), Place.Line,
            Place.Column, AccessKind::ReadModifyWrite};
  }

  const decode::ModuleSet &Modules;
  owners::Attributor &Memory;
  threads::SharingPlan Plan;
  threads::SharingCaches Caches;
  threads::LockTally Locks;
  std::vector<SiteUse> Uses; ///< by SiteId
};

void SharingObserver::accesses(const OwnedPart &P) {
  const decode::AccessBatch &B = P.Part.Batch;
  for (size_t I = P.Part.Begin; I != P.Part.End; ++I) {
    decode::AccessInfo Info = B.Info[I];
    bool Writes = Info.write();
    SiteUse Use = useOf(Info.site());
    Caches.access({B.Thread.Value, Info.site(), P.Owners[I], B.Address[I],
                   Info.size(), !Writes || Use.Updates, Writes, Use.Used});
  }
}

void SharingObserver::event(const decode::Event &E) {
  Caches.event(E);
  if (E.Payload.empty())
    return;
  uint64_t Object = E.Payload[0];
  if (E.Kind == EventKind::Release)
    Locks.released(Object, E.Thread.Value);
  if (E.Kind != EventKind::Acquire ||
      !threads::LockTally::isLock(SyncKind(E.Argument)))
    return;
  Memory.update();
  Locks.acquired(Object, E.Thread.Value, SyncKind(E.Argument),
                 StructureId(Memory.owner(Object)), offsetOf(Object),
                 E.Payload.size() > 1 ? E.Payload[1] : 0);
}

void SharingObserver::fill(result::Profile &P) {
  Caches.finish();
  P.Sharing.Map = Plan.Map.text();
  P.Sharing.Ranges = Plan.Ranges;
  Caches.fill(P.Sharing,
              [this](SiteId Site) { return describeSite(Modules, Site); });
  Locks.fill(P.Sharing, [this](uint64_t Call) { return describeCall(Call); });
}

} // namespace

MakeObserver observeSharing(const threads::SharingPlan &Plan) {
  return [=](const ObserverContext &C) {
    return std::make_unique<SharingObserver>(C, Plan);
  };
}

} // namespace memfacet::measure
