//===- PackedBatches.cpp - few accesses in little memory ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/pipeline/PackedBatches.h"

namespace memfacet::measure {
namespace {

template <typename T>
void append(std::vector<T> &To, const T *First, size_t Count) {
  To.insert(To.end(), First, First + Count);
}

/// The next \p Count of \p From, of which \p At were given back.
template <typename T>
std::span<const T> take(const std::vector<T> &From, size_t &At, size_t Count) {
  std::span<const T> Next = std::span(From).subspan(At, Count);
  At += Count;
  return Next;
}

} // namespace

void PackedBatches::add(decode::AccessBatch &B) {
  Headers.push_back({B,
                     B.Instructions,
                     {B.Count, B.OutsideCount, B.Marks.size(), B.Runs.size(),
                      B.Heap.words(), B.Moves.size()}});
  append(Address, B.Address.data(), B.Count);
  append(Info, B.Info.data(), B.Count);
  append(Outside, B.Outside.data(), B.OutsideCount);
  append(Marks, B.Marks.data(), B.Marks.size());
  append(Runs, B.Runs.data(), B.Runs.size());
  Heap.append(B.Heap.all());
  append(Moves, B.Moves.data(), B.Moves.size());
  B.clear();
}

void PackedBatches::next(decode::AccessBatch &B) {
  const auto &[Place, Instructions, Its] = Headers[Given++];
  static_cast<decode::BatchPlace &>(B) = Place;
  B.Instructions = Instructions;
  B.Count = Its.Accesses;
  B.OutsideCount = Its.Outside;
  size_t Addresses = Before.Accesses;
  std::ranges::copy(take(Address, Addresses, Its.Accesses), B.Address.begin());
  std::ranges::copy(take(Info, Before.Accesses, Its.Accesses), B.Info.begin());
  std::ranges::copy(take(Outside, Before.Outside, Its.Outside),
                    B.Outside.begin());
  auto ItsMarks = take(Marks, Before.Marks, Its.Marks);
  B.Marks.assign(ItsMarks.begin(), ItsMarks.end());
  auto ItsRuns = take(Runs, Before.Runs, Its.Runs);
  B.Runs.assign(ItsRuns.begin(), ItsRuns.end());
  B.Heap.append(Heap.all().subspan(Before.Heap, Its.Heap));
  Before.Heap += Its.Heap;
  auto ItsMoves = take(Moves, Before.Moves, Its.Moves);
  B.Moves.assign(ItsMoves.begin(), ItsMoves.end());
}

void PackedBatches::clear() {
  Headers.clear();
  Address.clear();
  Info.clear();
  Outside.clear();
  Marks.clear();
  Runs.clear();
  Heap.clear();
  Moves.clear();
  Given = 0;
  Before = {};
}

} // namespace memfacet::measure
