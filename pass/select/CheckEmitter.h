//===- CheckEmitter.h - the code that selects accesses --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_PASS_SELECT_CHECKEMITTER_H
#define MEMFACET_PASS_SELECT_CHECKEMITTER_H

#include "pass/interface/PlainBuilder.h"
#include "pass/select/CopiedRuns.h"
#include "pass/select/MaskPlan.h"
#include "pass/select/QuietLoops.h"
#include "pass/select/SelectEntries.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <list>

namespace memfacet::select {

/// Inserts the checks of one function.
///
/// A frame is recorded with the first of its locals that lies in a chosen line,
/// and ends only if it was recorded:
///
///   a local begins   if (its bytes may be in a chosen line)    out of line:
///                      if they are
///                      if (!recorded) mark(frame begins)
///                      mark(local begins); recorded = true
///   local or frame   if (recorded)
///   ends               mark(the local or frame ends)
class CheckEmitter {
public:
  /// Returns the address of an access's Site.
  using SiteAddress =
      llvm::function_ref<llvm::Constant *(size_t Run, uint32_t Access)>;

  CheckEmitter(llvm::Function &F, const SelectEntries &Runtime,
               const QuietLoops &Quiet, SiteAddress SiteOf)
      : F(F), Runtime(Runtime), Quiet(Quiet), SiteOf(SiteOf) {}

  /// Inserts the checks of \p Runs, all runs of the function, and of the loops'
  /// twins; to be called once. Adds to \p Variables the allocas to promote.
  void emit(const std::vector<runs::Run> &Runs,
            llvm::SmallVectorImpl<llvm::AllocaInst *> &Variables);

private:
  /// One access, or one mark.
  struct Item {
    const accesses::Access *Source;
    size_t Run;
    uint32_t Number;
  };

  void findFrame(const std::vector<runs::Run> &Runs);
  void planAll(const std::vector<runs::Run> &Runs);
  void planTwin(const runs::Run &R, size_t Number, const QuietLoop &Loop);
  void emitRun(const RunChecks &Planned);
  void check(const runs::Run &R, size_t Number, const CheckedAccesses &C,
             llvm::Instruction *InsertPoint, llvm::AllocaInst *Chosen);
  void checkSingle(const Item &I, llvm::Instruction *InsertPoint);
  void mark(const Item &I, llvm::Instruction *InsertPoint);
  void beginLocal(const Item &I, llvm::Instruction *InsertPoint);
  llvm::Value *mayMatch(interface::PlainBuilder &B, const CheckedAccesses &C,
                        llvm::Value *Address);
  llvm::Value *linesMayBeChosen(interface::PlainBuilder &B,
                                llvm::Value *Address, uint64_t Bytes);
  llvm::Value *mayBeChosen(interface::PlainBuilder &B, llvm::Value *Address,
                           llvm::Value *Bytes);
  llvm::Value *isChosen(interface::PlainBuilder &B, llvm::Value *Address,
                        llvm::Value *Bytes);
  llvm::Instruction *splitIf(llvm::Value *Condition,
                             llvm::Instruction *InsertPoint);
  void call(interface::PlainBuilder &B, llvm::FunctionCallee Callee,
            llvm::ArrayRef<llvm::Value *> Arguments);
  void callMark(interface::PlainBuilder &B, const Item &I);
  llvm::Value *frameRecorded(interface::PlainBuilder &B);

  llvm::Function &F;
  const SelectEntries &Runtime;
  const QuietLoops &Quiet;
  SiteAddress SiteOf;
  Item FrameBegin = {nullptr, 0, 0}; ///< the mark of the frame's begin, or none
  llvm::AllocaInst *RecordedFlag = nullptr; ///< whether the frame is recorded
  std::list<CopiedRuns> Twins; ///< runs in the twins of quiet loops
  std::vector<RunChecks> Planned;
  /// The masks that the last check loaded.
  llvm::AllocaInst *Lines = nullptr, *Spans = nullptr;
  /// Maps an access's position to the first instruction inserted before it.
  llvm::DenseMap<llvm::Instruction *, llvm::Instruction *> InsertedCode;
};

} // namespace memfacet::select

#endif
