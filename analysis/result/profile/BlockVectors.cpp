//===- BlockVectors.cpp - which code is executed, and when ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/result/profile/BlockVectors.h"
#include "analysis/support/Varint.h"
#include "memfacet/Check.h"

namespace memfacet::result {

std::string packCounts(std::span<const BlockCount> Counts) {
  std::string Packed;
  VarintWriter Writer(Packed);
  uint64_t Next = 0;
  for (const BlockCount &C : Counts) {
    MEMFACET_CHECK(C.Block >= Next, "blocks ascend, each once");
    Writer.add(C.Block - Next);
    Writer.add(C.Count);
    Next = uint64_t(C.Block) + 1;
  }
  Writer.flush();
  return Packed;
}

std::string renumberCounts(std::string_view Packed,
                           std::span<const uint32_t> Numbers) {
  std::string Result;
  Result.reserve(Packed.size());
  VarintWriter Writer(Result);
  std::span<const uint8_t> Rest = bytesOf(Packed);
  uint64_t Next = 0, NewNext = 0;
  while (!Rest.empty()) {
    uint64_t Block = Next + *takeVarint(Rest);
    Writer.add(Numbers[Block] - NewNext);
    Writer.add(*takeVarint(Rest));
    Next = Block + 1;
    NewNext = uint64_t(Numbers[Block]) + 1;
  }
  Writer.flush();
  return Result;
}

std::optional<std::vector<BlockCount>> unpackCounts(std::string_view Packed,
                                                    size_t Blocks) {
  std::vector<BlockCount> Counts;
  std::span<const uint8_t> Rest = bytesOf(Packed);
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

} // namespace memfacet::result
