//===- LastPasses.h - passes that others add at the end -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_PASS_COMPAT_LASTPASSES_H
#define MEMFACET_PASS_COMPAT_LASTPASSES_H

#include "llvm/Config/llvm-config.h"
#include "llvm/Passes/OptimizationLevel.h"
#include "llvm/Passes/PassBuilder.h"

namespace memfacet::compat {

/// Adds the passes that are registered for the begin and the end of the
/// optimisation of a module. \p Phase: what callbacks get since LLVM 20.
/// Returns false where LLVM does not say which passes these are.
template <typename... Phases>
bool addLastPasses([[maybe_unused]] llvm::PassBuilder &Builder,
                   [[maybe_unused]] llvm::ModulePassManager &Manager,
                   [[maybe_unused]] llvm::OptimizationLevel Level,
                   [[maybe_unused]] Phases... Phase) {
#if LLVM_VERSION_MAJOR >= 17
  Builder.invokeOptimizerEarlyEPCallbacks(Manager, Level, Phase...);
  Builder.invokeOptimizerLastEPCallbacks(Manager, Level, Phase...);
  return true;
#else
  return false;
#endif
}

} // namespace memfacet::compat

#endif
