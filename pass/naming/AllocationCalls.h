//===- AllocationCalls.h - which calls allocate ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_PASS_NAMING_ALLOCATIONCALLS_H
#define MEMFACET_PASS_NAMING_ALLOCATIONCALLS_H

#include "memfacet/Tables.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

namespace memfacet::naming {

/// Returns the kind of allocation that \p Call is known to be, or Unknown.
AllocationKind allocationKind(const llvm::CallBase &Call);

/// Where a function that allocates gets or says what it allocates: arguments by
/// number; -1: none.
struct AllocationArguments {
  int Size = -1, Count = -1;
  int Output = -1;     ///< points to the stored address: posix_memalign
  int Capacity = -1;   ///< points to the stored size: getline
  bool IsText = false; ///< the block is as long as its text: strdup
  /// Other blocks may be allocated for the library meanwhile: asprintf.
  bool HasTemporaries = false;
  int Buffer = -1; ///< null where the function allocates: realpath

  bool areKnown() const { return Size >= 0 || Capacity >= 0 || IsText; }
  /// Returns whether a function of type \p Ty has these arguments, and returns
  /// what goes with them. Example: `int getline(char *line, int most)` is not
  /// the C library's.
  bool fit(const llvm::FunctionType &Ty) const;
};

/// Returns the arguments of the function \p Name, if it allocates; else none.
AllocationArguments allocationArguments(llvm::StringRef Name);

/// Returns whether the allocator's function \p Name releases its first
/// argument.
bool releasesBlock(llvm::StringRef Name);

/// Returns whether \p Call may take a lock that the runtime records
/// (runtime/hooks), or takes one again after a wait.
bool takesLock(const llvm::CallBase &Call);

/// Returns whether \p Call enters standard library code that may allocate for
/// the object that its first argument points to (a container's member
/// function).
bool mayAllocateInLibrary(const llvm::CallBase &Call);

/// Returns whether \p F is a standard library's destructor, which allocates no
/// memory for its object.
bool isLibraryDestructor(const llvm::Function &F);

/// Returns the kind of a call during which memory may be allocated: that of an
/// allocation, Context or Call.
AllocationKind callKind(const llvm::CallBase &Call);

/// Returns "malloc", "calloc" or "realloc" if \p Call is through a pointer of
/// that function's type; else "". A hook for an allocator is most often the C
/// library's function.
llvm::StringRef allocatorByType(const llvm::CallBase &Call);

/// Returns the function that \p Call surely calls, or null.
const llvm::Function *calleeOf(const llvm::CallBase &Call);

/// Returns the pointer to the memory that \p Call yields: its result, or its
/// argument if it only announces an object.
const llvm::Value *memoryOf(const llvm::CallBase &Call);

/// The calls of one module during which instrumented code may allocate: all but
/// those that surely do not. A call through a pointer or to another object may.
class AllocatingFunctions {
public:
  explicit AllocatingFunctions(const llvm::Module &M);

  /// Returns whether memory may be allocated while \p Call is in progress. What
  /// the C library allocates for itself does not count.
  bool mayAllocate(const llvm::CallBase &Call) const;
  /// Returns whether the contexts may be read while \p Call is in progress: for
  /// any allocation, also of the C library for itself, or because the runtime
  /// is called.
  bool mayReadContexts(const llvm::CallBase &Call) const;

private:
  using Set = llvm::DenseSet<const llvm::Function *>;

  bool isQuietLibrary(const llvm::Function &F) const;
  /// Adds to \p Result the functions that contain a call with \p Property, then
  /// all their direct and indirect callers.
  void close(const llvm::Module &M, Set &Result,
             llvm::function_ref<bool(const llvm::CallBase &)> Property);

  llvm::TargetLibraryInfoImpl CLibrary;
  /// Functions that the module defines and that may allocate.
  Set Allocating;
  /// Functions that may have a call which reads contexts.
  Set Reading;
};

} // namespace memfacet::naming

#endif
