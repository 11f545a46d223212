//===- Plugin.cpp - the plugin's entry point ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/CodeGenerationCosts.h"
#include "pass/Coroutines.h"
#include "pass/LinkOptimisations.h"
#include "pass/RecordPass.h"
#include "pass/compat/Compat.h"
#include "pass/naming/Pins.h"
#include "pass/pools/Pools.h"
#include "llvm/Passes/PassBuilder.h"

using namespace llvm;
using namespace memfacet;

/// `opt -passes=memfacet-pools,memfacet-names,memfacet-split,memfacet-record`,
/// for tests.
static bool parsePass(StringRef Name, ModulePassManager &Manager) {
  if (Name == "memfacet-pools")
    Manager.addPass(pools::PoolPass());
  else if (Name == "memfacet-names")
    Manager.addPass(naming::NamePass());
  else if (Name == "memfacet-split")
    Manager.addPass(SplitCoroutinesPass());
  else if (Name == "memfacet-record")
    Manager.addPass(RecordPass());
  else
    return false;
  return true;
}

static void registerPasses(PassBuilder &Builder) {
  limitCodeGeneration();
  Builder.registerPipelineParsingCallback(
      [](StringRef Name, ModulePassManager &Manager,
         ArrayRef<PassBuilder::PipelineElement>) {
        return parsePass(Name, Manager);
      });
  Builder.registerPipelineStartEPCallback([](ModulePassManager &Manager,
                                             auto &&...) {
    if (!interface::passOptions().Names || interface::passOptions().CountBlocks)
      return;
    // The pools come first, because the code that PoolPass inserts
    // allocates.
    if (interface::passOptions().Pools)
      Manager.addPass(pools::PoolPass());
    Manager.addPass(naming::NamePass());
  });
  Builder.registerOptimizerLastEPCallback(
      [&Builder, Nested = false](ModulePassManager &Manager,
                                 OptimizationLevel Level,
                                 auto... Phase) mutable {
        if (Nested)
          return;
        Nested = true;
        ModulePassManager Link = linkOptimisations(Builder, Level, Phase...);
        Nested = false;
        Manager.addPass(SplitCoroutinesPass());
        Manager.addPass(LinkOptimisationsPass(std::move(Link)));
        Manager.addPass(RecordPass());
      });
}

extern "C" [[gnu::visibility("default")]] PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "MemFacet", LLVM_VERSION_STRING,
          registerPasses};
}
