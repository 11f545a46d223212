//===- ProcessState.cpp - what a process inherits ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/support/ProcessState.h"
#include "tools/support/Say.h"
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <new>
#include <string_view>
#include <sys/resource.h>
#include <unistd.h>

namespace memfacet {

namespace {

struct InheritedState {
  bool Closed[STDERR_FILENO + 1];
  struct sigaction FileSize;
};
constinit InheritedState Inherited{};

/// Returns whether this process has opened \p Fd to write: drafts are closed
/// where another program is executed. A file of the caller's is none.
bool isOwnOutput(int Fd) {
  int Flags = fcntl(Fd, F_GETFD), Mode = fcntl(Fd, F_GETFL);
  return Flags >= 0 && (Flags & FD_CLOEXEC) && Mode >= 0 &&
         (Mode & O_ACCMODE) != O_RDONLY;
}

/// Removes the drafts of profiles and traces that are open: NAME.part.
void removeDrafts() {
  constexpr int MostFiles = 256;
  for (int Fd = STDERR_FILENO + 1; Fd != MostFiles; ++Fd) {
    if (!isOwnOutput(Fd))
      continue;
    char Link[32], Path[4096];
    std::snprintf(Link, sizeof(Link), "/proc/self/fd/%d", Fd);
    ssize_t Size = readlink(Link, Path, sizeof(Path) - 1);
    if (Size <= 0)
      continue;
    Path[Size] = 0;
    if (std::string_view(Path).ends_with(".part"))
      unlink(Path);
  }
}

/// Prints why there is no memory, and ends the process. An exception would
/// leave stages of the analysis that others wait for. Allocates nothing.
[[noreturn]] void endForMemory() {
  removeDrafts();
  rlimit Limit = {RLIM_INFINITY, RLIM_INFINITY};
  getrlimit(RLIMIT_AS, &Limit);
  char Line[256];
  int Size =
      Limit.rlim_cur == RLIM_INFINITY
          ? std::snprintf(Line, sizeof(Line),
                          "memfacet: not enough memory; end other programs, or "
                          "use a machine with more\n")
          : std::snprintf(Line, sizeof(Line),
                          "memfacet: not enough address space (limit %llu "
                          "KiB); type: ulimit -v unlimited, or use a shell "
                          "without this limit\n",
                          static_cast<unsigned long long>(Limit.rlim_cur) >>
                              10);
  [[maybe_unused]] ssize_t Written = write(STDERR_FILENO, Line, size_t(Size));
  _exit(ExitFailure);
}

} // namespace

void prepareProcess() {
  std::set_new_handler(endForMemory);
  for (int Fd = 0; Fd <= STDERR_FILENO; ++Fd)
    Inherited.Closed[Fd] = fcntl(Fd, F_GETFD) < 0 && errno == EBADF;
  // open() takes the lowest free number each time.
  for (bool Closed : Inherited.Closed)
    if (Closed && open("/dev/null", O_RDWR) < 0)
      break;
  struct sigaction Ignore = {};
  Ignore.sa_handler = SIG_IGN;
  sigaction(SIGXFSZ, &Ignore, &Inherited.FileSize);
}

void undoPrepareProcess() {
  for (int Fd = 0; Fd <= STDERR_FILENO; ++Fd)
    if (Inherited.Closed[Fd])
      close(Fd);
  sigaction(SIGXFSZ, &Inherited.FileSize, nullptr);
}

} // namespace memfacet
