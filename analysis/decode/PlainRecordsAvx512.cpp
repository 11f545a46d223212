//===- decode/PlainRecordsAvx512.cpp - eight accesses at a time -----------===//

#include "analysis/decode/PlainRecords.h"

#if defined(__x86_64__)
#include <bit>
#include <immintrin.h>

#define MEMFACET_AVX512                                                        \
  __attribute__((target("avx512f,avx512vl,avx512bw,avx512dq,bmi2")))

namespace memfacet {
namespace {

struct Record {
  __m512i Low, High; ///< words 0 to 7, 8 to 15; 0 behind its end
};

/// Where in the batch the next access goes.
struct Place {
  uint64_t *Address;
  uint32_t *Size, *Site;
  uint8_t *Write;
};

MEMFACET_AVX512 inline Record load(const uint64_t *At, uint32_t Words) {
  uint32_t Present = _bzhi_u32(0xffff, Words);
  return {_mm512_maskz_loadu_epi64(__mmask8(Present), At),
          _mm512_maskz_loadu_epi64(__mmask8(Present >> 8), At + 8)};
}

/// Writes what \p Count sites, numbered from \p Site, do in \p R, to
/// \p To + \p At. Whole vectors are stored. Returns how many accesses it were.
MEMFACET_AVX512 inline uint32_t expand(const Record &R, const PlainSites &S,
                                       uint32_t Site, uint32_t Count,
                                       const Place &To, size_t At) {
  __m512i Slot = _mm512_cvtepu8_epi64(
      _mm_loadu_si64(reinterpret_cast<const void *>(S.Slot)));
  __m512i Base = _mm512_permutex2var_epi64(R.Low, Slot, R.High);
  __mmask8 HasSlot = _mm512_test_epi64_mask(Slot, Slot);
  __m512i Add = _mm512_load_si512(S.Add);
  __m512i Address = _mm512_mask_add_epi64(Add, HasSlot, Add, Base);
  __m256i Size = _mm256_load_si256(reinterpret_cast<const __m256i *>(S.Size));
  __m256i Number = _mm256_add_epi32(_mm256_set1_epi32(int(Site)),
                                    _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
  __m128i Write = _mm_loadu_si64(reinterpret_cast<const void *>(S.Write));
  uint32_t Wanted = _bzhi_u32(0xff, Count);
  uint32_t Executed = _mm512_mask_test_epi64_mask(__mmask8(Wanted), Base, Base);
  if (Executed != Wanted) [[unlikely]] {
    auto Kept = __mmask8(Executed);
    Address = _mm512_maskz_compress_epi64(Kept, Address);
    Size = _mm256_maskz_compress_epi32(Kept, Size);
    Number = _mm256_maskz_compress_epi32(Kept, Number);
    Write = _mm512_cvtepi64_epi8(
        _mm512_maskz_compress_epi64(Kept, _mm512_cvtepu8_epi64(Write)));
    Count = uint32_t(std::popcount(Executed));
  }
  _mm512_storeu_si512(To.Address + At, Address);
  _mm256_storeu_si256(reinterpret_cast<__m256i *>(To.Size + At), Size);
  _mm256_storeu_si256(reinterpret_cast<__m256i *>(To.Site + At), Number);
  _mm_storeu_si64(To.Write + At, Write);
  return Count;
}

MEMFACET_AVX512 const uint64_t *
expandAll(const uint64_t *At, const uint64_t *End, PlainRecords &R) {
  constexpr uint32_t Lanes = PlainSites::Lanes;
  constexpr size_t Room = PlainBlocks::MaxSites + Lanes;
  const Place To = {R.To.Address.data(), R.To.Size.data(), R.To.Site.data(),
                    R.To.Write.data()};
  const PlainBlocks &Blocks = R.Blocks;
  size_t Count = R.To.Count;
  int64_t Left = R.Instructions;
  while (At != End && Left > 0 && Count + Room <= AccessBatch::Capacity) {
    size_t Slot = PlainBlocks::slot(*At);
    PlainBlocks::Shape Shape = Blocks.shape(Slot);
    const PlainSites &S = Blocks.sites(Slot);
    if (S.Header != *At) [[unlikely]] {
      const DecodedBlock *B = R.Index.find(*At);
      if (!B || !R.Blocks.learn(*At, *B, R.Sites))
        break;
      continue;
    }
    // 0 words: the header of an empty slot.
    if (uint64_t(Shape.Words) - 1 >= uint64_t(End - At)) [[unlikely]]
      break;
    Record Words = load(At, Shape.Words);
    uint32_t First = Shape.Sites < Lanes ? Shape.Sites : Lanes;
    Count += expand(Words, S, S.FirstSite, First, To, Count);
    for (uint32_t I = Lanes; I < Shape.Sites; I += Lanes) {
      uint32_t Some = Shape.Sites - I < Lanes ? Shape.Sites - I : Lanes;
      Count += expand(Words, Blocks.rest(Slot)[I / Lanes - 1],
                      S.FirstSite + I, Some, To, Count);
    }
    At += Shape.Words;
    Left -= S.Instructions;
  }
  R.To.Count = Count;
  R.Instructions = Left;
  return At;
}

} // namespace

PlainExpansion *plainExpansion() {
  bool Can = __builtin_cpu_supports("avx512f") &&
             __builtin_cpu_supports("avx512vl") &&
             __builtin_cpu_supports("avx512bw") &&
             __builtin_cpu_supports("avx512dq") &&
             __builtin_cpu_supports("bmi2");
  return Can ? expandAll : nullptr;
}

} // namespace memfacet

#else

namespace memfacet {
PlainExpansion *plainExpansion() { return nullptr; }
} // namespace memfacet

#endif
