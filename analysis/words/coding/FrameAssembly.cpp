//===- FrameAssembly.cpp - records in their order -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/support/VectorClones.h"
#include "analysis/words/coding/FrameExpander.h"
#include <algorithm>
#include <cstring>

namespace memfacet::words {

/// Writes records and copies one after the other.
class FrameExpander::Assembler {
public:
  Assembler(FrameExpander &Expander, std::span<uint64_t> Target)
      : Rows(Expander.Rows.data()), Sources(Expander.Sources.data()),
        Next(Expander.Numbers.data()),
        Plain(Expander.Parts.part(FramePart::Plain).data()),
        Begin(Target.data()), Position(Begin), End(Begin + Target.size()) {}

  /// Writes the next \p Count records.
  void records(size_t Count) { put(*this, Count); }

  /// Writes \p C. Returns false if there are fewer words before it, or if there
  /// is less room.
  bool copy(const Copy &C) {
    if (C.Distance > size_t(Position - Begin) ||
        C.Words > size_t(End - Position))
      return false;
    Position = std::copy_n(Position - C.Distance, C.Words, Position);
    return true;
  }

private:
  /// Slots that are moved together, whatever the length of a record. The next
  /// record overwrites those that are too many.
  static constexpr size_t Fixed = WordBuffer::ReadBeyond;

  MEMFACET_VECTOR_CLONES static void put(Assembler &A, size_t Count);

  Row *Rows;
  const Source *Sources;
  const uint16_t *Next; ///< row of the next record
  const uint8_t *Plain;
  uint64_t *Begin, *Position, *End;
};

MEMFACET_VECTOR_CLONES
void FrameExpander::Assembler::put(Assembler &State, size_t Count) {
  Assembler A = State;
  for (const uint16_t *Last = A.Next + Count; A.Next != Last; ++A.Next) {
    if (*A.Next == 0) [[unlikely]] {
      std::memcpy(A.Position++, A.Plain, sizeof(uint64_t));
      A.Plain += sizeof(uint64_t);
      continue;
    }
    Row &R = A.Rows[*A.Next];
    const uint64_t *Differences = R.Next;
    size_t Slots = R.Slots;
    *A.Position++ = R.Header;
    if (Slots > Fixed || size_t(A.End - A.Position) < Fixed) [[unlikely]]
      std::copy_n(Differences, Slots, A.Position);
    else
      std::memcpy(A.Position, Differences, Fixed * sizeof(uint64_t));
    // The record itself may be a source.
    R.Next = Differences + Slots;
    R.Latest = A.Position;
    const Source *S = A.Sources + R.FirstSource;
    for (uint32_t I = 0; I != R.Sources; ++I)
      A.Position[S[I].Slot] =
          Differences[S[I].Slot] + A.Rows[S[I].Row].Latest[S[I].SourceSlot];
    A.Position += Slots;
  }
  State = A;
}

/// Writes all records and copies to \p Words. All records fit: readNumbers has
/// counted them.
Status FrameExpander::assemble(std::span<uint64_t> Words) {
  Assembler A(*this, Words);
  size_t Left = Numbers.size();
  for (const Copy &C : Copies) {
    A.records(C.Records);
    Left -= C.Records;
    if (!A.copy(C))
      return makeError("a frame copies {} words from {} back, too early",
                       C.Words, C.Distance);
  }
  A.records(Left);
  return {};
}

} // namespace memfacet::words
