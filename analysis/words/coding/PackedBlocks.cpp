//===- PackedBlocks.cpp - bytes that are mostly small ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/words/coding/PackedBlocks.h"
#include <algorithm>
#include <bit>
#include <cstring>

namespace memfacet::words {

namespace {

using namespace blocks;

constexpr size_t Words = Bytes / sizeof(uint64_t);
/// Blocks that are processed together. Their kinds are kept one byte each.
constexpr size_t BlocksPerGroup = 1024;

/// Returns the lowest bit of each byte, in eight bits.
uint64_t lowBits(uint64_t Word) {
  return (Word & 0x0101010101010101) * 0x0102040810204080 >> 56;
}

/// The reverse of lowBits.
uint64_t spreadBits(uint64_t Bits) {
  uint64_t Each = Bits * 0x0101010101010101 & 0x8040201008040201;
  return (Each + 0x7f7f7f7f7f7f7f7f) >> 7 & 0x0101010101010101;
}

/// Returns bit \p Bit of each byte of the block.
uint64_t bitsOf(const uint64_t (&Block)[Words], unsigned Bit) {
  uint64_t Bits = 0;
  for (size_t I = 0; I != Words; ++I)
    Bits |= lowBits(Block[I] >> Bit) << 8 * I;
  return Bits;
}

/// Writes \p Word as eight bytes. Returns their end.
uint8_t *put(uint64_t Word, uint8_t *Target) {
  std::memcpy(Target, &Word, sizeof(Word));
  return Target + sizeof(Word);
}

uint8_t *packSparse(const uint8_t *Source, uint64_t NotZero, uint8_t *Target) {
  Target = put(NotZero, Target);
  for (; NotZero; NotZero &= NotZero - 1)
    *Target++ = Source[std::countr_zero(NotZero)];
  return Target;
}

uint8_t *packBlock(const uint8_t *Source, uint8_t &Kind, uint8_t *Target) {
  uint64_t Block[Words], Any = 0;
  std::memcpy(Block, Source, Bytes);
  for (uint64_t Word : Block)
    Any |= Word;
  if (Any == 0) {
    Kind = 0;
    return Target;
  }
  if (std::all_of(Source, Source + Bytes,
                  [&](uint8_t B) { return B == *Source; })) {
    Kind = Equal;
    *Target = *Source;
    return Target + 1;
  }
  Any |= Any >> 32;
  Any |= Any >> 16;
  Any |= Any >> 8;
  auto Width = unsigned(std::bit_width(Any & 0xff));
  uint64_t NotZero = 0;
  for (size_t I = 0; I != Bytes; ++I)
    NotZero |= uint64_t(Source[I] != 0) << I;
  if (Words + size_t(std::popcount(NotZero)) < Width * Words) {
    Kind = Sparse;
    return packSparse(Source, NotZero, Target);
  }
  Kind = uint8_t(Width);
  if (Width == Whole)
    return std::copy_n(Source, Bytes, Target);
  for (unsigned Bit = 0; Bit != Width; ++Bit)
    Target = put(bitsOf(Block, Bit), Target);
  return Target;
}

uint8_t *packScalar(const uint8_t *Source, size_t Blocks, uint8_t *Kinds,
                    uint8_t *Target) {
  for (size_t I = 0; I != Blocks; ++I)
    Target = packBlock(Source + I * Bytes, Kinds[I], Target);
  return Target;
}

const uint8_t *unpackSparse(const uint8_t *Source, const uint8_t *End,
                            uint8_t *Target) {
  uint64_t NotZero;
  if (size_t(End - Source) < sizeof(NotZero))
    return nullptr;
  std::memcpy(&NotZero, Source, sizeof(NotZero));
  Source += sizeof(NotZero);
  if (End - Source < std::popcount(NotZero))
    return nullptr;
  std::fill_n(Target, Bytes, uint8_t(0));
  for (; NotZero; NotZero &= NotZero - 1)
    Target[std::countr_zero(NotZero)] = *Source++;
  return Source;
}

const uint8_t *unpackBlock(const uint8_t *Source, const uint8_t *End,
                           unsigned Kind, uint8_t *Target) {
  if (Kind == Sparse)
    return unpackSparse(Source, End, Target);
  size_t Size = Kind == Equal ? 1 : Kind * Words;
  if (Kind > Equal || size_t(End - Source) < Size)
    return nullptr;
  if (Kind == Equal) {
    std::fill_n(Target, Bytes, *Source);
  } else if (Kind == Whole) {
    std::copy_n(Source, Bytes, Target);
  } else {
    std::fill_n(Target, Bytes, uint8_t(0));
    for (size_t I = 0; I != Size; ++I) {
      uint64_t Word;
      uint8_t *WordBytes = Target + I % Words * sizeof(Word);
      std::memcpy(&Word, WordBytes, sizeof(Word));
      Word |= spreadBits(Source[I]) << I / Words;
      std::memcpy(WordBytes, &Word, sizeof(Word));
    }
  }
  return Source + Size;
}

const uint8_t *unpackScalar(const uint8_t *Source, const uint8_t *End,
                            const uint8_t *Kinds, size_t Blocks,
                            uint8_t *Target) {
  for (size_t I = 0; Source && I != Blocks; ++I)
    Source = unpackBlock(Source, End, Kinds[I], Target + I * Bytes);
  return Source;
}

const BlockPacking &best() {
  static const BlockPacking *const Vectors = vectorBlockPacking();
  return Vectors ? *Vectors : ScalarBlockPacking;
}

} // namespace

const BlockPacking ScalarBlockPacking = {packScalar, unpackScalar};

size_t packBlocks(std::span<const uint8_t> Source, uint8_t *Target) {
  size_t Blocks = (Source.size() + Bytes - 1) / Bytes;
  uint8_t *NextKinds = Target, *Position = Target + (Blocks + 1) / 2;
  uint8_t Kinds[BlocksPerGroup] = {}, Last[Bytes] = {};
  for (size_t First = 0; First < Blocks; First += BlocksPerGroup) {
    size_t Count = std::min(BlocksPerGroup, Blocks - First);
    bool HasTail = First + Count == Blocks && Source.size() % Bytes != 0;
    Position = best().Pack(Source.data() + First * Bytes, Count - HasTail,
                           Kinds, Position);
    if (HasTail) {
      std::copy(Source.end() - ptrdiff_t(Source.size() % Bytes), Source.end(),
                Last);
      Position = best().Pack(Last, 1, Kinds + Count - 1, Position);
    }
    for (size_t I = 0; I < Count; I += 2)
      *NextKinds++ =
          uint8_t(Kinds[I] | (I + 1 < Count ? Kinds[I + 1] << 4 : 0));
  }
  return size_t(Position - Target);
}

bool unpackBlocks(std::span<const uint8_t> Source, std::span<uint8_t> Target) {
  size_t Blocks = (Target.size() + Bytes - 1) / Bytes;
  if (Source.size() < (Blocks + 1) / 2)
    return false;
  const uint8_t *NextKinds = Source.data(), *End = NextKinds + Source.size(),
                *Position = NextKinds + (Blocks + 1) / 2;
  uint8_t Kinds[BlocksPerGroup + 1], Last[Bytes];
  for (size_t First = 0; Position && First < Blocks; First += BlocksPerGroup) {
    size_t Count = std::min(BlocksPerGroup, Blocks - First);
    for (size_t I = 0; I < Count; I += 2, ++NextKinds) {
      Kinds[I] = *NextKinds & 0xf;
      Kinds[I + 1] = *NextKinds >> 4;
    }
    bool HasTail = First + Count == Blocks && Target.size() % Bytes != 0;
    Position = best().Unpack(Position, End, Kinds, Count - HasTail,
                             Target.data() + First * Bytes);
    if (Position && HasTail) {
      Position = best().Unpack(Position, End, Kinds + Count - 1, 1, Last);
      std::copy_n(Last, Target.size() % Bytes,
                  Target.end() - ptrdiff_t(Target.size() % Bytes));
    }
  }
  return Position == End;
}

} // namespace memfacet::words
