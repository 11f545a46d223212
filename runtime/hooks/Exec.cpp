//===- Exec.cpp - interposed exec functions -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Records are in shared memory and outlive the program. Counters do not, as the
// collector reads them only once the process is dead: their counts are reported
// before. The program that is executed inherits the limit of the address space
// that this one has set.
//
//===----------------------------------------------------------------------===//

#include "runtime/hooks/Next.h"
#include "runtime/lifecycle/Exit.h"
#include "runtime/support/AddressLimit.h"
#include <cstdarg>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

namespace memfacet::hooks {

namespace {

using Strings = char *const[];

struct NextExecs {
  NextFunction<int(const char *, Strings, Strings)> File{"execve"};
  NextFunction<int(const char *, Strings, Strings)> Searched{"execvpe"};
  NextFunction<int(int, Strings, Strings)> Open{"fexecve"};
  NextFunction<int(int, const char *, Strings, Strings, int)> InFolder{
      "execveat"};
};
constinit NextExecs Next;

/// Looks up the functions at the start: in a forked child, the loader's lock
/// may be held.
void findExecs() {
  Next.File.get();
  Next.Searched.get();
  Next.Open.get();
  Next.InFolder.get();
}
MEMFACET_AT_START(findExecs);

/// Returns whether the system may be able to execute \p Path in \p Folder. A
/// failure that is known before costs the program no limit. Kernels before 5.8
/// do not tell.
bool mayRun(int Folder, const char *Path) {
  constexpr long Access = 439; // faccessat2
  long Result = sys::call(Access, Folder, sys::word(Path), X_OK, AT_EACCESS);
  return !sys::failed(Result) || Result == -ENOSYS;
}

/// Does what is to be done before \p Call, which executes a program.
int execute(bool WillRun, FunctionRef<int> Call) {
  lifecycle::reportLastCounts();
  InheritedLimit Limit(WillRun);
  return Call();
}

/// Arguments that a function passes on by reference. A va_list by value is
/// shared with the function on x86-64 and copied on aarch64.
struct ArgumentList {
  va_list List;
};

/// Returns the number of arguments before the null pointer, the first included.
size_t countArguments(ArgumentList &Arguments) {
  va_list Rest;
  va_copy(Rest, Arguments.List);
  size_t Count = 1;
  while (va_arg(Rest, char *))
    ++Count;
  va_end(Rest);
  return Count;
}

/// Writes the arguments and a null pointer, and removes them from \p Source.
void copyArguments(char **Output, const char *First, ArgumentList &Source) {
  *Output++ = const_cast<char *>(First);
  while ((*Output++ = va_arg(Source.List, char *)))
    ;
}

} // namespace
} // namespace memfacet::hooks

using namespace memfacet;
using namespace memfacet::hooks;

MEMFACET_HOOK int execve(const char *Path, char *const *Arguments,
                         char *const *Environment) {
  return execute(mayRun(AT_FDCWD, Path),
                 [&] { return Next.File(Path, Arguments, Environment); });
}
MEMFACET_HOOK int execvpe(const char *File, char *const *Arguments,
                          char *const *Environment) {
  bool IsPath = Text(File).find('/') != Text(File).Size;
  return execute(!IsPath || mayRun(AT_FDCWD, File),
                 [&] { return Next.Searched(File, Arguments, Environment); });
}
MEMFACET_HOOK int execv(const char *Path, char *const *Arguments) {
  return execve(Path, Arguments, environ);
}
MEMFACET_HOOK int execvp(const char *File, char *const *Arguments) {
  return execvpe(File, Arguments, environ);
}
MEMFACET_HOOK int fexecve(int File, char *const *Arguments,
                          char *const *Environment) {
  return execute(true, [&] { return Next.Open(File, Arguments, Environment); });
}
MEMFACET_HOOK int execveat(int Folder, const char *Path, char *const *Arguments,
                           char *const *Environment, int Flags) {
  bool IsFile = sys::isReadable(Path) && !*Path; // the descriptor's
  return execute(IsFile || mayRun(Folder, Path), [&] {
    return Next.InFolder(Folder, Path, Arguments, Environment, Flags);
  });
}

// glibc's versions of these functions do not call the interposed execve.
MEMFACET_HOOK int execl(const char *Path, const char *First, ...) {
  ArgumentList Source;
  va_start(Source.List, First);
  auto **Arguments = static_cast<char **>(
      __builtin_alloca((countArguments(Source) + 1) * sizeof(char *)));
  copyArguments(Arguments, First, Source);
  va_end(Source.List);
  return execve(Path, Arguments, environ);
}
MEMFACET_HOOK int execlp(const char *File, const char *First, ...) {
  ArgumentList Source;
  va_start(Source.List, First);
  auto **Arguments = static_cast<char **>(
      __builtin_alloca((countArguments(Source) + 1) * sizeof(char *)));
  copyArguments(Arguments, First, Source);
  va_end(Source.List);
  return execvpe(File, Arguments, environ);
}
MEMFACET_HOOK int execle(const char *Path, const char *First, ...) {
  ArgumentList Source;
  va_start(Source.List, First);
  auto **Arguments = static_cast<char **>(
      __builtin_alloca((countArguments(Source) + 1) * sizeof(char *)));
  copyArguments(Arguments, First, Source);
  char *const *Environment = va_arg(Source.List, char *const *);
  va_end(Source.List);
  return execve(Path, Arguments, Environment);
}
