//===- Stream.cpp - reading what the runtime wrote ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "test/runtime/support/Stream.h"
#include <algorithm>
#include <cstring>
#include <fstream>
#include <set>

namespace memfacet::test {

namespace {

/// Splits words at headers; block lengths from \p Slots. Stops at a zero word.
std::vector<Item> split(const std::vector<uint64_t> &Words,
                        const std::map<uint64_t, uint32_t> &Slots) {
  std::vector<Item> Result;
  for (size_t I = 0; I < Words.size() && Words[I];) {
    uint64_t Header = Words[I];
    size_t Length = 1;
    if (isEvent(Header))
      Length = eventWords(Header);
    else if (auto Known = Slots.find(Header); Known != Slots.end())
      Length = 1 + Known->second;
    size_t End = std::min(I + Length, Words.size());
    Result.push_back({Header, {Words.begin() + I + 1, Words.begin() + End}});
    I += Length;
  }
  return Result;
}

} // namespace

std::vector<uint64_t> Stream::words(uint32_t Thread) const {
  std::map<uint64_t, const Chunk *> Normal;
  std::map<uint64_t,
           std::multimap<std::pair<uint32_t, uint64_t>, const Chunk *>>
      OfHandlers;
  for (const Chunk &C : Chunks)
    if (C.Thread != Thread)
      continue;
    else if (C.Flags & ChunkOfHandler)
      OfHandlers[C.ParentSequence].insert({{C.ParentOffset, C.Sequence}, &C});
    else
      Normal[C.Sequence] = &C;
  std::vector<uint64_t> Result;
  auto append = [&](auto &Self, const Chunk &C) -> void {
    size_t Begin = 0;
    for (auto &[Place, Handler] : OfHandlers[C.Sequence]) {
      size_t End = std::min<size_t>(Place.first, C.Words.size());
      Result.insert(Result.end(), C.Words.begin() + Begin,
                    C.Words.begin() + End);
      Begin = End;
      Self(Self, *Handler);
    }
    Result.insert(Result.end(), C.Words.begin() + Begin, C.Words.end());
  };
  for (auto &[Sequence, C] : Normal)
    append(append, *C);
  return Result;
}

std::map<uint64_t, uint32_t> Stream::slotCounts() const {
  std::map<uint64_t, uint32_t> Result;
  for (uint32_t Thread : threads()) {
    uint64_t Begin = 0, End = 0;
    for (const Item &I : split(words(Thread), {})) {
      if (I.is(EventKind::Module)) {
        Begin = I.Words[1];
        End = I.Words[2];
      }
      if (!I.is(EventKind::TableData) || I.Words[0] != Begin || Begin == End)
        continue;
      auto *Blocks = reinterpret_cast<const Block *>(&I.Words[2]);
      for (uint64_t K = 0; K != (End - Begin) / sizeof(Block); ++K)
        Result[Begin + K * sizeof(Block)] = Blocks[K].SlotCount;
    }
  }
  return Result;
}

std::vector<Item> Stream::items(uint32_t Thread) const {
  return split(words(Thread), slotCounts());
}

std::vector<Item> Stream::events(uint32_t Thread, EventKind Kind) const {
  std::vector<Item> Result;
  for (Item &I : items(Thread))
    if (I.is(Kind))
      Result.push_back(std::move(I));
  return Result;
}

std::vector<uint64_t> Stream::firstSlots(uint32_t Thread) const {
  std::vector<uint64_t> Result;
  for (const Item &I : items(Thread))
    if (I.isBlock() && !I.Words.empty())
      Result.push_back(I.Words[0]);
  return Result;
}

std::vector<uint64_t> Stream::orderNumbers() const {
  std::vector<uint64_t> Result;
  for (uint32_t Thread : threads())
    for (const Item &I : items(Thread))
      if (isEvent(I.Header) && isOrdered(eventKind(I.Header)))
        Result.push_back(I.Words[0]);
  std::sort(Result.begin(), Result.end());
  return Result;
}

std::vector<uint32_t> Stream::threads() const {
  std::set<uint32_t> Threads;
  for (const Chunk &C : Chunks)
    Threads.insert(C.Thread);
  return {Threads.begin(), Threads.end()};
}

uint64_t Stream::blockTable() const {
  return slotCounts().empty() ? 0 : slotCounts().begin()->first;
}

void Stream::write(const std::string &Path) const {
  std::ofstream Out(Path, std::ios::binary);
  for (const Chunk &C : Chunks) {
    uint64_t Head[6] = {C.Thread,         C.Flags,    C.ParentOffset,
                        C.ParentSequence, C.Sequence, C.Words.size()};
    Out.write(reinterpret_cast<const char *>(Head), sizeof(Head));
    Out.write(reinterpret_cast<const char *>(C.Words.data()),
              std::streamsize(C.Words.size() * 8));
  }
}

std::optional<Stream> Stream::read(const std::string &Path) {
  std::ifstream In(Path, std::ios::binary);
  if (!In)
    return std::nullopt;
  Stream S;
  uint64_t Head[6];
  while (In.read(reinterpret_cast<char *>(Head), sizeof(Head))) {
    Chunk C{uint32_t(Head[0]), uint32_t(Head[1]), uint32_t(Head[2]),
            Head[4],           Head[3],           {}};
    C.Words.resize(Head[5]);
    In.read(reinterpret_cast<char *>(C.Words.data()),
            std::streamsize(C.Words.size() * 8));
    S.Chunks.push_back(std::move(C));
  }
  return S;
}

} // namespace memfacet::test
