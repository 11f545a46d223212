//===- Streams.cpp - what was counted, over time --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/result/profile/Streams.h"
#include "analysis/support/Hash.h"
#include <algorithm>
#include <cstring>

namespace memfacet::result {

uint64_t streamCheck(std::string_view Packed) {
  uint64_t State = 0x4d465354 ^ Packed.size();
  while (!Packed.empty()) {
    uint64_t Word = 0;
    size_t Size = std::min(Packed.size(), sizeof(Word));
    std::memcpy(&Word, Packed.data(), Size);
    State = chainBits(State, Word);
    Packed.remove_prefix(Size);
  }
  return State;
}

const Stream *StreamSet::find(uint32_t Thread, StructureId Structure,
                              Measure Kind) const {
  std::tuple Key(Thread, Structure.Value, Kind);
  auto It = std::ranges::lower_bound(All, Key, {}, &Stream::key);
  return It != All.end() && It->key() == Key ? &*It : nullptr;
}

Expected<std::string> StreamSet::bytes(const Stream &S) const {
  Expected<std::string> Bytes =
      S.Packed.empty() && Source ? Source->fetch(S) : S.Packed;
  if (Bytes && (Bytes->size() != S.Bytes || streamCheck(*Bytes) != S.Check))
    return makeError("the streams do not fit their check values");
  return Bytes;
}

std::optional<uint32_t> StreamSet::processThread(Measure Kind) const {
  std::optional<uint32_t> Found;
  bool Several = false;
  for (const Stream &S : All) {
    if (intervalsOf(S.Kind) != intervalsOf(Kind))
      continue;
    Several |= Found && *Found != S.Thread;
    Found = S.Thread; // that of the process is the last
  }
  if (Several && Found != Stream::Process)
    return std::nullopt;
  return Found;
}

uint32_t StreamSet::intervals(uint32_t Thread) const {
  uint32_t Most = 0;
  for (const Stream &S : All)
    if (S.Thread == Thread)
      Most = std::max(Most, S.Intervals);
  return Most;
}

void StreamSet::sort() { std::ranges::sort(All, {}, &Stream::key); }

} // namespace memfacet::result
