//===- Events.h - the records in the event stream -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A stream is a sequence of 8-byte words, per thread, in program order.
//
//   0                      nothing was written here: the end of the stream
//   bit 63 clear           a block record: the address of a Block table entry,
//                          then its slots (Tables.h)
//   bit 63 set             an event: header, then payload (below)
//
// The runtime stores an event's header after its payload, so that a visible
// header means a whole event. A block record's header comes first, and is
// replaced when the record grows: the record is whole once the next header is
// visible or its chunk was handed over.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_EVENTS_H
#define MEMFACET_EVENTS_H

#include <cstdint>

namespace memfacet {

/// Version of the tables, the records and the shared-memory layout together.
///   1: the first.
///   2: allocations carry a chain of calls; rows know what they were inlined
///   at.
///   3: the events of memfacet.h.
///   4: sites name the member that they access; type names carry layouts; sites
///   that are blind spots; marks of the stack's frames among the sites.
///   5: sites say whether their addresses come from what was loaded.
///   6: runs say of which operations they are made (Operations.h).
///   7: several runs share a record (Block::Before).
///   8: events of reuse pairs.
///   9: events of synchronisation.
///   10: calls that take locks; questions for pairs rely on no other one, and
///   find the table of watched lines by a pointer (Entry.h).
///   11: iterations of a loop share a record (BlockRepeats).
///   12: filtered records; sites name the variable that they access directly.
///   13: allocations name the object that a call works on, and say whether an
///   object keeps the memory.
///   14: selected records (Select.h) in place of filtered ones.
///   15: threads that select visit other lines.
///   16: no windows of sampled runs, no counting versions of functions.
///   17: no events of reuse pairs, no asking versions of functions.
constexpr uint32_t FormatVersion = 17;

/// What may follow the payload words that an event has always.
enum class EventTail : uint8_t {
  None,
  Words, ///< numbers
  Text,  ///< padded with NUL to whole words
  Bytes, ///< no text, padded likewise
};

// An ordered event carries a number from the process's one order counter, in
// its first payload word. Ordered events of all threads happened in the order
// of these numbers. Releases (Free, ThreadEnd, ThreadCreate, Release) take
// their number before they take effect, acquisitions (Alloc, ThreadStart,
// ThreadJoin, Acquire) after. So in every merge that respects the numbers, what
// a thread did before it released a lock comes before what the next thread does
// with it.
//   enumerator, value, ordered, payload words after the order number,
//   what may follow them (EventTail)
#define MEMFACET_EVENTS(X)                                                     \
  /* LoadBias, then TableCount pairs {begin, end}, then path bytes, NUL- */    \
  /* padded to whole words. Argument: the module's number in the process. */   \
  X(Module, 1, false, 1 + 2 * TableCount, Text)                                \
  /* Address of the first byte, byte count, the bytes padded to words. */      \
  /* Argument: module number. Follows its Module event, same thread. */        \
  X(TableData, 2, false, 2, Bytes)                                             \
  /* Argument: module number. */                                               \
  X(ModuleUnload, 3, true, 0, None)                                            \
  /* Process id, byte count, then the command line, NUL after each word. */    \
  X(Program, 4, false, 2, Text)                                                \
  /* Argument: creating thread's index. Stack low, stack high (one past), */   \
  /* kernel thread id, time stamp. First event of every thread but for the */  \
  /* main thread, where it follows Program. Stack 0, 0: unknown. */            \
  X(ThreadStart, 5, true, 4, None)                                             \
  X(ThreadEnd, 6, true, 0, None)                                               \
  /* Argument: index of the joined thread. */                                  \
  X(ThreadJoin, 7, true, 0, None)                                              \
  /* Address, size, Allocation entry or the code that called (0: unknown), */  \
  /* previous address (realloc) or 0, then the calls in progress: at most */   \
  /* MaxContexts entries, innermost first. */                                  \
  /* Argument: AllocationKind of the function that was really */               \
  /* called. Site 0 and previous = address: a realloc that failed; the */      \
  /* block is what it was. */                                                  \
  X(Alloc, 8, true, 4, Words)                                                  \
  /* Address. Argument: 1 when realloc releases it (an Alloc follows). */      \
  X(Free, 9, true, 1, None)                                                    \
  /* Time stamp counter. */                                                    \
  X(Tick, 10, false, 1, None)                                                  \
  /* Address of the Global entry, address of this thread's instance. */        \
  X(ThreadLocal, 11, false, 2, None)                                           \
  /* Low, high, MappingKind, byte count, path padded to words; the program */  \
  /* itself has an empty path. Of an anonymous one that instrumented code */   \
  /* asked for: Allocation entry, calls in progress as in Alloc. */            \
  X(Mapping, 12, true, 4, Text)                                                \
  /* Argument: created thread's index. No ThreadStart follows where the */     \
  /* creation failed. */                                                       \
  X(ThreadCreate, 13, true, 0, None)                                           \
  /* Number of chunks that this thread had to discard here. */                 \
  X(Lost, 14, false, 1, None)                                                  \
  /* Low, high. */                                                             \
  X(Unmap, 15, true, 2, None)                                                  \
  /* The next five are what memfacet.h lets a program say. */                  \
  /* Address, size, Allocation entry or 0, byte count of the name, the name */ \
  /* padded to words; where the count is 0, the calls in progress as in */     \
  /* Alloc. Argument: MarkKind. */                                             \
  X(MarkBegin, 16, true, 4, Words)                                             \
  /* Address, size. Size 0: the innermost mark that starts at the address */   \
  /* ends; else all that lie inside. */                                        \
  X(MarkEnd, 17, true, 2, None)                                                \
  /* Address, byte count, name padded to words: the innermost object around */ \
  /* the address is called so. */                                              \
  X(Rename, 18, true, 2, Text)                                                 \
  /* Byte count, name padded to words: the thread begins a phase. */           \
  X(Phase, 19, false, 1, Text)                                                 \
  /* Argument: 1, the region of interest begins; 0, it ends. */                \
  X(Interest, 20, true, 0, None)                                               \
  /* CountsOf, then words of counters that have changed, as counterWord() */   \
  /* has them. Argument: module number. */                                     \
  X(Counts, 24, false, 1, Words)                                               \
  /* Synchronisation, once the process has had several threads. */             \
  /* The object: its address or, of OpenMP's, a number. Argument: SyncKind. */ \
  /* An Acquire of a lock by instrumented code has the call's Allocation */    \
  /* entry (AllocationKind::Lock) behind it. */                                \
  X(Release, 32, true, 1, None)                                                \
  X(Acquire, 33, true, 1, Words)                                               \
  /* The thread has not executed, in a call that waited. The object as */      \
  /* above, or a file descriptor, or 0; time stamps that passed meanwhile, */  \
  /* at least StallTicks. Argument: StallKind. Comes behind the Acquire or */  \
  /* ThreadJoin of the call, and right behind a Tick. */                       \
  X(Stall, 34, false, 2, None)

enum class EventKind : uint8_t {
#define MEMFACET_ENUMERATOR(Name, Value, Ordered, Words, Tail) Name = Value,
  MEMFACET_EVENTS(MEMFACET_ENUMERATOR)
#undef MEMFACET_ENUMERATOR
};

enum class MappingKind : uint64_t {
  /// Data of a loaded object that is not instrumented (or the uninstrumented
  /// rest of one that is).
  Object = 0,
  Anonymous = 1,
  File = 2,
};

/// What a MarkBegin event marks.
enum class MarkKind : uint32_t {
  /// What a suballocator hands out.
  Object = 0,
  /// Any addresses, by a name.
  Region = 1,
};

/// What a Release or an Acquire is of.
#define MEMFACET_SYNC_KINDS(X)                                                 \
  /* A mutex or a spin lock. */                                                \
  X(Mutex, 0)                                                                  \
  /* A lock for readers or one writer. Whether a Release ends reading or */    \
  /* writing, only the Acquire before it tells: it is a WriteLock always. */   \
  X(ReadLock, 1)                                                               \
  X(WriteLock, 2)                                                              \
  /* Release: signalled. Acquire: a wait that did not time out. The mutex */   \
  /* has events of its own. */                                                 \
  X(Condition, 3)                                                              \
  /* Release: the thread arrives. Acquire: it leaves. All that meet arrive */  \
  /* before the first of them leaves. */                                       \
  X(Barrier, 4)                                                                \
  X(Semaphore, 5)                                                              \
  /* A futex that the program wakes or waits for by itself. */                 \
  X(Futex, 6)                                                                  \
  /* Of OpenMP: a team's barrier, as Barrier. A thread that executes tasks */  \
  /* there releases after each of them as well. */                             \
  X(TeamBarrier, 7)                                                            \
  /* Its parallel regions: who encounters one releases, each thread of the */  \
  /* team acquires as it begins. */                                            \
  X(TeamFork, 8)                                                               \
  /* Each thread of the team releases as it ends, and after each task that */  \
  /* it executes there; who encountered the region acquires. */                \
  X(TeamJoin, 9)                                                               \
  /* Its locks, critical and ordered regions. */                               \
  X(TeamLock, 10)                                                              \
  /* Its explicit tasks: who creates one releases, who begins it acquires. */  \
  X(Task, 11)                                                                  \
  /* The object is a task: others that it has created release as they end, */  \
  /* it acquires when it has waited for them. */                               \
  X(TaskWait, 12)

enum class SyncKind : uint32_t {
#define MEMFACET_ENUMERATOR(Name, Value) Name = Value,
  MEMFACET_SYNC_KINDS(MEMFACET_ENUMERATOR)
#undef MEMFACET_ENUMERATOR
};

/// What a Stall was spent in.
#define MEMFACET_STALL_KINDS(X)                                                \
  X(Lock, 0)                                                                   \
  X(Condition, 1)                                                              \
  X(Barrier, 2)                                                                \
  X(Semaphore, 3)                                                              \
  X(Futex, 4)                                                                  \
  /* The object is the other thread's index. */                                \
  X(Join, 5)                                                                   \
  X(Sleep, 6)                                                                  \
  /* Files, pipes and sockets: the object is a descriptor. */                  \
  X(Read, 7)                                                                   \
  X(Write, 8)                                                                  \
  X(Connect, 9)                                                                \
  X(FileLock, 10)                                                              \
  /* For one of several descriptors. */                                        \
  X(Poll, 11)                                                                  \
  /* For a child process. */                                                   \
  X(Child, 12)                                                                 \
  /* For a signal. */                                                          \
  X(Signal, 13)                                                                \
  /* Of OpenMP: at a team's barrier; at the end of a region, of who */         \
  /* encountered it; between two regions; for tasks; for a lock. */            \
  X(TeamBarrier, 14)                                                           \
  X(TeamJoin, 15)                                                              \
  X(TeamIdle, 16)                                                              \
  X(TaskWait, 17)                                                              \
  X(TeamLock, 18)

enum class StallKind : uint32_t {
#define MEMFACET_ENUMERATOR(Name, Value) Name = Value,
  MEMFACET_STALL_KINDS(MEMFACET_ENUMERATOR)
#undef MEMFACET_ENUMERATOR
};

/// Shorter waits are not recorded: 20 to 30 microseconds at 2 to 3 GHz, a few
/// times what the kernel takes to put a thread to sleep and to wake it.
constexpr uint64_t StallTicks = 1 << 16;

constexpr uint64_t EventBit = uint64_t(1) << 63;

/// Header of an event of \p Words words, itself included (at most 2^24 - 1).
constexpr uint64_t eventHeader(EventKind Kind, uint32_t Words,
                               uint32_t Argument = 0) {
  return EventBit | uint64_t(Kind) << 56 | uint64_t(Argument) << 24 |
         (Words & 0xffffff);
}
constexpr bool isEvent(uint64_t Header) { return Header & EventBit; }
constexpr EventKind eventKind(uint64_t Header) {
  return EventKind(Header >> 56 & 0x7f);
}
constexpr uint32_t eventWords(uint64_t Header) { return Header & 0xffffff; }
constexpr uint32_t eventArgument(uint64_t Header) {
  return uint32_t(Header >> 24);
}

constexpr bool isOrdered(EventKind Kind) {
  switch (Kind) {
#define MEMFACET_CASE(Name, Value, Ordered, Words, Tail)                       \
  case EventKind::Name:                                                        \
    return Ordered;
    MEMFACET_EVENTS(MEMFACET_CASE)
#undef MEMFACET_CASE
  }
  return false;
}

/// First payload word of a Counts event: the thread whose counters they are
/// (another thread may write the event), and whether its interval ends here.
constexpr uint64_t countsOf(uint32_t Thread, bool EndsInterval) {
  return Thread | uint64_t(EndsInterval) << 32;
}
constexpr uint32_t countsThread(uint64_t CountsOf) {
  return uint32_t(CountsOf);
}
constexpr bool countsEndInterval(uint64_t CountsOf) { return CountsOf >> 32; }

/// A word of a Counts event: by how much the counter with this number in the
/// module's table has grown. Growth above MostInWord takes several words.
constexpr int CounterBits = 40;
constexpr int64_t MostInWord = (int64_t(1) << (CounterBits - 1)) - 1;
constexpr uint64_t MaxCounters = uint64_t(1) << (64 - CounterBits);
constexpr uint64_t counterWord(uint64_t Number, int64_t Growth) {
  return Number << CounterBits |
         (uint64_t(Growth) & ((uint64_t(1) << CounterBits) - 1));
}
constexpr uint64_t counterNumber(uint64_t Word) { return Word >> CounterBits; }
constexpr int64_t counterGrowth(uint64_t Word) {
  return int64_t(Word << (64 - CounterBits)) >> (64 - CounterBits);
}

/// An Alloc event carries at most this many contexts.
constexpr uint32_t MaxContexts = 8;

/// Names in events are cut to this many bytes.
constexpr uint32_t MaxNameBytes = 256;

/// A TableData event carries at most this many bytes, so that it fits a chunk.
constexpr uint32_t MaxTableDataBytes = 64 * 1024;

static_assert(eventWords(eventHeader(EventKind::Free, 3, ~0u)) == 3);
static_assert(eventArgument(eventHeader(EventKind::Free, 3, ~0u)) == ~0u);
static_assert(eventKind(eventHeader(EventKind::Free, 3, ~0u)) ==
              EventKind::Free);

} // namespace memfacet

#endif
