//===- StridedLoops.h - loops whose accesses are looked up ahead ----------===//
//
// Where all addresses of a loop advance by fixed strides, and it is known how
// often it will be executed, its accesses need no code of their own: the
// runtime is told where they begin and looks up many iterations at once
// (memfacet/Filter.h, FilterLoop).
//
//   before the loop:  loop = {iterations, address and stride of each access}
//                     left = 0
//   each iteration:   if (left == 0)
//                       __memfacet_loop(&loop, sites, accesses)
//                       left = loop.Ahead
//                     left -= 1
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_FILTER_STRIDEDLOOPS_H
#define MEMFACET_PASS_FILTER_STRIDEDLOOPS_H

#include "pass/compat/Compat.h"
#include "pass/filter/CacheVariables.h"
#include "pass/runs/Runs.h"

namespace memfacet {

class StridedLoops {
public:
  explicit StridedLoops(llvm::Function &F) : F(F) {}

  /// Finds those of the function, of which \p Runs are all runs. Computes
  /// addresses before them; else nothing may have been inserted there yet.
  void find(const std::vector<Run> &Runs);

  bool has(size_t Run) const { return compat::contains(Loops, Run); }
  /// Inserts the code of an iteration of run number \p Run, which is \p R, into
  /// it. \p Sites: of its first access.
  void emit(size_t Run, const struct Run &R, llvm::Constant *Sites,
            const FilterEntries &Runtime, CacheVariables &Variables) const;
  /// Once that is done for all.
  void finish();

private:
  struct Told {
    llvm::AllocaInst *Loop; ///< FilterLoop
    llvm::AllocaInst *Left;
  };

  llvm::Function &F;
  llvm::DenseMap<size_t, Told> Loops;
};

} // namespace memfacet

#endif
