//===- ChildProgram.h - start a program and hold it at a gate -------------===//

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
  /// "NAME=value"; they replace variables of the environment.
  std::vector<std::string> Variables;
  int InheritedFd = -1; ///< stays open in the program
  bool RandomAddresses = false;
  sigset_t SignalMask = {}; ///< of the program at its start
};

/// A forked process that waits to become a program.
class ChildProgram {
public:
  static Expected<ChildProgram> fork(const LaunchOptions &Options);
  ChildProgram(ChildProgram &&Other) noexcept;
  ChildProgram &operator=(ChildProgram &&) = delete;
  /// Ends a process that was not released.
  ~ChildProgram();

  pid_t id() const { return Id; }

  /// Whether addresses are random: by option, or because the system refused to
  /// switch randomisation off.
  bool addressesRandomised() const { return Randomised; }
  /// Lets the program run. Returns 0 when it runs, errno if it cannot.
  int release();
  /// Waits for the end of the program. Returns its exit code, or 128 plus the
  /// number of the signal that killed it.
  int wait();

private:
  ChildProgram(pid_t Id, int Gate, int News) : Id(Id), Gate(Gate), News(News) {}

  pid_t Id;
  int Gate; ///< pipe: a byte releases the child, end of file ends it
  int News; ///< pipe: errno of each step in the child; exec closes it
  bool Randomised = false;
};

} // namespace memfacet

#endif
