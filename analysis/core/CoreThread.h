//===- CoreThread.h - the runs of one thread on a core --------------------===//

#ifndef MEMFACET_CORE_CORETHREAD_H
#define MEMFACET_CORE_CORETHREAD_H

#include "analysis/core/Activations.h"
#include "analysis/core/BranchPredictor.h"
#include "analysis/core/Pipeline.h"
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace memfacet {

/// Of one thread. Cycles are Busy, and Computation, Branches, Start and the
/// structures' stalls.
struct CoreCounts {
  uint64_t Instructions = 0;
  uint64_t Operations = 0; ///< those that take a place in the window
  uint64_t Cycles = 0;
  uint64_t Busy = 0; ///< cycles in which an operation left
  uint64_t Computation = 0, Branches = 0, Start = 0; ///< stall cycles
  uint64_t Predicted = 0, Mispredicted = 0; ///< branches; Predicted: all
  /// Stall cycles of (site, structure); only those that have some.
  std::map<std::pair<uint32_t, uint32_t>, uint64_t> Stalls;
  /// Stall cycles by structure since they were taken, and which have some.
  std::vector<uint64_t> Recent;
  std::vector<uint32_t> RecentlyStalled;
  /// Cycles by interval, in order; only those that have some.
  std::vector<std::pair<uint32_t, uint64_t>> Intervals;
};

/// Times the runs of one thread, in program order.
class CoreThread final : private StallSink {
public:
  CoreThread(const CoreModel &Model, unsigned LevelCount, uint32_t LineBytes)
      : Predictor(Model.Predictor), Times(Model, LevelCount, LineBytes, *this) {
  }
  CoreThread(const CoreThread &) = delete;
  CoreThread &operator=(const CoreThread &) = delete;

  /// \p Run was executed, with \p Accesses, sorted by site; \p Next, which may
  /// be null, is what the thread executed then. Accesses of sites without an
  /// operation are operations of their own.
  void execute(const RunCode &Run, std::span<const CoreAccess> Accesses,
               const RunCode *Next, uint32_t Interval);

  const CoreCounts &counts() const { return Counts; }
  /// Visits (structure, stall cycles since the last call).
  template <typename Visitor> void takeStalls(Visitor Visit) {
    for (uint32_t Structure : Counts.RecentlyStalled)
      Visit(Structure, std::exchange(Counts.Recent[Structure], 0));
    Counts.RecentlyStalled.clear();
  }
  /// From here on, nothing is counted; or again.
  void count(bool Wanted) { Counting = Wanted; }
  void forgetCounts() { Counts = {}; }

private:
  void stalled(const Blame &By, uint64_t Cycles) override;
  void phis(const RunCode &Run);
  void operation(const RunCode &Run, uint32_t Index,
                 std::span<const CoreAccess> Accesses, const RunCode *Next);
  void call(const RunCode &Run, const RunOperation &O);
  CoreValue inputOf(const RunInput &Input);
  CoreValue lastInput(const RunCode &Run, const RunOperation &O);
  bool mispredicted(const RunCode &Run, const RunOperation &O,
                    const RunCode *Next);
  CoreValue step(const PipelineOperation &O);
  void unknown(const RunCode &Run, std::span<const CoreAccess> Accesses);

  BranchPredictor Predictor;
  Pipeline Times;
  Activations Functions;
  CoreCounts Counts;
  bool Counting = true;
  std::vector<CoreValue> Results; ///< of the run's operations
};

} // namespace memfacet

#endif
