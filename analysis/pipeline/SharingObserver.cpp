//===- pipeline/SharingObserver.cpp - lines that threads share, counted ---===//

#include "analysis/pipeline/SharingObserver.h"
#include "analysis/pipeline/FillSites.h"

namespace memfacet {

namespace {

class SharingObserver final : public AccessObserver {
public:
  SharingObserver(const ObserverContext &C, const SharingPlan &Plan)
      : Modules(C.Modules), Plan(Plan), Caches(Plan) {}

  bool wantsSync() const override { return true; }
  void accesses(const OwnedPart &P) override;
  void event(const Event &E) override { Caches.event(E); }
  void count(bool Wanted) override { Caches.count(Wanted); }
  void forgetCounts() override { Caches.forgetCounts(); }
  void fill(Profile &P) override;

private:
  /// Whether it reads, too, if it writes.
  bool updates(uint32_t Site) {
    if (Site >= Updates.size())
      Updates.resize(Site + size_t(1), Unknown);
    uint8_t &U = Updates[Site];
    if (U == Unknown)
      U = Modules.site(SiteId(Site)).Kind == AccessKind::ReadModifyWrite;
    return U;
  }

  static constexpr uint8_t Unknown = 2;
  const ModuleSet &Modules;
  SharingPlan Plan;
  SharingCaches Caches;
  std::vector<uint8_t> Updates; ///< by SiteId
};

void SharingObserver::accesses(const OwnedPart &P) {
  const AccessBatch &B = P.Part.Of;
  for (size_t I = P.Part.Begin; I != P.Part.End; ++I) {
    AccessInfo Info = B.Info[I];
    bool Writes = Info.write();
    Caches.access({B.Thread.Value, Info.site(), P.Owners[I], B.Address[I],
                   Info.size(), !Writes || updates(Info.site()), Writes});
  }
}

void SharingObserver::fill(Profile &P) {
  Caches.finish();
  P.Sharing.Map = Plan.Map.text();
  P.Sharing.Ranges = Plan.Ranges;
  Caches.tally().fill(
      P.Sharing, [this](SiteId Site) { return describeSite(Modules, Site); });
}

} // namespace

MakeObserver observeSharing(const SharingPlan &Plan) {
  return [Plan](const ObserverContext &C) -> std::unique_ptr<AccessObserver> {
    return std::make_unique<SharingObserver>(C, Plan);
  };
}

} // namespace memfacet
