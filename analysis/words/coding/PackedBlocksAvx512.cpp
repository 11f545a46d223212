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

/// Returns the width of the widest byte. There is a byte that is not 0.
MEMFACET_AVX512 inline unsigned widthOf(__m512i Block) {
  unsigned Width = withAny(Block, 0xf0) ? 4 : 0;
  Width += withAny(Block, 0xc << Width) ? 2 : 0;
  return Width + (withAny(Block, 2 << Width) ? 2 : 1);
}

MEMFACET_AVX512 inline uint8_t *put(uint64_t Word, uint8_t *Target) {
  std::memcpy(Target, &Word, sizeof(Word));
  return Target + sizeof(Word);
}

MEMFACET_AVX512 inline uint8_t *packBlock(__m512i Block, uint8_t &Kind,
                                          uint8_t *Target) {
  uint64_t NotZero = _mm512_test_epi8_mask(Block, Block);
  Kind = 0;
  if (NotZero == 0)
    return Target;
  __m128i Low = _mm512_castsi512_si128(Block);
  if (_mm512_cmpneq_epi8_mask(Block, _mm512_broadcastb_epi8(Low)) == 0) {
    Kind = Equal;
    *Target = uint8_t(_mm_cvtsi128_si32(Low));
    return Target + 1;
  }
  unsigned Width = widthOf(Block);
  auto Count = unsigned(std::popcount(NotZero));
  if (8 + Count < 8 * Width) {
    Kind = Sparse;
    Target = put(NotZero, Target);
    // There is room for the whole block.
    _mm512_storeu_si512(Target, _mm512_maskz_compress_epi8(NotZero, Block));
    return Target + Count;
  }
  Kind = uint8_t(Width);
  if (Width == Whole) {
    _mm512_storeu_si512(Target, Block);
    return Target + Bytes;
  }
  for (unsigned Bit = 0; Bit != Width; ++Bit)
    Target = put(withAny(Block, 1 << Bit), Target);
  return Target;
}

MEMFACET_AVX512 uint8_t *pack(const uint8_t *Source, size_t Blocks,
                              uint8_t *Kinds, uint8_t *Target) {
  for (size_t I = 0; I != Blocks; ++I)
    Target =
        packBlock(_mm512_loadu_si512(Source + I * Bytes), Kinds[I], Target);
  return Target;
}

MEMFACET_AVX512 inline __m512i unpackBits(const uint8_t *Source,
                                          unsigned Width) {
  __m512i Block = _mm512_setzero_si512();
  for (unsigned Bit = 0; Bit != Width; ++Bit) {
    uint64_t Bits;
    std::memcpy(&Bits, Source + Bit * sizeof(Bits), sizeof(Bits));
    Block =
        _mm512_or_si512(Block, _mm512_maskz_set1_epi8(Bits, char(1 << Bit)));
  }
  return Block;
}

MEMFACET_AVX512 inline const uint8_t *
unpackSparse(const uint8_t *Source, const uint8_t *End, __m512i &Block) {
  uint64_t NotZero;
  if (size_t(End - Source) < sizeof(NotZero))
    return nullptr;
  std::memcpy(&NotZero, Source, sizeof(NotZero));
  Source += sizeof(NotZero);
  int Count = std::popcount(NotZero);
  if (End - Source < Count)
    return nullptr;
  uint64_t Read = Count == 64 ? ~0ull : (uint64_t(1) << Count) - 1;
  Block =
      _mm512_maskz_expand_epi8(NotZero, _mm512_maskz_loadu_epi8(Read, Source));
  return Source + Count;
}

MEMFACET_AVX512 const uint8_t *unpack(const uint8_t *Source, const uint8_t *End,
                                      const uint8_t *Kinds, size_t Blocks,
                                      uint8_t *Target) {
  for (size_t I = 0; I != Blocks; ++I, Target += Bytes) {
    unsigned Kind = Kinds[I];
    __m512i Block = _mm512_setzero_si512();
    if (Kind == Sparse) {
      Source = unpackSparse(Source, End, Block);
      if (!Source)
        return nullptr;
    } else if (Kind != 0) {
      size_t Size = Kind == Equal ? 1 : Kind * sizeof(uint64_t);
      if (Kind > Equal || size_t(End - Source) < Size)
        return nullptr;
      Block = Kind == Equal   ? _mm512_set1_epi8(char(*Source))
              : Kind == Whole ? _mm512_loadu_si512(Source)
                              : unpackBits(Source, Kind);
      Source += Size;
    }
    _mm512_storeu_si512(Target, Block);
  }
  return Source;
}

const BlockPacking Vectors = {pack, unpack};

} // namespace

const BlockPacking *vectorBlockPacking() {
  bool IsSupported =
      __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("popcnt");
  return IsSupported ? &Vectors : nullptr;
}

} // namespace memfacet::words

#else

namespace memfacet::words {
const BlockPacking *vectorBlockPacking() { return nullptr; }
} // namespace memfacet::words

#endif
