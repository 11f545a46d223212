//===- Event.h - events, decoded ------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_DECODE_EVENT_H
#define MEMFACET_DECODE_EVENT_H

#include "analysis/support/Ids.h"
#include "memfacet/Check.h"
#include "memfacet/Events.h"
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace memfacet::decode {

/// An event, decoded. Payload is valid during the call only.
struct Event {
  EventKind Kind;
  ThreadId Thread;
  uint32_t Argument = 0;
  uint64_t Order = 0;                ///< 0 where the kind has none
  std::span<const uint64_t> Payload; ///< words after the order number
};

/// Returns the text of \p E. Payload word \p Index is its byte count, then come
/// the bytes.
inline std::string_view textIn(const Event &E, size_t Index) {
  if (E.Payload.size() <= Index)
    return {};
  std::span<const uint64_t> Words = E.Payload.subspan(Index + 1);
  uint64_t Bytes = std::min<uint64_t>(E.Payload[Index], Words.size_bytes());
  std::string_view Text(reinterpret_cast<const char *>(Words.data()), Bytes);
  return Text.substr(0, Text.find('\0'));
}

/// Returns whether \p E says that the block that its thread has just released
/// by a reallocation is as before: the reallocation failed, or releases the
/// block later.
inline bool keepsBlock(const Event &E) {
  return E.Kind == EventKind::Alloc && E.Payload.size() >= 4 &&
         E.Payload[1] == 0 && E.Payload[2] == 0 && E.Payload[0] == E.Payload[3];
}

/// Returns whether events of \p Kind begin or end objects of the heap: blocks,
/// and marks, most of which are pieces of blocks.
inline bool isHeapEvent(EventKind Kind) {
  return Kind == EventKind::Alloc || Kind == EventKind::Free ||
         Kind == EventKind::MarkBegin || Kind == EventKind::MarkEnd;
}

/// Events of the heap that one thread made, each with the place in its batch.
class HeapEvents {
public:
  /// Numbers of the batch's accesses and marks that come before an event.
  struct Place {
    uint32_t Accesses = 0, Marks = 0;
  };

  bool empty() const { return Used == 0; }
  size_t words() const { return Used; }
  void clear() { Used = 0; }
  void add(std::span<const uint64_t> Record, Place Position) {
    uint64_t *Target = makeRoom(Record.size());
    std::ranges::copy(Record, Target);
    // In place of the order number, which is not needed any more.
    Target[1] = uint64_t(Position.Marks) << 32 | Position.Accesses;
  }
  /// Returns the events as they are in memory, for append.
  std::span<const uint64_t> all() const { return {Words.data(), Used}; }
  void append(std::span<const uint64_t> Events) {
    std::ranges::copy(Events, makeRoom(Events.size()));
  }

  /// Points to an event, or after the last one.
  class Cursor {
  public:
    explicit Cursor(const HeapEvents &Events)
        : Position(Events.Words.data()), End(Position + Events.Used) {}
    bool atEnd() const { return Position == End; }
    void next() {
      MEMFACET_CHECK(!atEnd(), "nothing follows the last event");
      Position += eventWords(*Position);
    }
    Place place() const {
      MEMFACET_CHECK(!atEnd(), "only an event has a place");
      return {uint32_t(Position[1]), uint32_t(Position[1] >> 32)};
    }
    Event event(ThreadId Thread) const {
      return {eventKind(*Position), Thread, eventArgument(*Position), 0,
              payload()};
    }
    std::span<const uint64_t> payload() const {
      return {Position + FirstWords, eventWords(*Position) - FirstWords};
    }

  private:
    const uint64_t *Position, *End;
  };

private:
  /// The header and, in the record, the order number.
  static constexpr size_t FirstWords = 2;

  uint64_t *makeRoom(size_t Count) {
    size_t Begin = Used;
    Used += Count;
    if (Used > Words.size())
      Words.resize(std::max<size_t>(2 * Used, 256));
    return Words.data() + Begin;
  }

  std::vector<uint64_t> Words; ///< the first Used of them
  size_t Used = 0;
};

} // namespace memfacet::decode

#endif
