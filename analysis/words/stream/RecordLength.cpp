//===- RecordLength.cpp - where a record ends -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/words/stream/RecordLength.h"
#include "memfacet/Select.h"
#include "memfacet/Tables.h"

namespace memfacet::words {

uint32_t leastEventWords(EventKind Kind) {
  switch (Kind) {
#define MEMFACET_CASE(Name, Value, Ordered, Words, Tail)                       \
  case EventKind::Name:                                                        \
    return 1 + Ordered + Words;
    MEMFACET_EVENTS(MEMFACET_CASE)
#undef MEMFACET_CASE
  }
  return 0;
}

static bool isKnown(SelectedKind Kind) {
  switch (Kind) {
#define MEMFACET_CASE(Name, Value) case SelectedKind::Name:
    MEMFACET_SELECTED_KINDS(MEMFACET_CASE)
#undef MEMFACET_CASE
    return true;
  }
  return false;
}

uint32_t recordWords(uint64_t Header, const RecordLength &Lengths) {
  if (isSelected(Header))
    return isKnown(selectedKind(Header)) ? SelectedWords : 0;
  if (!isEvent(Header))
    return Lengths.blockWords(Header);
  uint32_t Least = leastEventWords(eventKind(Header));
  uint32_t Words = eventWords(Header);
  return Least != 0 && Words >= Least ? Words : 0;
}

size_t nextHeader(std::span<const uint64_t> Words, size_t Position,
                  const RecordLength &Lengths) {
  for (++Position; Position < Words.size(); ++Position)
    if (uint32_t Length =
            Words[Position] ? recordWords(Words[Position], Lengths) : 0)
      if (Position + Length <= Words.size())
        return Position;
  return Words.size();
}

} // namespace memfacet::words
