//===- CommunicationObserver.cpp - a sample of reuse pairs ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/cache/CacheWord.h"
#include "analysis/measure/counts/FillProfile.h"
#include "analysis/measure/counts/UsedTypes.h"
#include "analysis/measure/observers/MakeObservers.h"
#include "analysis/measure/observers/Observers.h"
#include "analysis/threads/communication/PairSampler.h"
#include "analysis/threads/communication/PairTally.h"
#include <optional>

namespace memfacet::measure {

static_assert(threads::ReuseAddressMask == caches::AddressMask);

namespace {

class CommunicationObserver final : public AccessObserver {
public:
  CommunicationObserver(const ObserverContext &C,
                        const threads::ReusePlan &Plan, const std::string &Path)
      : Modules(C.Modules), Memory(C.Memory), Plan(Plan), Sampler(Plan) {
    if (!Path.empty())
      File.emplace(
          Path, [this](SiteId Site) { return describe(Site); },
          [this](StructureId S) {
            return Memory.structures().structures()[S.Value].Name;
          });
  }
  ~CommunicationObserver() override {
    if (File)
      for (const auto &[Number, A] : Tally.dangling())
        File->add(Number, A, nullptr);
  }

  void accesses(const OwnedPart &P) override;
  void event(const decode::Event &E) override;
  void count(bool Wanted) override { Counting = Wanted; }
  void forgetCounts() override { Tally.forget(); }
  void fill(result::Profile &P) override;

private:
  void first(uint64_t Number, const threads::PairAccess &A);
  void second(uint64_t Number, const threads::PairAccess &A);
  result::PairSite describe(SiteId Site) const {
    return describeSite(Modules, Site);
  }

  const decode::ModuleSet &Modules;
  owners::Attributor &Memory;
  threads::ReusePlan Plan;
  threads::PairSampler Sampler;
  threads::PairTally Tally;
  std::optional<threads::PairFile> File;
  std::map<uint32_t, result::PairThread> Threads;
  bool Counting = true;
};

void CommunicationObserver::first(uint64_t Number,
                                  const threads::PairAccess &A) {
  if (Counting)
    Tally.addFirst(Number, A);
}

void CommunicationObserver::second(uint64_t Number,
                                   const threads::PairAccess &A) {
  const threads::PairAccess *First = Tally.addSecond(Number, A);
  if (First && File)
    File->add(Number, *First, &A);
}

void CommunicationObserver::accesses(const OwnedPart &P) {
  const decode::AccessBatch &B = P.Part.Batch;
  for (size_t I = P.Part.Begin; I != P.Part.End; ++I) {
    decode::AccessInfo Info = B.Info[I];
    auto End = [&](uint64_t Units, uint64_t All) {
      return threads::PairAccess{SiteId(Info.site()),
                                 StructureId(P.Owners[I]),
                                 B.Thread.Value,
                                 B.Address[I],
                                 Info.size(),
                                 Units,
                                 All};
    };
    Sampler.access(
        B.Thread.Value, B.Address[I], Info.size(),
        [&](uint64_t Number, uint64_t Units, uint64_t All) {
          first(Number, End(Units, All));
        },
        [&](uint64_t Number, uint64_t Units, uint64_t All) {
          second(Number, End(Units, All));
        });
  }
}

void CommunicationObserver::event(const decode::Event &E) {
  if (E.Kind == EventKind::ThreadStart)
    Threads[E.Thread.Value];
}

void CommunicationObserver::fill(result::Profile &P) {
  result::PairSample &Sample = P.Pairs;
  Sample.Period = Plan.Period;
  Sample.Seed = Plan.Seed;
  RecordNumbers Records(P, Modules);
  Tally.fill(Sample, [&](SiteId Site) {
    result::PairSite S = describe(Site);
    if (result::FieldAccess F = Records.fieldOf(Modules.site(Site));
        F.Record != result::NoRecord)
      S.Field = F;
    S.Field.Block = S.Field.Used = 0;
    return S;
  });
  for (const auto &[Thread, Clock] : Sampler.clocks())
    Threads[Thread].Units = Clock.Units;
  Sample.Threads.clear();
  for (auto &[Number, T] : Threads) {
    T.Thread = Number;
    Sample.Threads.push_back(T);
  }
  if (File && !File->good())
    P.Notes.emplace_back("the file of pairs is not complete: it could not be "
                         "written");
}

} // namespace

MakeObserver observeCommunication(const threads::ReusePlan &Plan,
                                  const std::string &Path) {
  return [=](const ObserverContext &Context) {
    return std::make_unique<CommunicationObserver>(Context, Plan, Path);
  };
}

} // namespace memfacet::measure
