//===- Entries.h - declarations of the runtime's entry points -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_PASS_INTERFACE_ENTRIES_H
#define MEMFACET_PASS_INTERFACE_ENTRIES_H

#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"

namespace memfacet::interface {

/// Declarations of the names in memfacet/Entry.h.
struct Entries {
  /// Sets CursorRegister with \p Carry, if the target has such a register.
  explicit Entries(llvm::Module &M, bool Carry = false);

  llvm::GlobalVariable *Cursor, *Limit, *Site, *Depth, *Contexts;
  llvm::FunctionCallee Next;
  /// Carries the cursor from function to function (ThreadValue.h).
  llvm::StringRef CursorRegister;
  /// With such a register, the instructions that call MEMFACET_ROOM and
  /// MEMFACET_RELOAD.
  std::string RoomCall, ReloadCall;
};

/// Returns whether the module is for x86-64. Elsewhere functions have no
/// selecting bodies, as addresses may have 48 bits, of which selected records
/// keep 47; and the cursor is carried in memory.
bool targetsX86(const llvm::Module &M);

/// Returns whether the code may become part of a shared object.
bool mayBeShared(const llvm::Module &M);

/// Returns the model of thread-locals that the runtime or the object defines.
llvm::GlobalVariable::ThreadLocalMode threadModel(const llvm::Module &M);

/// Declares a thread-local of the runtime.
llvm::GlobalVariable *threadVariable(llvm::Module &M, llvm::StringRef Name,
                                     llvm::Type *Ty);
/// Declares a variable of the runtime, in the executable.
llvm::GlobalVariable *processVariable(llvm::Module &M, llvm::StringRef Name,
                                      llvm::Type *Ty);
/// Declares a function of the runtime that keeps every register.
llvm::FunctionCallee slowEntry(llvm::Module &M, llvm::StringRef Name,
                               llvm::FunctionType *Ty);

/// Returns the object's ModuleTables, of which a linked object has one copy.
llvm::GlobalVariable *moduleTables(llvm::Module &M);

/// Makes the module register its object's tables before anything else runs,
/// once per linked object, whatever the number of modules in it.
void insertRegistration(llvm::Module &M);

} // namespace memfacet::interface

#endif
