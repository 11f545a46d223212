//===- Checkpoints.h - profiles while a program runs ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A checkpoint is written by a copy of the collector, which fork makes. The
// copy has all counts as they are, its finish changes nothing here, and memory
// is copied only where this process changes it. The profile at the end is the
// same with and without checkpoints.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_MEASURE_PIPELINE_CHECKPOINTS_H
#define MEMFACET_MEASURE_PIPELINE_CHECKPOINTS_H

#include <chrono>
#include <string>
#include <sys/types.h>

namespace memfacet::measure {

/// Decides when a checkpoint is written, and follows the process that writes
/// it. The caller makes the process.
class Checkpoints {
public:
  /// \p Seconds between two checkpoints; 0: there are none.
  explicit Checkpoints(double Seconds);

  /// Returns whether it is time for a checkpoint, and the last one is written.
  bool due();
  /// Says that \p Process writes a checkpoint; negative: the process could not
  /// be made.
  void began(pid_t Process);
  /// Waits for the last checkpoint. Returns whether any was written.
  bool await();
  /// Returns the note of a profile that is a checkpoint.
  std::string note() const;

  /// Prepares the copy: it takes little time from the program, and signals for
  /// the collector do not end it.
  static void beCopy();

private:
  using Clock = std::chrono::steady_clock;

  bool running(int Flags);

  const std::chrono::duration<double> Period;
  const Clock::time_point Start;
  Clock::time_point Begun, Next;
  pid_t Writer = -1; ///< negative: none
  bool Any = false;
};

} // namespace memfacet::measure

#endif
