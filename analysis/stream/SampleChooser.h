//===- SampleChooser.h - windows of a complete stream ---------------------===//
//
// Makes of a complete stream what a sampled run would have told: all events,
// the records of the windows, and Sampled events where something changes. The
// windows are those of memfacet/SampleWindows.h, in the order of the merged
// stream; a live thread notices a change only where it looks for room, some
// hundred words later.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_STREAM_SAMPLECHOOSER_H
#define MEMFACET_STREAM_SAMPLECHOOSER_H

#include "analysis/stream/RecordLength.h"
#include "analysis/stream/Segment.h"
#include "memfacet/SampleWindows.h"
#include <unordered_map>
#include <vector>

namespace memfacet {

class SampleChooser final : public SegmentSink {
public:
  /// \p Lengths must know the tables that were passed to \p Sink.
  SampleChooser(const SamplePlan &Plan, const RecordLength &Lengths,
                SegmentSink &Sink)
      : Windows(Plan), Lengths(Lengths), Sink(Sink) {}

  Status segment(const Segment &S) override;
  /// Tells what the threads have not told yet. No more segments may follow.
  Status finish();
  /// The stream was one of windows already: it was passed on as it is.
  bool wasSampled() const { return Sampled; }

private:
  struct Thread {
    ThreadId Id;
    uint64_t Made = 0;                  ///< words
    uint64_t Skipped = 0, Recorded = 0; ///< words, not told yet
    uint32_t Argument = 0;              ///< of its last Sampled event
    bool Begun = false;
  };
  /// A segment on its way: what lies between Kept and At is passed on next.
  struct Progress {
    std::span<const uint64_t> Words;
    size_t Kept = 0, At = 0;
  };

  Thread &threadOf(ThreadId Id);
  uint32_t wanted(const Thread &T);
  Status record(Thread &T, Progress &P, size_t Words);
  Status tell(Thread &T, uint32_t Argument);
  Status flush(const Thread &T, Progress &P);

  SampleWindows Windows;
  const RecordLength &Lengths;
  SegmentSink &Sink;
  uint64_t Clock = 0;
  std::unordered_map<uint32_t, size_t> Numbers; ///< in Threads
  std::vector<Thread> Threads;                  ///< in order of appearance
  bool Sampled = false;
};

} // namespace memfacet

#endif
