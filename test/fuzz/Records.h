//===- Records.h - words and tables of programs, from bytes ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_TEST_FUZZ_RECORDS_H
#define MEMFACET_TEST_FUZZ_RECORDS_H

#include "analysis/decode/ModuleBuilder.h"
#include "analysis/words/stream/Segment.h"
#include "memfacet/Events.h"
#include "memfacet/Tables.h"
#include "test/fuzz/Feed.h"
#include "test/support/TableBuilder.h"
#include <array>

namespace memfacet::fuzz {

/// Words in segments: a byte of thread and one of length before each.
inline void segments(Feed &In, SegmentSink &Sink) {
  while (!In.empty()) {
    auto Thread = In.take<uint8_t>();
    auto Words = In.take<uint8_t>();
    std::vector<uint64_t> Content = In.words(Words == 255 ? 1 << 20 : Words);
    uint32_t Number = Thread < 240 ? Thread % 8 : In.take<uint32_t>();
    if (!Sink.segment({ThreadId(Number), Content}))
      return;
    if (In.rest().size() < 8)
      return;
  }
}

/// Tables of anything, one after another, each with its length in front.
struct FedTables {
  explicit FedTables(Feed &In) {
    for (std::string &T : Tables)
      T = In.bytes(In.take<uint16_t>());
  }
  static uint64_t begin(size_t Kind) {
    return 0x400000 + Kind * test::TableBuilder::TableDistance;
  }

  std::vector<uint64_t> events() const {
    std::vector<uint64_t> Ranges = {0 /*load bias*/}, Words;
    for (size_t I = 0; I != TableCount; ++I) {
      Ranges.push_back(begin(I));
      Ranges.push_back(begin(I) + Tables[I].size());
    }
    add(Words, EventKind::Module, Ranges, std::string_view("/made/up\0", 9));
    for (size_t I = 0; I != TableCount; ++I)
      if (!Tables[I].empty())
        add(Words, EventKind::TableData, {begin(I), Tables[I].size()},
            Tables[I]);
    return Words;
  }
  static void add(std::vector<uint64_t> &Target, EventKind Kind,
                  std::vector<uint64_t> Payload, std::string_view Bytes) {
    size_t Fixed = Payload.size();
    Payload.resize(Fixed + (Bytes.size() + 7) / 8);
    std::memcpy(Payload.data() + Fixed, Bytes.data(), Bytes.size());
    Target.push_back(eventHeader(Kind, uint32_t(1 + Payload.size()), 0));
    Target.insert(Target.end(), Payload.begin(), Payload.end());
  }

  std::array<std::string, TableCount> Tables;
};

/// Tables, then each of their rows once, with words that may be its slots.
template <typename Sink>
void feedTables(Feed &In, Sink &Target, const ModuleBuilder &Builder) {
  FedTables Tables(In);
  use(Target.segment({ThreadId(0), Tables.events()}));
  std::vector<uint64_t> Slots = In.words(MaxRecordWords), Words;
  size_t Rows = std::min<size_t>(
      Tables.Tables[size_t(TableKind::Blocks)].size() / sizeof(Block), 64);
  for (size_t I = 0; I != Rows; ++I) {
    uint64_t Row =
        FedTables::begin(size_t(TableKind::Blocks)) + I * sizeof(Block);
    uint32_t Length = Builder.blockWords(Row);
    if (Length == 0)
      continue;
    Words.push_back(Row);
    for (size_t S = 1; S < Length; ++S)
      Words.push_back(Slots.empty() ? S * 64 : Slots[S % Slots.size()]);
  }
  use(Target.segment({ThreadId(0), Words}));
}

} // namespace memfacet::fuzz

#endif
