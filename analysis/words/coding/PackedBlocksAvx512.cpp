//===- PackedBlocksAvx512.cpp - a block in a register ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/words/coding/PackedBlocks.h"

#if defined(__x86_64__)
#include <bit>
#include <cstring>
#include <immintrin.h>

#define MEMFACET_AVX512                                                        \
  __attribute__((target("avx512f,avx512bw,avx512vl,avx512vbmi2,popcnt")))

namespace memfacet::words {
namespace {

using namespace blocks;

MEMFACET_AVX512 inline uint64_t withAny(__m512i Block, int Bits) {
  return _mm512_test_epi8_mask(Block, _mm512_set1_epi8(char(Bits)));
}

/// Of the widest byte; there is one that is not 0.
MEMFACET_AVX512 inline unsigned widthOf(__m512i Block) {
  unsigned Width = withAny(Block, 0xf0) ? 4 : 0;
  Width += withAny(Block, 0xc << Width) ? 2 : 0;
  return Width + (withAny(Block, 2 << Width) ? 2 : 1);
}

MEMFACET_AVX512 inline uint8_t *put(uint64_t Word, uint8_t *To) {
  std::memcpy(To, &Word, sizeof(Word));
  return To + sizeof(Word);
}

MEMFACET_AVX512 inline uint8_t *packBlock(__m512i Block, uint8_t &Kind,
                                          uint8_t *To) {
  uint64_t NotZero = _mm512_test_epi8_mask(Block, Block);
  Kind = 0;
  if (NotZero == 0)
    return To;
  __m128i Low = _mm512_castsi512_si128(Block);
  if (_mm512_cmpneq_epi8_mask(Block, _mm512_broadcastb_epi8(Low)) == 0) {
    Kind = Equal;
    *To = uint8_t(_mm_cvtsi128_si32(Low));
    return To + 1;
  }
  unsigned Width = widthOf(Block);
  auto Count = unsigned(std::popcount(NotZero));
  if (8 + Count < 8 * Width) {
    Kind = Sparse;
    To = put(NotZero, To);
    // There is room for the whole block.
    _mm512_storeu_si512(To, _mm512_maskz_compress_epi8(NotZero, Block));
    return To + Count;
  }
  Kind = uint8_t(Width);
  if (Width == Whole) {
    _mm512_storeu_si512(To, Block);
    return To + Bytes;
  }
  for (unsigned Bit = 0; Bit != Width; ++Bit)
    To = put(withAny(Block, 1 << Bit), To);
  return To;
}

MEMFACET_AVX512 uint8_t *pack(const uint8_t *From, size_t Blocks,
                              uint8_t *Kinds, uint8_t *To) {
  for (size_t I = 0; I != Blocks; ++I)
    To = packBlock(_mm512_loadu_si512(From + I * Bytes), Kinds[I], To);
  return To;
}

MEMFACET_AVX512 inline __m512i unpackBits(const uint8_t *From, unsigned Width) {
  __m512i Block = _mm512_setzero_si512();
  for (unsigned Bit = 0; Bit != Width; ++Bit) {
    uint64_t Bits;
    std::memcpy(&Bits, From + Bit * sizeof(Bits), sizeof(Bits));
    Block =
        _mm512_or_si512(Block, _mm512_maskz_set1_epi8(Bits, char(1 << Bit)));
  }
  return Block;
}

MEMFACET_AVX512 inline const uint8_t *
unpackSparse(const uint8_t *From, const uint8_t *End, __m512i &Block) {
  uint64_t NotZero;
  if (size_t(End - From) < sizeof(NotZero))
    return nullptr;
  std::memcpy(&NotZero, From, sizeof(NotZero));
  From += sizeof(NotZero);
  int Count = std::popcount(NotZero);
  if (End - From < Count)
    return nullptr;
  uint64_t Read = Count == 64 ? ~0ull : (uint64_t(1) << Count) - 1;
  Block =
      _mm512_maskz_expand_epi8(NotZero, _mm512_maskz_loadu_epi8(Read, From));
  return From + Count;
}

MEMFACET_AVX512 const uint8_t *unpack(const uint8_t *From, const uint8_t *End,
                                      const uint8_t *Kinds, size_t Blocks,
                                      uint8_t *To) {
  for (size_t I = 0; I != Blocks; ++I, To += Bytes) {
    unsigned Kind = Kinds[I];
    __m512i Block = _mm512_setzero_si512();
    if (Kind == Sparse) {
      From = unpackSparse(From, End, Block);
      if (!From)
        return nullptr;
    } else if (Kind != 0) {
      size_t Size = Kind == Equal ? 1 : Kind * sizeof(uint64_t);
      if (Kind > Equal || size_t(End - From) < Size)
        return nullptr;
      Block = Kind == Equal   ? _mm512_set1_epi8(char(*From))
              : Kind == Whole ? _mm512_loadu_si512(From)
                              : unpackBits(From, Kind);
      From += Size;
    }
    _mm512_storeu_si512(To, Block);
  }
  return From;
}

const BlockPacking Vectors = {pack, unpack};

} // namespace

const BlockPacking *vectorBlockPacking() {
  bool Can =
      __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("popcnt");
  return Can ? &Vectors : nullptr;
}

} // namespace memfacet::words

#else

namespace memfacet::words {
const BlockPacking *vectorBlockPacking() { return nullptr; }
} // namespace memfacet::words

#endif
