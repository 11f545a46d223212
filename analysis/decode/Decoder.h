//===- Decoder.h - segments in, batches of accesses out -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_DECODE_DECODER_H
#define MEMFACET_DECODE_DECODER_H

#include "analysis/decode/Batch.h"
#include "analysis/decode/CountedRuns.h"
#include "analysis/decode/DecoderOptions.h"
#include "analysis/decode/ModuleBuilder.h"
#include "analysis/decode/PlainRecords.h"
#include "analysis/decode/SelectedRecords.h"
#include "analysis/decode/Verifier.h"
#include "analysis/decode/WantedIntervals.h"
#include "analysis/words/stream/Segment.h"
#include <memory>
#include <unordered_map>

namespace memfacet::decode {

/// Bound of thread numbers. Threads are numbered as they begin, and no number
/// comes twice. A number that is not below this is damage.
constexpr uint32_t MaxThreads = 1 << 24;

/// Expands records. A batch ends when it is full, when the thread or its
/// interval changes, and before every event but Tick, which is not passed on,
/// those of BatchSink::wantsSync, if they are not wanted, and those of
/// BatchSink::takesHeapEvents.
///
/// BatchSink::executed follows the batches that it counts.
///
/// What a site becomes: Fixed, one access; Range, one access (pieces of 2 GiB
/// where it is longer); Masked, one access per run of neighbouring active
/// lanes; marks of the stack, what they are. Nothing where a slot says that it
/// was not executed.
///
/// Selected records (memfacet/Select.h) are accesses and marks in batches of
/// their own, which end where the choice of lines changes. What the thread has
/// executed is known where the thread's interval ends.
class Decoder final : public words::SegmentSink {
public:
  /// \p Modules is filled from the events, before \p Sink sees them.
  Decoder(ModuleBuilder &Modules, BatchSink &Sink,
          const DecoderOptions &Options);

  Status segment(const words::Segment &S) override;
  /// Passes on the last batch and its executions. More segments may follow.
  void finish();

  /// Returns the instructions executed by \p Thread so far.
  uint64_t instructions(ThreadId Thread) const;
  /// Returns UnknownWords and CutRecords of what came here.
  const words::DataLoss &loss() const { return Loss; }
  /// Instructions of records that were passed on with their accesses, and of
  /// those without (DecoderOptions::Wanted), of all threads.
  struct PassedTotals {
    uint64_t Expanded = 0, Skipped = 0;
    bool operator==(const PassedTotals &) const = default;
  };
  const PassedTotals &passed() const { return Totals; }
  /// Whether a process that selects has reported all that it counted: by
  /// itself, or by a reader of its counters once it was dead.
  enum class Ending { Unknown, BySelf, ByReader };
  Ending ending() const { return ProcessEnding; }
  /// Returns whether selected records came.
  bool selects() const { return Selects; }

private:
  /// A plain block's executions are a number of 32 bits.
  static constexpr uint64_t MaxUncountedWords = uint64_t(1) << 31;

  /// The progress of one thread.
  struct Clock {
    uint64_t Instructions = 0;
    /// Instructions at which an interval ends: the thread's or, while it runs,
    /// the process's, whichever ends first.
    uint64_t IntervalEnd = 0;
    uint64_t Counted = 0; ///< of Instructions: those in the process's clock
    uint64_t Interval = 0;
    /// Begin and number of the last interval that does not begin one period
    /// after the one before.
    uint64_t CutStart = 0, CutInterval = 0;
    /// The process's clock after the thread's last instructions.
    uint64_t LastRan = 0;
    /// What BatchPlace says of lines, from the last Lines record.
    LinesValue Lines;
    uint32_t VisitNumber = 0;
    bool Window = false, WindowBegins = false;
    uint64_t Slot = NoSlot;
    /// Each Moved that has no MovedFrom yet. The last one is that of the
    /// innermost signal handler.
    std::vector<LineMovement> Moves;
    uint64_t Meetings = 0; ///< LineMovement::Meetings
  };

