//===- StackLocals.h - named variables on the stack, and their frames -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the locals of a function that have their own memory after optimisation,
// and marks among the accesses of the runs where they and the function's frame
// begin and end (SiteShape in memfacet/Tables.h).
//
//   A frame begins with the function and ends where it is left by a return, an
//   exception that goes on, or a call in its place.
//   A local begins where its lifetime does, as far as the optimiser knows one,
//   else with the function. It ends where another begins in its place, with
//   the frame or, where unnamed memory may take its place, with its lifetime:
//   memory of this function, or of one that the linker may put into it.
//   Where control comes back from calls that did not return, the frames below
//   the stack pointer are gone.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_STACK_STACKLOCALS_H
#define MEMFACET_PASS_STACK_STACKLOCALS_H

#include "pass/accesses/Accesses.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include <deque>
#include <string>

namespace memfacet::stack {

/// Returns whether functions may still be changed, and inlined, when linking:
/// clang sets a module flag before its pipeline.
bool isForLinkTimeOptimisation(const llvm::Module &M);

/// A named local with its own memory.
struct StackLocal {
  llvm::Value *Storage; ///< an alloca, or an argument passed in memory
  std::string Name, Type;
  const llvm::DILocation *Location;
  uint64_t Bytes; ///< 0: Units times UnitBytes
  llvm::Value *Units = nullptr;
  uint32_t UnitBytes = 0;
  uint32_t ElementBytes = 0;
  llvm::GlobalVariable *Entry = nullptr; ///< see locals()
};

class StackLocals {
public:
  /// Inserts into \p F reads of the stack pointer where a mark needs it.
  explicit StackLocals(llvm::Function &F);
  StackLocals(const StackLocals &) = delete;
  StackLocals &operator=(const StackLocals &) = delete;

  /// Appends the marks with which the function begins, just before \p Start.
  void collectAtEntry(llvm::Instruction &Start,
                      llvm::SmallVectorImpl<accesses::Access> &Accesses) const;
  /// Appends the marks at \p I.
  void collect(const llvm::Instruction &I,
               llvm::SmallVectorImpl<accesses::Access> &Accesses) const;
  /// Returns whether \p I was inserted to read the stack pointer.
  bool isInserted(const llvm::Instruction &I) const {
    return Inserted.contains(&I);
  }
  /// Returns all locals; FunctionTables::addLocals sets their Entry.
  std::deque<StackLocal> &locals() { return Locals; }
  const std::deque<StackLocal> &locals() const { return Locals; }

private:
  void findLocals();
  void addStatic(llvm::AllocaInst &Alloca);
  void addDynamic(llvm::AllocaInst &Alloca);
  void addArgument(llvm::Argument &Argument);
  void markLifetimes(const StackLocal &Local);
  void markFrame();
  void markReentries();
  void markStackRestores();
  void mark(SiteShape Shape, llvm::Instruction &Source, llvm::Value *Address,
            llvm::Instruction *Position, const StackLocal *Local = nullptr);
  llvm::Instruction *stackPointerBefore(llvm::Instruction &I);

  llvm::Function &F;
  std::deque<StackLocal> Locals;
  llvm::SmallVector<const StackLocal *, 8> EntryLocals;
  llvm::Value *Anchor = nullptr; ///< of the frame; null: there is no local
  /// Whether unnamed memory may take the place of a local that has ended.
  bool NeedsEnds;
  llvm::DenseMap<const llvm::Instruction *,
                 llvm::SmallVector<accesses::Access, 2>>
      Marks;
  llvm::DenseSet<const llvm::Instruction *> Inserted;
};

} // namespace memfacet::stack

#endif
