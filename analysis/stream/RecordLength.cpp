//===- RecordLength.cpp - where a record ends -----------------------------===//

#include "analysis/stream/RecordLength.h"
#include "memfacet/Filter.h"
#include "memfacet/Tables.h"

namespace memfacet {

/// Words after the header and the order number.
static uint32_t fixedPayload(EventKind Kind) {
  switch (Kind) {
  case EventKind::Module:
    return 1 + 2 * TableCount;
  case EventKind::TableData:
  case EventKind::Program:
  case EventKind::ThreadLocal:
  case EventKind::Unmap:
  case EventKind::MarkEnd:
  case EventKind::Rename:
  case EventKind::Sampled:
  case EventKind::Stall:
  case EventKind::ReuseUnits:
    return 2;
  case EventKind::ReuseFirst:
  case EventKind::ReuseSecond:
    return 6;
  case EventKind::ThreadStart:
  case EventKind::Mapping:
  case EventKind::Alloc:
  case EventKind::MarkBegin:
    return 4;
  case EventKind::Free:
  case EventKind::Tick:
  case EventKind::Lost:
  case EventKind::Phase:
  case EventKind::Counts:
  case EventKind::Release:
  case EventKind::Acquire:
    return 1;
  case EventKind::ModuleUnload:
  case EventKind::ThreadEnd:
  case EventKind::ThreadJoin:
  case EventKind::ThreadCreate:
  case EventKind::Interest:
    return 0;
  }
  return 0;
}

static bool isKnown(EventKind Kind) {
  switch (Kind) {
#define MEMFACET_CASE(Name, Value, Ordered) case EventKind::Name:
    MEMFACET_EVENTS(MEMFACET_CASE)
#undef MEMFACET_CASE
    return true;
  }
  return false;
}

uint32_t leastEventWords(EventKind Kind) {
  return isKnown(Kind) ? 1 + isOrdered(Kind) + fixedPayload(Kind) : 0;
}

static bool isKnown(FilteredKind Kind) {
  switch (Kind) {
#define MEMFACET_CASE(Name, Value) case FilteredKind::Name:
    MEMFACET_FILTERED_KINDS(MEMFACET_CASE)
#undef MEMFACET_CASE
    return true;
  }
  return false;
}

uint32_t recordWords(uint64_t Header, const RecordLength &Lengths) {
  if (isFiltered(Header))
    return isKnown(filteredKind(Header)) ? FilteredWords : 0;
  if (!isEvent(Header))
    return Lengths.blockWords(Header);
  uint32_t Least = leastEventWords(eventKind(Header));
  uint32_t Words = eventWords(Header);
  return Least != 0 && Words >= Least ? Words : 0;
}

size_t nextHeader(std::span<const uint64_t> Words, size_t At,
                  const RecordLength &Lengths) {
  for (++At; At < Words.size(); ++At)
    if (uint32_t Length = Words[At] ? recordWords(Words[At], Lengths) : 0)
      if (At + Length <= Words.size())
        return At;
  return Words.size();
}

} // namespace memfacet
