//===- Analysis.h - from batches and events to a profile ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_MEASURE_PIPELINE_ANALYSIS_H
#define MEMFACET_MEASURE_PIPELINE_ANALYSIS_H

#include "analysis/caches/cache/MruFilter.h"
#include "analysis/decode/Decoder.h"
#include "analysis/measure/counts/ChosenLines.h"
#include "analysis/measure/counts/CountStore.h"
#include "analysis/measure/counts/DetailedCaches.h"
#include "analysis/measure/counts/SelectedAccesses.h"
#include "analysis/measure/counts/StepSampler.h"
#include "analysis/measure/observers/AnalysisOptions.h"
#include "analysis/measure/observers/BlockStore.h"
#include "analysis/measure/observers/Observers.h"
#include "analysis/measure/pipeline/FilterQueue.h"
#include "analysis/owners/attribute/Attributor.h"
#include "analysis/owners/attribute/SiteOwners.h"
#include "analysis/result/profile/Profile.h"
#include "analysis/result/store/StreamStore.h"
#include "analysis/threads/communication/MoveTally.h"
#include <map>
#include <optional>
#include <vector>

namespace memfacet::measure {

/// Attributes and simulates all batches and events. Deterministic: the same
/// batches and events give the same profile. Called from one thread at a time.
class Analysis final : public decode::BatchSink {
public:
  /// \p Modules is filled while events arrive and must outlive the analysis.
  /// \p Model must satisfy checkCacheModel.
  Analysis(const caches::CacheModel &Model, const decode::ModuleSet &Modules,
           const AnalysisOptions &Options);
  ~Analysis() override;

  void batch(const decode::AccessBatch &B) override;
  void event(const decode::Event &E) override;
  void expect(uint64_t Address) override { Memory.expect(Address); }
  void executed(ThreadId Thread, IntervalId Interval,
                std::span<const decode::SiteExecutions> Sites) override;
  void counted(ThreadId Thread, IntervalId Interval,
               std::span<const decode::SiteExecutions> Sites) override;
  decode::SiteRanges *ranges() override { return &Owners.ranges(); }
  bool wantsRuns() override { return ObserverList.wantRuns(); }
  void skipping(bool Skips) override;
  bool wantsSync() override { return ObserverList.wantSync(); }
  bool takesHeapEvents() override { return ObserverList.takeSelected(); }
  /// Returns an error if selected batches cannot be taken.
  Status checkSelected() const;
  /// Sets how a program that selects has ended.
  void selects(decode::Decoder::Ending NewEnding) { Ending = NewEnding; }

  /// Says that the program has not ended: counts that it has not reported yet
  /// are not lost.
  void programGoesOn() { GoesOn = true; }
  /// Returns the profile of everything so far; more may follow, and another
  /// finish. \p Notes are the first of the profile's notes.
  result::Profile finish(const words::DataLoss &Loss,
                         std::vector<std::string> Notes);

private:
  /// Limits the profile of a program that marks phases in a loop.
  static constexpr size_t MaxMarkers = 1 << 16;

  void followAmongHeap(const decode::AccessBatch &B);
  void follow(const decode::BatchPart &P,
              std::span<const decode::StackMark> Marks);
  void simulate(const decode::BatchPart &B);
  void touch(const decode::BatchPart &B, size_t Structures);
  std::span<const uint32_t> ownersOf(const decode::BatchPart &B);
  void learn(const decode::BatchPart &B);
  void learnChanges(const decode::BatchPart &B);
  void beginStretch(const decode::BatchPlace &Place);
  void rest(const decode::AccessBatch &B);
  void move(const decode::AccessBatch &B);
  void give(ThreadId Thread, IntervalId Interval,
            std::span<const SelectedAccesses::Share> Shares);
  void giveRest();
  void watchChosen(const decode::BatchPart &B,
                   std::span<const uint32_t> PartOwners);
  void watchTouched(const decode::BatchPart &B,
                    std::span<const uint32_t> PartOwners);
  bool isNearBegin(const decode::BatchPart &B);
  std::span<const uint32_t> watchWindow(const decode::BatchPart &B);
  void watch(OwnedPart P, caches::MruFilter::AccessTable &Counters);
  void programStarted(const decode::Event &E);
  void interest(const decode::Event &E);
  void threadEvent(const decode::Event &E);
  void settleCaches();
  void updateCounting();
  void mergeIntervals(result::Profile &P);
  void addNotes(result::Profile &P) const;
  void addNotesOfEnd(result::Profile &P) const;
  void addMarker(result::MarkerKind Kind, const decode::Event &E,
                 std::string_view Name = {});

  const decode::ModuleSet &Modules;
  caches::CacheModel Model;
  AnalysisOptions Options;
  owners::Attributor Memory;
  owners::SiteOwners Owners;
  SelectedAccesses Selected;
  CountPlace LastCounted; ///< the last place of counts in Selected
  ChosenLines Lines;
  gauges::WindowChanges InWindows; ///< while some lines are chosen
  /// The windows of a thread.
  struct ThreadWindows {
    uint64_t Begun = 0;
    uint64_t Accesses = 0; ///< of the last one, if it has a slot
  };
  std::map<uint32_t, ThreadWindows> WindowsOf; ///< by thread
  std::vector<result::LineStretch> Stretches;  ///< of a program that selects
  StepSampler Steps;
  threads::SharedLines Shared; ///< of the accesses that Steps looks at
  threads::MappedLines Mapped; ///< of the same
  threads::MoveTally Moves;    ///< of a program that selects
  std::optional<caches::IntervalSites> SiteTimes;
  CacheCounts Caches;
  std::optional<FilterQueue> Queue; ///< in front of Caches
  caches::MruFilter Filter;
  std::optional<DetailedCaches> Detailed; ///< in place of Filter's MRU lines
  Observers ObserverList;
  CountedBlocks Counted;
  std::vector<uint32_t> AccessOwners; ///< of a batch, if needed
  std::vector<uint32_t> TouchOwners;  ///< of a batch to chosen lines
  std::vector<uint32_t> SiteNumbers;  ///< of the last profile

  std::string Program;
  std::vector<std::string> Arguments;
  uint64_t ProcessId = 0;
  std::map<uint32_t, result::ThreadRow> Threads;
  result::StreamStore Instructions; ///< counted
  IntervalId Process;               ///< of the last batch
  /// Instructions by thread, counted or not.
  std::map<uint32_t, uint64_t> Clocks;
  std::vector<result::Marker> Markers;
  uint64_t CountedAccesses = 0; ///< an upper bound, since counters were empty
  std::optional<decode::Decoder::Ending> Ending; ///< of a program that selects
  uint64_t LeftOutMarkers = 0;
  /// The program has marked a region of interest.
  bool HasInterest = false;
  bool IsInside = true;  ///< inside the region of interest: all is counted
  bool Skipping = false; ///< batches have no accesses
  bool GoesOn = false;   ///< the program has not ended, as far as is known
};

} // namespace memfacet::measure

#endif
