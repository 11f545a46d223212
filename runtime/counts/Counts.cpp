//===- Counts.cpp - counters of blocks, thread by thread ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/counts/Counts.h"
#include "runtime/counts/CountArray.h"
#include "runtime/process/ModuleList.h"
#include "runtime/record/EventWriter.h"
#include "runtime/select/Select.h"
#include "runtime/support/Pool.h"

extern "C" {
MEMFACET_EXPORT MEMFACET_TLS int64_t __memfacet_clock = 0;
MEMFACET_EXPORT MEMFACET_TLS
    memfacet::CounterSlot __memfacet_counter_slots[memfacet::CounterSlots] = {};
}

namespace memfacet::counts {

namespace {

/// Words of counters in one event.
constexpr uint32_t MaxWords = 256;
/// The counters are not looked at again before a 64th of the interval is over.
constexpr uint64_t LeastPart = 64;
constexpr int64_t Never = INT64_MAX;
/// Looking through this number of counters takes half a microsecond.
constexpr uint64_t FewCounters = 4096;

struct AllArrays {
  Lock Mutex;
  Pool<CountArray> Memory;
  std::atomic<CountArray *> First{nullptr};
};
constinit AllArrays Arrays;

uint64_t parseInterval(Text Value) {
  uint64_t Number = 0;
  for (size_t I = 0; I != Value.Size; ++I) {
    char C = Value.Data[I];
    if (C >= '0' && C <= '9')
      Number = Number * 10 + uint64_t(C - '0');
    else if (C == 'K' || C == 'k')
      Number *= 1000;
    else if (C == 'M' || C == 'm')
      Number *= 1'000'000;
    else if (C == 'G' || C == 'g')
      Number *= 1'000'000'000;
  }
  return Number ? Number : 1'000'000;
}

uint64_t intervalInstructions() {
  static constinit std::atomic<uint64_t> Known{0};
  uint64_t Number = Known.load(std::memory_order_relaxed);
  if (Number == 0) {
    Number = parseInterval(
        process::process().Settings.get(process::Option::interval));
    Known.store(Number, std::memory_order_relaxed);
  }
  return Number;
}

/// Appends one counter. Returns false if there is no room.
bool append(uint64_t *Output, uint32_t &Words, uint64_t Number, int64_t Value) {
  while (Value != 0) {
    if (Words == MaxWords)
      return false;
    int64_t Part = Value > MostInWord    ? MostInWord
                   : Value < -MostInWord ? -MostInWord
                                         : Value;
    Output[Words++] = counterWord(Number, Part);
    Value -= Part;
  }
  return true;
}

/// Iterates over the counters to report. An array's thread reports those in the
/// lines that it has just noted. Other threads look at all.
struct ReportedCounters {
  const CountArray &A;
  bool OnlyNoted;
  uint64_t Note = 0;
  uint64_t operator()(uint64_t Start) {
    return OnlyNoted ? nextNoted(A, Start, Note) : nextChanged(A, Start);
  }
};

/// Writes one event with the counters of \p A from number \p Start on. Returns
/// where the next event begins.
uint64_t reportSome(record::ThreadState &T, CountArray &A, uint32_t Module,
                    uint64_t Start, ReportedCounters &Next) {
  uint64_t *Event = record::reserve(T, 2 + MaxWords);
  uint32_t Words = 0;
  for (Start = Next(Start); Start < A.Count; Start = Next(Start + 1)) {
    int64_t Value = A.Counters[Start];
    uint32_t PreviousWords = Words;
    if (!append(Event + 2, Words, Start, Value)) {
      Words = PreviousWords;
      break;
    }
  }
  if (Words == 0)
    return Start;
  Event[1] = countsOf(A.Thread, false);
  *A.EventOffset = process::regionOffset(Event);
  std::atomic_signal_fence(std::memory_order_seq_cst);
  record::publish(Event, eventHeader(EventKind::Counts, 2 + Words, Module));
  // Other code may have counted meanwhile.
  for (uint32_t I = 0; I != Words; ++I)
    A.Counters[counterNumber(Event[2 + I])] -= counterGrowth(Event[2 + I]);
  std::atomic_signal_fence(std::memory_order_seq_cst);
  *A.EventOffset = 0;
  return Start;
}

void report(record::ThreadState &T, CountArray &A, bool OnlyNoted) {
  ReportedCounters Next{A, OnlyNoted};
  const process::Module *M =
      A.IsOrphan || !A.Tables ? nullptr : process::findModule(A.Tables);
  if (!M)
    return;
  LockGuard Guard(A.Mutex);
  // What was loaded, and what other threads did, comes before the counts.
  if (process::process().IsThreaded.load(std::memory_order_relaxed))
    record::stampTime(T);
  for (uint64_t Number = 0; Number < A.Count;)
    Number = reportSome(T, A, M->Number, Number, Next);
}

CountArray *findArray(record::ThreadState &T, const ModuleTables *Tables) {
  for (CountArray *A = T.Counts.FirstArray; A; A = A->NextOfThread)
    if (A->Tables == Tables)
      return A;
  return nullptr;
}

/// Returns an array of the object that its thread will not use any more,
/// reported and cleared; or null.
CountArray *reuse(record::ThreadState &T, const ModuleTables *Tables) {
  for (CountArray *A = Arrays.First.load(); A; A = A->Next) {
    if (A->Tables != Tables || (!A->IsOrphan && !A->ThreadHasEnded))
      continue;
    if (!A->IsOrphan && sys::threadExists(sys::processId(), A->KernelThread))
      continue;
    report(T, *A, false);
    clearBytes(A->Counters, A->Count * sizeof(int64_t));
    A->NotedCount = 0;
    return A;
  }
  return nullptr;
}

CountArray *makeArray(const ModuleTables *Tables, uint32_t Thread) {
  TableRange Table = counterTable(*Tables);
  CountArray *A = Arrays.Memory.take();
  if (!A || !allocateCounters(*A, (Table.End - Table.Begin) / sizeof(Counter),
                              Thread))
    return nullptr;
  A->Tables = Tables;
  A->Next = Arrays.First.load();
  Arrays.First.store(A);
  return A;
}

CountArray *attach(record::ThreadState &T, const ModuleTables *Tables) {
  if (CountArray *A = findArray(T, Tables))
    return A;
  if (process::recording())
    record::reserve(T, 2); // the thread gets an index
  LockGuard Guard(Arrays.Mutex);
  CountArray *A = reuse(T, Tables);
  if (!A)
    A = makeArray(Tables, T.Index);
  if (!A)
    return nullptr;
  A->IsOrphan = A->ThreadHasEnded = false;
  A->Thread = T.Index;
  A->KernelThread = sys::threadId();
  if (const process::Module *M = process::findModule(Tables))
    noteOwner(*A, M->Number);
  A->NextOfThread = T.Counts.FirstArray;
  T.Counts.FirstArray = A;
  return A;
}

/// Looks through all counters of \p T that were not reported. Returns their
/// instructions.
uint64_t unreported(record::ThreadState &T) {
  uint64_t Sum = 0;
  for (CountArray *A = T.Counts.FirstArray; A; A = A->NextOfThread)
    Sum += lookThrough(*A);
  return Sum;
}

/// Reports the counters that \p T has just looked through.
void reportNoted(record::ThreadState &T, uint64_t Instructions, bool IsLast) {
  record::ThreadCountState &C = T.Counts;
  C.Reported += Instructions;
  for (CountArray *A = C.FirstArray; A; A = A->NextOfThread) {
    A->Thread = T.Index;
    report(T, *A, true);
    A->ThreadHasEnded = A->ThreadHasEnded || IsLast;
  }
  if (IsLast)
    return; // what the thread still does belongs to this interval
  record::emit<EventKind::Counts>(T, 0, countsOf(T.Index, true));
  C.IntervalEnd =
      (C.Reported / intervalInstructions() + 1) * intervalInstructions();
}

/// Sets the clock so that it runs out when \p Left more instructions have been
/// executed, if they take as many ticks as those of the interval so far.
void arm(record::ThreadState &T, uint64_t Left) {
  record::ThreadCountState &C = T.Counts;
  uint64_t Minimum = intervalInstructions() / LeastPart;
  // What follows may take fewer ticks per instruction than what was before.
  if (Left > intervalInstructions() / 4)
    Left /= 2;
  Left = Left < Minimum ? Minimum : Left;
  // With 16 bits of fraction; at most 16 ticks per instruction.
  C.Rate = uint64_t(1) << 16;
  if (C.Instructions > 1000 && C.Ticks > 0)
    C.Rate = (C.Ticks << 16) / C.Instructions;
  if (C.Rate > uint64_t(16) << 16)
    C.Rate = uint64_t(16) << 16;
  uint64_t Ticks = (Left >> 16) * C.Rate + ((Left & 0xffff) * C.Rate >> 16);
  C.ClockStart = int64_t(Ticks < 1 ? 1 : Ticks);
  __memfacet_clock = C.ClockStart;
}

/// Returns whether \p T has too many counters to look through all before the
/// interval may have ended.
bool hasManyCounters(const record::ThreadState &T) {
  uint64_t Count = 0;
  for (CountArray *A = T.Counts.FirstArray; A; A = A->NextOfThread)
    Count += A->Count;
  return Count > FewCounters;
}

/// Continues the interval, \p Ticks after the last look, if the noted lines say
/// that it has not ended. Returns false if all counters must be looked through.
/// Where the noted lines grew by less than 15/16 of what the ticks indicate,
/// the program now does something else. Signal handlers may interrupt this
/// function anywhere: they only change an estimate.
bool goOnByNotes(record::ThreadState &T, uint64_t Ticks) {
  record::ThreadCountState &C = T.Counts;
  if (C.Rate == 0 || !hasManyCounters(T))
    return false;
  uint64_t Instructions = 0;
  for (CountArray *A = C.FirstArray; A; A = A->NextOfThread)
    Instructions += lookAtNotedLines(*A);
  int64_t Growth = int64_t(Instructions - C.Instructions);
  int64_t Left = int64_t(C.IntervalEnd - C.Reported - Instructions);
  if (Left <= 0 || Growth < int64_t((Ticks << 16) / C.Rate / 16 * 15))
    return false;
  C.Instructions = Instructions;
  arm(T, uint64_t(Left));
  return true;
}

void checkInterval(record::ThreadState &T) {
  // A handler may have interrupted a loop whose counters are in registers.
  if (!process::recording() || T.Depth != 0) {
    __memfacet_clock = process::recording()
                           ? int64_t(intervalInstructions() / LeastPart)
                           : Never;
    T.Counts.ClockStart = __memfacet_clock;
    return;
  }
  record::ThreadCountState &C = T.Counts;
  uint64_t Ticks = uint64_t(C.ClockStart - __memfacet_clock);
  C.Ticks += Ticks;
  if (goOnByNotes(T, Ticks))
    return;
  SignalBlock Block;
  record::reserve(T, 2);
  C.Instructions = unreported(T);
  if (C.IntervalEnd == 0)
    C.IntervalEnd = intervalInstructions();
  uint64_t Total = C.Reported + C.Instructions;
  if (int64_t(C.IntervalEnd - Total) > 0) {
    arm(T, C.IntervalEnd - Total);
    return;
  }
  reportNoted(T, C.Instructions, false);
  if (select::selecting())
    select::endSelectedInterval(T, C.Instructions);
  arm(T, C.IntervalEnd - C.Reported);
  C.Ticks = C.Instructions = 0;
}

} // namespace

void reportCounts(record::ThreadState &T, bool IsLast) {
  if (T.Counts.FirstArray)
    reportNoted(T, unreported(T), IsLast);
}

void reportCountsSoFar(record::ThreadState &T) {
  T.Counts.Reported += unreported(T);
  for (CountArray *A = T.Counts.FirstArray; A; A = A->NextOfThread)
    report(T, *A, true);
}

bool hasCounts(const record::ThreadState &T) {
  for (CountArray *A = T.Counts.FirstArray; A; A = A->NextOfThread)
    if (A->Tables && nextChanged(*A, 0) < A->Count)
      return true;
  return false;
}

void reportAllCounts(record::ThreadState &T) {
  for (CountArray *A = Arrays.First.load(); A; A = A->Next)
    report(T, *A, false);
  // A process that ends by itself says so. Otherwise its records would look
  // incomplete.
  if (select::selecting())
    select::endSelection(T);
}

void forgetCountsOf(record::ThreadState &T, const ModuleTables *Tables) {
  if (CountArray *OwnArray = findArray(T, Tables))
    T.Counts.Reported += lookThrough(*OwnArray);
  for (CountArray *A = Arrays.First.load(); A; A = A->Next) {
    if (A->Tables != Tables)
      continue;
    report(T, *A, false);
    LockGuard Guard(A->Mutex);
    A->Tables = nullptr;
    freeCounters(*A);
  }
}

void forgetCounts(record::ThreadState &T) {
  Arrays.Mutex.reset();
  Arrays.Memory.reset();
  for (CountArray *A = Arrays.First.load(); A; A = A->Next) {
    A->Mutex.reset();
    A->IsOrphan = true;
  }
  for (CountArray *A = T.Counts.FirstArray; A; A = A->NextOfThread) {
    A->IsOrphan = A->ThreadHasEnded = false;
    A->Thread = 0;
    A->KernelThread = sys::threadId();
    clearBytes(A->Counters, A->Count * sizeof(int64_t));
    A->NotedCount = 0;
    holdCountersAgain(*A);
    if (const process::Module *M =
            A->Tables ? process::findModule(A->Tables) : nullptr)
      noteOwner(*A, M->Number);
  }
  CountArray *First = T.Counts.FirstArray;
  T.Counts = {};
  T.Counts.FirstArray = First;
}

} // namespace memfacet::counts

