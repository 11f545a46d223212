//===- SignalForwarder.h - signals of the one who records -----------------===//

#ifndef MEMFACET_RECORD_SIGNALFORWARDER_H
#define MEMFACET_RECORD_SIGNALFORWARDER_H

#include <csignal>
#include <sys/types.h>
#include <thread>

namespace memfacet {

/// The program decides what a signal means, not its recorder: those from the
/// terminal reach the program by themselves, those to us are passed on.
/// Threads made later inherit that these signals are blocked.
class SignalForwarder {
public:
  SignalForwarder();
  ~SignalForwarder();
  SignalForwarder(const SignalForwarder &) = delete;
  SignalForwarder &operator=(const SignalForwarder &) = delete;

  /// The mask from before: the program's.
  const sigset_t &programMask() const { return Before; }
  /// From now on \p To gets SIGTERM and SIGHUP.
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
