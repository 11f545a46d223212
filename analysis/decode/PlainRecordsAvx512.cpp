//===- decode/PlainRecordsAvx512.cpp - eight accesses at a time -----------===//

#include "analysis/decode/PlainRecords.h"

#if defined(__x86_64__)
#include <bit>
#include <immintrin.h>

#define MEMFACET_AVX512                                                        \
  __attribute__((target("avx512f,avx512vl,avx512bw,avx512dq,bmi2")))

namespace memfacet {
namespace {

constexpr uint32_t Lanes = PlainSites::Lanes;
static_assert(sizeof(AccessInfo) == sizeof(uint64_t));

/// The word that each lane of \p Slot names, of a record of \p Words words.
MEMFACET_AVX512 inline __m512i pick(const uint64_t *Record, uint32_t Words,
                                    __m512i Slot) {
  __m512i Low = _mm512_loadu_si512(Record);
  if (Words <= Lanes) [[likely]]
    return _mm512_permutexvar_epi64(Slot, Low);
  return _mm512_permutex2var_epi64(Low, Slot,
                                   _mm512_loadu_si512(Record + Lanes));
}

/// Where in a batch the next access goes.
struct Place {
  uint64_t *Address;
  AccessInfo *Info;
};

/// Writes what the first \p Count sites of \p S do in the record, in whole
/// vectors. Returns how many accesses it were.
MEMFACET_AVX512 inline uint32_t expand(const uint64_t *Record, uint32_t Words,
                                       const PlainSites &S, uint32_t Count,
                                       const Place &To) {
  __m512i Slot = _mm512_cvtepu8_epi64(
      _mm_loadu_si64(reinterpret_cast<const void *>(S.Slot)));
  __m512i Base = pick(Record, Words, Slot);
  __m512i Address = _mm512_add_epi64(Base, _mm512_load_si512(S.Add));
  __m512i Info = _mm512_load_si512(S.Info);
  // A slot of 0 says that the access was not executed.
  __mmask8 Idle = _mm512_testn_epi64_mask(Base, Base);
  if (Idle) [[unlikely]] {
    uint32_t Executed = _bzhi_u32(0xff, Count) & ~uint32_t(Idle);
    Address = _mm512_maskz_compress_epi64(__mmask8(Executed), Address);
    Info = _mm512_maskz_compress_epi64(__mmask8(Executed), Info);
    Count = uint32_t(std::popcount(Executed));
  }
  _mm512_storeu_si512(To.Address, Address);
  _mm512_storeu_si512(To.Info, Info);
  return Count;
}

/// The sites behind the first eight.
[[gnu::noinline]] MEMFACET_AVX512 size_t expandRest(const uint64_t *Record,
                                                    const PlainBlocks::Head &H,
                                                    const PlainSites *Rest,
                                                    Place To) {
  size_t Written = 0;
  for (uint32_t I = Lanes; I < H.Sites; I += Lanes) {
    uint32_t Count = H.Sites - I < Lanes ? H.Sites - I : Lanes;
    Written += expand(Record, H.Words, Rest[I / Lanes - 1], Count,
                      {To.Address + Written, To.Info + Written});
  }
  return Written;
}

MEMFACET_AVX512 const uint64_t *
expandAll(const uint64_t *At, const uint64_t *End, PlainRecords &R) {
  constexpr size_t MostWritten = PlainBlocks::MaxSites + Lanes;
  const PlainBlocks &Blocks = R.Blocks;
  AccessInfo *const Info = R.To.Info.data();
  uint64_t *To = R.To.Address.data() + R.To.Count;
  uint64_t *const First = R.To.Address.data();
  uint64_t *const Full = First + AccessBatch::Capacity - MostWritten;
  int64_t Left = R.Instructions;
  // Records are read in whole vectors.
  while (End - At >= PlainBlocks::MaxWords && To <= Full && Left > 0) {
    size_t Slot = PlainBlocks::slot(*At);
    const PlainBlocks::Head &H = Blocks.head(Slot);
    if (H.Header != *At || H.Words == 0) [[unlikely]] {
      const DecodedBlock *B = R.Index.find(*At);
      if (!B || !R.Blocks.learn(*At, *B, R.Sites))
        break;
    }
    if (H.Sites != 0) {
      uint32_t Some = H.Sites < Lanes ? H.Sites : Lanes;
      To += expand(At, H.Words, Blocks.sites(Slot), Some,
                   {To, Info + (To - First)});
    }
    if (H.Sites > Lanes) [[unlikely]]
      To += expandRest(At, H, Blocks.rest(Slot), {To, Info + (To - First)});
    At += H.Words;
    Left -= H.Instructions;
  }
  R.To.Count = size_t(To - First);
  R.Instructions = Left;
  return At;
}

} // namespace

PlainExpansion *plainExpansion() {
  bool Can =
      __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("bmi2");
  return Can ? expandAll : nullptr;
}

} // namespace memfacet

#else

namespace memfacet {
PlainExpansion *plainExpansion() { return nullptr; }
} // namespace memfacet

#endif
