//===- Preinit.cpp - the first code of the program ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// .preinit_array runs before every constructor, also before those of libraries.
// libc's own constructor has not run: its `environ` is not set, but its
// functions work.
//
// A preloaded runtime has no .preinit_array. The process may not be the program
// that is meant: it may be the shell that starts it. So nothing is done before
// an instrumented library is loaded.
//
//===----------------------------------------------------------------------===//

#include "runtime/lifecycle/Exit.h"
#include "runtime/lifecycle/Fork.h"
#include "runtime/lifecycle/Objects.h"
#include "runtime/lifecycle/Start.h"
#include "runtime/lifecycle/ThreadExit.h"
#include "runtime/process/StackRoom.h"
#include "runtime/record/Upcalls.h"
#include "runtime/region/SharedRegion.h"
#include "runtime/select/Select.h"
#include <sys/auxv.h>
#include <unistd.h>

// The object with the program's code defines it.
extern "C" __attribute__((weak, visibility("hidden")))
const char __memfacet_can_select;

namespace memfacet::lifecycle {

namespace {

/// Returns the variable's value, or null. If \p Remove, removes the variable
/// from the environment, so that children do not see it.
const char *readVariable(char **Environment, Text NameAndEquals, bool Remove) {
  for (char **V = Environment; V && *V; ++V) {
    if (!Text(*V).startsWith(NameAndEquals))
      continue;
    const char *Value = *V + NameAndEquals.Size;
    for (; Remove && *V; ++V)
      V[0] = V[1];
    return Value;
  }
  return nullptr;
}

/// Returns whether the program has rights that its caller does not have:
/// setuid, setgid or file capabilities. (The memory after the environment is no
/// sign of that: for such a program, the loader removes variables, and what
/// follows stays.)
bool hasMoreRights() { return getauxval(AT_SECURE) != 0; }

/// Forbids recording and removes the variables: what the caller requests must
/// not be done with rights that the caller does not have. The same holds for
/// programs that this one starts.
void forbidRecording(process::Process &P, char **Environment) {
  readVariable(Environment, process::Options::variableName(), true);
  readVariable(Environment, MEMFACET_REGION_VARIABLE "=", true);
  P.IsForbidden = true;
}

void attachIfRequested(process::Process &P, char **Environment) {
  const char *Value =
      readVariable(Environment, MEMFACET_REGION_VARIABLE "=", true);
  if (!Value || !P.Settings.isSet(process::Option::record) ||
      P.Settings.isSet(process::Option::discard))
    return;
  Text Digits(Value);
  uint64_t Fd = takeNumber(Digits);
  // A region with an owner belongs to the program that this one replaced.
  if (!region::attachRegion(P, int(Fd)) &&
      P.Settings.isSet(process::Option::verbose))
    Diagnostic() << "descriptor " << Text(Value)
                 << " is no free region; recording on our own";
}

/// Finds the stack of \p T, which may not be the main thread's.
void findStack(process::Process &P, record::ThreadState &T, char **Arguments) {
  AddressRange Stack = mainStack(reinterpret_cast<uint64_t>(Arguments));
  P.StackRoom = process::mapStackRoom(Stack);
  P.StackLow = P.StackRoom.Low ? P.StackRoom.Low : Stack.Low;
  P.StackHigh = Stack.High;
  AddressRange OwnStack = {P.StackLow, P.StackHigh};
  if (sys::threadId() != sys::processId())
    OwnStack =
        mappingOf(reinterpret_cast<uint64_t>(__builtin_frame_address(0)));
  T.StackLow = OwnStack.Low;
  T.StackHigh = OwnStack.High;
}

void begin(char **Arguments, char **Environment) {
  process::Process &P = process::process();
  record::ThreadState &T = record::thread();
  record::BusyGuard Busy(T);
  P.Environment = Environment;
  noteDescriptor(Diagnostic::Descriptor);
  if (hasMoreRights())
    forbidRecording(P, Environment);
  P.Settings.parse(
      readVariable(Environment, process::Options::variableName(), false));
  if (P.Settings.isSet(process::Option::help))
    P.Settings.printHelp();
  record::RecordUpcalls.StartProcess = ensureStarted;
  select::prepareSelection(
      &__memfacet_can_select && P.Settings.isSet(process::Option::select) &&
      P.Settings.isSet(process::Option::record) && !P.IsForbidden);
  findStack(P, T, Arguments);
  // A program that reads all variables would read 64 KiB more.
  readVariable(Environment, MEMFACET_PADDING_VARIABLE "=", true);
  installForkHandlers();
  installThreadExit();
  installExit();
  attachIfRequested(P, Environment);
  P.Armed.store(true);
  {
    SignalBlock Block;
    ensureStarted(T);
  }
  announceThread(T);
  if (process::recording())
    rescanObjects(T);
}

/// The arguments on the stack, where the kernel has put them; null: begin() was
/// called.
constinit std::atomic<char **> PreloadedArguments{nullptr};

#ifdef MEMFACET_PRELOADED
/// Gives back LD_PRELOAD as it was before `memfacet record` changed it, so that
/// programs that this one starts are not touched.
void restorePreload(char **Environment) {
  const char *Original =
      readVariable(Environment, MEMFACET_PRELOAD_VARIABLE "=", true);
  if (!Original)
    return;
  constexpr Text Name("LD_PRELOAD=");
  if (*Original == 0) {
    readVariable(Environment, Name, true);
    return;
  }
  for (char **V = Environment; V && *V; ++V)
    if (Text(*V).startsWith(Name))
      *V = const_cast<char *>(Original);
}

__attribute__((constructor)) void preload(int, char **Arguments,
                                          char **Environment) {
  restorePreload(Environment);
  PreloadedArguments.store(Arguments);
}
#else
void preinit(int, char **Arguments, char **Environment) {
  begin(Arguments, Environment);
}
using InitFunction = void (*)(int, char **, char **);
__attribute__((section(".preinit_array"), used,
               retain)) constinit const InitFunction PreinitEntry = preinit;
#endif

} // namespace

void beginPreloaded() {
  if (char **Arguments = PreloadedArguments.exchange(nullptr))
    begin(Arguments, environ);
}

} // namespace memfacet::lifecycle
