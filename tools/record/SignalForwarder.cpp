//===- SignalForwarder.cpp - forward signals to the program ---------------===//

#include "tools/record/SignalForwarder.h"
#include <array>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

namespace memfacet {

SignalForwarder::SignalForwarder() {
  sigset_t Blocked, Forwarded;
  sigemptyset(&Forwarded);
  for (int Signal : {SIGTERM, SIGHUP})
    sigaddset(&Forwarded, Signal);
  Blocked = Forwarded;
  for (int Signal : {SIGINT, SIGQUIT, SIGPIPE})
    sigaddset(&Blocked, Signal);
  pthread_sigmask(SIG_BLOCK, &Blocked, &Before);
  Signals = signalfd(-1, &Forwarded, SFD_CLOEXEC);
  Stop = eventfd(0, EFD_CLOEXEC);
}

SignalForwarder::~SignalForwarder() {
  if (Worker.joinable()) {
    eventfd_write(Stop, 1);
    Worker.join();
  }
  close(Signals);
  close(Stop);
  // Pending signals were sent to the program; they must not end this process.
  timespec Now = {};
  for (int Signal : {SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGPIPE}) {
    sigset_t One;
    sigemptyset(&One);
    sigaddset(&One, Signal);
    while (sigtimedwait(&One, nullptr, &Now) > 0)
      ;
  }
  pthread_sigmask(SIG_SETMASK, &Before, nullptr);
}

void SignalForwarder::start(pid_t To) {
  Worker = std::thread([this, To] { forward(To); });
}

void SignalForwarder::forward(pid_t To) const {
  std::array<pollfd, 2> Sources = {{{Signals, POLLIN, 0}, {Stop, POLLIN, 0}}};
  while (poll(Sources.data(), Sources.size(), -1) >= 0 || errno == EINTR) {
    if (Sources[1].revents)
      return;
    signalfd_siginfo Info;
    if (Sources[0].revents &&
        read(Signals, &Info, sizeof(Info)) == ssize_t(sizeof(Info)))
      kill(To, int(Info.ssi_signo));
  }
}

} // namespace memfacet
