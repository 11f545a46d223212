//===- ProcessState.cpp - what a process inherits ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/support/ProcessState.h"
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <unistd.h>

namespace memfacet {

namespace {

struct InheritedState {
  bool Closed[STDERR_FILENO + 1];
  struct sigaction FileSize;
};
constinit InheritedState Inherited{};

} // namespace

void prepareProcess() {
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
