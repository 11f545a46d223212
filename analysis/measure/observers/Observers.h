//===- Observers.h - the analyses that a user asks for --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_MEASURE_OBSERVERS_OBSERVERS_H
#define MEMFACET_MEASURE_OBSERVERS_OBSERVERS_H

#include "analysis/caches/memory/PointWarmth.h"
#include "analysis/gauges/sample/LineIntervals.h"
#include "analysis/measure/counts/AccessObserver.h"
#include "analysis/measure/counts/CountStore.h"
#include "analysis/owners/attribute/Attributor.h"
#include <memory>
#include <vector>

namespace memfacet::measure {

/// What an observer may read while it lives.
struct ObserverContext {
  const caches::CacheModel &Caches;
  const decode::ModuleSet &Modules;
  owners::Attributor &Memory;
  /// The index of each site in Profile::Sites in AccessObserver::fill, or
  /// NoSite, by SiteId. May be shorter.
  const std::vector<uint32_t> &SiteNumbers;
  /// The contents of windows, and the touches of each structure while all lines
  /// were chosen, in a program that selects.
  const gauges::WindowChanges &InWindows;
  /// All counts of caches. An observer may listen to them.
  CacheCounts &Counts;
  /// The state of cold caches at simulation points; else null.
  std::shared_ptr<caches::PointWarmth> Warmth = nullptr;
};

/// All observers of an analysis, in the order in which they were asked for.
class Observers {
public:
  void add(std::unique_ptr<AccessObserver> O) {
    WantRuns |= O->wantsRuns();
    WantSync |= O->wantsSync();
    const bool IsOfWindows = O->takesWindows();
    TakeSelected &= O->takesChosen() || IsOfWindows;
    HasWindows |= IsOfWindows;
    HasChosen |= !IsOfWindows;
    OfWindows.push_back(IsOfWindows);
    All.push_back(std::move(O));
  }
  bool wantRuns() const { return WantRuns; }
  bool wantSync() const { return WantSync; }
  bool empty() const { return All.empty(); }
  /// Returns whether a selecting program records enough for all observers.
  bool takeSelected() const { return TakeSelected; }
  /// Returns whether an observer takes long windows, and whether one takes
  /// accesses to chosen lines.
  bool takeWindows() const { return HasWindows; }
  bool takeChosen() const { return HasChosen; }
  void choose(unsigned Bits);
  /// Passes on a batch, before its parts.
  void batch(const decode::AccessBatch &B);
  /// Passes on a part of a batch; parts come in order. Adds the runs that begin
  /// in it.
  void accesses(OwnedPart P);
  /// Passes on a part of a long window, or accesses to chosen lines, to those
  /// observers that take them.
  void windowAccesses(const OwnedPart &P) { pass(P, true); }
  void chosenAccesses(const OwnedPart &P) { pass(P, false); }
  /// Passes on the runs that are left, after all parts of a batch. \p P is the
  /// empty part at its end.
  void rest(OwnedPart P);
  void event(const decode::Event &E);
  void count(bool Wanted);
  void forgetCounts();
  void fill(result::Profile &P);

private:
  void pass(const OwnedPart &P, bool ToWindows);

  std::vector<std::unique_ptr<AccessObserver>> All;
  std::vector<bool> OfWindows; ///< by observer
  bool WantRuns = false, WantSync = false, TakeSelected = true,
       HasWindows = false, HasChosen = false;
  size_t RunsDone = 0; ///< of the batch
};

} // namespace memfacet::measure

#endif
