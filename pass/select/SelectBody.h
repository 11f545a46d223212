//===- SelectBody.h - a second body that selects its accesses -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function F that selects (memfacet/Select.h) has a second body, a function
// of its own, F.memfacet: a copy of the program's code that counts its blocks
// and records its accesses to chosen lines.
//
//   F:  if (__memfacet_selecting)
//         musttail F.memfacet(arguments)
//       ... the recording body
//
// Calls from one selecting body to another skip the question.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_SELECT_SELECTBODY_H
#define MEMFACET_PASS_SELECT_SELECTBODY_H

#include "pass/interface/PlainBuilder.h"
#include "pass/interface/TableWriter.h"
#include "pass/runs/Paths.h"
#include "pass/select/LabelTables.h"
#include "pass/select/SelectEntries.h"
#include "pass/tables/FunctionTables.h"

namespace memfacet {

class SelectBodies {
public:
  /// A function with more than \p MostChecks gets no selecting body.
  SelectBodies(llvm::Module &M, TableWriter &Writer, unsigned MostChecks)
      : Writer(Writer), Runtime(M), MostChecks(MostChecks) {}

  /// Adds the selecting body of \p F, in which nothing records yet. \p Runs, \p
  /// P and \p Tables are those of the recording body. Null: it cannot have one.
  llvm::Function *add(llvm::Function &F, const std::vector<Run> &Runs,
                      const Paths &P, FunctionTables &Tables,
                      const LabelUses &Labels);
  /// Once \p F records: makes it choose between it and \p Body.
  void choose(llvm::Function &F, llvm::Function &Body);
  /// A function has no selecting body: where calls return to it, the thread
  /// forgets the lines that it touched last, as others are touched now. Before
  /// anything records.
  void forgetBehindCalls(const std::vector<Run> &Runs);
  /// The same where \p F begins. Once it records.
  void forgetFirst(llvm::Function &F);
  /// After all functions: lets selecting bodies call each other.
  void connect();

private:
  void callForget(llvm::Instruction *At);

  TableWriter &Writer;
  SelectEntries Runtime;
  const unsigned MostChecks;
  llvm::DenseMap<llvm::Function *, llvm::Function *> Bodies;
};

} // namespace memfacet

#endif
