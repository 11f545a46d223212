//===- PackedBatches.cpp - few accesses in little memory ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/pipeline/PackedBatches.h"
#include "memfacet/Check.h"

namespace memfacet::measure {
namespace {

template <typename T>
void append(std::vector<T> &List, const T *First, size_t Count) {
  List.insert(List.end(), First, First + Count);
}

/// Returns the next \p Count of \p List, from \p Position on, and advances it.
template <typename T>
std::span<const T> take(const std::vector<T> &List, size_t &Position,
                        size_t Count) {
  std::span<const T> Next = std::span(List).subspan(Position, Count);
  Position += Count;
  return Next;
}

} // namespace

void PackedBatches::add(decode::AccessBatch &B) {
  MEMFACET_CHECK(fits(B), "larger batches are passed on as they are");
  Headers.push_back({B,
                     B.Instructions,
                     {B.Count, B.OutsideCount, B.Marks.size(), B.Runs.size(),
                      B.Heap.words(), B.Moves.size()}});
  append(Address, B.Address.data(), B.Count);
  append(Info, B.Info.data(), B.Count);
  append(OutsideAccesses, B.OutsideAccesses.data(), B.OutsideCount);
  append(Marks, B.Marks.data(), B.Marks.size());
  append(Runs, B.Runs.data(), B.Runs.size());
  Heap.append(B.Heap.all());
  append(Moves, B.Moves.data(), B.Moves.size());
  B.clear();
}

void PackedBatches::next(decode::AccessBatch &B) {
  MEMFACET_CHECK(NextHeader != Headers.size(), "callers count batches");
  MEMFACET_CHECK(B.Count == 0 && B.Marks.empty() && B.Runs.empty() &&
                     B.Heap.empty() && B.Moves.empty(),
                 "nothing else is in it");
  const auto &[Place, Instructions, Lengths] = Headers[NextHeader++];
  static_cast<decode::BatchPlace &>(B) = Place;
  B.Instructions = Instructions;
  B.Count = Lengths.Accesses;
  B.OutsideCount = Lengths.OutsideAccesses;
  size_t Addresses = Returned.Accesses;
  std::ranges::copy(take(Address, Addresses, Lengths.Accesses),
                    B.Address.begin());
  std::ranges::copy(take(Info, Returned.Accesses, Lengths.Accesses),
                    B.Info.begin());
  std::ranges::copy(
      take(OutsideAccesses, Returned.OutsideAccesses, Lengths.OutsideAccesses),
      B.OutsideAccesses.begin());
  auto NextMarks = take(Marks, Returned.Marks, Lengths.Marks);
  B.Marks.assign(NextMarks.begin(), NextMarks.end());
  auto NextRuns = take(Runs, Returned.Runs, Lengths.Runs);
  B.Runs.assign(NextRuns.begin(), NextRuns.end());
  B.Heap.append(Heap.all().subspan(Returned.Heap, Lengths.Heap));
  Returned.Heap += Lengths.Heap;
  auto NextMoves = take(Moves, Returned.Moves, Lengths.Moves);
  B.Moves.assign(NextMoves.begin(), NextMoves.end());
}

void PackedBatches::clear() {
  Headers.clear();
  Address.clear();
  Info.clear();
  OutsideAccesses.clear();
  Marks.clear();
  Runs.clear();
  Heap.clear();
  Moves.clear();
  NextHeader = 0;
  Returned = {};
}

} // namespace memfacet::measure
