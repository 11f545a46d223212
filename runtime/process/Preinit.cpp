//===- Preinit.cpp - the first code of the program ------------------------===//
//
// .preinit_array runs before every constructor, of libraries too. libc's own
// constructor has not run: its `environ` is not set, but its functions work.
//
//===----------------------------------------------------------------------===//

#include "runtime/process/Exit.h"
#include "runtime/process/Fork.h"
#include "runtime/process/Objects.h"
#include "runtime/process/StackRoom.h"
#include "runtime/process/Start.h"
#include "runtime/process/ThreadExit.h"
#include "runtime/region/SharedRegion.h"
#include "runtime/select/Select.h"
#include <sys/auxv.h>

// The object with the program's code defines it.
extern "C" __attribute__((weak, visibility("hidden")))
const char __memfacet_can_select;

namespace memfacet {

namespace {

/// The variable's value, and takes it out of the environment if \p Remove, so
/// that children do not see it.
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

/// Whether the program has rights that its caller does not have: setuid, setgid
/// or file capabilities. (Behind the environment is no place to look: for such
/// a program, the loader takes variables out, and what follows stays.)
bool hasMoreRights() { return getauxval(AT_SECURE) != 0; }

/// What the caller wants is not done with rights that are not his. Nor is it in
/// programs that this one starts.
void obeyNobody(Process &P, char **Environment) {
  readVariable(Environment, Options::variableName(), true);
  readVariable(Environment, MEMFACET_REGION_VARIABLE "=", true);
  P.Forbidden = true;
}

void attachIfTold(Process &P, char **Environment) {
  const char *Value =
      readVariable(Environment, MEMFACET_REGION_VARIABLE "=", true);
  if (!Value || !P.Settings.isSet(Option::record) ||
      P.Settings.isSet(Option::discard))
    return;
  Text Digits(Value);
  uint64_t Fd = takeNumber(Digits);
  // A region that is taken belongs to the program that this one replaced.
  if (!attachRegion(P, int(Fd)) && P.Settings.isSet(Option::verbose))
    Diagnostic() << "descriptor " << Text(Value)
                 << " is no free region; recording on our own";
}

void preinit(int, char **Arguments, char **Environment) {
  Process &P = process();
  ThreadState &T = thread();
  BusyGuard Busy(T);
  P.Environment = Environment;
  keepFromFiles(Diagnostic::Descriptor);
  if (hasMoreRights())
    obeyNobody(P, Environment);
  P.Settings.parse(readVariable(Environment, Options::variableName(), false));
  if (P.Settings.isSet(Option::help))
    P.Settings.printHelp();
  prepareSelection(&__memfacet_can_select && P.Settings.isSet(Option::select) &&
                   P.Settings.isSet(Option::record) && !P.Forbidden);
  AddressRange Stack = mainStack(reinterpret_cast<uint64_t>(Arguments));
  P.StackRoom = mapStackRoom(Stack);
  P.StackLow = T.StackLow = P.StackRoom.Low ? P.StackRoom.Low : Stack.Low;
  P.StackHigh = T.StackHigh = Stack.High;
  installForkHandlers();
  installThreadExit();
  installExit();
  attachIfTold(P, Environment);
  P.Armed.store(true);
  {
    SignalBlock Block;
    ensureStarted(T);
  }
  announceThread(T);
  if (recording())
    rescanObjects(T);
}

using InitFunction = void (*)(int, char **, char **);
__attribute__((section(".preinit_array"), used,
               retain)) constinit const InitFunction PreinitEntry = preinit;

} // namespace

} // namespace memfacet
