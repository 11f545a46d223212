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

namespace memfacet::select {

class SelectBodies {
public:
  /// A function with more than \p MostChecks gets no selecting body.
  SelectBodies(llvm::Module &M, interface::TableWriter &Writer,
               unsigned MostChecks)
      : Writer(Writer), Runtime(M), MostChecks(MostChecks) {}

  /// Adds the selecting body of \p F, in which nothing records yet. \p Runs, \p
  /// P and \p Tables are those of the recording body. Returns null if \p F
  /// cannot have one. To be called once per function.
  llvm::Function *add(llvm::Function &F, const std::vector<runs::Run> &Runs,
                      const runs::Paths &P, tables::FunctionTables &Tables,
                      const LabelUses &Labels);
  /// Makes \p F, which records already, jump to \p Body where it selects.
  /// \p Body must be the result of add.
  void choose(llvm::Function &F, llvm::Function &Body);
  /// Makes the thread forget the lines it touched last wherever a call returns
  /// to a function without a selecting body, as that touches others. To be
  /// called before anything records.
  void forgetAfterCalls(const std::vector<runs::Run> &Runs);
  /// Makes the thread forget these lines at the entry of \p F, which records
  /// already.
  void forgetAtEntry(llvm::Function &F);
  /// Lets selecting bodies call each other; to be called after all functions.
  void connect();

private:
  void callForget(llvm::Instruction *InsertPoint);

  interface::TableWriter &Writer;
  SelectEntries Runtime;
  const unsigned MostChecks;
  llvm::DenseMap<llvm::Function *, llvm::Function *> Bodies;
};

} // namespace memfacet::select

#endif
