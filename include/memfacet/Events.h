//===- Events.h - the records in the event stream -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A stream is the sequence of 8-byte words of a thread, in program order.
//
//   0                      nothing was written here: the end of the stream
//   bit 63 clear           a block record: the address of a Block table entry,
//                          then its slots (Tables.h)
//   bit 63 set             an event: header, then payload (below)
//
// The runtime stores an event's header after the payload, so that a visible
// header means a whole event. A block record's header is stored first, and
// replaced when the record grows: the record is whole once the next header is
// visible or the chunk was handed over.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_EVENTS_H
#define MEMFACET_EVENTS_H

#include <cstdint>

namespace memfacet {

/// Version of the tables, the records and the shared-memory layout together.
///   1: the first.
///   2: allocations have a chain of calls; rows have the call that was inlined.
///   3: the events of memfacet.h.
///   4: sites name the member that they access; type names have layouts; sites
///   that are blind spots; marks of the stack's frames among the sites.
///   5: sites say whether the address comes from a loaded value.
///   6: runs have the list of their operations (Operations.h).
///   7: several runs share a record (Block::Prefix).
///   8: events of reuse pairs.
///   9: events of synchronisation.
///   10: calls that take locks; requests for pairs are independent of each
///   other, and find the table of watched lines by a pointer (Entry.h).
///   11: iterations of a loop share a record (BlockRepeats).
///   12: filtered records; sites name the variable that they access directly.
///   13: allocations name the object of the call, and say whether an object
///   keeps the memory.
///   14: selected records (Select.h) in place of filtered ones.
///   15: threads that select visit other lines.
///   16: no windows of sampled runs, no counting versions of functions.
///   17: no events of reuse pairs, no versions of functions for them.
///   18: a record Lines says whether it repeats a visit (Select.h).
///   19: a record Access says whether it continues an access (Select.h).
///   20: a move says whether its line was watched (LineMoves.h).
///   21: long windows (Windows.h).
constexpr uint32_t FormatVersion = 21;

/// What may follow the fixed payload words of an event.
enum class EventTail : uint8_t {
  None,
  Words, ///< numbers
  Text,  ///< padded with NUL to whole words
  Bytes, ///< no text; padded in the same way
};

// The first payload word of an ordered event is a number from the order
// counter, of which a process has one. Ordered events of all threads happened
// in the order of these numbers. Releases (Free, ThreadEnd, ThreadCreate,
// Release) get their number before they take effect, acquisitions (Alloc,
// ThreadStart, ThreadJoin, Acquire) after. So in every merge by these numbers,
// what a thread did before it released a lock comes before what the next thread
// does with the lock.
//   enumerator, value, ordered, payload words after the order number,
//   what may follow them (EventTail)
#define MEMFACET_EVENTS(X)                                                     \
  /* LoadBias, then TableCount pairs {begin, end}, then path bytes, */         \
  /* NUL-padded to whole words. Argument: the module's number in the */        \
  /* process. */                                                               \
  X(Module, 1, false, 1 + 2 * TableCount, Text)                                \
  /* Address of the first byte, byte count, the bytes padded to words. */      \
  /* Argument: module number. Follows the Module event in the same thread. */  \
  X(TableData, 2, false, 2, Bytes)                                             \
  /* Argument: module number. */                                               \
  X(ModuleUnload, 3, true, 0, None)                                            \
  /* Process id, byte count, then the command line, NUL after each word. */    \
  X(Program, 4, false, 2, Text)                                                \
  /* Argument: creating thread's index. Stack low, stack high (one past), */   \
  /* kernel thread id, time stamp. First event of every thread; in the main */ \
  /* thread, it follows Program. Stack 0, 0: unknown. */                       \
  X(ThreadStart, 5, true, 4, None)                                             \
  X(ThreadEnd, 6, true, 0, None)                                               \
  /* Argument: index of the joined thread. */                                  \
  X(ThreadJoin, 7, true, 0, None)                                              \
  /* Address, size, Allocation entry or the calling code (0: unknown), */      \
  /* previous address (realloc) or 0, then the calls in progress: at most */   \
  /* MaxContexts entries, innermost first. Argument: AllocationKind of the */  \
  /* function that was really called. If the site is 0 and the previous */     \
  /* address is the address, a realloc failed and the block is unchanged. */   \
  X(Alloc, 8, true, 4, Words)                                                  \
  /* Address. Argument: 1 if realloc releases it (an Alloc follows). */        \
  X(Free, 9, true, 1, None)                                                    \
  /* Time stamp counter. */                                                    \
  X(Tick, 10, false, 1, None)                                                  \
  /* Address of the Global entry, address of this thread's instance. */        \
  X(ThreadLocal, 11, false, 2, None)                                           \
  /* Low, high, MappingKind, byte count, path padded to words; the path of */  \
  /* the program itself is empty. For an anonymous mapping that */             \
  /* instrumented code requested: Allocation entry and calls in progress, */   \
  /* as in Alloc. Argument: MappingIsShared, or 0. */                          \
  X(Mapping, 12, true, 4, Text)                                                \
  /* Argument: created thread's index. If the creation failed, no */           \
  /* ThreadStart follows. */                                                   \
  X(ThreadCreate, 13, true, 0, None)                                           \
  /* Number of chunks that this thread had to discard here. */                 \
  X(Lost, 14, false, 1, None)                                                  \
  /* Low, high. */                                                             \
  X(Unmap, 15, true, 2, None)                                                  \
  /* Next five: what a program says with memfacet.h. */                        \
  /* Address, size, Allocation entry or 0, byte count of the name, the name */ \
  /* padded to words; if the count is 0, the calls in progress as in Alloc. */ \
  /* Argument: MarkKind. */                                                    \
  X(MarkBegin, 16, true, 4, Words)                                             \
  /* Address, size. Size 0: the innermost mark that starts at the address */   \
  /* ends; else all marks in the range end. Argument: 1 for a piece, whose */  \
  /* begin may not have been seen. */                                          \
  X(MarkEnd, 17, true, 2, None)                                                \
  /* Address, byte count, name padded to words: names the innermost object */  \
  /* around the address. */                                                    \
  X(Rename, 18, true, 2, Text)                                                 \
  /* Byte count, name padded to words: the thread begins a phase. */           \
  X(Phase, 19, false, 1, Text)                                                 \
  /* Argument: 1, the region of interest begins; 0, it ends. */                \
  X(Interest, 20, true, 0, None)                                               \
  /* A word of countsOf(), then counterWord() of each counter that has */      \
  /* changed. Argument: module number. */                                      \
  X(Counts, 24, false, 1, Words)                                               \
  /* Synchronisation, once the process has had several threads. */             \
  /* Object: the address or, for OpenMP, a number. Argument: SyncKind. An */   \
  /* Acquire of a lock by instrumented code is followed by the call's */       \
  /* Allocation entry (AllocationKind::Lock). */                               \
  X(Release, 32, true, 1, None)                                                \
  X(Acquire, 33, true, 1, Words)                                               \
  /* A call waited, and the thread did not execute. Object as above, or a */   \
  /* file descriptor, or 0; time stamps that passed meanwhile, at least */     \
  /* StallTicks. Argument: StallKind. Comes after the Acquire or ThreadJoin */ \
  /* of the call, and directly after a Tick. */                                \
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
/// Says that what a process writes to a mapping is seen by others that have it,
/// too.
constexpr uint32_t MappingIsShared = 1;

/// Says what a MarkBegin event marks.
enum class MarkKind : uint32_t {
  /// An object of a suballocator.
  Object = 0,
  /// A named range of addresses.
  Region = 1,
};

/// Says what object a Release or an Acquire has.
#define MEMFACET_SYNC_KINDS(X)                                                 \
  /* A mutex or a spin lock. */                                                \
  X(Mutex, 0)                                                                  \
  /* A lock for readers or one writer. A Release is always a WriteLock: */     \
  /* only the Acquire before it says whether reading or writing ends. */       \
  X(ReadLock, 1)                                                               \
  X(WriteLock, 2)                                                              \
  /* Release: signalled. Acquire: a wait that did not time out; the mutex */   \
  /* has events of its own. */                                                 \
  X(Condition, 3)                                                              \
  /* Release: the thread arrives. Acquire: it leaves. All threads that meet */ \
  /* arrive before the first of them leaves. */                                \
  X(Barrier, 4)                                                                \
  X(Semaphore, 5)                                                              \
  /* A futex that the program wakes or waits for by itself. */                 \
  X(Futex, 6)                                                                  \
  /* Barrier of an OpenMP team, as Barrier. A thread that executes tasks */    \
  /* there also releases after each task. */                                   \
  X(TeamBarrier, 7)                                                            \
  /* Parallel region: the encountering thread releases, each thread of the */  \
  /* team acquires as it begins. */                                            \
  X(TeamFork, 8)                                                               \
  /* Each thread of the team releases as it ends, and after each task that */  \
  /* it executes there; the encountering thread acquires. */                   \
  X(TeamJoin, 9)                                                               \
  /* OpenMP locks, critical and ordered regions. */                            \
  X(TeamLock, 10)                                                              \
  /* Explicit tasks: the creating thread releases, the thread that begins */   \
  /* the task acquires. */                                                     \
  X(Task, 11)                                                                  \
  /* Object: a task. Tasks that it has created release as they end; it */      \
  /* acquires when it has waited for them. */                                  \
  X(TaskWait, 12)

enum class SyncKind : uint32_t {
#define MEMFACET_ENUMERATOR(Name, Value) Name = Value,
  MEMFACET_SYNC_KINDS(MEMFACET_ENUMERATOR)
#undef MEMFACET_ENUMERATOR
};

/// Says what a thread waited for in a Stall.
#define MEMFACET_STALL_KINDS(X)                                                \
  X(Lock, 0)                                                                   \
  X(Condition, 1)                                                              \
  X(Barrier, 2)                                                                \
  X(Semaphore, 3)                                                              \
  X(Futex, 4)                                                                  \
  /* Object: the other thread's index. */                                      \
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
  /* In OpenMP: at a team's barrier; at the end of a region, for the */        \
  /* encountering thread; between two regions; for tasks; for a lock. */       \
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

/// Returns the header of an event of \p Words words, the header included (at
/// most 2^24 - 1).
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

/// Returns the first payload word of a Counts event: the thread of the counters
/// (another thread may write the event), and whether its interval ends here.
constexpr uint64_t countsOf(uint32_t Thread, bool EndsInterval) {
  return Thread | uint64_t(EndsInterval) << 32;
}
constexpr uint32_t countsThread(uint64_t CountsOf) {
  return uint32_t(CountsOf);
}
constexpr bool countsEndInterval(uint64_t CountsOf) { return CountsOf >> 32; }

/// Each further word of a Counts event has the number of a counter in the
/// module's table and how much the counter has grown. Growth above MostInWord
/// takes several words.
constexpr int CounterBits = 40;
constexpr int64_t MostInWord = (int64_t(1) << (CounterBits - 1)) - 1;
constexpr uint64_t counterWord(uint64_t Number, int64_t Growth) {
  return Number << CounterBits |
         (uint64_t(Growth) & ((uint64_t(1) << CounterBits) - 1));
}
constexpr uint64_t counterNumber(uint64_t Word) { return Word >> CounterBits; }
constexpr int64_t counterGrowth(uint64_t Word) {
  return int64_t(Word << (64 - CounterBits)) >> (64 - CounterBits);
}

/// The largest number of contexts in an Alloc event.
constexpr uint32_t MaxContexts = 8;

/// Names in events are cut to this many bytes.
constexpr uint32_t MaxNameBytes = 256;

/// The most bytes of a TableData event, so that it fits into a chunk.
constexpr uint32_t MaxTableDataBytes = 64 * 1024;

static_assert(eventWords(eventHeader(EventKind::Free, 3, ~0u)) == 3);
static_assert(eventArgument(eventHeader(EventKind::Free, 3, ~0u)) == ~0u);
static_assert(eventKind(eventHeader(EventKind::Free, 3, ~0u)) ==
              EventKind::Free);

} // namespace memfacet

#endif
