//===- Decoder.cpp - segments in, batches of accesses out -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/decode/Decoder.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <utility>

namespace memfacet::decode {

Decoder::Decoder(ModuleBuilder &Modules, BatchSink &Sink,
                 const DecoderOptions &Options)
    : Modules(Modules), Sink(Sink), Options(Options),
      CutsAtRuns(isAtRuns(Options.Intervals.Cut)),
      WantsRuns(Sink.wantsRuns() || CutsAtRuns), WantsSync(Sink.wantsSync()),
      JoinsHeapEvents(Sink.takesHeapEvents()),
      Plain(Options.Verify || Options.Scalar || WantsRuns ? nullptr
                                                          : plainExpansion()),
      Ranges(Sink.ranges() ? *Sink.ranges() : Everything),
      Batch(std::make_unique<AccessBatch>()),
      Selected(bestSelectedExpansion(Options.Scalar)), Runs(Modules) {
  MEMFACET_CHECK(Options.Intervals.Length != 0, "intervals have a length");
  tablesChange();
}

uint64_t Decoder::instructions(ThreadId Thread) const {
  auto It = Clocks.find(Thread.Value);
  return It == Clocks.end() ? 0 : It->second.Instructions;
}

void Decoder::enter(ThreadId Thread) {
  if (ThreadClock && Batch->Thread == Thread)
    return;
  settle();
  if (ThreadClock)
    countProcess();
  auto [It, New] = Clocks.try_emplace(Thread.Value);
  ThreadClock = &It->second;
  Batch->Thread = Thread;
  Batch->Selected = false;
  setLines();
  Ranges.enter(Thread);
  setTime();
  if (!Options.Wanted)
    return;
  if (New)
    Options.Wanted->enter(Thread, 0);
  askForMore();
}

/// Skips or expands from here on, as the thread's interval is wanted or not.
/// The batch must be empty.
void Decoder::askForMore() {
  MEMFACET_CHECK(Batch->Count == 0, "callers flush before");
  bool Wanted = Options.Wanted->wanted(Batch->Thread);
  if (Wanted != Skipping)
    return;
  Skipping = !Wanted;
  Sink.skipping(Skipping);
}

/// Advances the process's clock by what the thread has executed.
void Decoder::countProcess() {
  if (ThreadClock->Instructions == ThreadClock->Counted)
    return;
  ProcessInstructions += ThreadClock->Instructions - ThreadClock->Counted;
  ThreadClock->Counted = ThreadClock->Instructions;
  ThreadClock->LastRan = ProcessInstructions;
  if (Options.Wanted)
    Options.Wanted->ran(Batch->Thread, ProcessInstructions);
}

/// Sets the times of the batch, after a change of the thread or of an interval.
void Decoder::setTime() {
  uint64_t Period = Options.Intervals.Length;
  uint64_t Process = ProcessInstructions / Period;
  Batch->Interval = IntervalId(uint32_t(ThreadClock->Interval));
  Batch->IntervalStart =
      ThreadClock->CutStart +
      (ThreadClock->Interval - ThreadClock->CutInterval) * Period;
  Batch->Process = IntervalId(uint32_t(Process));
  ThreadClock->IntervalEnd =
      std::min({Batch->IntervalStart + longestInterval(), nextSlice(),
                ThreadClock->Instructions + (Process + 1) * Period -
                    ProcessInstructions});
}

/// Returns the instructions after which an interval ends in any case.
uint64_t Decoder::longestInterval() const {
  return (CutsAtRuns ? LongestInterval : 1) * Options.Intervals.Length;
}

/// Returns where the thread's slice ends. The last slice of an interval may be
/// longer.
uint64_t Decoder::nextSlice() const {
  uint64_t Period = Options.Intervals.Length;
  uint64_t Slice = std::max<uint64_t>(Period / Options.SlicesPerInterval, 1);
  uint64_t Begin = Batch->IntervalStart;
  return Begin + ((ThreadClock->Instructions - Begin) / Slice + 1) * Slice;
}

void Decoder::flush() {
  if (Batch->Count == 0 && Batch->Instructions == 0 && Batch->Marks.empty() &&
      Batch->Runs.empty() && Batch->Heap.empty() && Batch->Moves.empty())
    return;
  passOn();
}

void Decoder::passOn() {
  (Skipping ? Totals.Skipped : Totals.Expanded) += Batch->Instructions;
  if (Batch->Selected && Batch->Count != 0)
    ThreadClock->WindowBegins = false;
  BatchPlace Place = *Batch;
  Place.WindowBegins = ThreadClock->WindowBegins;
  Batch = Sink.take(std::move(Batch));
  static_cast<BatchPlace &>(*Batch) = Place;
}

/// Passes on everything that was counted.
void Decoder::settle() {
  flush();
  for (uint32_t Site : Counted)
    Executions.push_back({Site, 1, std::exchange(BySite[Site], 0)});
  Counted.clear();
  Blocks.takeExecutions(Executions, Modules.sitesOfLanes().data());
  PlainWords = 0;
  if (!Executions.empty())
    Sink.executed(Batch->Thread, Batch->Interval, Executions);
  Executions.clear();
}

void Decoder::finish() {
  for (ThreadId Thread : Runs.threads())
    endCounted(Thread);
  settle();
}

/// Ends the interval of the thread or of the process, or only the slice.
void Decoder::nextInterval() {
  uint64_t Period = Options.Intervals.Length;
  uint64_t Grown = ThreadClock->Instructions - ThreadClock->Counted;
  uint64_t Next =
      ThreadClock->CutInterval +
      (ThreadClock->Instructions - ThreadClock->CutStart) / longestInterval();
  if (CutsAtRuns && Next != ThreadClock->Interval)
    return cut();
  bool Ends = Next != ThreadClock->Interval ||
              (ProcessInstructions + Grown) / Period != Batch->Process.Value;
  Ends ? settle() : flush();
  countProcess();
  ThreadClock->Interval = Next;
  beginInterval();
}

/// Begins another interval of the thread. The batch is empty.
void Decoder::beginInterval() {
  setTime();
  if (!Options.Wanted)
    return;
  Options.Wanted->enter(Batch->Thread, ThreadClock->Interval);
  askForMore();
}

/// Called when the thread has waited. What came before is merged.
void Decoder::noteStall() {
  countProcess();
  uint64_t Gap = ProcessInstructions - ThreadClock->LastRan;
  if (Gap >= Options.Intervals.Length)
    cut();
}

/// Ends the thread's interval here, if it has begun.
void Decoder::cut() {
  if (ThreadClock->Instructions == Batch->IntervalStart)
    return;
  settle();
  countProcess();
  ThreadClock->CutStart = ThreadClock->Instructions;
  ThreadClock->CutInterval = ++ThreadClock->Interval;
  beginInterval();
}

/// Returns whether events of \p Kind are passed to the sink.
bool Decoder::passes(EventKind Kind) {
  switch (Kind) {
  case EventKind::Tick:
    return false;
  case EventKind::Stall:
    if (Options.Intervals.AtStalls)
      noteStall();
    return WantsSync;
  case EventKind::Phase:
    if (Options.Intervals.Cut == IntervalCut::Phases)
      cut();
    return true;
  case EventKind::Release:
  case EventKind::Acquire:
    return WantsSync;
  default:
    return true;
  }
}

/// Damaged words may look like a selected record, too, but they have no known
/// site.
bool Decoder::isOfKnownSite(std::span<const uint64_t> Selected) const {
  return Selected.size() >= SelectedWords &&
         hasSite(selectedKind(Selected[0])) &&
         Modules.knowsSite(selectedSiteHalf(Selected[1]));
}

Status Decoder::segment(const words::Segment &S) {
  // The analyses have lists by thread.
  if (S.Thread.Value >= MaxThreads) {
    Loss.UnknownWords += S.Words.size();
    return {};
  }
  enter(S.Thread);
  const uint64_t *Position = S.Words.data(), *End = Position + S.Words.size();
  for (;;) {
    if (Position != End && isSelected(*Position)) {
      bool IsUsed = bool(Options.Selected);
      if (!IsUsed && isOfKnownSite({Position, End}))
        return Options.Selected;
      Position = selectedRecords(
          Position, IsUsed ? End : std::min(Position + SelectedWords, End));
    }
    if (Position != End && !isEvent(*Position) && !isSelected(*Position))
      Position = blocks(Position, End);
    if (Position == End)
      return {};
    if (isSelected(*Position) && End - Position >= SelectedWords &&
        words::recordWords(*Position, Modules) != 0)
      continue;
    std::span<const uint64_t> Rest(Position, End);
    uint32_t Words =
        isEvent(*Position) ? words::recordWords(*Position, Modules) : 0;
    if (Words != 0 && Words <= Rest.size()) {
      event(Position, Words);
      Position += Words;
    } else {
      Position += skipUnknown(Rest);
    }
  }
}

/// Expands block records up to the first word that starts none. Returns that
/// word.
const uint64_t *Decoder::blocks(const uint64_t *Position, const uint64_t *End) {
  const BlockIndex &Index = Modules.blocks();
  if (Batch->Selected) [[unlikely]] {
    flush();
    Batch->Selected = false;
  }
  while (Position != End && !isSelected(*Position)) {
    if (Skipping) [[unlikely]] {
      Position = skipRecords(Position, End);
      if (Skipping)
        break;
      continue;
    }
    if (Plain)
      Position = plainRecords(Position, End);
    if (Position == End || isSelected(*Position))
      break;
    if (Skipping) [[unlikely]]
      continue;
    const DecodedBlock *B = Index.find(*Position);
    if (!B || B->Words > End - Position)
      break;
    if (Options.Verify && B->CarriesAddresses) [[unlikely]]
      Options.Verify->check(*B, {Position, B->Words}, Modules.hotSites());
    if (CutsAtRuns) [[unlikely]] {
      expandMarked(*B, Position, *Position);
      Position += B->Words;
      continue;
    }
    if (WantsRuns) [[unlikely]]
      expandRuns(*B, Position, *Position);
    else
      expandLanes({B->FirstLane, B->LaneCount}, B->AllFixed, Position);
    Position += B->Words;
    execute(B->Instructions);
  }
  return Position;
}

void Decoder::execute(uint32_t Instructions) {
  Batch->Instructions += Instructions;
  ThreadClock->Instructions += Instructions;
  if (ThreadClock->Instructions >= ThreadClock->IntervalEnd) [[unlikely]]
    nextInterval();
}

/// Expands as many records as can be expanded the fast way.
const uint64_t *Decoder::plainRecords(const uint64_t *Position,
                                      const uint64_t *End) {
  if (Batch->Count > AccessBatch::Capacity - PlainExpansionRoom ||
      Batch->Marks.size() > AccessBatch::MaxMarks - PlainExpansionRoom)
    flush();
  auto Left = int64_t(ThreadClock->IntervalEnd - ThreadClock->Instructions);
  PlainRecords R{Modules.blocks(),
                 {Modules.hotSites(), Modules.sitesOfLanes().data()},
                 Blocks,
                 *Batch,
                 Ranges,
                 Executions,
                 Left};
  const uint64_t *Begin = Position;
  Position = Plain(Position, End, R);
  PlainWords += uint64_t(Position - Begin);
  Batch->Instructions += uint64_t(Left - R.Instructions);
  ThreadClock->Instructions += uint64_t(Left - R.Instructions);
  if (R.Instructions <= 0)
    nextInterval();
  else if (PlainWords > MaxUncountedWords) [[unlikely]]
    settle();
  return Position;
}

/// Passes on instructions and marks of the stack only, up to where records are
/// wanted again, or to the first word that starts no record.
const uint64_t *Decoder::skipRecords(const uint64_t *Position,
                                     const uint64_t *End) {
  const BlockIndex &Index = Modules.blocks();
  while (Position != End && Skipping) {
    const DecodedBlock *B = Index.find(*Position);
    if (!B || B->Words > End - Position)
      break;
    if (CutsAtRuns) [[unlikely]] {
      expandMarked(*B, Position, *Position);
    } else {
      addMarks({B->FirstLane, B->LaneCount}, B->AllFixed, Position);
      execute(B->Instructions);
    }
    Position += B->Words;
  }
  return Position;
}

/// Called when rows have moved, or when there are more.
void Decoder::tablesChange() {
  Blocks.forget();
  BySite.resize(Modules.siteCount());
  Ranges.follow(Modules.sitesOfLanes());
  KnownSites = {};
  Infos.clear();
}

void Decoder::event(const uint64_t *Record, uint32_t Words) {
  uint64_t Header = Record[0];
  Event E;
  E.Kind = eventKind(Header);
  if (E.Kind == EventKind::Acquire)
    noteAcquire(SyncKind(eventArgument(Header)));
  if (joinsBatch(E.Kind))
    return addHeapEvent({Record, Words});
  if (!passes(E.Kind))
    return;
  flush();
  Batch->Selected = false;
  bool Ordered = isOrdered(E.Kind);
  E.Thread = Batch->Thread;
  E.Argument = eventArgument(Header);
  E.Order = Ordered ? Record[1] : 0;
  E.Payload = std::span(Record, Words).subspan(1 + Ordered);
  bool TablesChange = E.Kind == EventKind::Module ||
                      E.Kind == EventKind::TableData ||
                      E.Kind == EventKind::ModuleUnload;
  if (E.Kind == EventKind::Counts && !counts(E))
    return;
  if (E.Kind == EventKind::Interest || E.Kind == EventKind::ThreadEnd)
    endCounted(E.Thread);
  if (TablesChange || E.Kind == EventKind::Interest ||
      E.Kind == EventKind::ThreadEnd)
    settle();
  if (TablesChange)
    Sink.settle();
  Modules.event(E);
  if (TablesChange) {
    tablesChange();
    Runs.tablesCame(E.Argument);
  }
  Sink.event(E);
  if (E.Kind == EventKind::ThreadEnd && Options.Wanted) {
    Options.Wanted->ended(E.Thread);
    askForMore();
  }
}

/// Returns how many words to leave out. The first word is no known header.
size_t Decoder::skipUnknown(std::span<const uint64_t> Words) {
  auto NotZero = std::ranges::find_if(Words, [](uint64_t W) { return W != 0; });
  if (NotZero != Words.begin()) // nothing was written there
    return size_t(NotZero - Words.begin());
  size_t Next = words::nextHeader(Words, 0, Modules);
  Loss.UnknownWords += Next;
  return Next;
}

} // namespace memfacet::decode
