//===- CheckEmitter.h - the code that looks up accesses -------------------===//

#ifndef MEMFACET_PASS_FILTER_CHECKEMITTER_H
#define MEMFACET_PASS_FILTER_CHECKEMITTER_H

#include "pass/filter/CacheVariables.h"
#include "pass/filter/CheckPlan.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace memfacet {

/// Inserts the checks of \p Checks, which are those of \p R, into the function
/// of \p R. \p SiteOf: the address of an access's Site.
void emitChecks(const Run &R, llvm::ArrayRef<CheckedAccesses> Checks,
                const FilterEntries &Runtime, CacheVariables &Variables,
                llvm::function_ref<llvm::Constant *(uint32_t Access)> SiteOf);

} // namespace memfacet

#endif
