//===- CheckEmitter.h - the code that selects accesses --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_PASS_SELECT_CHECKEMITTER_H
#define MEMFACET_PASS_SELECT_CHECKEMITTER_H

#include "pass/interface/PlainBuilder.h"
#include "pass/select/CheckPlan.h"
#include "pass/select/QuietLoops.h"
#include "pass/select/SelectEntries.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace memfacet {

/// Inserts the checks of one function.
///
/// A frame is recorded with the first of its locals that lies in a chosen line,
/// and ends only if it was recorded:
///
///   a local begins   if (its bytes may be in a chosen line)    out of line:
///                      if they are
///                      if (!recorded) mark(frame begins)
///                      mark(local begins); recorded = true
///   it ends, or      if (recorded)
///   the frame does     mark(it ends)
class CheckEmitter {
public:
  /// The address of an access's Site.
  using SiteAddress =
      llvm::function_ref<llvm::Constant *(size_t Run, uint32_t Access)>;

  CheckEmitter(llvm::Function &F, const SelectEntries &Runtime,
               const QuietLoops &Quiet, SiteAddress SiteOf)
      : F(F), Runtime(Runtime), Quiet(Quiet), SiteOf(SiteOf) {}

  /// Inserts the checks of \p Runs, which are all of the function, and of the
  /// loops' twins. Adds to \p Variables what is to be made a value.
  void emit(const std::vector<Run> &Runs,
            llvm::SmallVectorImpl<llvm::AllocaInst *> &Variables);

private:
  /// One access, or one mark.
  struct Item {
    const Access *Of;
    size_t Run;
    uint32_t Number;
  };

  void findFrame(const std::vector<Run> &Runs);
  void emitRun(const Run &R, size_t Number,
               llvm::ArrayRef<CheckedAccesses> Checks, const QuietLoop *Loop);
  void emitTwin(const Run &R, size_t Number, const QuietLoop &Loop);
  void check(const Run &R, size_t Number, const CheckedAccesses &C,
             llvm::Instruction *Before, llvm::AllocaInst *Chosen);
  void alone(const Item &I, llvm::Instruction *Before);
  void mark(const Item &I, llvm::Instruction *Before);
  void beginLocal(const Item &I, llvm::Instruction *Before);
  void loadOnce(const Run &R, llvm::ArrayRef<CheckedAccesses> Checks);
  llvm::Value *hasLine(PlainBuilder &B, llvm::GlobalVariable *Lines,
                       llvm::Value *Address);
  llvm::Value *oneLineChosen(PlainBuilder &B, llvm::Value *Address);
  llvm::Value *spanMayBeChosen(PlainBuilder &B, llvm::Value *Address);
  llvm::Value *mayBeChosen(PlainBuilder &B, llvm::Value *Address,
                           llvm::Value *Bytes);
  llvm::Value *isChosen(PlainBuilder &B, llvm::Value *Address,
                        llvm::Value *Bytes);
  llvm::Instruction *ifSo(llvm::Value *Condition, llvm::Instruction *Before);
  void call(PlainBuilder &B, llvm::FunctionCallee Callee,
            llvm::ArrayRef<llvm::Value *> Arguments);
  void callMark(PlainBuilder &B, const Item &I);
  llvm::Value *frameRecorded(PlainBuilder &B);

  llvm::Function &F;
  const SelectEntries &Runtime;
  const QuietLoops &Quiet;
  SiteAddress SiteOf;
  Item FrameBegin = {nullptr, 0, 0};    ///< its mark, or none
  llvm::AllocaInst *Recorded = nullptr; ///< whether the frame is
  /// Variables of the thread, in the run that is at hand.
  llvm::DenseMap<llvm::GlobalVariable *, llvm::Value *> LoadedOnce;
  /// By the position of accesses: the first of what was inserted before it.
  llvm::DenseMap<llvm::Instruction *, llvm::Instruction *> Inserted;
};

} // namespace memfacet

#endif
