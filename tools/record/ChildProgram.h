//===- ChildProgram.h - starts a program, held at its gate ----------------===//

#ifndef MEMFACET_RECORD_CHILDPROGRAM_H
#define MEMFACET_RECORD_CHILDPROGRAM_H

#include "analysis/support/Error.h"
#include <csignal>
#include <string>
#include <sys/types.h>
#include <vector>

namespace memfacet {

struct LaunchOptions {
  std::vector<std::string> Command;
  /// "NAME=value": replace those of the same name in the environment.
  std::vector<std::string> Variables;
  int InheritedFd = -1; ///< stays open in the program
  bool RandomAddresses = false;
  sigset_t SignalMask = {}; ///< that the program starts with
};

/// A forked process that waits to become a program.
class ChildProgram {
public:
  static Expected<ChildProgram> fork(const LaunchOptions &Options);
  ChildProgram(ChildProgram &&Other) noexcept;
  ChildProgram &operator=(ChildProgram &&) = delete;
  /// A program that was not released never runs.
  ~ChildProgram();

  pid_t id() const { return Id; }

  /// By option, or because the system refused to switch it off.
  bool addressesRandomised() const { return Randomised; }
  /// Lets it run; returns when it does, or cannot: 0 or errno.
  int release();
  /// Waits for its end; its exit code, or 128 and the number of the signal that
  /// killed it.
  int wait();

private:
  ChildProgram(pid_t Id, int Gate, int News) : Id(Id), Gate(Gate), News(News) {}

  pid_t Id;
  int Gate; ///< a byte lets the child go on, the end of file ends it
  int News; ///< errno of each step in the child; closed by exec
  bool Randomised = false;
};

} // namespace memfacet

#endif
