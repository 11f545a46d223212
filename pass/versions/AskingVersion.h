//===- AskingVersion.h - a body that asks for watched lines ---------------===//
//
// Where a program samples reuse pairs (runtime/pairs), a function has a body
// that records nothing: a copy of the program's own code, with questions
// (Questions.h).
//
//   if (left < units ||
//       __memfacet_watched[line(a)] | __memfacet_watched[line(b)])
//     if one of the accesses goes to that line, or left < units
//       the words of the record, __memfacet_ask()
//   left -= units;
//
// Which body runs is decided once, at a function's start. The answer does not
// change while the process lives.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_VERSIONS_ASKINGVERSION_H
#define MEMFACET_PASS_VERSIONS_ASKINGVERSION_H

#include "pass/recording/Cursor.h"
#include "pass/recording/ThreadValue.h"
#include "pass/tables/FunctionTables.h"
#include "pass/versions/LabelTables.h"
#include "pass/versions/Questions.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace memfacet {

/// Whether \p F can be copied. Not with setjmp, tokens (coroutines, Windows'
/// exceptions), calls that must not be duplicated, labels that other code may
/// use, or when it is very large. Such a function has only its recording body,
/// which the runtime gives memory to write to.
bool canAsk(const llvm::Function &F, const LabelUses &Labels);

class AskingVersion {
public:
  /// Copies the body of \p F from the place where \p Recorder is first read,
  /// before other code that records is inserted. F must be one that canAsk.
  AskingVersion(llvm::Function &F, const Cursor &Recorder,
                const Entries &Runtime, const LabelUses &Labels);

  /// Inserts the questions for \p Runs, which are those of the first body,
  /// still without recording code.
  void ask(const std::vector<Run> &Runs, const Paths &P,
           const FunctionTables &Tables);
  /// To be turned into a value.
  llvm::AllocaInst *variable() const { return &Left.variable(); }

private:
  llvm::Value *mapped(llvm::Value *V) const;
  llvm::Instruction *mappedPlace(llvm::Instruction *I) const;
  Access mapped(const Access &A) const;
  llvm::Value *placeOf(PlainBuilder &B, const Spot &S, int64_t Add) const;
  llvm::Value *lookAt(PlainBuilder &B, const Spot &S) const;
  llvm::Value *lookClosely(PlainBuilder &B, const Spot &S) const;
  void leaveWhereWatched(const Question &Q, llvm::Instruction *Where,
                         llvm::BasicBlock *Cold);
  /// \p Row: the address of the path's row.
  void ask(const Question &Q, const Run &R, const RunPlan &Plan,
           llvm::Constant *Row);
  llvm::Instruction *branch(const Question &Q, const Run &R,
                            llvm::Instruction *Where);
  void tell(PlainBuilder &B, const Question &Q, const Run &R,
            const RunPlan &Plan, llvm::Constant *Row) const;

  llvm::Function &F;
  const Entries &Runtime;
  ThreadValue Left;
  llvm::BasicBlock *First = nullptr;
  llvm::SmallVector<llvm::BasicBlock *, 32> Blocks;
  llvm::ValueToValueMapTy Map;
};

} // namespace memfacet

#endif
