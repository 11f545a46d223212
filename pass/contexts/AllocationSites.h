//===- AllocationSites.h - code that names allocating calls ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_PASS_CONTEXTS_ALLOCATIONSITES_H
#define MEMFACET_PASS_CONTEXTS_ALLOCATIONSITES_H

#include "pass/interface/Entries.h"
#include "pass/naming/AllocationCalls.h"
#include "pass/naming/Pins.h"
#include "pass/tables/FunctionTables.h"
#include <map>
#include <string>
#include <utility>

namespace memfacet::contexts {

/// The names of the module's allocations, and the functions that allocate.
struct AllocationNames {
  naming::PinTable Pins;
  naming::AllocatingFunctions Functions;
};

/// The calls of one function that get an Allocation entry: those that allocate,
/// those of the program's own code below which memory may be allocated, and
/// those that take locks.
class AllocationSites {
public:
  /// Collects the calls of \p F. \p Names must outlive this.
  AllocationSites(llvm::Function &F, const AllocationNames &Names);

  /// Inserts code at each call: one that allocates or takes a lock sets the
  /// thread's site, any other is among the thread's contexts while it is in
  /// progress.
  void instrument(tables::FunctionTables &Tables,
                  const interface::Entries &Runtime);

private:
  struct Site {
    llvm::CallBase *Call;
    AllocationKind Kind;
  };

  tables::AllocationDraft draft(const llvm::DILocation *Frame,
                                AllocationKind Kind, llvm::StringRef Callee,
                                tables::FunctionTables &Tables);
  tables::AllocationDraft draft(const Site &S, tables::FunctionTables &Tables);
  static std::string calleeName(const Site &S);
  /// Returns the entry of the call that \p Frame was inlined at; null if it was
  /// not inlined into the program's code.
  llvm::GlobalVariable *outerEntry(const llvm::DILocation *Frame,
                                   tables::FunctionTables &Tables);

  llvm::Function &F;
  const AllocationNames &Names;
  std::vector<Site> Sites;
  /// Entries by location, and by the role of the memory that is allocated
  /// there.
  std::map<std::pair<const llvm::DILocation *, std::string>,
           llvm::GlobalVariable *>
      InlinedEntries;
};

} // namespace memfacet::contexts

#endif
