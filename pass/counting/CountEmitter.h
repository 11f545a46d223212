//===- CountEmitter.h - the code that counts ------------------------------===//

#ifndef MEMFACET_PASS_COUNTING_COUNTEMITTER_H
#define MEMFACET_PASS_COUNTING_COUNTEMITTER_H

#include "pass/counting/CountPlan.h"
#include "pass/interface/Entries.h"

namespace memfacet {

/// The tables that counting code refers to. It refers to Flows only so that
/// linkers keep that table with the code.
struct CountTables {
  llvm::GlobalVariable *Counters, *Flows;
};

/// Inserts into \p F:
///
///   where it begins   asks the runtime for counters where the thread has none
///                     yet (__memfacet_counters is 0)
///   a flow            ++counters[i], a value in loops without calls
///   a check           clock -= ticks; if (clock < 0) __memfacet_count_check()
void emitCounters(llvm::Function &F, const std::vector<Run> &Runs,
                  const FlowGraph &Flows, const CountPlan &Plan,
                  const CountTables &Tables, const CountEntries &Runtime);

} // namespace memfacet

#endif
