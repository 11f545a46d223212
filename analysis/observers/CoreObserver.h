//===- CoreObserver.h - what a core would make of it ----------------------===//

#ifndef MEMFACET_OBSERVERS_COREOBSERVER_H
#define MEMFACET_OBSERVERS_COREOBSERVER_H

#include "analysis/core/CoreModel.h"
#include "analysis/observers/Observers.h"

namespace memfacet {

struct CoreOptions {
  CoreModel Model;
  /// More simulations of the same core, each with these structures served in
  /// one cycle: CoreTimes::Scenarios.
  std::vector<std::vector<StructureId>> Perfect = {};
};

/// Simulates one core per thread and fills Profile::Core. \p Options must
/// satisfy checkCoreModel with the analysis's caches, and
/// AnalysisOptions::Outcomes must be set: without outcomes, every access hits.
MakeObserver observeCore(CoreOptions Options);

} // namespace memfacet

#endif
