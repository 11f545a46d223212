//===- SignalForwarder.h - forward signals to the program -----------------===//

#ifndef MEMFACET_RECORD_SIGNALFORWARDER_H
#define MEMFACET_RECORD_SIGNALFORWARDER_H

#include <csignal>
#include <sys/types.h>
#include <thread>

namespace memfacet {

/// The recorded program handles signals, not `memfacet`: signals of the
/// terminal reach the program anyway, those sent to `memfacet` are forwarded.
/// Threads created later inherit that these signals are blocked.
class SignalForwarder {
public:
  SignalForwarder();
  ~SignalForwarder();
  SignalForwarder(const SignalForwarder &) = delete;
  SignalForwarder &operator=(const SignalForwarder &) = delete;

  /// The signal mask before the constructor, for the program.
  const sigset_t &programMask() const { return Before; }
  /// From now on, forwards SIGTERM and SIGHUP to \p To.
  void start(pid_t To);

private:
  void forward(pid_t To) const;

  sigset_t Before;
  int Signals = -1; ///< signalfd
  int Stop = -1;    ///< eventfd
  std::thread Worker;
};

} // namespace memfacet

#endif
