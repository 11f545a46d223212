//===- ChosenLines.cpp - the accesses to chosen lines ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/counts/ChosenLines.h"
#include "analysis/caches/cache/CacheWord.h"
#include <algorithm>

namespace memfacet::measure {

/// Empties Buffer and gives it the place of \p B.
void ChosenLines::begin(const decode::BatchPart &B) {
  if (!Buffer)
    Buffer = std::make_unique<decode::AccessBatch>();
  Buffer->clear();
  static_cast<decode::BatchPlace &>(*Buffer) = B.Batch;
}

/// Continues with the accesses of \p B to \p Lines, until Buffer is full.
/// Returns false if no access was added.
bool ChosenLines::fill(const decode::BatchPart &B, ResidueSet Lines,
                       Position &Cursor) {
  begin(B);
  decode::AccessBatch &Batch = *Buffer;
  while (Cursor.Access != B.End &&
         Batch.Count != decode::AccessBatch::Capacity) {
    decode::AccessInfo Info = B.Batch.Info[Cursor.Access];
    uint64_t First = B.Batch.Address[Cursor.Access] & caches::AddressMask;
    uint64_t Begin = First + Cursor.Bytes, End = First + Info.size();
    uint64_t Line = nextLineOf(Lines, Begin >> SelectLineShift);
    uint64_t PartBegin = std::max(Begin, Line << SelectLineShift);
    uint64_t PartEnd = std::min(End, (Line + 1) << SelectLineShift);
    if (PartBegin < End)
      Batch.addInside(PartBegin & caches::AddressMask,
                      Info.part(PartBegin - First, PartEnd - PartBegin));
    bool IsLast = PartBegin >= End || PartEnd == End;
    Cursor = IsLast ? Position{Cursor.Access + 1, 0}
                    : Position{Cursor.Access, PartEnd - First};
  }
  return Batch.Count != 0;
}

decode::BatchPart ChosenLines::chosenOf(const decode::BatchPart &B,
                                        std::span<const uint32_t> Owners,
                                        std::span<uint32_t> ChosenOwners) {
  MEMFACET_CHECK(Owners.size() == B.size(), "each access has an owner");
  MEMFACET_CHECK(ChosenOwners.size() >= B.size(), "all may be chosen");
  begin(B);
  for (size_t I = 0; I != B.size(); ++I) {
    uint64_t Address = B.Batch.Address[B.Begin + I] & caches::AddressMask;
    if (!hasResidue(Chosen, Address >> SelectLineShift))
      continue;
    ChosenOwners[Buffer->Count] = Owners[I];
    Buffer->addInside(Address, B.Batch.Info[B.Begin + I]);
  }
  return {*Buffer, 0, Buffer->Count};
}

} // namespace memfacet::measure
