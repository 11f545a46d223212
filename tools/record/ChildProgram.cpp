//===- ChildProgram.cpp - start a program, forward signals to it ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/record/ChildProgram.h"
#include "memfacet/Check.h"
#include "memfacet/Options.h"
#include "tools/support/ProcessState.h"
#include "tools/support/Say.h"
#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <string_view>
#include <sys/eventfd.h>
#include <sys/personality.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace memfacet::record {

namespace {

constexpr const char *PaddingVariable = MEMFACET_PADDING_VARIABLE "=";

bool sameName(std::string_view A, std::string_view B) {
  return A.substr(0, A.find('=')) == B.substr(0, B.find('='));
}

size_t lengthOf(const std::vector<std::string> &Texts) {
  size_t Length = 0;
  for (const std::string &Text : Texts)
    Length += Text.size() + 1;
  return Length;
}

/// Returns the bytes that the kernel puts on the stack: the texts, a pointer to
/// each, and the path again. The kernel aligns the stack to two pointers.
size_t stackBytes(const std::vector<std::string> &Command,
                  const std::vector<std::string> &Environment) {
  MEMFACET_CHECK(!Command.empty(), "the first word is the program");
  size_t Pointers = Command.size() + Environment.size();
  return lengthOf(Command) + lengthOf(Environment) +
         (Pointers + Pointers % 2) * sizeof(char *) + Command[0].size() + 1;
}

} // namespace

std::vector<std::string>
programEnvironment(const std::vector<std::string> &Command,
                   std::vector<std::string> Variables, char **Inherited) {
  constexpr size_t Multiple = 64 * 1024;
  Variables.emplace_back(PaddingVariable);
  std::vector<std::string> Result;
  for (; *Inherited; ++Inherited)
    if (std::none_of(Variables.begin(), Variables.end(),
                     [&](const auto &V) { return sameName(*Inherited, V); }))
      Result.emplace_back(*Inherited);
  Result.insert(Result.end(), Variables.begin(), Variables.end());
  size_t Length = stackBytes(Command, Result);
  Result.back().append((Multiple - Length % Multiple) % Multiple, '.');
  return Result;
}

