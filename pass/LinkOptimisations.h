//===- LinkOptimisations.h - what ThinLTO leaves to the link --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For ThinLTO, a compiler leaves vectorisation and unrolling to the link. The
// recording is inserted before the link, and a loop that is recorded is not
// vectorised any more. Example: `for (i = 0; i < n; ++i) s += a[i]` has n / 4
// accesses with -O2 and with -flto, and would have n with -flto=thin.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_LINKOPTIMISATIONS_H
#define MEMFACET_PASS_LINKOPTIMISATIONS_H

#include "pass/compat/LastPasses.h"
#include "llvm/IR/PassManager.h"

namespace memfacet {

/// Optimises a module that is compiled for ThinLTO as far as the compiler does
/// for other modules. Leaves all others as they are.
class LinkOptimisationsPass
    : public llvm::PassInfoMixin<LinkOptimisationsPass> {
public:
  explicit LinkOptimisationsPass(llvm::ModulePassManager Pipeline)
      : Pipeline(std::move(Pipeline)) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);

private:
  llvm::ModulePassManager Pipeline;
};

/// Returns the optimisations of \p Level that \p Builder would add for a module
/// that is not linked with LTO. Returns none if passes of others come first or
/// last, or may do so: they would be added twice. \p Phase is what LLVM says of
/// LTO, or nothing. The caller must not add passes meanwhile.
template <typename... Phases>
llvm::ModulePassManager linkOptimisations(llvm::PassBuilder &Builder,
                                          llvm::OptimizationLevel Level,
                                          Phases... Phase) {
  llvm::ModulePassManager Others;
  if (Level == llvm::OptimizationLevel::O0 ||
      !compat::addLastPasses(Builder, Others, Level, Phase...) ||
      !Others.isEmpty())
    return llvm::ModulePassManager();
  return Builder.buildModuleOptimizationPipeline(
      Level, llvm::ThinOrFullLTOPhase::ThinLTOPreLink);
}

} // namespace memfacet

#endif
