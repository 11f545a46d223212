//===- GlobalTable.h - the table of global variables ----------------------===//

#ifndef MEMFACET_PASS_TABLES_GLOBALTABLE_H
#define MEMFACET_PASS_TABLES_GLOBALTABLE_H

#include "pass/naming/RecordLayouts.h"
#include "pass/interface/TableWriter.h"

namespace memfacet {

/// Whether \p G was made by other instrumentation (counters of profiles and
/// coverage), or is ours: the program does not know of it.
bool belongsToInstrumentation(const llvm::GlobalVariable &G);

/// Writes an entry for every variable that \p M defines and whose memory is the
/// program's: not those that other instrumentation made.
void writeGlobals(llvm::Module &M, TableWriter &Writer, RecordLayouts &Types);

} // namespace memfacet

#endif
