//===- decode/PlainRecordsAvx512.cpp - eight accesses at a time -----------===//

#include "analysis/decode/PlainRecords.h"

#if defined(__x86_64__)
#include <algorithm>
#include <bit>
#include <immintrin.h>

#define MEMFACET_AVX512                                                        \
  __attribute__((target("avx512f,avx512vl,avx512bw,avx512dq,bmi2")))

namespace memfacet {
namespace {

constexpr uint32_t Lanes = PlainSites::Lanes;
static_assert(sizeof(AccessInfo) == sizeof(uint64_t));

/// Where in a batch the next access goes.
struct Place {
  uint64_t *Address;
  AccessInfo *Info;
};

[[gnu::noinline]] void countDown(const PlainSites &S, uint32_t Idle,
                                 ExecutionCounts &Counts) {
  for (; Idle; Idle &= Idle - 1)
    --Counts[S.Info[std::countr_zero(Idle)].site()];
}

/// Writes what the first \p Count sites of \p S do, in whole vectors. \p Base:
/// each lane's word of the record. Returns how many accesses it were.
MEMFACET_AVX512 inline uint32_t write(__m512i Base, const PlainSites &S,
                                      uint32_t Count, const Place &To,
                                      ExecutionCounts &Counts) {
  __m512i Address = _mm512_add_epi64(Base, _mm512_loadu_si512(S.Add));
  __m512i Info = _mm512_loadu_si512(S.Info);
  // A slot of 0 says that the access was not executed.
  __mmask8 Idle = _mm512_testn_epi64_mask(Base, Base);
  if (Idle) [[unlikely]] {
    uint32_t Present = _bzhi_u32(0xff, Count);
    uint32_t Executed = Present & ~uint32_t(Idle);
    countDown(S, Present & uint32_t(Idle), Counts);
    Address = _mm512_maskz_compress_epi64(__mmask8(Executed), Address);
    Info = _mm512_maskz_compress_epi64(__mmask8(Executed), Info);
    Count = uint32_t(std::popcount(Executed));
  }
  _mm512_storeu_si512(To.Address, Address);
  _mm512_storeu_si512(To.Info, Info);
  return Count;
}

MEMFACET_AVX512 inline __m512i slots(const PlainSites &S) {
  return _mm512_cvtepu8_epi64(
      _mm_loadu_si64(reinterpret_cast<const void *>(S.Slot)));
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
    Written += write(_mm512_permutex2var_epi64(Low, slots(S), High), S, Count,
                     {To.Address + Written, To.Info + Written}, Counts);
  }
  return Written;
}

/// How many records can be expanded without a look at any limit.
inline int64_t safeRecords(const uint64_t *At, const uint64_t *End,
                           int64_t Room, int64_t Instructions) {
  // Records are read, and accesses written, in whole vectors.
  int64_t ByWords = (End - At) / PlainBlocks::MaxWords;
  int64_t ByRoom = (Room - Lanes) / PlainBlocks::MaxSites;
  constexpr int64_t Most = PlainBlocks::MaxInstructions;
  // The last may begin where one instruction is left.
  int64_t ByInstructions = (Instructions + Most - 1) / Most;
  return std::min({ByWords, ByRoom, ByInstructions});
}

MEMFACET_AVX512 const uint64_t *
expandAll(const uint64_t *At, const uint64_t *End, PlainRecords &R) {
  PlainBlocks::Table Table = R.Blocks.table();
  AccessInfo *const Info = R.To.Info.data();
  uint64_t *const First = R.To.Address.data();
  uint64_t *const Full = First + AccessBatch::Capacity;
  uint64_t *To = First + R.To.Count;
  int64_t Left = R.Instructions;
  int64_t Records;
  while ((Records = safeRecords(At, End, Full - To, Left)) > 0) {
    for (; Records > 0; --Records) {
      if (!Table.has(*At)) [[unlikely]] {
        if (!R.Blocks.enter(*At, R.Index))
          goto Stop;
        Table = R.Blocks.table();
        continue;
      }
      PlainBlock &B = Table.row(*At);
      if (B.plain()) [[likely]] {
        __m512i Base =
            _mm512_permutexvar_epi64(slots(B.Sites), _mm512_loadu_si512(At));
        To +=
            write(Base, B.Sites, B.Count, {To, Info + (To - First)}, R.Counts);
        ++B.Value;
        At += B.Words;
        Left -= B.Instructions;
      } else if (B.Value >= PlainBlock::FirstLarge) {
        LargePlainBlock &L = R.Blocks.large(B);
        To += expandLarge(At, L, {To, Info + (To - First)}, R.Counts);
        ++L.Executions;
        At += L.Words;
        Left -= L.Instructions;
      } else if (B.Value == PlainBlock::NotPlain ||
                 !R.Blocks.learn(*At, R.Index, R.Sites)) {
        goto Stop;
      }
    }
  }
Stop:
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
