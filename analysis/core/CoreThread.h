//===- CoreThread.h - the runs of one thread on a core --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_CORE_CORETHREAD_H
#define MEMFACET_CORE_CORETHREAD_H

#include "analysis/core/BranchPredictor.h"
#include "analysis/core/Pipeline.h"
#include "analysis/decode/RunCode.h"
#include "memfacet/Check.h"
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace memfacet::core {

/// The stack of one thread's activations, as far as the sequence of runs shows
/// it. A function is entered by its first run and left by a Return. A run of a
/// function that is not the innermost one ends the activations inside of it
/// (exceptions, jumps). If no activation is of that function, it is entered
/// anew, and all its values are ready.
class Activations {
public:
  static constexpr int64_t NoRun = -1;
  /// The most frames and values; with more, all are dropped: a damaged trace
  /// would fill the memory.
  static constexpr size_t MostFrames = size_t(1) << 22, MostValues = size_t(1)
                                                                     << 23;

  /// Takes a call: the arguments of the called function, and the number of its
  /// result.
  void call(std::vector<CoreValue> NewArguments, uint32_t Result);
  /// Enters \p Run, before it is executed.
  void begin(const decode::RunCode &Run);
  /// Leaves \p Run, after it was executed.
  void end(const decode::RunCode &Run) {
    MEMFACET_CHECK(!Frames.empty() && Frames.back().Function == Run.Function,
                   "the run has begun");
    Frames.back().LastRun = Run.Ordinal;
  }
  /// Leaves the innermost function, which returns \p Result.
  void leave(const CoreValue *Result);

  /// Returns the run of the same activation before this one, or NoRun.
  int64_t lastRun() const { return Frames.back().LastRun; }
  /// Returns value \p Number of the innermost function.
  CoreValue &value(uint32_t Number) {
    MEMFACET_CHECK(!Frames.empty() &&
                       Number < Values.size() - Frames.back().FirstValue,
                   "values of a run are those of its function");
    return Values[Frames.back().FirstValue + Number];
  }

private:
  struct Frame {
    uint64_t Function;
    size_t FirstValue;
    int64_t LastRun = NoRun;
    /// Number of the result of a call.
    uint32_t Awaited = decode::RunOperation::NoNumber;
  };

  void push(const decode::RunCode &Run);
  void pop();

  std::vector<Frame> Frames; ///< the innermost last
  std::vector<CoreValue> Values;
  std::vector<CoreValue> Arguments; ///< of the call just before
};

/// The counts of one thread. Cycles are the sum of Busy, Computation, Branches,
/// Start and the stalls of structures.
struct CoreCounts {
  uint64_t Instructions = 0;
  uint64_t Operations = 0; ///< operations that take a place in the window
  uint64_t Cycles = 0;
  uint64_t Busy = 0; ///< cycles in which an operation left
  uint64_t Computation = 0, Branches = 0, Start = 0; ///< stall cycles
  uint64_t Predicted = 0, Mispredicted = 0; ///< branches; Predicted: all
  /// Stall cycles by site and structure, where there are some.
  std::map<std::pair<uint32_t, uint32_t>, uint64_t> Stalls;
  /// Stall cycles by structure since the last takeStalls, and the structures
  /// that have some.
  std::vector<uint64_t> Recent;
  std::vector<uint32_t> RecentlyStalled;
  /// Cycles by interval, in order, where there are some.
  std::vector<std::pair<uint32_t, uint64_t>> Intervals;
};

/// Computes the times of the runs of one thread, in program order.
class CoreThread final : private StallSink {
public:
  CoreThread(const CoreModel &Model, unsigned LevelCount, uint32_t LineBytes)
      : Predictor(Model.Predictor),
        Timing(Model, LevelCount, LineBytes, *this) {}
  /// Copies the state of \p Other without its counts, to try a continuation.
  CoreThread(const CoreThread &Other)
      : Predictor(Other.Predictor), Timing(Other.Timing, *this),
        Functions(Other.Functions) {}
  CoreThread &operator=(const CoreThread &) = delete;

  /// Takes \p Run, which was executed with \p Accesses, sorted by site. \p Next
  /// is what the thread executed then; it may be null. An access of a site
  /// without an operation is an operation of its own.
  void execute(const decode::RunCode &Run, std::span<const CoreAccess> Accesses,
               const decode::RunCode *Next, uint32_t Interval);

  const CoreCounts &counts() const { return Counts; }
  /// Visits (structure, stall cycles since the last call).
  template <typename Visitor> void takeStalls(Visitor Visit) {
    for (uint32_t Structure : Counts.RecentlyStalled)
      Visit(Structure, std::exchange(Counts.Recent[Structure], 0));
    Counts.RecentlyStalled.clear();
  }
  /// Switches counting off, or on again.
  void count(bool Wanted) { Counting = Wanted; }
  void forgetCounts() { Counts = {}; }

private:
  void stalled(const Blame &Cause, uint64_t Cycles) override;
  void executePhis(const decode::RunCode &Run);
  void executeOperation(const decode::RunCode &Run, uint32_t Index,
                        std::span<const CoreAccess> Accesses,
                        const decode::RunCode *Next);
  void call(const decode::RunCode &Run, const decode::RunOperation &O);
  CoreValue inputOf(const decode::RunInput &Input);
  CoreValue lastInput(const decode::RunCode &Run,
                      const decode::RunOperation &O);
  bool mispredicted(const decode::RunCode &Run, const decode::RunOperation &O,
                    const decode::RunCode *Next);
  CoreValue step(const PipelineOperation &O);
  void executeUnknown(const decode::RunCode &Run,
                      std::span<const CoreAccess> Accesses);

  BranchPredictor Predictor;
  Pipeline Timing;
  Activations Functions;
  CoreCounts Counts;
  bool Counting = true;
  std::vector<CoreValue> Results; ///< results of the run's operations
};

} // namespace memfacet::core

#endif
