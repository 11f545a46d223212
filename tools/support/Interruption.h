//===- Interruption.h - Ctrl-C shows what is known ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_SUPPORT_INTERRUPTION_H
#define MEMFACET_SUPPORT_INTERRUPTION_H

#include <atomic>
#include <csignal>

namespace memfacet {

/// While an object exists, the first SIGINT sets a flag instead of ending the
/// process; the second one ends it. One object at a time.
class Interruption {
public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption &) = delete;
  Interruption &operator=(const Interruption &) = delete;

  /// The exit code of a process that shows what it knows after a SIGINT.
  static constexpr int ExitInterrupted = 128 + SIGINT;
  static const std::atomic<bool> &flag();
  static bool came() { return flag(); }

private:
  struct sigaction Previous = {};
};

} // namespace memfacet

#endif
