//===- EventWriter.h - events into the thread's chunk ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An event's payload is written above the cursor, its header after that, then
// the cursor moves. A signal handler in between writes to a chunk of its own
// and puts the cursor back. Room is made before an order number is taken, so
// that a thread never waits while the others wait for its number.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RUNTIME_RECORD_EVENTWRITER_H
#define MEMFACET_RUNTIME_RECORD_EVENTWRITER_H

#include "memfacet/Check.h"
#include "memfacet/Events.h"
#include "runtime/process/Process.h"
#include "runtime/record/Chunks.h"
#include "runtime/record/Thread.h"

namespace memfacet::record {

/// Starts the process, registers the thread and takes a chunk, where needed.
/// Afterwards \p Words words fit at the cursor or, if \p Words is 0, a record
/// does.
void makeRoom(ThreadState &T, uint32_t Words);

inline uint64_t *reserve(ThreadState &T, uint32_t Words) {
  if (!T.Chunk || __memfacet_cursor + Words > chunkEnd(T.Chunk))
    makeRoom(T, Words);
  return __memfacet_cursor;
}

inline void publish(uint64_t *Event, uint64_t Header) {
  MEMFACET_CHECK(Event == __memfacet_cursor, "no record lies between");
  MEMFACET_CHECK(Event + eventWords(Header) <= chunkEnd(thread().Chunk),
                 "room was reserved for the event");
  __atomic_store_n(Event, Header, __ATOMIC_RELEASE);
  std::atomic_signal_fence(std::memory_order_seq_cst);
  __memfacet_cursor = Event + eventWords(Header);
}

/// Words of an event.
struct EventWords {
  const uint64_t *Data = nullptr;
  uint32_t Count = 0;
};

/// Writes an event of \p Payload and \p Tail, with its order number if it has
/// one. Where threads run, stamps the time before an ordered event if the last
/// stamp is old: the thread may have slept since then without an event that
/// says so (barriers of OpenMP), and what other threads did meanwhile came
/// before this event.
/// \p Header is the event's, without its length.
void writeEvent(ThreadState &T, uint64_t Header, EventWords Payload,
                EventWords Tail = {});

/// Writes an event of \p Payload and \p Bytes, NUL-padded to whole words. There
/// must be at most MaxTableDataBytes of them.
void writeEventOfBytes(ThreadState &T, uint64_t Header, EventWords Payload,
                       Text Bytes);

/// Stamps \p Time, by which all earlier records were written.
void stampTime(ThreadState &T, uint64_t Time = timeStamp());

/// The functions above with their words as arguments.
template <EventKind Kind, typename... Words>
void emit(ThreadState &T, uint32_t Argument, Words... Payload) {
  const uint64_t Data[sizeof...(Payload) + 1] = {Payload...};
  writeEvent(T, eventHeader(Kind, 0, Argument), {Data, sizeof...(Payload)});
}
template <EventKind Kind, typename... Words>
void emitWithTail(ThreadState &T, uint32_t Argument, const uint64_t *Tail,
                  uint32_t TailCount, Words... Payload) {
  const uint64_t Data[] = {Payload...};
  writeEvent(T, eventHeader(Kind, 0, Argument), {Data, sizeof...(Payload)},
             {Tail, TailCount});
}
template <EventKind Kind, typename... Words>
void emitWithBytes(ThreadState &T, uint32_t Argument, Text Bytes,
                   Words... Payload) {
  const uint64_t Data[] = {Payload...};
  writeEventOfBytes(T, eventHeader(Kind, 0, Argument),
                    {Data, sizeof...(Payload)}, Bytes);
}

} // namespace memfacet::record

#endif
