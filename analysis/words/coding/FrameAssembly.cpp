//===- FrameAssembly.cpp - records in their order -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/support/VectorClones.h"
#include "analysis/words/coding/FrameExpander.h"
#include <algorithm>
#include <cstring>

namespace memfacet::words {

/// Puts records and copies one after the other.
class FrameExpander::Assembler {
public:
  Assembler(FrameExpander &Of, std::span<uint64_t> To)
      : Rows(Of.Rows.data()), Sources(Of.Sources.data()),
        Next(Of.Numbers.data()), Plain(Of.Parts.part(FramePart::Plain).data()),
        Begin(To.data()), At(Begin), End(Begin + To.size()) {}

  /// The next records, \p Count in all.
  void records(size_t Count) { put(*this, Count); }

  /// False: there are not so many words, or there is not so much room.
  bool copy(const Copy &C) {
    if (C.Distance > size_t(At - Begin) || C.Words > size_t(End - At))
      return false;
    At = std::copy_n(At - C.Distance, C.Words, At);
    return true;
  }

private:
  /// Slots of a record that are moved together, however many it has. Those too
  /// many, the next record overwrites.
  static constexpr size_t Fixed = WordBuffer::ReadBeyond;

  MEMFACET_VECTOR_CLONES static void put(Assembler &A, size_t Count);

  Row *Rows;
  const Source *Sources;
  const uint16_t *Next; ///< row of the next record
  const uint8_t *Plain;
  uint64_t *Begin, *At, *End;
};

MEMFACET_VECTOR_CLONES
void FrameExpander::Assembler::put(Assembler &Of, size_t Count) {
  Assembler A = Of;
  for (const uint16_t *Last = A.Next + Count; A.Next != Last; ++A.Next) {
    if (*A.Next == 0) [[unlikely]] {
      std::memcpy(A.At++, A.Plain, sizeof(uint64_t));
      A.Plain += sizeof(uint64_t);
      continue;
    }
    Row &R = A.Rows[*A.Next];
    const uint64_t *From = R.Next;
    size_t Slots = R.Slots;
    *A.At++ = R.Header;
    if (Slots > Fixed || size_t(A.End - A.At) < Fixed) [[unlikely]]
      std::copy_n(From, Slots, A.At);
    else
      std::memcpy(A.At, From, Fixed * sizeof(uint64_t));
    // The record itself may be a source.
    R.Next = From + Slots;
    R.Latest = A.At;
    const Source *S = A.Sources + R.FirstSource;
    for (uint32_t I = 0; I != R.Sources; ++I)
      A.At[S[I].Slot] = From[S[I].Slot] + A.Rows[S[I].Row].Latest[S[I].Of];
    A.At += Slots;
  }
  Of = A;
}

/// All records fit: readNumbers has counted them.
Status FrameExpander::assemble(std::span<uint64_t> To) {
  Assembler A(*this, To);
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
