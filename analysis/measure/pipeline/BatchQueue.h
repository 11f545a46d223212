//===- BatchQueue.h - passes on batches, as a stage -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_MEASURE_PIPELINE_BATCHQUEUE_H
#define MEMFACET_MEASURE_PIPELINE_BATCHQUEUE_H

#include "analysis/decode/Batch.h"
#include "analysis/decode/StaleRanges.h"
#include "analysis/measure/pipeline/PackedBatches.h"
#include "analysis/support/StageScheduler.h"
#include <atomic>
#include <mutex>
#include <optional>

namespace memfacet::measure {

/// Passes everything on to a sink in order, maybe in another thread. What the
/// sink learns of sites comes back late: batches are corrected before they
/// reach the sink, so that it counts the same. Used from one thread at a time,
/// and so is the sink.
class BatchQueue final : public decode::BatchSink {
public:
  BatchQueue(StageScheduler &Scheduler, decode::BatchSink &Sink);

  void batch(const decode::AccessBatch &B) override;
  std::unique_ptr<decode::AccessBatch>
  take(std::unique_ptr<decode::AccessBatch> B) override;
  void event(const decode::Event &E) override;
  void executed(ThreadId Thread, IntervalId Interval,
                std::span<const decode::SiteExecutions> Sites) override;
  void counted(ThreadId Thread, IntervalId Interval,
               std::span<const decode::SiteExecutions> Sites) override;
  void skipping(bool Skips) override;
  void settle() override;
  decode::SiteRanges *ranges() override {
    return SinkRanges ? &KnownRanges : nullptr;
  }
  bool wantsRuns() override { return Sink.wantsRuns(); }
  bool wantsSync() override { return Sink.wantsSync(); }
  bool takesHeapEvents() override { return Sink.takesHeapEvents(); }

private:
  /// The calls of a sink in a step, in their order.
  enum class SinkCall : uint8_t {
    None,
    Batch,
    Counted,
    Executed,
    Skipping,
    Event
  };
  /// A step has at most one call of each kind, but any number of events.
  struct Step {
    SinkCall Last = SinkCall::None; ///< the step has none of the later kinds
    std::unique_ptr<decode::AccessBatch> Batch;
    bool HasPacked = false; ///< the batch is the next one in Packed
    uint64_t Followed = 0;  ///< changes of ranges before the batch was made
    ThreadId Thread;
    IntervalId Interval;
    size_t Counted = 0, Executions = 0; ///< numbers of the portion's sites
    std::optional<bool> Skips;
    size_t Events = 0; ///< number of the portion's events

    void clear();
  };
  /// An event in little memory. It has words of the portion: its order number,
  /// if it has one, then its payload.
  struct PackedEvent {
    EventKind Kind;
    bool HasOrder;
    uint32_t Thread, Argument, Payload; ///< the last: in words

    size_t words() const { return HasOrder + Payload; }
    decode::Event unpack(const uint64_t *Words) const;
  };
  /// Some steps. Lists of all steps are stored here one after the other: the
  /// sink's thread reads what another processor has just written.
  struct Portion {
    std::vector<Step> Steps;
    size_t Used = 0; ///< the other steps can be used again
    PackedBatches Packed;
    std::vector<decode::SiteExecutions>
        Sites; ///< of a step, those of counted first
    std::vector<PackedEvent> Events;
    std::vector<uint64_t> Words;                             ///< of Events
    size_t Accesses = 0;                                     ///< and marks
    std::vector<std::unique_ptr<decode::AccessBatch>> Spare; ///< empty

    bool full() const;
    std::unique_ptr<decode::AccessBatch> spare();
    void clear();
  };
  /// A portion is full with this number of accesses and marks, words of events,
  /// sites or steps, whichever comes first: few enough that they stay in a
  /// cache until they are read, enough that a hand-over costs nothing.
  static constexpr size_t FullPortion = 2 * decode::AccessBatch::Capacity;
  static constexpr size_t MaxSteps = 1024;
  static constexpr size_t FullEvents = 8192;
  static constexpr size_t FullSites = 8192;
  /// The sink expects this number of events ahead: enough for their memory to
  /// arrive, few enough that it stays.
  static constexpr size_t ExpectedEvents = 12;
  /// The number of portions that may wait.
  static constexpr size_t MaxPortions = 4;

  Step &next(SinkCall Call);
  void handOn();
  void followRanges();
  void work(Portion &P);
  void deliver(decode::AccessBatch &B, uint64_t Followed);
  void deliverSites(const Step &S,
                    std::span<const decode::SiteExecutions> &Sites);
  /// Events, and the words of the first and all that follow.
  struct EventCursor {
    std::span<const PackedEvent> Events;
    const uint64_t *Words;
  };
  void expectNext(EventCursor &Upcoming);
  void deliverEvents(size_t Count, EventCursor &Next, EventCursor &Upcoming);
  void keepChanges();
  void sendChanges();

  /// Data that different threads write are in different lines.
  static constexpr size_t CacheLine = 64;

  decode::BatchSink &Sink;
  // Data of the calling thread.
  alignas(CacheLine) decode::SiteRanges KnownRanges;
  uint64_t Followed = 0;
  Portion Filling;
  // Data of the thread that calls the sink.
  alignas(CacheLine) decode::SiteRanges *const SinkRanges; ///< may be null
  decode::StaleRanges Stale;
  std::unique_ptr<decode::AccessBatch> Unpacked;
  std::vector<decode::SiteRanges::Change> Unsent;
  // Data of both threads.
  alignas(CacheLine) std::mutex Lock;
  std::atomic<bool> SomeChanged = false;
  std::vector<decode::SiteRanges::Change> Changes; ///< not followed yet

  WorkStage<Portion> Portions; ///< last: the stage uses all the others
};

} // namespace memfacet::measure

#endif
