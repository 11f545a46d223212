//===- MadeUpFrames.h - words as programs write them ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_TEST_UNIT_WORDS_CODING_MADEUPFRAMES_H
#define MEMFACET_TEST_UNIT_WORDS_CODING_MADEUPFRAMES_H

#include "analysis/words/coding/FrameCoder.h"
#include "analysis/words/coding/FrameExpander.h"
#include "test/support/FixedLengths.h"
#include "test/support/Sinks.h"
#include "test/support/StreamBuilder.h"
#include <random>

namespace memfacet::test {

/// Records of the blocks of FixedLengths, with slots that stay, stride, jump or
/// follow others, between them selected records, events, long ones too, unknown
/// words and zeros.
inline std::vector<uint64_t> madeUpWords(std::mt19937_64 &Random,
                                         size_t Least) {
  StreamBuilder Stream;
  uint64_t Clock = 0;
  while (Stream.size() < Least) {
    uint64_t Block = Random() % 8 + 1;
    std::vector<uint64_t> Slots;
    for (uint64_t I = 0; I != Block; ++I)
      Slots.push_back(I % 4 == 0   ? 0x7fff0000
                      : I % 4 == 1 ? Block * 0x1000000 + 8 * ++Clock
                      : I % 4 == 2 ? Slots[1] + 24
                                   : Random() >> Random() % 64);
    Stream.block(Block * 0x100, Slots);
    switch (Random() % 64) {
    case 0:
      Stream.alloc(Clock, Random() % 100000, 64, 0, {1, 2});
      break;
    case 1:
      Stream.free(Clock, Random());
      break;
    case 2:
      Stream.raw({Random(), 0, 0x900, EventBit | Random()});
      break;
    case 4:
      Stream.selected(SelectedKind::Access, Random() >> 17, 0x500000, 8);
      break;
    case 5:
      Stream.raw({SelectedBit | Random() >> 2, Random()});
      break;
    case 3:
      Stream.event(EventKind::TableData,
                   std::vector<uint64_t>(2 + Random() % 3000, 0x100));
      break;
    default:
      break;
    }
  }
  return Stream.words();
}

/// Cuts \p Words anywhere, also within records, for \p Threads threads.
inline std::vector<KeptSegment> cutAnywhere(std::mt19937_64 &Random,
                                            const std::vector<uint64_t> &Words,
                                            uint32_t Threads) {
  std::vector<KeptSegment> Result;
  for (size_t Begin = 0; Begin != Words.size();) {
    size_t Count = std::min<size_t>(Random() % 700, Words.size() - Begin);
    Result.push_back({uint32_t(Random() % Threads) * 1000,
                      {Words.begin() + ptrdiff_t(Begin),
                       Words.begin() + ptrdiff_t(Begin + Count)}});
    Begin += Count;
  }
  return Result;
}

inline FrameWords frameOf(const std::vector<KeptSegment> &Segments) {
  FrameWords Frame;
  for (const KeptSegment &S : Segments)
    Frame.add({ThreadId(S.Thread), S.Words});
  return Frame;
}

inline size_t allWords(const FrameWords &Frame) {
  return Frame.words() + Frame.pieces().size();
}

inline std::vector<KeptSegment> segmentsOf(const ExpandedFrame &Frame) {
  std::vector<KeptSegment> Result;
  std::vector<size_t> Next;
  for (const ExpandedFrame::Lane &L : Frame.Lanes)
    Next.push_back(L.Begin);
  for (const FramePiece &P : Frame.Pieces) {
    auto Begin = Frame.Words.begin() + ptrdiff_t(Next[P.Lane]);
    Result.push_back(
        {Frame.Lanes[P.Lane].Thread.Value, {Begin, Begin + P.Words}});
    Next[P.Lane] += P.Words;
  }
  return Result;
}

} // namespace memfacet::test

#endif
