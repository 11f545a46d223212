//===- AddressLimit.cpp - the limit that the program has set --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/support/AddressLimit.h"
#include "runtime/support/Lock.h"
#include <sys/resource.h>

namespace memfacet {

namespace {

constexpr uint64_t Unlimited = ~uint64_t(0);

struct LimitState {
  Lock Mutex;
  /// The program has set a limit, and the kernel has another one.
  std::atomic<bool> IsSet;
  AddressLimit Program, Kernel;
};
constinit LimitState State{};

long exchangeKernelLimit(const AddressLimit *New, AddressLimit *Old) {
  return sys::call(__NR_prlimit64, 0, RLIMIT_AS, sys::word(New),
                   sys::word(Old));
}

/// Returns the sum, which stays below Unlimited.
uint64_t limitedSum(uint64_t A, uint64_t B) {
  return A < Unlimited - 1 - B ? A + B : Unlimited - 1;
}

/// Returns the hard limit that the kernel is to have for \p Wanted.
uint64_t kernelHard(uint64_t Wanted, AddressLimit Kernel) {
  uint64_t Present = programLimit(Kernel).Hard;
  if (Wanted == Present)
    return Kernel.Hard;
  if (Wanted == Unlimited)
    return Unlimited;
  // The room is for what is mapped now, and for the region of a forked child.
  uint64_t Roomy = limitedSum(Wanted, 2 * sys::MappedBytes.load());
  if (Wanted < Present)
    return Roomy < Kernel.Hard ? Roomy : Kernel.Hard;
  // The kernel must see that the limit is raised, which it may refuse.
  return Roomy > Kernel.Hard ? Roomy : Kernel.Hard + 1;
}

/// Returns the soft limit that the kernel is to have for \p Wanted, with \p
/// Bytes of the runtime.
uint64_t kernelSoft(uint64_t Wanted, uint64_t Bytes, uint64_t Hard) {
  uint64_t Roomy = Wanted == Unlimited ? Wanted : limitedSum(Wanted, Bytes);
  return Roomy < Hard ? Roomy : Hard;
}

void note(AddressLimit Program, AddressLimit Kernel) {
  State.Program = Program;
  State.Kernel = Kernel;
  State.IsSet.store(Program != Kernel);
}

} // namespace

AddressLimit programLimit(AddressLimit Kernel) {
  return State.IsSet.load() && Kernel == State.Kernel ? State.Program : Kernel;
}

uint64_t programAddressSpace() {
  AddressLimit Kernel = {Unlimited, Unlimited};
  exchangeKernelLimit(nullptr, &Kernel);
  return programLimit(Kernel).Soft;
}

long setProgramLimit(AddressLimit &Limit, FunctionRef<long> Call) {
  LockGuard Guard(State.Mutex);
  AddressLimit Kernel;
  // A soft limit above the hard one is an error that the kernel reports.
  if (Limit.Soft > Limit.Hard ||
      sys::failed(exchangeKernelLimit(nullptr, &Kernel)))
    return Call();
  AddressLimit Program = Limit;
  Limit.Hard = kernelHard(Program.Hard, Kernel);
  Limit.Soft = kernelSoft(Program.Soft, sys::MappedBytes.load(), Limit.Hard);
  AddressLimit Wanted = Limit;
  long Result = Call();
  if (Result == 0)
    note(Program, Wanted);
  return Result;
}

void makeAddressRoom(size_t Bytes) {
  if (!State.IsSet.load(std::memory_order_relaxed))
    return;
  LockGuard Guard(State.Mutex);
  AddressLimit Kernel;
  if (sys::failed(exchangeKernelLimit(nullptr, &Kernel)) ||
      Kernel != State.Kernel)
    return;
  uint64_t All = sys::MappedBytes.load() + Bytes;
  uint64_t Soft = kernelSoft(State.Program.Soft, All, Kernel.Hard);
  AddressLimit Roomy = {Soft, Kernel.Hard};
  if (Soft > Kernel.Soft && !sys::failed(exchangeKernelLimit(&Roomy, nullptr)))
    State.Kernel = Roomy;
}

void resetAddressLimit() { State.Mutex.reset(); }

InheritedLimit::InheritedLimit(bool WillRun) : IsChanged(false) {
  AddressLimit Kernel;
  if (!WillRun || !State.IsSet.load() ||
      sys::failed(exchangeKernelLimit(nullptr, &Kernel)) ||
      Kernel != State.Kernel)
    return;
  IsChanged = !sys::failed(exchangeKernelLimit(&State.Program, nullptr));
}

InheritedLimit::~InheritedLimit() {
  if (!IsChanged || !sys::failed(exchangeKernelLimit(&State.Kernel, nullptr)))
    return;
  AddressLimit Possible = {kernelSoft(State.Kernel.Soft, 0, State.Program.Hard),
                           State.Program.Hard};
  if (!sys::failed(exchangeKernelLimit(&Possible, nullptr)))
    note(State.Program, Possible);
}

} // namespace memfacet
