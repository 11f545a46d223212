//===- LiveStream.cpp - the collector -------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/words/stream/LiveStream.h"
#include "analysis/words/stream/Futex.h"
#include "analysis/words/stream/HeldCounts.h"
#include "memfacet/TimeStamp.h"
#include <algorithm>

namespace memfacet::words {

namespace {
constexpr uint32_t SleepMilliseconds = 20;
/// Looks without progress after which tables count as missing.
constexpr uint32_t LooksForTables = 2;
/// A number that did not come within this time, while the program waits for
/// room or has discarded chunks, counts as lost.
constexpr std::chrono::seconds NumberPatience(1);
/// Dead threads are looked for after this number of looks without progress.
constexpr uint32_t LooksForDeadThreads = 8;
} // namespace

LiveStream::LiveStream(Region &R, const RecordLength &Lengths,
                       SegmentSink &Sink, Finish WhenDone)
    : Memory(R), Sink(Sink), WhenDone(std::move(WhenDone)),
      Merge(Lengths, Sink, [this](uint32_t Chunk) { Pool.free(Chunk); }),
      Pool(R), Chunks(R, Lengths, Merge) {}

void LiveStream::setState(CollectorState State) {
  RegionHeader &H = Memory.header();
  H.CollectorStatus.store(State);
  futexWake(H.CollectorStatus);
  // Threads that wait for a chunk read the state when they are woken.
  H.FreeSignal.fetch_add(1);
  futexWake(H.FreeSignal);
}

void LiveStream::attach() {
  Memory.header().CollectorSpace.store(ownProcessSpace());
  Memory.header().CollectorProcess.store(uint32_t(getpid()));
  setState(CollectorState::Attached);
}

bool LiveStream::claimed() const { return Memory.header().Program.load() != 0; }

bool LiveStream::exiting() const {
  return Memory.header().ProgramStatus.load() == ProgramState::Exiting;
}

DataLoss LiveStream::loss() const {
  DataLoss Loss = Merge.loss();
  Loss.LostChunks = Memory.header().LostChunks.load();
  return Loss;
}

/// Watches the process that claimed the region. A program that is started
/// through another one claims it later.
void LiveStream::follow() {
  uint32_t Program = Memory.header().Program.load();
  if (Program == 0 || Program == Claimed)
    return;
  Claimed = Program;
  if (Program == Watch.process())
    return;
  std::optional<uint32_t> LocalProcess =
      findMapping(Program, Memory.descriptor());
  IsForeign = LocalProcess && *LocalProcess != Program;
  // A process that is dead already is not found, and its number in another
  // namespace is that of a stranger here.
  if (!LocalProcess && beganBefore(Program))
    Watch.markEnded();
  else
    Watch.follow(LocalProcess.value_or(Program));
}

Status LiveStream::run(uint32_t Process) {
  Watch.follow(Process);
  LastProgress = std::chrono::steady_clock::now();
  Status Result = collect();
  if (!Result)
    setState(CollectorState::Failed);
  return Result;
}

Status LiveStream::collect() {
  for (;;) {
    follow();
    // The order matters: what was written before the end is read after it.
    bool Dead = Watch.ended();
    bool Exits = exiting() && !Finished;
    if (!Pool.keepReserve())
      return makeError("no shared memory is left for {} threads",
                       Memory.header().LiveThreads.load());
    Look Purpose = Dead    ? Look::ProgramDead
                   : Exits ? Look::ProgramExits
                           : Look::Passing;
    // A program that exits reports its counts itself.
    bool NeedsHeldCounts = Dead && !exiting();
    LastEvents Last = NeedsHeldCounts ? lastEvents(Memory) : LastEvents();
    bool HasChunks = false;
    if (Status S = look(Purpose, HasChunks); !S)
      return S;
    if (Dead &&
        (!claimed() || (Finished && Merge.mergedWords() == FinishedWords)))
      return {};
    if (NeedsHeldCounts)
      if (Status S = passOnHeldCounts(Memory, Last, Sink); !S)
        return S;
    if (Dead || Exits)
      if (Status S = finish(); !S)
        return S;
    if (Dead || (Exits && (Memory.header().Flags & RegionEndsAtExit)))
      return {};
    reportMerged();
    if (!HasChunks) {
      relieve();
      Pool.wakeProgram();
      sleep();
    }
  }
}

void LiveStream::reportMerged() {
  if (!WhenMerged || Merge.mergedWords() == ReportedWords)
    return;
  ReportedWords = Merge.mergedWords();
  WhenMerged();
}

/// Takes what is there and merges it as far as possible.
Status LiveStream::look(Look Purpose, bool &HasChunks) {
  std::vector<uint32_t> Ready = Pool.takeReady();
  // Read after the chunks were taken: a chunk that was written after the second
  // thread began cannot be among them unseen.
  if (!HasSeveralThreads && Memory.header().Threads.load() > 1) {
    HasSeveralThreads = true;
    Merge.setSeveralThreads();
  }
  bool FromHandler = std::any_of(Ready.begin(), Ready.end(), [&](uint32_t I) {
    return Memory.chunk(I).Flags & ChunkOfHandler;
  });
  bool Pending = !Ready.empty() || Merge.holdsCompleteChunks();
  uint64_t Watermark = StreamMerge::Forever;
  if ((HasSeveralThreads && Pending) || FromHandler || Purpose != Look::Passing)
    Watermark = snapshot(Ready, Purpose);
  for (uint32_t Index : Ready)
    Chunks.noteReady(Index);
  HasChunks = !Ready.empty();
  Chunks.passOn();
  if (IgnoreTime)
    Watermark = StreamMerge::Forever;
  IgnoreTime = false;
  uint64_t Before = Merge.mergedWords();
  Status S = Purpose == Look::Passing ? Merge.merge(Watermark) : Merge.drain();
  if (Merge.mergedWords() != Before) {
    LastProgress = std::chrono::steady_clock::now();
    IdleLooks = StuckLooks = 0;
  }
  return S;
}

/// Notes what the threads are filling, then takes once more what is ready.
/// Returns the time before which nothing can have been missed.
uint64_t LiveStream::snapshot(std::vector<uint32_t> &Ready, Look Purpose) {
  uint64_t Time = timeStamp();
  for (uint32_t Index : Pool.filling())
    if (Purpose == Look::ProgramDead)
      Chunks.noteTorn(Index);
    else
      Chunks.noteFilling(Index);
  std::vector<uint32_t> More =
      Purpose == Look::ProgramDead ? Pool.ready() : Pool.takeReady();
  Ready.insert(Ready.end(), More.begin(), More.end());
  return Time;
}

Status LiveStream::finish() {
  Finished = true;
  FinishedWords = Merge.mergedWords();
  if (Status S = WhenDone(loss()); !S)
    return S;
  setState(CollectorState::Done);
  return {};
}

/// Notes the chunks of threads that ended without handing them over.
void LiveStream::reclaimDeadThreads() {
  uint32_t Program = Memory.header().Program.load();
  for (uint32_t Index : Pool.filling()) {
    const ChunkHeader &C = Memory.chunk(Index);
    uint32_t Thread = C.KernelThread;
    // The thread may have handed the chunk over in its last moments.
    if (Thread != 0 && threadEnded(Program, Thread) &&
        C.State.load(std::memory_order_acquire) == ChunkState::Filling)
      Chunks.noteTorn(Index);
  }
}

/// Called when nothing came. If something waits, it may wait for what will
/// never come.
void LiveStream::relieve() {
  // Numbers of threads in another namespace say nothing here.
  if (++IdleLooks % LooksForDeadThreads == 0 && HasSeveralThreads &&
      claimed() && !IsForeign)
    reclaimDeadThreads();
  if (!Merge.holdsCompleteChunks()) {
    StuckLooks = 0;
    return;
  }
  if (++StuckLooks >= LooksForTables && Merge.giveUpTables())
    return;
  // If chunks are free, the program only waits to be woken.
  bool Waits = Pool.programWaits() && !Pool.hasFreedSinceWake();
  if (Waits) {
    IgnoreTime = true;
    Pool.growReserve();
  }
  bool IsPatient =
      std::chrono::steady_clock::now() - LastProgress < NumberPatience;
  if (!IsPatient && (Waits || Memory.header().LostChunks.load() != 0))
    Merge.giveUpNumbers();
}

void LiveStream::sleep() {
  RegionHeader &H = Memory.header();
  H.CollectorAsleep.store(1);
  uint32_t Signal = H.ReadySignal.load();
  if (!Pool.anyReady() && (Finished || !exiting()))
    futexWait(H.ReadySignal, Signal, SleepMilliseconds);
  H.CollectorAsleep.store(0);
}

} // namespace memfacet::words
