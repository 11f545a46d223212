//===- RecordPass.h - the last pass, which inserts the recording ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_PASS_RECORDPASS_H
#define MEMFACET_PASS_RECORDPASS_H

#include "pass/interface/Options.h"
#include "llvm/IR/PassManager.h"
#include <utility>

namespace memfacet {

/// Instruments a module, once in its life (a module flag says so): the end of
/// the pipeline comes twice when linking with ThinLTO.
class RecordPass : public llvm::PassInfoMixin<RecordPass> {
public:
  explicit RecordPass(interface::PassOptions Options = interface::passOptions())
      : Options(std::move(Options)) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }

private:
  interface::PassOptions Options;
};

} // namespace memfacet

#endif
