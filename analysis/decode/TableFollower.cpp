//===- TableFollower.cpp - tables without the rest of the stream ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/decode/TableFollower.h"
#include "analysis/words/stream/RecordLength.h"
#include <algorithm>

namespace memfacet::decode {

/// Returns whether \p Word may be the header of an event about tables: their
/// kinds are the first ones. Most other words that pass are no headers, but a
/// closer look does no harm.
static bool mayBeAboutTables(uint64_t Word) {
  static_assert(EventKind::Module == EventKind(1) &&
                EventKind::TableData == EventKind(2));
  constexpr uint64_t First = eventHeader(EventKind::Module, 0);
  constexpr uint64_t End = eventHeader(EventKind::ModuleUnload, 0);
  return Word - First < End - First;
}

/// Returns whether an event about tables may be in \p Words. Most words have no
/// bit that events have, so some are examined together.
static bool anyAboutTables(std::span<const uint64_t> Words) {
  constexpr size_t WordsPerStep = 512;
  while (!Words.empty()) {
    auto Part = Words.first(std::min(WordsPerStep, Words.size()));
    uint64_t Bits = 0;
    for (uint64_t Word : Part)
      Bits |= Word;
    if (isEvent(Bits) &&
        std::any_of(Part.begin(), Part.end(), mayBeAboutTables))
      return true;
    Words = Words.subspan(Part.size());
  }
  return false;
}

void TableFollower::follow(const words::Segment &S) {
  if (!anyAboutTables(S.Words))
    return;
  for (size_t Position = 0; Position < S.Words.size();) {
    uint64_t Header = S.Words[Position];
    size_t Words = Header ? words::recordWords(Header, Modules) : 0;
    if (Words == 0 || Words > S.Words.size() - Position) {
      Position = words::nextHeader(S.Words, Position, Modules);
      continue;
    }
    if (isEvent(Header) && mayBeAboutTables(Header))
      event(S.Thread, S.Words.subspan(Position, Words));
    Position += Words;
  }
}

void TableFollower::event(ThreadId Thread, std::span<const uint64_t> Record) {
  Event E;
  E.Kind = eventKind(Record[0]);
  bool Ordered = isOrdered(E.Kind);
  E.Thread = Thread;
  E.Argument = eventArgument(Record[0]);
  E.Order = Ordered ? Record[1] : 0;
  E.Payload = Record.subspan(1 + Ordered);
  Modules.event(E);
}

} // namespace memfacet::decode