namespace {

/// Everything that the child needs. It is made before the fork: in the child,
/// threads that do not exist may hold locks of the allocator.
struct Prepared {
  std::vector<char *> Command, Environment;
  int Gate, ErrorPipe, InheritedFd;
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

bool readAll(int Fd, void *Buffer, size_t Bytes) {
  ssize_t Count;
  do
    Count = ::read(Fd, Buffer, Bytes);
  while (Count < 0 && errno == EINTR);
  return Count == ssize_t(Bytes);
}

void sendError(int Fd, int Error) {
  // The parent may have ended.
  [[maybe_unused]] ssize_t Ignored = write(Fd, &Error, sizeof(Error));
}

bool fixAddresses() {
  int Current = personality(0xffffffff);
  return Current != -1 &&
         personality(unsigned(Current) | ADDR_NO_RANDOMIZE) != -1;
}

[[noreturn]] void becomeProgram(const Prepared &P) {
  sendError(P.ErrorPipe, P.RandomAddresses || fixAddresses() ? 0 : EPERM);
  char Go;
  if (!readAll(P.Gate, &Go, 1))
    _exit(127);
  if (P.InheritedFd >= 0)
    fcntl(P.InheritedFd, F_SETFD, 0);
  undoPrepareProcess();
  sigprocmask(SIG_SETMASK, &P.SignalMask, nullptr);
  execvpe(P.Command[0], P.Command.data(), P.Environment.data());
  sendError(P.ErrorPipe, errno);
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
  int ForkError = errno;
  close(Gate[0]);
  close(Events[1]);
  if (Id < 0) {
    close(Gate[1]);
    close(Events[0]);
    return makeError("cannot start a process: {}", std::strerror(ForkError));
  }
  ChildProgram Program(Id, Gate[1], Events[0]);
  int Refused = 0;
  // If the child was killed meanwhile, release() reports it.
  readAll(Events[0], &Refused, sizeof(Refused));
  Program.Randomised = Options.RandomAddresses || Refused != 0;
  return Program;
}

ChildProgram::ChildProgram(ChildProgram &&Other) noexcept
    : Id(std::exchange(Other.Id, -1)), Gate(std::exchange(Other.Gate, -1)),
      ErrorPipe(std::exchange(Other.ErrorPipe, -1)),
      Randomised(Other.Randomised), Killed(Other.Killed) {}

ChildProgram::~ChildProgram() {
  if (ErrorPipe >= 0)
    close(ErrorPipe);
  if (Gate < 0)
    return;
  close(Gate);
  wait();
}

int ChildProgram::release() {
  MEMFACET_CHECK(Gate >= 0, "a program is released once");
  char Go = 1;
  int Error = write(Gate, &Go, 1) == 1 ? 0 : errno;
  close(std::exchange(Gate, -1));
  // A successful exec closes the pipe without a byte.
  int FromExec = 0;
  if (readAll(ErrorPipe, &FromExec, sizeof(FromExec)))
    Error = FromExec;
  if (Error != 0)
    Killed = wait();
  if (Killed <= 128) // the child exited by itself and sent the reason
    Killed = 0;
  return Error;
}

int ChildProgram::wait() {
  MEMFACET_CHECK(Id > 0, "waiting for any child would take those of others");
  int Status = 0;
  while (waitpid(Id, &Status, 0) < 0)
    if (errno != EINTR)
      return 127;
  return WIFSIGNALED(Status) ? 128 + WTERMSIG(Status) : WEXITSTATUS(Status);
}

SignalForwarder::SignalForwarder() {
  sigset_t Blocked, Handled;
  sigemptyset(&Handled);
  for (int Signal : {SIGTERM, SIGHUP, SIGINT})
    sigaddset(&Handled, Signal);
  Blocked = Handled;
  for (int Signal : {SIGQUIT, SIGPIPE})
    sigaddset(&Blocked, Signal);
  pthread_sigmask(SIG_BLOCK, &Blocked, &OldMask);
  Signals = signalfd(-1, &Handled, SFD_CLOEXEC);
  Stop = eventfd(0, EFD_CLOEXEC);
}

SignalForwarder::~SignalForwarder() {
  if (Worker.joinable()) {
    eventfd_write(Stop, 1);
    Worker.join();
  }
  close(Signals);
  close(Stop);
  // Pending signals were for the program; they must not end this process.
  timespec NoWait = {};
  for (int Signal : {SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGPIPE}) {
    sigset_t Single;
    sigemptyset(&Single);
    sigaddset(&Single, Signal);
    while (sigtimedwait(&Single, nullptr, &NoWait) > 0)
      ;
  }
  pthread_sigmask(SIG_SETMASK, &OldMask, nullptr);
}

void SignalForwarder::start(pid_t Program, std::vector<std::string> Files) {
  MEMFACET_CHECK(!Worker.joinable(), "signals go to one program");
  FilesToRemove = std::move(Files);
  Worker = std::thread([this, Program] { forward(Program); });
}

bool hasEnded(pid_t Program) {
  siginfo_t Info = {};
  return waitid(P_PID, id_t(Program), &Info, WEXITED | WNOHANG | WNOWAIT) !=
             0 ||
         Info.si_pid != 0;
}

/// Handles SIGINT. While the program runs, the program decides what it means:
/// a terminal has sent it the signal as well, another process has not.
void SignalForwarder::interrupted(pid_t Program, bool IsFromTerminal) {
  ++Interrupts;
  if (!hasEnded(Program)) {
    if (!IsFromTerminal)
      kill(Program, SIGINT);
    return;
  }
  if (Interrupts == 1) {
    say("the program has ended, its profile is being finished; to end without "
        "it, press Ctrl-C again");
    return;
  }
  say("ended without a profile");
  for (const std::string &File : FilesToRemove)
    unlink(File.c_str());
  _exit(128 + SIGINT);
}

void SignalForwarder::forward(pid_t Program) {
  std::array<pollfd, 2> Sources = {{{Signals, POLLIN, 0}, {Stop, POLLIN, 0}}};
  while (poll(Sources.data(), Sources.size(), -1) >= 0 || errno == EINTR) {
    if (Sources[1].revents)
      return;
    signalfd_siginfo Info;
    if (Sources[0].revents &&
        read(Signals, &Info, sizeof(Info)) == ssize_t(sizeof(Info))) {
      if (Info.ssi_signo == SIGINT)
        interrupted(Program, Info.ssi_code == SI_KERNEL);
      else
        kill(Program, int(Info.ssi_signo));
    }
  }
}

} // namespace memfacet::record
