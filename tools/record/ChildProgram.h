//===- ChildProgram.h - start a program, forward signals to it ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RECORD_CHILDPROGRAM_H
#define MEMFACET_RECORD_CHILDPROGRAM_H

#include "analysis/support/Error.h"
#include <csignal>
#include <string>
#include <sys/types.h>
#include <thread>
#include <vector>

namespace memfacet::record {

/// How a program is started.
struct LaunchOptions {
  std::vector<std::string> Command;
  /// "NAME=value"; replace variables of the environment.
  std::vector<std::string> Variables;
  int InheritedFd = -1; ///< stays open in the program
  bool RandomAddresses = false;
  sigset_t SignalMask = {}; ///< of the program at its start
};

/// The process of a program. It exists after fork(), but the program begins
/// only with release(), so that the caller can prepare in between.
class ChildProgram {
public:
  static Expected<ChildProgram> fork(const LaunchOptions &Options);
  ChildProgram(ChildProgram &&Other) noexcept;
  ChildProgram &operator=(ChildProgram &&) = delete;
  /// Ends a process that was not released.
  ~ChildProgram();

  pid_t id() const { return Id; }

  /// Returns whether addresses are random: by option, or because the system
  /// refused to switch randomisation off.
  bool addressesRandomised() const { return Randomised; }
  /// Starts the program. Returns 0, or errno if it could not be started.
  int release();
  /// Returns the exit code if release() failed because a signal had killed the
  /// process; else 0.
  int killed() const { return Killed; }
  /// Waits for the end of the program. Returns its exit code, or 128 plus the
  /// number of the signal that killed it.
  int wait();

private:
  ChildProgram(pid_t Id, int Gate, int ErrorPipe)
      : Id(Id), Gate(Gate), ErrorPipe(ErrorPipe) {}

  pid_t Id;
  int Gate;      ///< pipe: a byte releases the child, end of file ends it
  int ErrorPipe; ///< pipe: errno of each step in the child; exec closes it
  bool Randomised = false;
  int Killed = 0;
};

/// Returns whether \p Program, a child, has ended, also if it was waited for.
bool hasEnded(pid_t Program);

/// Returns \p Inherited (null-terminated) with \p Variables ("NAME=value") in
/// place of those of the same name, and a variable for padding. The kernel puts
/// arguments and environment on top of the stack, so their length and number
/// move every stack address: the name of a folder could change cache sets.
/// Padding makes their size a multiple of 64 KiB, nearly always the same one.
std::vector<std::string>
programEnvironment(const std::vector<std::string> &Command,
                   std::vector<std::string> Variables, char **Inherited);

/// Forwards SIGTERM and SIGHUP, which `memfacet` receives, to the recorded
/// program, which decides what they mean, and a SIGINT of another process.
/// Signals of the terminal reach the program anyway. After the program has
/// ended, the second SIGINT in all ends `memfacet`: the first one may have
/// ended the program, and the user wants the profile. These signals are also
/// blocked in threads that are created later.
class SignalForwarder {
public:
  SignalForwarder();
  ~SignalForwarder();
  SignalForwarder(const SignalForwarder &) = delete;
  SignalForwarder &operator=(const SignalForwarder &) = delete;

  /// Returns the signal mask from before the constructor, for the program.
  const sigset_t &programMask() const { return OldMask; }
  /// Forwards, from now on, SIGTERM and SIGHUP to \p Program. \p Files are
  /// removed if SIGINT ends this process.
  void start(pid_t Program, std::vector<std::string> Files);

private:
  void forward(pid_t Program);
  void interrupted(pid_t Program, bool IsFromTerminal);

  sigset_t OldMask;
  int Signals = -1; ///< signalfd
  int Stop = -1;    ///< eventfd
  int Interrupts = 0;
  std::vector<std::string> FilesToRemove;
  std::thread Worker;
};

} // namespace memfacet::record

#endif
