//===- Sampling.cpp - a thread between windows ----------------------------===//

#include "runtime/record/Sampling.h"
#include "runtime/pairs/Asking.h"
#include "runtime/process/Process.h"
#include "runtime/record/Chunks.h"
#include "runtime/record/EventWriter.h"
#include "runtime/region/DiscardPool.h"

namespace memfacet {

constinit std::atomic<bool> SamplingOn{false};

namespace {

/// Of a scratch chunk, so much is written before the words are counted: little,
/// so that the program's own lines stay in the caches.
constexpr uint64_t ScratchWords = 4096;
/// So many words of each thread are recorded first.
constexpr uint64_t FirstWords = 16 * 1024;
/// What was left out is told at least this often, so that little is missing
/// where a program is killed.
constexpr uint64_t UntoldWords = 1 << 20;
static_assert(ScratchWords + MaxRecordWords <= ChunkWords);

/// Where the process is in its plan.
struct PlanState {
  Lock Mutex;
  SampleWindows Windows;
  std::atomic<uint64_t> Clock{0};
  std::atomic<uint64_t> ChangesAt{0};
};
constinit PlanState Plan;

struct Point {
  uint32_t Argument; ///< of a Sampled event
  uint64_t Left;     ///< on the clock, until this changes
};

Point now() {
  LockGuard Guard(Plan.Mutex);
  uint64_t Clock = Plan.Clock.load();
  Plan.Windows.advance(Clock);
  Plan.ChangesAt.store(Plan.Windows.changesAt());
  return {sampledArgument(Plan.Windows.window(), Plan.Windows.part()),
          Plan.Windows.changesAt() - Clock};
}

bool isOff(uint32_t Argument) {
  return sampledPart(Argument) == SamplePart::Off;
}

/// \p Argument holds from here on.
void tell(ThreadState &T, uint32_t Argument) {
  ThreadSample &S = T.Sample;
  if (process().Several.load(std::memory_order_relaxed))
    stampTime(T);
  uint64_t Skipped = S.Skipped, Recorded = S.Recorded;
  S.Skipped = S.Recorded = 0;
  S.Argument = Argument;
  emit<EventKind::Sampled>(T, Argument, Skipped, Recorded);
}

uint64_t *scratchBegin(const ThreadSample &S) {
  return S.Virtual ? reinterpret_cast<uint64_t *>(VirtualChunk)
                   : chunkBegin(S.Scratch);
}

void rewind(ThreadState &T) {
  __memfacet_cursor = scratchBegin(T.Sample);
  countFromHere(T);
}

/// The chunk keeps what it has; records go to the scratch chunk from now on.
void switchOff(ThreadState &T) {
  T.Sample.Written = T.Chunk ? __memfacet_cursor : nullptr;
  T.Sample.Scratch = takeDiscardChunk();
  rewind(T);
}

/// Records go on where events have been written meanwhile.
void switchOn(ThreadState &T) {
  giveDiscardChunk(T.Sample.Scratch);
  T.Sample.Scratch = nullptr;
  __memfacet_fast_limit = nullptr;
  __memfacet_cursor = T.Sample.Written;
  if (T.Chunk)
    T.Hard = chunkEnd(T.Chunk) - MaxRecordWords;
  countFromHere(T);
}

} // namespace

void startSampling() {
  Process &P = process();
  SamplePlan Wanted;
  Text Given = P.Settings.get(Option::sample);
  bool Records =
      P.Now.load() == Recording::Region || P.Now.load() == Recording::File;
  startPairs();
  SamplingOn.store(samplingPairs());
  if (Given.empty() || !Records || samplingPairs())
    return;
  if (!SamplePlanReader(Given.Data, Given.Size).read(Wanted)) {
    Diagnostic() << "'" << Given << "' in option sample is no plan; write for "
                 << "instance sample=2% or sample=period=50M,window=1M; "
                 << "everything is recorded";
    return;
  }
  Plan.Mutex.reset();
  Plan.Windows = SampleWindows(Wanted);
  Plan.Clock.store(0);
  SamplingOn.store(true);
  now();
}

void countFromHere(ThreadState &T) {
  T.Sample.Base = __memfacet_cursor;
  T.Sample.EventWords = 0;
}

void settlePairs(ThreadState &T) {
  if (isLooking(T))
    return;
  lookAtRecords(T, T.Sample.Base, __memfacet_cursor);
  countFromHere(T);
}

void countWords(ThreadState &T) {
  ThreadSample &S = T.Sample;
  if (samplingPairs()) {
    if (S.Scratch)
      lookAtRecords(T, S.Base, __memfacet_cursor);
    countFromHere(T);
    return;
  }
  uint64_t Words = uint64_t(__memfacet_cursor - S.Base) - S.EventWords;
  (S.Scratch ? S.Skipped : S.Recorded) += Words;
  countFromHere(T);
  Plan.Clock.fetch_add(Words, std::memory_order_relaxed);
}

void beginSampledThread(ThreadState &T) {
  if (samplingPairs()) { // off all the time
    switchOff(T);
    setLimit(T);
    return;
  }
  T.Sample.First = FirstWords;
  Point P = now();
  // Until these words are over, the thread records although others are off.
  tell(T, isOff(P.Argument)
              ? sampledArgument(sampledWindow(P.Argument), SamplePart::WarmUp)
              : P.Argument);
  setLimit(T);
}

void endSampledThread(ThreadState &T) {
  if (!T.Chunk && !T.Sample.Scratch)
    return;
  countWords(T);
  if (samplingPairs())
    tellUnits(T);
  else
    tell(T, sampledArgument(sampledWindow(T.Sample.Argument), SamplePart::Off));
  if (T.Sample.Scratch)
    switchOn(T);
}

void mayBeVirtual(ThreadState &T, bool Can) {
  ThreadSample &S = T.Sample;
  if (S.Virtual == Can || samplingPairs())
    return;
  if (S.Scratch)
    countWords(T);
  S.Virtual = Can;
  if (S.Scratch)
    rewind(T);
}

bool turnScratch(ThreadState &T) {
  Process &P = process();
  // A child may have to start its collector.
  if (!T.Sample.Scratch || T.Depth != 0 ||
      P.CollectorPending.load(std::memory_order_relaxed))
    return false;
  countWords(T);
  bool Changes = Plan.Clock.load(std::memory_order_relaxed) >=
                 Plan.ChangesAt.load(std::memory_order_relaxed);
  if ((Changes && !samplingPairs()) || T.Sample.Skipped >= UntoldWords)
    return false;
  rewind(T);
  setLimit(T);
  return true;
}

void enterPart(ThreadState &T) {
  ThreadSample &S = T.Sample;
  countWords(T);
  if (samplingPairs() && !S.Scratch)
    switchOff(T);
  if (S.InHandler || samplingPairs()) {
    if (S.Scratch)
      rewind(T);
    return;
  }
  if (S.First != 0) {
    if (S.Recorded < S.First)
      return;
    S.First = 0;
  }
  Point P = now();
  if (P.Argument != S.Argument || S.Skipped >= UntoldWords) {
    tell(T, P.Argument);
    countWords(T);
  }
  bool Off = isOff(P.Argument);
  if (Off && !S.Scratch)
    switchOff(T);
  else if (!Off && S.Scratch)
    switchOn(T);
  else if (Off)
    rewind(T);
  else if (process().Several.load(std::memory_order_relaxed))
    stampTime(T); // it is a tick's turn
}

static uint64_t *sampledLimit(const ThreadState &T, uint64_t *Limit) {
  const ThreadSample &S = T.Sample;
  uint64_t Left = UINT64_MAX;
  if (samplingPairs()) {
    // nothing changes
  } else if (!S.InHandler && S.First == 0) {
    uint64_t Clock = Plan.Clock.load(std::memory_order_relaxed);
    uint64_t Changes = Plan.ChangesAt.load(std::memory_order_relaxed);
    Left = Changes > Clock ? Changes - Clock : 0;
  } else if (S.First != 0) {
    Left = S.First > S.Recorded ? S.First - S.Recorded : 0;
  }
  if (S.Scratch)
    Limit = scratchBegin(S) + (S.Virtual ? ChunkWords : ScratchWords);
  uint64_t *From = __memfacet_cursor;
  return From < Limit && Left < uint64_t(Limit - From) ? From + Left : Limit;
}

void setSampledLimit(const ThreadState &T, uint64_t *Limit) {
  if (T.Pairs.Still) { // records are to be announced (pairs/Asking.h)
    __memfacet_limit = __memfacet_fast_limit = nullptr;
    return;
  }
  Limit = sampledLimit(T, Limit);
  bool Virtual = T.Sample.Scratch && T.Sample.Virtual;
  __memfacet_limit = Virtual ? nullptr : Limit;
  __memfacet_fast_limit = Virtual ? Limit : nullptr;
}

void eventWhileOff(ThreadState &T, uint32_t Words) {
  T.Sample.Written += Words;
  // From here on nothing of the scratch is kept.
  if (T.Sample.Looking || T.Sample.Telling)
    return;
  // Whoever compares cursors to see whether anything was recorded finds that
  // they differ. What is beyond the limit is looked at before the next record.
  uint64_t *End = scratchBegin(T.Sample) + ChunkWords;
  if (uint64_t(End - __memfacet_cursor) < Words) {
    countWords(T);
    rewind(T);
  }
  if (samplingPairs()) { // a word that is no record
    *__memfacet_cursor++ = 0;
    if (T.Pairs.Still) // nor is anything else there
      countFromHere(T);
    return;
  }
  __memfacet_cursor += Words;
  T.Sample.EventWords += Words;
}

void sampleInHandler(ThreadState &T, const ThreadSample &Interrupted) {
  T.Sample = {};
  T.Sample.InHandler = true;
  T.Sample.Argument = Interrupted.Argument;
  if (Interrupted.Scratch) {
    T.Sample.Scratch = takeDiscardChunk();
    rewind(T);
    setLimit(T);
  }
}

void endSampledHandler(ThreadState &T, ThreadSample &Interrupted) {
  if (T.Sample.Scratch || T.Chunk)
    countWords(T);
  if (T.Sample.Scratch)
    switchOn(T);
  Interrupted.Skipped += T.Sample.Skipped;
  Interrupted.Recorded += T.Sample.Recorded;
}

void dropSampledFrame(ThreadState &T, ThreadSample &Interrupted,
                      const uint64_t *Cursor) {
  ThreadSample &S = Interrupted;
  if (samplingPairs() && S.Scratch && !S.Looking)
    lookAtRecords(T, S.Base, Cursor);
  uint64_t Words = S.Base ? uint64_t(Cursor - S.Base) - S.EventWords : 0;
  T.Sample.Skipped += S.Skipped + (S.Scratch ? Words : 0);
  T.Sample.Recorded += S.Recorded + (S.Scratch ? 0 : Words);
  T.Sample.First = 0;
  T.Sample.Argument = S.Argument;
  T.Sample.InHandler = S.InHandler;
  Plan.Clock.fetch_add(Words, std::memory_order_relaxed);
  if (S.Scratch)
    giveDiscardChunk(S.Scratch);
  S = {};
}

} // namespace memfacet
