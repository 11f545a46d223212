//===- VariableLocations.cpp - what debug information costs a compiler ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/VariableLocations.h"
#include "pass/compat/StoredVariables.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/CommandLine.h"

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

void memfacet::followVariablesCheaply() {
  StringMap<cl::Option *> &Options = cl::getRegisteredOptions();
  auto Newer = Options.find("experimental-debug-variable-locations");
  if (Newer != Options.end() && Newer->second->getNumOccurrences() == 0)
    Newer->second->addOccurrence(0, Newer->first(), "false");
}
