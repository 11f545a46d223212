//===- ChildProgram.cpp - start a program and hold it at a gate -----------===//

#include "tools/record/ChildProgram.h"
#include "tools/record/Environment.h"
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sys/personality.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace memfacet {

namespace {

/// Everything that the child needs. It is made before the fork: in the child,
/// locks of the allocator may be held by threads that do not exist.
struct Prepared {
  std::vector<char *> Command, Environment;
  int Gate, News, InheritedFd;
  bool RandomAddresses;
  sigset_t SignalMask;
};

std::vector<char *> pointers(const std::vector<std::string> &Texts) {
  std::vector<char *> Result;
  for (const std::string &Text : Texts)
    Result.push_back(const_cast<char *>(Text.c_str()));
  Result.push_back(nullptr);
  return Result;
}

bool readAll(int Fd, void *To, size_t Bytes) {
  ssize_t Got;
  do
    Got = ::read(Fd, To, Bytes);
  while (Got < 0 && errno == EINTR);
  return Got == ssize_t(Bytes);
}

void tell(int Fd, int Error) {
  // The parent may have ended.
  [[maybe_unused]] ssize_t Ignored = write(Fd, &Error, sizeof(Error));
}

bool fixAddresses() {
  int Now = personality(0xffffffff);
  return Now != -1 && personality(unsigned(Now) | ADDR_NO_RANDOMIZE) != -1;
}

[[noreturn]] void becomeProgram(const Prepared &P) {
  tell(P.News, P.RandomAddresses || fixAddresses() ? 0 : EPERM);
  char Go;
  if (!readAll(P.Gate, &Go, 1))
    _exit(127);
  if (P.InheritedFd >= 0)
    fcntl(P.InheritedFd, F_SETFD, 0);
  sigprocmask(SIG_SETMASK, &P.SignalMask, nullptr);
  execvpe(P.Command[0], P.Command.data(), P.Environment.data());
  tell(P.News, errno);
  _exit(127);
}

} // namespace

Expected<ChildProgram> ChildProgram::fork(const LaunchOptions &Options) {
  std::array<int, 2> Gate, Events;
  if (pipe2(Gate.data(), O_CLOEXEC) != 0)
    return makeError("cannot make a pipe: {}", std::strerror(errno));
  if (pipe2(Events.data(), O_CLOEXEC) != 0) {
    close(Gate[0]);
    close(Gate[1]);
    return makeError("cannot make a pipe: {}", std::strerror(errno));
  }
  std::vector<std::string> Environment =
      programEnvironment(Options.Command, Options.Variables, environ);
  Prepared P = {pointers(Options.Command),
                pointers(Environment),
                Gate[0],
                Events[1],
                Options.InheritedFd,
                Options.RandomAddresses,
                Options.SignalMask};
  pid_t Id = ::fork();
  if (Id == 0) {
    close(Gate[1]);
    becomeProgram(P);
  }
  int Why = errno;
  close(Gate[0]);
  close(Events[1]);
  if (Id < 0) {
    close(Gate[1]);
    close(Events[0]);
    return makeError("cannot start a process: {}", std::strerror(Why));
  }
  ChildProgram Program(Id, Gate[1], Events[0]);
  int Refused = 0;
  if (!readAll(Events[0], &Refused, sizeof(Refused)))
    return makeError("the new process died before it began");
  Program.Randomised = Options.RandomAddresses || Refused != 0;
  return Program;
}

ChildProgram::ChildProgram(ChildProgram &&Other) noexcept
    : Id(std::exchange(Other.Id, -1)), Gate(std::exchange(Other.Gate, -1)),
      News(std::exchange(Other.News, -1)), Randomised(Other.Randomised) {}

ChildProgram::~ChildProgram() {
  if (News >= 0)
    close(News);
  if (Gate < 0)
    return;
  close(Gate);
  wait();
}

int ChildProgram::release() {
  char Go = 1;
  int Error = write(Gate, &Go, 1) == 1 ? 0 : errno;
  close(std::exchange(Gate, -1));
  // A successful exec closes the pipe without a byte.
  int FromExec = 0;
  if (readAll(News, &FromExec, sizeof(FromExec)))
    Error = FromExec;
  if (Error != 0)
    wait();
  return Error;
}

int ChildProgram::wait() {
  int Status = 0;
  while (waitpid(Id, &Status, 0) < 0)
    if (errno != EINTR)
      return 127;
  return WIFSIGNALED(Status) ? 128 + WTERMSIG(Status) : WEXITSTATUS(Status);
}

} // namespace memfacet
