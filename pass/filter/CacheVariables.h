//===- CacheVariables.h - the filter cache in registers -------------------===//

#ifndef MEMFACET_PASS_FILTER_CACHEVARIABLES_H
#define MEMFACET_PASS_FILTER_CACHEVARIABLES_H

#include "pass/filter/FilterEntries.h"
#include "pass/interface/PlainBuilder.h"

namespace memfacet {

/// What a filtering body keeps in registers: the address of the thread's filter
/// cache and its clock. Both are read where the function begins and behind each
/// call: what is called has accessed something, too, or has returned in another
/// thread. The clock is written back where others may read it.
class CacheVariables {
public:
  CacheVariables(llvm::Function &F, const FilterEntries &Runtime);

  llvm::Value *cache(PlainBuilder &B);
  /// The time of an access; the next one's is later.
  llvm::Value *now(PlainBuilder &B);
  /// Before a call of the runtime that looks at the clock, and behind one that
  /// has set it.
  void writeBack(PlainBuilder &B);
  void readClock(PlainBuilder &B);
  /// Once all accesses are checked.
  void finish();

private:
  void readAgain(PlainBuilder &B);
  void aroundCall(llvm::CallBase &Call);

  llvm::Function &F;
  const FilterEntries &Runtime;
  llvm::SmallVector<llvm::CallBase *, 16> Calls; ///< the program's
  llvm::AllocaInst *Cache, *Clock;
};

} // namespace memfacet

#endif
