//===- StreamReader.cpp - streams become numbers again --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/result/store/StreamReader.h"
#include "analysis/support/Varint.h"
#include <algorithm>
#include <map>
#include <numeric>

namespace memfacet::result {

/// A measure while it is read. Other measures of the group may be read because
/// they are its sources, in some blocks.
struct StreamReader::Column {
  std::string Bytes;
  std::span<const uint8_t> Rest;
  size_t Blocks = 0;            ///< taken from Rest
  std::vector<uint64_t> Values; ///< of the last block
};

/// The columns of a group, block by block.
struct StreamReader::Block {
  const StreamReader &Reader;
  uint32_t Thread;
  StructureId Structure;
  StreamUnpacker &Unpacker;
  std::map<Measure, Column> Columns = {};
  size_t Number = 0; ///< of the block, from 1
  size_t Rows = 0;

  /// Returns null if the measure is not there, or damaged.
  Column *open(Measure M);
  bool next(Measure M, Column &C);
  bool unpack(Measure M);
};

StreamReader::Column *StreamReader::Block::open(Measure M) {
  auto [It, New] = Columns.try_emplace(M);
  Column &C = It->second;
  if (!New)
    return &C;
  const Stream *S = Reader.Set.find(Thread, Structure, M);
  if (!S)
    return nullptr;
  Expected<std::string> Bytes = Reader.Set.bytes(*S);
  if (!Bytes)
    return nullptr;
  C.Bytes = std::move(*Bytes);
  C.Rest = bytesOf(C.Bytes);
  return &C;
}

/// Takes one block's column, and its values if the block is the one that is
/// being read.
bool StreamReader::Block::next(Measure M, Column &C) {
  std::optional<StreamColumn> Head = takeColumn(C.Rest);
  if (!Head)
    return false;
  if (++C.Blocks != Number)
    return true;
  std::span<const uint64_t> Source;
  if (Head->Source) {
    // Numbers of sources are smaller, so that the recursion ends.
    if (*Head->Source >= M || *Head->Source <= intervalsOf(M) ||
        !unpack(*Head->Source))
      return false;
    Source = Columns[*Head->Source].Values;
  }
  C.Values.resize(Rows);
  return Unpacker.unpack(*Head, Source, C.Values);
}

/// Unpacks the values of \p M in the block that is being read.
bool StreamReader::Block::unpack(Measure M) {
  Column *C = open(M);
  if (!C)
    return false;
  while (C->Blocks != Number)
    if (!next(M, *C))
      return false;
  return true;
}

Status StreamReader::read(uint32_t Thread, StructureId Structure, Measure Kind,
                          const Visitor &Visit) {
  const Stream *S = Set.find(Thread, Structure, Kind);
  if (!S)
    return {};
  auto Damaged = [&] {
    return makeError("stream {} of structure {} in thread {} is damaged",
                     uint32_t(Kind), Structure.Value, Thread);
  };
  Measure Index = intervalsOf(Kind);
  Block B{*this, Thread, Structure, Unpacker};
  Column *Gaps = B.open(Index);
  if (!Gaps)
    return Damaged();
  uint64_t Next = 0, Total = 0;
  std::vector<uint32_t> Intervals;
  while (!Gaps->Rest.empty()) {
    std::optional<uint64_t> Rows = takeVarint(Gaps->Rest);
    if (!Rows || *Rows == 0 || *Rows > MaxStreamRows)
      return Damaged();
    B.Rows = *Rows;
    ++B.Number;
    if (!B.unpack(Index))
      return Damaged();
    Intervals.clear();
    for (uint64_t Gap : Gaps->Values) {
      if (Gap >= S->Intervals || Next + Gap >= UINT32_MAX)
        return Damaged();
      Intervals.push_back(uint32_t(Next + Gap));
      Next += Gap + 1;
    }
    if (Kind == Index) {
      Visit(Intervals, Gaps->Values);
      Total += *Rows;
      continue;
    }
    if (!B.unpack(Kind))
      return Damaged();
    const std::vector<uint64_t> &Values = B.Columns[Kind].Values;
    Total = std::accumulate(Values.begin(), Values.end(), Total);
    Visit(Intervals, Values);
  }
  if (Total != S->Total || Next > S->Intervals || !B.Columns[Kind].Rest.empty())
    return Damaged();
  return {};
}

Expected<std::vector<uint64_t>>
StreamReader::sums(uint32_t Thread, StructureId Structure, Measure Kind,
                   uint64_t PerPoint, size_t Points) {
  std::vector<uint64_t> Sums(Points);
  Status Read = read(Thread, Structure, Kind, [&](auto Intervals, auto Values) {
    // Most often the intervals follow each other: one division for all.
    uint64_t Point = Intervals.front() / PerPoint;
    uint64_t End = (Point + 1) * PerPoint;
    for (size_t I = 0; I != Intervals.size(); ++I) {
      if (Intervals[I] >= End) {
        Point = Intervals[I] / PerPoint;
        End = (Point + 1) * PerPoint;
      }
      if (Point < Points)
        Sums[Point] += Values[I];
    }
  });
  if (!Read)
    return Read.error();
  return Sums;
}

} // namespace memfacet::result
