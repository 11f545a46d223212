//===- Pipeline.cpp - the times at which operations are executed ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/core/Pipeline.h"
#include "memfacet/Check.h"
#include <algorithm>

namespace memfacet::core {

Pipeline::Pipeline(const CoreModel &Model, unsigned LevelCount,
                   uint32_t LineBytes, StallSink &Stalls)
    : Model(Model), LevelCount(LevelCount), LineBytes(LineBytes),
      Stalls(&Stalls), Front(Model.Penalty), Window(Model.Window),
      StoreQueue(Model.Stores), Missing(Model.Misses), Lines(TableSlots),
      Words(TableSlots) {
  MEMFACET_CHECK(bool(checkCoreModel(Model, LevelCount)),
                 "callers report errors in the model");
  Dividers.emplace_back(Model.Units[size_t(UnitKind::Divide)]);
  Dividers.emplace_back(Model.Units[size_t(UnitKind::FpDivide)]);
}

uint64_t Pipeline::Port::pass(uint64_t Time, uint32_t Width) {
  if (Time > Cycle) {
    Cycle = Time;
    Passed = 0;
  } else if (Passed == Width) {
    ++Cycle;
    Passed = 0;
  }
  ++Passed;
  return Cycle;
}

/// Returns the cycle in which the operation enters the window (in-order: the
/// first in which it may be issued).
uint64_t Pipeline::enter(bool Writes) {
  const Entry &Queue = StoreQueue.oldest();
  QueueFree = Writes ? Queue.DoneCycle : 0;
  QueueCause = Queue.Cause;
  uint64_t Time = std::max(Front, QueueFree);
  if (!Model.InOrder)
    Time = std::max(Time, Window.oldest().DoneCycle);
  Entered = Fetch.pass(Time, Model.Width);
  Units.advance(Entered);
  Channel.advance(Entered);
  return Entered;
}

uint64_t Pipeline::issue(OperationClass Class, uint64_t Time) {
  UnitKind Kind = unitOf(Class);
  uint32_t Count = Model.Units[size_t(Kind)];
  if (!isPipelined(Kind)) {
    size_t Divider = Kind == UnitKind::FpDivide;
    Time = std::max(
        {Time, LastDivide[Divider], Dividers[Divider].oldest().DoneCycle});
    // In order, an older operation may delay this one further.
    if (Model.InOrder)
      Time = Issue.pass(Time, Model.Width);
    LastDivide[Divider] = Time;
    Dividers[Divider].push({Time + Model.Latency[size_t(Class)], {}});
    return Time;
  }
  if (!Model.InOrder)
    return Units.take(unsigned(Kind), Count, Time);
  Time = std::max(Time, Issue.Cycle + (Issue.Passed == Model.Width));
  return Issue.pass(Units.take(unsigned(Kind), Count, Time), Model.Width);
}

static uint64_t lineSlot(uint64_t Key, size_t Slots) { return Key % Slots; }

// Inlined, so that a constant unit needs no division.
[[gnu::always_inline]] inline uint64_t
Pipeline::latest(const std::vector<Slot> &Table, uint64_t UnitBytes,
                 const CoreAccess &A) {
  uint64_t Ready = 0;
  for (uint64_t Byte : {A.Address, A.Address + A.Size - 1}) {
    const Slot &S = Table[lineSlot(Byte / UnitBytes, TableSlots)];
    if (S.Key == Byte / UnitBytes)
      Ready = std::max(Ready, S.Ready);
  }
  return Ready;
}

/// Returns when the last of the lines arrives that \p A begins and ends in, as
/// far as they are being fetched.
uint64_t Pipeline::lineArrival(const CoreAccess &A) const {
  return latest(Lines, LineBytes, A);
}

/// Takes the cycles that \p A moves lines from and to memory. Returns when the
/// last of its lines arrives.
uint64_t Pipeline::fetch(const CoreAccess &A, uint64_t Start) {
  uint64_t Arrival = Start + Model.loadToUse(A.Result.Missed, LevelCount);
  if (Model.Line == 0)
    return Arrival;
  if (uint64_t Lines = A.Result.FromMemory) {
    uint64_t End = Channel.take(Lines * Model.Line, Start);
    if (A.Result.Missed >= LevelCount)
      Arrival = End + Model.Memory - Model.Line;
  }
  if (uint64_t Lines = A.Result.ToMemory)
    Channel.take(Lines * Model.Line, Start);
  return Arrival;
}

/// Returns when \p A, which can begin at \p Time, is done.
uint64_t Pipeline::serve(const CoreAccess &A, uint64_t Time) {
  if (A.Perfect) {
    fetch(A, Time);
    return Time + 1;
  }
  bool Misses = A.Result.Missed != 0;
  uint64_t Start = Misses ? std::max(Time, Missing.oldest().DoneCycle) : Time;
  Start += uint64_t(A.Result.TlbMissed) * Model.TlbMiss;
  uint64_t DoneCycle = fetch(A, Start);
  // One line per cycle.
  DoneCycle += (A.Address + A.Size - 1) / LineBytes - A.Address / LineBytes;
  if (!Misses)
    return std::max(DoneCycle, lineArrival(A));
  Missing.push({DoneCycle, A.Origin});
  for (uint64_t Byte : {A.Address, A.Address + A.Size - 1})
    Lines[lineSlot(Byte / LineBytes, TableSlots)] = {Byte / LineBytes,
                                                     DoneCycle};
  return DoneCycle;
}

static constexpr uint64_t WordBytes = 8;

/// Returns when the last stores to the words that \p A begins and ends in are
/// ready.
uint64_t Pipeline::storedUntil(const CoreAccess &A) const {
  return latest(Words, WordBytes, A);
}

/// Returns whether the operation itself waits for the outcome of \p A.
static bool isWaitedFor(const PipelineOperation &O, const CoreAccess &A) {
  return !A.Write || O.Class == OperationClass::Atomic;
}

/// Serves the reads of \p O. Returns when the last of them is done, and its
/// origin.
Pipeline::Entry Pipeline::loads(const PipelineOperation &O, uint64_t Issued) {
  Entry Last;
  for (const CoreAccess &A : O.Accesses) {
    if (!isWaitedFor(O, A))
      continue;
    uint64_t DoneCycle = serve(A, std::max(Issued, storedUntil(A)));
    if (DoneCycle > Last.DoneCycle)
      Last = {DoneCycle, A.Origin};
  }
  return Last;
}

/// Serves the writes of \p O from \p Time on. Returns when the last of them is
/// in the first level.
Pipeline::Entry Pipeline::stores(const PipelineOperation &O, uint64_t Time) {
  Entry Last;
  for (const CoreAccess &A : O.Accesses) {
    if (isWaitedFor(O, A))
      continue;
    uint64_t DoneCycle = serve(A, Time);
    if (DoneCycle > Last.DoneCycle)
      Last = {DoneCycle, A.Origin};
  }
  return Last;
}

void Pipeline::remember(const PipelineOperation &O, uint64_t Ready) {
  for (const CoreAccess &A : O.Accesses)
    if (A.Write)
      for (uint64_t Byte : {A.Address, A.Address + A.Size - 1})
        Words[lineSlot(Byte / WordBytes, TableSlots)] = {Byte / WordBytes,
                                                         Ready};
}

void Pipeline::charge(uint64_t &Begin, uint64_t End, const Blame &Cause) {
  if (Begin >= End)
    return;
  Stalls->stalled(Cause, End - Begin);
  Begin = End;
}

/// Lets \p O leave at \p Time, and charges the cycles before. \p Waited is what
/// the operation itself waited for.
void Pipeline::leave(uint64_t Time, const PipelineOperation &O,
                     const Entry &Waited) {
  if (Time < EndCycle)
    return;
  uint64_t Begin = EndCycle;
  charge(Begin, std::min(Time, Front), FrontCause);
  if (Model.InOrder)
    charge(Begin, std::min(Time, O.Inputs.Ready), O.Inputs.Cause);
  charge(Begin, std::min(Time, QueueFree), QueueCause);
  charge(Begin, Time, Waited.Cause);
  ++Busy;
  EndCycle = Time + 1;
}

CoreValue Pipeline::execute(const PipelineOperation &O) {
  bool Writes = std::ranges::any_of(
      O.Accesses, [&](const CoreAccess &A) { return !isWaitedFor(O, A); });
  uint64_t Time = enter(Writes);
  Time = std::max(Time + !Model.InOrder, O.Inputs.Ready);
  uint64_t Issued = issue(O.Class, Time);
  uint64_t DoneCycle = Issued + Model.Latency[size_t(O.Class)];
  Entry Read = loads(O, Issued);
  // The latency of the operation is the default cause: an access takes longer.
  CoreValue Result = {DoneCycle, {}};
  if (Read.DoneCycle != 0)
    Result = {std::max(DoneCycle, Read.DoneCycle), Read.Cause};
  remember(O, Result.Ready);
  uint64_t LeaveCycle = Issued;
  Entry Waited = {Result.Ready, Result.Cause};
  if (!Model.InOrder) {
    LeaveCycle = Retire.pass(Result.Ready, Model.Width);
    Window.push({LeaveCycle + 1, {}});
    if (Read.DoneCycle == 0 && !O.Accesses.empty())
      Waited.Cause = O.Accesses.front().Origin;
  } else {
    Waited.Cause = {};
  }
  if (Writes) {
    Entry Written = stores(O, Model.InOrder ? Result.Ready : LeaveCycle);
    StoreQueue.push({Written.DoneCycle + 1, Written.Cause});
  }
  leave(LeaveCycle, O, Waited);
  if (O.Mispredicted) {
    Front = std::max(Front, Result.Ready + Model.Penalty);
    FrontCause = {Blame::Branches, 0};
  }
  return Result;
}

} // namespace memfacet::core
