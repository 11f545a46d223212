//===- decode/PlainRecordsAvx512.cpp - eight accesses at a time -----------===//

#include "analysis/decode/PlainRecords.h"

#if defined(__x86_64__)
#include <bit>
#include <immintrin.h>

#define MEMFACET_AVX512                                                        \
  __attribute__((target("avx512f,avx512vl,avx512bw,avx512dq,bmi2")))

namespace memfacet {
namespace {

constexpr uint32_t Lanes = PlainBlock::Lanes;
static_assert(sizeof(AccessInfo) == sizeof(uint64_t));

/// Where in a batch the next access goes.
struct Place {
  uint64_t *Address;
  AccessInfo *Info;
};

/// Eight accesses.
struct Vectors {
  __m512i Address, Info;
};

[[gnu::noinline]] void countDown(const AccessInfo *Sites, uint32_t Idle,
                                 ExecutionCounts &Counts) {
  for (; Idle; Idle &= Idle - 1)
    --Counts[Sites[std::countr_zero(Idle)].site()];
}

/// Writes the first \p Count of \p V, in whole vectors. \p Base: each lane's
/// word of the record. Returns how many accesses it were.
MEMFACET_AVX512 inline uint32_t write(Vectors V, __m512i Base, uint32_t Count,
                                      const Place &To,
                                      ExecutionCounts &Counts) {
  // A slot of 0 says that the access was not executed.
  __mmask8 Idle = _mm512_testn_epi64_mask(Base, Base);
  if (Idle) [[unlikely]] {
    uint32_t Present = _bzhi_u32(0xff, Count);
    uint32_t Executed = Present & ~uint32_t(Idle);
    _mm512_storeu_si512(To.Info, V.Info);
    countDown(To.Info, Present & uint32_t(Idle), Counts);
    V.Address = _mm512_maskz_compress_epi64(__mmask8(Executed), V.Address);
    V.Info = _mm512_maskz_compress_epi64(__mmask8(Executed), V.Info);
    Count = uint32_t(std::popcount(Executed));
  }
  _mm512_storeu_si512(To.Address, V.Address);
  _mm512_storeu_si512(To.Info, V.Info);
  return Count;
}

/// Eight bytes, each in a lane.
MEMFACET_AVX512 inline __m512i widened(const uint8_t *Bytes) {
  return _mm512_cvtepu8_epi64(
      _mm_loadu_si64(reinterpret_cast<const void *>(Bytes)));
}

MEMFACET_AVX512 inline uint32_t expandSmall(const uint64_t *Record,
                                            const PlainBlock &B, Place To,
                                            ExecutionCounts &Counts) {
  __m512i Base =
      _mm512_permutexvar_epi64(widened(B.Slot), _mm512_loadu_si512(Record));
  __m512i Add = _mm512_cvtepi32_epi64(
      _mm256_load_si256(reinterpret_cast<const __m256i *>(B.Add)));
  __m512i Site = _mm512_add_epi64(_mm512_set1_epi64(int64_t(B.FirstSite)),
                                  _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7));
  __m512i Info =
      _mm512_add_epi64(_mm512_slli_epi64(widened(B.Shape), 32), Site);
  return write({_mm512_add_epi64(Base, Add), Info}, Base, B.Count, To, Counts);
}

[[gnu::noinline]] MEMFACET_AVX512 size_t expandLarge(const uint64_t *Record,
                                                     const LargePlainBlock &B,
                                                     Place To,
                                                     ExecutionCounts &Counts) {
  size_t Written = 0;
  __m512i Low = _mm512_loadu_si512(Record);
  __m512i High = _mm512_loadu_si512(Record + Lanes);
  for (uint32_t I = 0; I < B.Count; I += Lanes) {
    const PlainSites &S = B.Sites[I / Lanes];
    uint32_t Count = B.Count - I < Lanes ? B.Count - I : Lanes;
    __m512i Base = _mm512_permutex2var_epi64(Low, widened(S.Slot), High);
    Vectors V{_mm512_add_epi64(Base, _mm512_loadu_si512(S.Add)),
              _mm512_loadu_si512(S.Info)};
    Written += write(V, Base, Count, {To.Address + Written, To.Info + Written},
                     Counts);
  }
  return Written;
}

MEMFACET_AVX512 const uint64_t *
expandAll(const uint64_t *At, const uint64_t *End, PlainRecords &R) {
  // Records are read, and accesses written, in whole vectors.
  if (End - At < PlainBlocks::MaxWords)
    return At;
  const uint64_t *const LastAt = End - PlainBlocks::MaxWords;
  PlainBlocks::Table Table = R.Blocks.table();
  AccessInfo *const Info = R.To.Info.data();
  uint64_t *const First = R.To.Address.data();
  uint64_t *const LastTo = First + AccessBatch::Capacity - PlainExpansionRoom;
  uint64_t *To = First + R.To.Count;
  int64_t Left = R.Instructions;
  while (At <= LastAt && To <= LastTo && Left > 0) {
    uint64_t Place = Table.place(*At);
    if (Place >= Table.Places) [[unlikely]] {
      if (!R.Blocks.enter(*At, R.Index))
        break;
      Table = R.Blocks.table();
      continue;
    }
    uint32_t Length = Table.Lengths[Place];
    if (Length - 1 < Lanes) [[likely]] {
      PlainBlock &B = Table.row(Place);
      To += expandSmall(At, B, {To, Info + (To - First)}, R.Counts);
      ++B.Executions;
      At += Length;
      Left -= B.Instructions;
    } else if (Length == PlainBlocks::Large) {
      LargePlainBlock &L = R.Blocks.large(Table.row(Place));
      To += expandLarge(At, L, {To, Info + (To - First)}, R.Counts);
      ++L.Executions;
      At += L.Words;
      Left -= L.Instructions;
    } else if (Length == PlainBlocks::NotPlain ||
               !R.Blocks.learn(*At, R.Index, R.Sites)) {
      break;
    }
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
