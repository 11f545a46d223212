//===- ThreadQueue.cpp - one thread's chunks, in program order ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/words/stream/ThreadQueue.h"
#include <algorithm>

namespace memfacet::words {

bool ThreadQueue::add(const StreamChunk &C) {
  auto [It, New] = Chunks.try_emplace(C.Sequence, C);
  if (!New)
    return false;
  StreamChunk &Stored = It->second;
  Complete += Stored.End != ChunkEnd::Open;
  Piece P = {&Stored, 0, ToTheEnd};
  if (Stored.IsOfHandler && Chunks.contains(Stored.ParentSequence) &&
      Stored.ParentSequence != Stored.Sequence)
    splice(P);
  else
    append(P);
  return true;
}

void ThreadQueue::append(Piece P) {
  auto IsLater = [&](const Piece &Q) {
    return !Q.Chunk->IsOfHandler && Q.Chunk->Sequence > P.Chunk->Sequence;
  };
  Pieces.insert(std::find_if(Pieces.begin(), Pieces.end(), IsLater), P);
}

/// Cuts the parent at the offset and puts \p P in between: after the chunks of
/// earlier handlers at the same place and, where the parent has been read
/// further already, before what is left of it.
void ThreadQueue::splice(Piece P) {
  const StreamChunk *Parent = &Chunks.at(P.Chunk->ParentSequence);
  // A damaged offset could be ToTheEnd: then both pieces would be the last.
  auto Offset =
      uint32_t(std::min<size_t>(P.Chunk->ParentOffset, Parent->Words.size()));
  auto Target = Pieces.end();
  for (auto It = Pieces.begin(); It != Pieces.end(); ++It)
    if (It->Chunk == Parent && (Target == Pieces.end() || It->Begin <= Offset))
      Target = It;
  if (Target == Pieces.end()) {
    append(P);
    return;
  }
  if (Target->Begin >= Offset) {
    Pieces.insert(Target, P);
    return;
  }
  Piece Tail = {Target->Chunk, Offset, Target->End};
  Target->End = Offset;
  Target = Pieces.insert(Target + 1, P);
  Pieces.insert(Target + 1, Tail);
}

const StreamChunk *ThreadQueue::find(uint64_t Sequence) const {
  auto It = Chunks.find(Sequence);
  return It == Chunks.end() ? nullptr : &It->second;
}

void ThreadQueue::update(uint64_t Sequence, uint32_t Limit, ChunkEnd End) {
  auto It = Chunks.find(Sequence);
  if (It == Chunks.end())
    return;
  StreamChunk &C = It->second;
  Complete += C.End == ChunkEnd::Open && End != ChunkEnd::Open;
  C.Limit = std::max(C.Limit, Limit);
  if (C.End == ChunkEnd::Open)
    C.End = End;
}

uint32_t ThreadQueue::readable() const {
  const Piece &P = first();
  return std::min(P.End, P.Chunk->Limit);
}

bool ThreadQueue::finished() const {
  const Piece &P = first();
  if (P.End != ToTheEnd && P.Begin >= P.End)
    return true;
  return P.Chunk->End != ChunkEnd::Open && P.Begin >= P.Chunk->Limit;
}

void ThreadQueue::abandon() { Pieces.front().Begin = first().End; }

bool ThreadQueue::next(uint32_t &Token) {
  Piece P = first();
  Pieces.pop_front();
  if (P.End != ToTheEnd)
    return false; // the tail follows, after a handler's chunk
  Token = P.Chunk->Token;
  Complete -= P.Chunk->End != ChunkEnd::Open;
  Chunks.erase(P.Chunk->Sequence);
  return true;
}

} // namespace memfacet::words
