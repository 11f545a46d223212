//===- Checkpoints.h - profiles of a run that goes on ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A checkpoint is written by a copy of the collector, which fork makes: it sees
// all counts as they are, its finish changes nothing here, and memory is copied
// only where this process goes on to change it. The profile at the end is the
// same with and without checkpoints.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_MEASURE_PIPELINE_CHECKPOINTS_H
#define MEMFACET_MEASURE_PIPELINE_CHECKPOINTS_H

#include <chrono>
#include <string>
#include <sys/types.h>

namespace memfacet::measure {

/// When to write one, and who does. The process itself is the caller's.
class Checkpoints {
public:
  /// \p Seconds between two; 0: there is none.
  explicit Checkpoints(double Seconds);

  /// Whether it is time, and the last one is written.
  bool due();
  /// Process \p Writer writes one; negative: it could not be made.
  void began(pid_t Writer);
  /// Waits for the last one. Returns whether any was written.
  bool await();
  /// What a profile says that is one.
  std::string note() const;

  /// In the copy: does not take time from the program, and signals that are for
  /// the collector do not end it.
  static void beCopy();

private:
  using Clock = std::chrono::steady_clock;

  bool running(int Flags);

  const std::chrono::duration<double> Period;
  const Clock::time_point Start;
  Clock::time_point Begun, Next;
  pid_t Writer = -1; ///< or none
  bool Any = false;
};

} // namespace memfacet::measure

#endif
