//===- GlobalTable.h - the table of global variables ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_PASS_TABLES_GLOBALTABLE_H
#define MEMFACET_PASS_TABLES_GLOBALTABLE_H

#include "pass/interface/TableWriter.h"
#include "pass/types/RecordLayouts.h"

namespace memfacet::tables {

/// Writes an entry for every variable that \p M defines, except those that
/// other instrumentation made.
void writeGlobals(llvm::Module &M, interface::TableWriter &Writer,
                  types::RecordLayouts &Types);

} // namespace memfacet::tables

#endif
