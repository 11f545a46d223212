//===- ProcessWatch.cpp - whether a process still runs --------------------===//

#include "analysis/stream/ProcessWatch.h"
#include <cerrno>
#include <csignal>
#include <fmt/format.h>
#include <fstream>
#include <poll.h>
#include <string>
#include <sys/syscall.h>
#include <unistd.h>

namespace memfacet {

/// kill() finds zombies too.
static bool isZombie(uint32_t Process) {
  std::ifstream File(fmt::format("/proc/{}/stat", Process));
  std::string Line;
  if (!std::getline(File, Line))
    return false;
  // "pid (name) state ...": the name may hold anything.
  size_t End = Line.rfind(')');
  return End != std::string::npos && End + 2 < Line.size() &&
         (Line[End + 2] == 'Z' || Line[End + 2] == 'X');
}

ProcessWatch::~ProcessWatch() {
  if (Fd >= 0)
    close(Fd);
}

void ProcessWatch::follow(uint32_t Id) {
  if (Fd >= 0)
    close(Fd);
  Process = Id;
  Fd = int(syscall(SYS_pidfd_open, pid_t(Id), 0));
  Gone = Fd < 0 && errno == ESRCH;
}

bool ProcessWatch::ended() const {
  if (Process == 0)
    return false;
  if (Gone)
    return true;
  if (Fd >= 0) {
    pollfd Poll = {Fd, POLLIN, 0};
    return poll(&Poll, 1, 0) == 1;
  }
  return (kill(pid_t(Process), 0) != 0 && errno == ESRCH) || isZombie(Process);
}

bool threadEnded(uint32_t Process, uint32_t Thread) {
  return syscall(SYS_tgkill, pid_t(Process), pid_t(Thread), 0) != 0 &&
         errno == ESRCH;
}

} // namespace memfacet
