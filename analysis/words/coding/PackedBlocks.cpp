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
/// Blocks whose kinds are kept one byte each.
constexpr size_t Together = 1024;

/// The lowest bit of each byte, gathered in eight.
uint64_t lowBits(uint64_t Word) {
  return (Word & 0x0101010101010101) * 0x0102040810204080 >> 56;
}

/// The reverse.
uint64_t spreadBits(uint64_t Bits) {
  uint64_t Each = Bits * 0x0101010101010101 & 0x8040201008040201;
  return (Each + 0x7f7f7f7f7f7f7f7f) >> 7 & 0x0101010101010101;
}

/// Bit \p Bit of each of the block's bytes.
uint64_t bitsOf(const uint64_t (&Block)[Words], unsigned Bit) {
  uint64_t Bits = 0;
  for (size_t I = 0; I != Words; ++I)
    Bits |= lowBits(Block[I] >> Bit) << 8 * I;
  return Bits;
}

/// As eight bytes.
uint8_t *put(uint64_t Word, uint8_t *To) {
  std::memcpy(To, &Word, sizeof(Word));
  return To + sizeof(Word);
}

uint8_t *packSparse(const uint8_t *From, uint64_t NotZero, uint8_t *To) {
  To = put(NotZero, To);
  for (; NotZero; NotZero &= NotZero - 1)
    *To++ = From[std::countr_zero(NotZero)];
  return To;
}

uint8_t *packBlock(const uint8_t *From, uint8_t &Kind, uint8_t *To) {
  uint64_t Block[Words], Any = 0;
  std::memcpy(Block, From, Bytes);
  for (uint64_t Word : Block)
    Any |= Word;
  if (Any == 0) {
    Kind = 0;
    return To;
  }
  if (std::all_of(From, From + Bytes, [&](uint8_t B) { return B == *From; })) {
    Kind = Equal;
    *To = *From;
    return To + 1;
  }
  Any |= Any >> 32;
  Any |= Any >> 16;
  Any |= Any >> 8;
  auto Width = unsigned(std::bit_width(Any & 0xff));
  uint64_t NotZero = 0;
  for (size_t I = 0; I != Bytes; ++I)
    NotZero |= uint64_t(From[I] != 0) << I;
  if (Words + size_t(std::popcount(NotZero)) < Width * Words) {
    Kind = Sparse;
    return packSparse(From, NotZero, To);
  }
  Kind = uint8_t(Width);
  if (Width == Whole)
    return std::copy_n(From, Bytes, To);
  for (unsigned Bit = 0; Bit != Width; ++Bit)
    To = put(bitsOf(Block, Bit), To);
  return To;
}

uint8_t *packScalar(const uint8_t *From, size_t Blocks, uint8_t *Kinds,
                    uint8_t *To) {
  for (size_t I = 0; I != Blocks; ++I)
    To = packBlock(From + I * Bytes, Kinds[I], To);
  return To;
}

const uint8_t *unpackSparse(const uint8_t *From, const uint8_t *End,
                            uint8_t *To) {
  uint64_t NotZero;
  if (size_t(End - From) < sizeof(NotZero))
    return nullptr;
  std::memcpy(&NotZero, From, sizeof(NotZero));
  From += sizeof(NotZero);
  if (End - From < std::popcount(NotZero))
    return nullptr;
  std::fill_n(To, Bytes, uint8_t(0));
  for (; NotZero; NotZero &= NotZero - 1)
    To[std::countr_zero(NotZero)] = *From++;
  return From;
}

const uint8_t *unpackBlock(const uint8_t *From, const uint8_t *End,
                           unsigned Kind, uint8_t *To) {
  if (Kind == Sparse)
    return unpackSparse(From, End, To);
  size_t Size = Kind == Equal ? 1 : Kind * Words;
  if (Kind > Equal || size_t(End - From) < Size)
    return nullptr;
  if (Kind == Equal) {
    std::fill_n(To, Bytes, *From);
  } else if (Kind == Whole) {
    std::copy_n(From, Bytes, To);
  } else {
    std::fill_n(To, Bytes, uint8_t(0));
    for (size_t I = 0; I != Size; ++I) {
      uint64_t Word;
      uint8_t *At = To + I % Words * sizeof(Word);
      std::memcpy(&Word, At, sizeof(Word));
      Word |= spreadBits(From[I]) << I / Words;
      std::memcpy(At, &Word, sizeof(Word));
    }
  }
  return From + Size;
}

const uint8_t *unpackScalar(const uint8_t *From, const uint8_t *End,
                            const uint8_t *Kinds, size_t Blocks, uint8_t *To) {
  for (size_t I = 0; From && I != Blocks; ++I)
    From = unpackBlock(From, End, Kinds[I], To + I * Bytes);
  return From;
}

const BlockPacking &best() {
  static const BlockPacking *const Vectors = vectorBlockPacking();
  return Vectors ? *Vectors : ScalarBlockPacking;
}

} // namespace

const BlockPacking ScalarBlockPacking = {packScalar, unpackScalar};

size_t packBlocks(std::span<const uint8_t> From, uint8_t *To) {
  size_t Blocks = (From.size() + Bytes - 1) / Bytes;
  uint8_t *KindsAt = To, *At = To + (Blocks + 1) / 2;
  uint8_t Kinds[Together] = {}, Last[Bytes] = {};
  for (size_t Done = 0; Done < Blocks; Done += Together) {
    size_t Now = std::min(Together, Blocks - Done);
    bool Ends = Done + Now == Blocks && From.size() % Bytes != 0;
    At = best().Pack(From.data() + Done * Bytes, Now - Ends, Kinds, At);
    if (Ends) {
      std::copy(From.end() - ptrdiff_t(From.size() % Bytes), From.end(), Last);
      At = best().Pack(Last, 1, Kinds + Now - 1, At);
    }
    for (size_t I = 0; I < Now; I += 2)
      *KindsAt++ = uint8_t(Kinds[I] | (I + 1 < Now ? Kinds[I + 1] << 4 : 0));
  }
  return size_t(At - To);
}

bool unpackBlocks(std::span<const uint8_t> From, std::span<uint8_t> To) {
  size_t Blocks = (To.size() + Bytes - 1) / Bytes;
  if (From.size() < (Blocks + 1) / 2)
    return false;
  const uint8_t *KindsAt = From.data(), *End = KindsAt + From.size(),
                *At = KindsAt + (Blocks + 1) / 2;
  uint8_t Kinds[Together + 1], Last[Bytes];
  for (size_t Done = 0; At && Done < Blocks; Done += Together) {
    size_t Now = std::min(Together, Blocks - Done);
    for (size_t I = 0; I < Now; I += 2, ++KindsAt) {
      Kinds[I] = *KindsAt & 0xf;
      Kinds[I + 1] = *KindsAt >> 4;
    }
    bool Ends = Done + Now == Blocks && To.size() % Bytes != 0;
    At = best().Unpack(At, End, Kinds, Now - Ends, To.data() + Done * Bytes);
    if (At && Ends) {
      At = best().Unpack(At, End, Kinds + Now - 1, 1, Last);
      std::copy_n(Last, To.size() % Bytes,
                  To.end() - ptrdiff_t(To.size() % Bytes));
    }
  }
  return At == End;
}

} // namespace memfacet::words