/// Returns the bytes from the object's table to the calling thread's counters.
static int64_t attachedDistance(const memfacet::ModuleTables *Tables) {
  using namespace memfacet;
  using namespace memfacet::counts;
  CountArray *A = attach(record::thread(), Tables);
  if (!A) {
    Diagnostic() << "no memory for the counters of a thread";
    sys::exitProcess(127);
  }
  return int64_t(reinterpret_cast<uint64_t>(A->Counters) -
                 counterTable(*Tables).Begin);
}

/// The trampolines in CountNext.S call these functions.
extern "C" void memfacetCountCheck() {
  memfacet::counts::checkInterval(memfacet::record::thread());
}

extern "C" void memfacetCountAttach(int64_t *Slot,
                                    const memfacet::ModuleTables *Tables) {
  memfacet::SignalBlock Block;
  *Slot = attachedDistance(Tables);
}

extern "C" void
memfacetCountAttachObject(std::atomic<uint64_t> *Number,
                          const memfacet::ModuleTables *Tables) {
  using namespace memfacet;
  // Slots are 0 at first: no object has this number.
  static constinit std::atomic<uint64_t> NextNumber{1};
  SignalBlock Block;
  uint64_t Known = CounterNumberNone;
  if (Number->load() == CounterNumberNone)
    Number->compare_exchange_strong(Known, NextNumber.fetch_add(1));
  Known = Number->load();
  __memfacet_counter_slots[Known % CounterSlots] = {attachedDistance(Tables),
                                                    Known};
}
