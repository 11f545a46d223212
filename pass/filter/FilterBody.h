//===- FilterBody.h - a second body that filters its accesses -------------===//
//
// A function F that filters (memfacet/Filter.h) has a second body, a function
// of its own, F.memfacet: a copy of the program's code that counts its blocks
// and looks up its accesses in the thread's table of lines.
//
//   F:  if (__memfacet_filtering)
//         musttail F.memfacet(arguments)
//       ... the recording body
//
// Calls from one filtering body to another skip the question.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_FILTER_FILTERBODY_H
#define MEMFACET_PASS_FILTER_FILTERBODY_H

#include "pass/filter/FilterEntries.h"
#include "pass/interface/Options.h"
#include "pass/interface/PlainBuilder.h"
#include "pass/interface/TableWriter.h"
#include "pass/runs/Paths.h"
#include "pass/stack/StackLocals.h"
#include "pass/tables/FunctionTables.h"
#include "pass/versions/LabelTables.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace memfacet {

class FilterBodies {
public:
  FilterBodies(llvm::Module &M, TableWriter &Writer, const PassOptions &Options)
      : Writer(Writer), Runtime(M), LookAhead(Options.LookAhead),
        MostChecked(Options.MostChecked) {}

  /// Adds the filtering body of \p F, in which nothing records yet. \p Runs, \p
  /// P and \p Tables are those of the recording body. Null: it cannot have one.
  llvm::Function *add(llvm::Function &F, const std::vector<Run> &Runs,
                      const Paths &P, FunctionTables &Tables,
                      const LabelUses &Labels, const StackLocals &Locals);
  /// Once \p F records: makes it choose between it and \p Body.
  void choose(llvm::Function &F, llvm::Function &Body);
  /// A function has no filtering body: where calls return to it, the thread
  /// forgets the lines that it touched last, as others are touched now. Before
  /// anything records.
  void forgetBehindCalls(const std::vector<Run> &Runs);
  /// The same where \p F begins. Once it records.
  void forgetFirst(llvm::Function &F);
  /// After all functions: lets filtering bodies call each other.
  void connect();

private:
  void beginUnnamed(llvm::Function &F, const StackLocals &Locals,
                    const llvm::ValueToValueMapTy &Map);
  void beginArguments(llvm::Function &F);
  void callUnnamed(PlainBuilder &B, llvm::Value *Address, llvm::Value *Bytes);
  void callForget(llvm::Instruction *At);

  TableWriter &Writer;
  FilterEntries Runtime;
  const bool LookAhead;       ///< PassOptions
  const unsigned MostChecked; ///< likewise
  llvm::DenseMap<llvm::Function *, llvm::Function *> Bodies;
};

} // namespace memfacet

#endif
