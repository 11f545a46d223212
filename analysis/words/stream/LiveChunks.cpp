//===- LiveChunks.cpp - from chunks in shared memory to the merge ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/words/stream/LiveChunks.h"
#include "memfacet/Select.h"
#include <algorithm>
#include <tuple>

namespace memfacet::words {

static uint64_t loadWord(std::span<const uint64_t> Words, size_t Index) {
  return __atomic_load_n(&Words[Index], __ATOMIC_ACQUIRE);
}

uint32_t visibleEnd(std::span<const uint64_t> Words, uint32_t Begin,
                    const RecordLength &Lengths) {
  while (Begin < Words.size()) {
    uint64_t Header = loadWord(Words, Begin);
    uint32_t Length = Header ? recordWords(Header, Lengths) : 0;
    if (Length == 0 || Begin + Length > Words.size())
      break;
    bool HeaderLast = isEvent(Header) || isSelected(Header);
    bool Whole = HeaderLast || (Begin + Length < Words.size() &&
                                loadWord(Words, Begin + Length) != 0);
    if (!Whole)
      break;
    // What follows may be a slot of the same record, which has grown. Then the
    // header of the record has changed.
    if (loadWord(Words, Begin) != Header)
      continue;
    Begin += Length;
  }
  return Begin;
}

uint32_t writtenEnd(std::span<const uint64_t> Words) {
  // Most of a chunk may be empty: words are looked at together.
  constexpr size_t WordsPerStep = 64;
  size_t End = Words.size();
  auto Union = [&](size_t Begin) {
    uint64_t Bits = 0;
    for (uint64_t W : Words.subspan(Begin, WordsPerStep))
      Bits |= W;
    return Bits;
  };
  while (End >= WordsPerStep && Union(End - WordsPerStep) == 0)
    End -= WordsPerStep;
  while (End != 0 && Words[End - 1] == 0)
    --End;
  return uint32_t(End);
}

LiveChunks::Note LiveChunks::noteOf(uint32_t Index) const {
  const ChunkHeader &H = Memory.chunk(Index);
  Note N;
  N.Thread = ThreadId(H.Thread);
  N.Chunk.Token = Index;
  N.Chunk.Sequence = H.Sequence;
  N.Chunk.StartStamp = H.StartStamp;
  N.Chunk.Words = Memory.words(Index);
  N.Chunk.IsOfHandler = H.Flags & ChunkOfHandler;
  N.Chunk.ParentSequence = H.ParentSequence;
  N.Chunk.ParentOffset = H.ParentOffset;
  return N;
}

void LiveChunks::noteFilling(uint32_t Index) {
  Note N = noteOf(Index);
  const StreamChunk *Known = Merge.find(N.Thread, N.Chunk.Sequence);
  N.Chunk.End = ChunkEnd::Open;
  N.Chunk.Limit = visibleEnd(N.Chunk.Words, Known ? Known->Limit : 0, Lengths);
  Noted.push_back(N);
}

void LiveChunks::noteTorn(uint32_t Index) {
  Note N = noteOf(Index);
  N.Chunk.End = ChunkEnd::Torn;
  N.Chunk.Limit = writtenEnd(N.Chunk.Words);
  Noted.push_back(N);
}

void LiveChunks::noteReady(uint32_t Index) {
  const ChunkHeader &H = Memory.chunk(Index);
  if (H.State.load(std::memory_order_acquire) != ChunkState::Ready)
    return;
  auto Used = uint32_t(std::min<uint64_t>(H.UsedWords, ChunkWords));
  // A thread that jumped out of a signal handler does not know how much the
  // interrupted function had written beyond.
  if (Used < ChunkWords && Memory.words(Index)[Used] != 0) {
    noteTorn(Index);
    return;
  }
  Note N = noteOf(Index);
  N.Chunk.End = ChunkEnd::Closed;
  N.Chunk.Limit = Used;
  Noted.push_back(N);
}

void LiveChunks::passOn() {
  // Parents come before the chunks of their handlers. What a chunk held while
  // it was filled comes before what it holds now.
  std::sort(Noted.begin(), Noted.end(), [](const Note &A, const Note &B) {
    return std::tie(A.Thread, A.Chunk.Sequence, A.Chunk.End) <
           std::tie(B.Thread, B.Chunk.Sequence, B.Chunk.End);
  });
  for (const Note &N : Noted) {
    // The handler interrupted a record that begins here. What is before it is
    // whole, though nothing may follow it for as long as the handlers go on.
    if (N.Chunk.IsOfHandler)
      Merge.update(N.Thread, N.Chunk.ParentSequence,
                   uint32_t(std::min<size_t>(N.Chunk.ParentOffset, ChunkWords)),
                   ChunkEnd::Open);
    if (const StreamChunk *Known = Merge.find(N.Thread, N.Chunk.Sequence);
        Known && Known->Token == N.Chunk.Token)
      Merge.update(N.Thread, N.Chunk.Sequence, N.Chunk.Limit, N.Chunk.End);
    else
      Merge.add(N.Thread, N.Chunk);
  }
  Noted.clear();
}

} // namespace memfacet::words
