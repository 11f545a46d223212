//===- CountEntries.h - what code that counts needs of the runtime --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_PASS_INTERFACE_COUNTENTRIES_H
#define MEMFACET_PASS_INTERFACE_COUNTENTRIES_H

#include "pass/interface/PlainBuilder.h"

namespace memfacet::interface {

/// Declarations of the names in memfacet/Entry.h; the object's own thread-local
/// is defined.
struct CountEntries {
  explicit CountEntries(llvm::Module &M);

  llvm::GlobalVariable *Clock, *Tables;
  /// MEMFACET_COUNTERS; in shared code, MEMFACET_COUNTER_NUMBER.
  llvm::GlobalVariable *Counters;
  llvm::GlobalVariable *Slots; ///< in shared code, else null
  llvm::FunctionCallee Check;
  /// int64_t (const RunFlow *): gives the thread an array of counters, and
  /// returns its distance. A function of the object, which keeps every register
  /// except its result's.
  llvm::FunctionCallee Attach;

  /// How far the thread's counters are from the object's table, in bytes.
  struct Distance {
    llvm::Value *Bytes;
    llvm::Value *IsUnknown; ///< whether the thread has no array yet
  };
  /// Emits the distance, as far as the thread knows it.
  Distance loadDistance(PlainBuilder &B) const;

private:
  llvm::Function *attachingFunction(llvm::Module &M,
                                    llvm::FunctionCallee Runtime) const;
};

} // namespace memfacet::interface

#endif
