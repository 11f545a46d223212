//===- WindowAdvice.h - from the windows of a run to suggestions ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_MEASURE_PIPELINE_WINDOWADVICE_H
#define MEMFACET_MEASURE_PIPELINE_WINDOWADVICE_H

#include "analysis/advise/Advice.h"
#include "analysis/advise/Evidence.h"
#include "analysis/advise/WindowStore.h"
#include "analysis/decode/Modules.h"
#include "analysis/measure/pipeline/AdviseOptions.h"

namespace memfacet::measure {

/// Advises on a program that records long windows (memfacet/Windows.h): misses
/// are those of its profile, what changes save is tried on its windows. Needs
/// no trace.
class WindowAdvice {
public:
  explicit WindowAdvice(const AdviseOptions &Options)
      : Options(Options), Store(Options.MostKept) {}

  /// Returns an observer for the analysis of the run, to which this must
  /// outlive. It collects evidence when the profile is filled, once.
  MakeObserver observer();
  /// Returns whether the run had a window.
  bool hasWindows() const { return Share > 0; }
  /// Returns suggestions. \p Base: the profile of the run. There must have been
  /// a window. If Collect.Stop becomes true, what is known then.
  advise::Advice advise(result::Profile Base);

private:
  void collect(const result::Profile &P, const decode::ModuleSet &Modules);
  void tryAll(const advise::CandidateList &Candidates, advise::Advice &Result);

  const AdviseOptions Options;
  advise::WindowStore Store;
  std::unique_ptr<advise::ReplayScheduler> Scheduler; ///< into Store
  advise::Evidence E;
  /// The part of the accesses that the store has; 0: it has none.
  double Share = 0;
};

} // namespace memfacet::measure

#endif
