//===- MappedLines.cpp - lines of mappings that processes share -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/threads/sync/MappedLines.h"
#include "analysis/threads/sync/LineGranules.h"
#include "memfacet/Check.h"
#include <bit>

namespace memfacet::threads {

MappedLines::MappedLines(uint64_t LineBytes)
    : LineBytes(LineBytes), Granule(granuleBytes(LineBytes)) {
  MEMFACET_CHECK(std::has_single_bit(LineBytes), "lines do not overlap");
}

void MappedLines::event(const decode::Event &E) {
  bool Maps = E.Kind == EventKind::Mapping;
  if ((!Maps && E.Kind != EventKind::Unmap) || E.Payload.size() < 2)
    return;
  uint64_t Begin = E.Payload[0], End = E.Payload[1];
  Mappings.erase(Begin, End);
  if (!Maps || E.Argument != MappingIsShared || Begin >= End)
    return;
  Mappings.assign(Begin, End, Begin);
  Low = High == 0 ? Begin : std::min(Low, Begin);
  High = std::max(High, End);
}

/// Returns null if there is no room for another line.
MappedLines::Use *MappedLines::useOf(uint64_t Line, uint32_t Structure) {
  auto Found = Lines.find({Structure, Line});
  if (Found != Lines.end())
    return &Found->second;
  if (Lines.size() == MaxLines)
    return nullptr;
  return &Lines[{Structure, Line}];
}

void MappedLines::add(uint64_t Address, uint64_t Bytes, bool IsWrite,
                      uint32_t Structure, UsedBytes Used) {
  auto Mapping = Mappings.find(Address);
  if (!Mapping.Value)
    return;
  uint64_t End = std::min(countedEnd(Address, Bytes, LineBytes), Mapping.High);
  for (uint64_t Position = Address; Position < End;) {
    uint64_t LineBegin = Position & ~(LineBytes - 1);
    uint64_t LineEnd = std::min(End, LineBegin + LineBytes);
    if (Use *U = useOf((LineBegin - *Mapping.Value) / LineBytes, Structure))
      addAccess(*U, Position, LineEnd, LineBegin, Granule, Address, Used,
                IsWrite);
    Position = LineEnd;
  }
}

void MappedLines::fill(result::Profile &P) const {
  result::MappingTable &T = P.Mappings;
  for (const auto &[Key, U] : Lines) {
    StructureId Structure(Key.first);
    const result::Counts &All = P.Structures[Key.first].Total;
    if (T.Uses.empty() || T.Uses.back().Structure != Structure)
      T.Uses.push_back({Structure, 0, All.Accesses, All.Stores, 0});
    T.Uses.back().Sampled += U.Accesses;
    T.Lines.push_back(
        {Structure, 0, Key.second, U.Accesses, U.Writes, U.Bytes, U.Written});
  }
}

} // namespace memfacet::threads
