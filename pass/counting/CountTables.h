//===- CountTables.h - counters of a function, and their tables -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_PASS_COUNTING_COUNTTABLES_H
#define MEMFACET_PASS_COUNTING_COUNTTABLES_H

#include "pass/counting/CountEmitter.h"
#include "pass/interface/CountEntries.h"
#include "pass/tables/FunctionTables.h"

namespace memfacet::counting {

/// Makes \p F count how often its \p Runs are executed, and writes the tables
/// of its counters and flows. \p RunRows: for each run, its row in \p Tables.
/// \p CounterPerRun: with a counter per run, for tests.
CountedCode countRuns(llvm::Function &F, const std::vector<runs::Run> &Runs,
                      const tables::FunctionTables &Tables,
                      llvm::ArrayRef<size_t> RunRows,
                      interface::TableWriter &Writer,
                      const interface::CountEntries &Runtime,
                      bool CounterPerRun = false);

} // namespace memfacet::counting

#endif
