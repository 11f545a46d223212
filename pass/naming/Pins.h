//===- Pins.h - names of allocations, kept for the last pass --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Instructions and their metadata vanish or merge during optimisation; the
// source location of a call, with the chain of functions it was inlined into,
// survives. So a name is pinned to (function, line, column), in named metadata
// that changes no code and that the last pass removes.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_NAMING_PINS_H
#define MEMFACET_PASS_NAMING_PINS_H

#include "memfacet/Tables.h"
#include "pass/types/DebugNames.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include <string>

namespace memfacet::naming {

struct Pin {
  std::string Name;
  std::string Type;
  uint32_t ElementBytes = 0;
  uint32_t Line = 0, Column = 0;
  AllocationKind Kind = AllocationKind::Unknown;
  /// The object that the call works on, and its type (OwnObjects.h).
  std::string Object, ObjectType;
  /// See AllocationPassedOn.
  bool IsPassedOn = false;
  /// The AllocationFlags that are found on the front end's IR.
  uint16_t Flags = 0;
  /// The symbol of the called function, if Object is there or several calls
  /// have this place: that of a default argument has the place of the call that
  /// it is for.
  std::string Callee;
};

/// All pins of a module.
class PinTable {
public:
  /// Reads the pins of \p M and removes them from it.
  static PinTable take(llvm::Module &M);

  /// Returns the pin of a call at \p Location itself, not of its inlining
  /// chain; where a macro makes several, one that \p Allocates or does not, and
  /// of these that of \p Callee, a symbol, if there is one. A merged location
  /// (line 0) gives the joined names of its function's calls.
  Pin lookup(const llvm::DILocation *Location, bool Allocates,
             llvm::StringRef Callee) const;

private:
  llvm::StringMap<llvm::SmallVector<Pin, 4>> Functions;
};

/// Writes \p P, of a call at \p Location, into \p M.
void addPin(llvm::Module &M, const llvm::DILocation *Location, const Pin &P);

/// Pins a name to every call that allocates, or that yields memory which may
/// have been allocated during it. Must be the first pass after PoolPass.
class NamePass : public llvm::PassInfoMixin<NamePass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace memfacet::naming

#endif