  void enter(ThreadId Thread);
  void flush();
  void passOn();
  void settle();
  const uint64_t *blocks(const uint64_t *Position, const uint64_t *End);
  const uint64_t *plainRecords(const uint64_t *Position, const uint64_t *End);
  const uint64_t *skipRecords(const uint64_t *Position, const uint64_t *End);
  const uint64_t *selectedRecords(const uint64_t *Position,
                                  const uint64_t *End);
  bool isOfKnownSite(std::span<const uint64_t> Selected) const;
  const uint64_t *selectedAccesses(const uint64_t *Position,
                                   const uint64_t *End);
  bool otherSelected(uint64_t Header, uint64_t Second);
  void setLines();
  void selectLines(uint64_t Address, uint32_t Value);
  void addSelected(SelectedKind Kind, uint64_t Address, uint32_t Lane,
                   uint32_t Value);
  void addSelectedMark(const HotSite &H, StackMark Mark);
  void beginMove(uint64_t Address, uint32_t Site, uint32_t Value);
  void endMove(uint64_t Address, uint32_t Site, uint32_t Value);
  void noteAcquire(SyncKind Kind);
  bool counts(const Event &E);
  void endCounted(ThreadId Thread);
  void askForMore();
  /// Neighbouring lanes.
  struct LaneRange {
    uint32_t First, Count;
  };
  void expandRuns(const DecodedBlock &B, const uint64_t *Record, uint64_t Row);
  void expandLanes(LaneRange Lanes, bool AllFixed, const uint64_t *Record);
  void expandFixed(LaneRange Lanes, const uint64_t *Record);
  void expand(LaneRange Lanes, const uint64_t *Record);
  void expandRange(const HotSite &H, uint64_t Address, uint64_t Bytes,
                   uint32_t Site);
  void expandMask(const HotSite &H, uint64_t Address, uint64_t Mask,
                  uint32_t Site);
  void addMark(const HotSite &H, const uint64_t *Record, uint32_t Site);
  void addMarks(LaneRange Lanes, bool AllFixed, const uint64_t *Record);
  void add(uint64_t Address, AccessInfo Access);
  void expandMarked(const DecodedBlock &B, const uint64_t *Record,
                    uint64_t Row);
  void addRun(uint64_t Row);
  void countProcess();
  void setTime();
  void execute(uint32_t Instructions);
  void nextInterval();
  void beginInterval();
  void cut();
  uint64_t longestInterval() const;
  uint64_t nextSlice() const;
  bool passes(EventKind Kind);
  void noteStall();
  void event(const uint64_t *Record, uint32_t Words);
  bool joinsBatch(EventKind Kind) const;
  void addHeapEvent(std::span<const uint64_t> Record);
  void tablesChange();
  void countSite(uint32_t Site);
  void makeInfos();
  size_t skipUnknown(std::span<const uint64_t> Words);

  ModuleBuilder &Modules;
  BatchSink &Sink;
  DecoderOptions Options;
  const bool CutsAtRuns; ///< intervals end at runs
  const bool WantsRuns;
  const bool WantsSync;
  const bool JoinsHeapEvents;
  PlainExpansion *Plain;   ///< null: there is none
  PlainBlocks Blocks;      ///< for Plain
  uint64_t PlainWords = 0; ///< since Blocks' executions were taken
  /// Executions of other blocks' sites since they were last reported, by
  /// SiteId, and the sites that have some.
  std::vector<uint64_t> BySite;
  std::vector<uint32_t> Counted;
  std::vector<SiteExecutions> Executions; ///< corrections; else scratch
  SiteRanges Everything{UINT64_MAX};
  SiteRanges &Ranges; ///< the sink's, or Everything
  std::unique_ptr<AccessBatch> Batch;
  std::unordered_map<uint32_t, Clock> Clocks;
  Clock *ThreadClock = nullptr; ///< clock of the batch's thread
  bool Skipping = false;        ///< what comes now is not wanted
  /// Instructions of all threads, without what ThreadClock has not Counted.
  uint64_t ProcessInstructions = 0;
  SelectedExpansion *Selected;         ///< the fastest
  ModuleBuilder::SiteTable KnownSites; ///< table of the last selected record
  /// Accesses without sizes; index: lane. Empty: they are not made yet.
  std::vector<AccessInfo> Infos;
  CountedRuns Runs;                 ///< of selecting bodies
  CountedRuns::ExecutedSites Ended; ///< scratch
  Ending ProcessEnding = Ending::Unknown;
  bool Selects = false;
  PassedTotals Totals;
  words::DataLoss Loss;
};

} // namespace memfacet::decode

#endif
