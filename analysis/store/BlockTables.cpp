//===- BlockTables.cpp - block vectors as rows ----------------------------===//

#include "analysis/store/ProfileTables.h"
#include "analysis/store/Rows.h"
#include "analysis/store/Varint.h"
#include <algorithm>

namespace memfacet {

const char *blockSourceName(BlockSource Source) {
  switch (Source) {
  case BlockSource::Counted:
    return "counted";
  case BlockSource::Recorded:
    return "recorded";
  case BlockSource::Sampled:
    return "sampled";
  case BlockSource::None:
    break;
  }
  return "";
}

std::string packCounts(std::span<const BlockCount> Counts) {
  std::string Packed;
  VarintWriter To(Packed);
  uint64_t Next = 0;
  for (const BlockCount &C : Counts) {
    To.add(C.Block - Next);
    To.add(C.Count);
    Next = uint64_t(C.Block) + 1;
  }
  To.flush();
  return Packed;
}

std::string renumberCounts(std::string_view Packed,
                           std::span<const uint32_t> Numbers) {
  std::string Result;
  Result.reserve(Packed.size());
  VarintWriter To(Result);
  std::span Rest(reinterpret_cast<const uint8_t *>(Packed.data()),
                 Packed.size());
  uint64_t Next = 0, NewNext = 0;
  while (!Rest.empty()) {
    uint64_t Block = Next + *takeVarint(Rest);
    To.add(Numbers[Block] - NewNext);
    To.add(*takeVarint(Rest));
    Next = Block + 1;
    NewNext = uint64_t(Numbers[Block]) + 1;
  }
  To.flush();
  return Result;
}

std::optional<std::vector<BlockCount>> unpackCounts(std::string_view Packed,
                                                    size_t Blocks) {
  std::vector<BlockCount> Counts;
  std::span Rest(reinterpret_cast<const uint8_t *>(Packed.data()),
                 Packed.size());
  uint64_t Next = 0;
  while (!Rest.empty()) {
    std::optional<uint64_t> Skipped = takeVarint(Rest);
    std::optional<uint64_t> Count = takeVarint(Rest);
    if (!Skipped || !Count || *Skipped >= Blocks || Next + *Skipped >= Blocks)
      return std::nullopt;
    Counts.push_back({uint32_t(Next + *Skipped), *Count});
    Next += *Skipped + 1;
  }
  return Counts;
}

Status storeBlocks(Database &D, const Profile &P) {
  const BlockVectors &V = P.Vectors;
  if (V.empty())
    return {};
  Rows Source(D, ProfileTable::BlockSources), Blocks(D, ProfileTable::Blocks),
      Vectors(D, ProfileTable::BlockVectors),
      Places(D, ProfileTable::BlockPlaces);
  Source.add(std::string_view(blockSourceName(V.Source)), V.Period, V.Samples,
             V.Outside, V.Lost);
  for (const CodeBlock &B : V.Blocks) {
    Blocks.add(B.Number, B.Id, B.Function, B.File, B.Line, B.Size);
    if (B.Loop != 0 || !B.Symbol.empty())
      Places.add(B.Number, B.Loop, B.Symbol, B.Object);
  }
  for (const BlockInterval &I : V.Intervals)
    Vectors.add(I.Thread, I.Interval, I.Length, Blob{I.Packed});
  for (const Rows *Each : {&Source, &Blocks, &Vectors, &Places})
    if (Status S = Each->status(); !S)
      return S;
  return {};
}

Status loadBlocks(Database &D, Profile &P) {
  constexpr BlockSource Sources[] = {
      BlockSource::Counted, BlockSource::Recorded, BlockSource::Sampled};
  BlockVectors &V = P.Vectors;
  Status S =
      forEachRow(D, ProfileTable::BlockSources, "rowid", [&](Statement &Row) {
        std::string Name = Row.text(0);
        auto Source = std::ranges::find(Sources, Name, blockSourceName);
        if (!V.empty() || Source == std::end(Sources))
          return false;
        V.Source = *Source;
        V.Period = Row.number(1), V.Samples = Row.number(2);
        V.Outside = Row.number(3), V.Lost = Row.number(4);
        return true;
      });
  if (S)
    S = forEachRow(D, ProfileTable::Blocks, "number", [&](Statement &Row) {
      V.Blocks.push_back({uint32_t(Row.number(0)), uint32_t(Row.number(1)),
                          Row.text(2), Row.text(3), uint32_t(Row.number(4)),
                          uint32_t(Row.number(5))});
      return true;
    });
  if (!S)
    return S;
  return forEachRow(
      D, ProfileTable::BlockVectors, "thread, interval", [&](Statement &Row) {
        auto Bytes = Row.blob(3);
        V.Intervals.push_back(
            {uint32_t(Row.number(0)),
             uint32_t(Row.number(1)),
             Row.number(2),
             {reinterpret_cast<const char *>(Bytes.data()), Bytes.size()}});
        return unpackCounts(V.Intervals.back().Packed, V.Blocks.size())
            .has_value();
      });
}

Status loadBlockPlaces(Database &D, Profile &P) {
  std::vector<CodeBlock> &Blocks = P.Vectors.Blocks;
  return forEachRow(
      D, ProfileTable::BlockPlaces, "number", [&](Statement &Row) {
        auto B = std::ranges::lower_bound(Blocks, uint32_t(Row.number(0)), {},
                                          &CodeBlock::Number);
        if (B == Blocks.end() || B->Number != Row.number(0))
          return false;
        B->Loop = uint32_t(Row.number(1));
        B->Symbol = Row.text(2), B->Object = Row.text(3);
        return true;
      });
}

} // namespace memfacet
