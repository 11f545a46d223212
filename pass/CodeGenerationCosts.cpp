//===- CodeGenerationCosts.cpp - what large functions cost a compiler -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/CodeGenerationCosts.h"
#include "pass/compat/StoredVariables.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/CommandLine.h"
#include <mutex>

using namespace llvm;
using namespace memfacet;

/// The most pairs of a variable and a block that are followed: some 80 MB.
static constexpr uint64_t MostPairs = 400'000;

static uint64_t countStoredVariables(llvm::Function &F) {
  DenseSet<std::pair<const DILocalVariable *, const DILocation *>> Variables;
  for (Instruction &I : F.getEntryBlock())
    if (auto *Storage = dyn_cast<AllocaInst>(&I))
      for (const compat::StoredVariable &V : compat::storedVariables(Storage))
        Variables.insert({V.Variable, V.InlinedAt});
  return Variables.size();
}

void memfacet::dropCostlyLocations(llvm::Function &F) {
  if (countStoredVariables(F) * F.size() > MostPairs)
    at::deleteAll(&F);
}

/// Sets the option \p Name of LLVM, if there is one and the command line does
/// not set it.
static void setDefault(StringRef Name, StringRef Value) {
  auto &Options = cl::getRegisteredOptions(); // another map in LLVM 22
  auto Found = Options.find(Name);
  if (Found != Options.end() && Found->second->getNumOccurrences() == 0)
    Found->second->addOccurrence(0, Name, Value);
}

void memfacet::limitCodeGeneration() {
  static std::mutex OneAtATime;
  std::lock_guard Lock(OneAtATime);
  setDefault("experimental-debug-variable-locations", "false");
  setDefault("grow-region-complexity-budget", "1000");
}
