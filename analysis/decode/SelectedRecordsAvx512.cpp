//===- SelectedRecordsAvx512.cpp - eight selected records at a time -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/decode/SelectedRecords.h"

#if defined(__x86_64__)
#include <immintrin.h>

namespace memfacet::decode {
namespace {

constexpr size_t RecordsPerStep = 8;

#define MEMFACET_WITH_VECTORS __attribute__((target("avx512f")))

MEMFACET_WITH_VECTORS inline __m512i all(uint64_t Value) {
  return _mm512_set1_epi64(int64_t(Value));
}

MEMFACET_WITH_VECTORS size_t expandAll(const uint64_t *Position, size_t Most,
                                       const SelectedSites &Sites,
                                       uint64_t *Address, AccessInfo *Info) {
  static_assert(SelectedWords == 2 && sizeof(AccessInfo) == 8);
  const __m512i Even = _mm512_setr_epi64(0, 2, 4, 6, 8, 10, 12, 14);
  const __m512i Odd = _mm512_setr_epi64(1, 3, 5, 7, 9, 11, 13, 15);
  const __m512i Half = all(UINT32_MAX);
  size_t I = 0;
  for (; I + RecordsPerStep <= Most;
       I += RecordsPerStep, Position += 2 * RecordsPerStep) {
    __m512i First = _mm512_loadu_si512(Position),
            Last = _mm512_loadu_si512(Position + RecordsPerStep);
    __m512i Headers = _mm512_permutex2var_epi64(First, Even, Last);
    __m512i Seconds = _mm512_permutex2var_epi64(First, Odd, Last);
    __m512i Places =
        _mm512_and_si512(_mm512_sub_epi64(Seconds, all(Sites.Begin)), Half);
    __m512i Values = _mm512_srli_epi64(Seconds, 32);
    __m512i Bytes = _mm512_andnot_si512(all(ContinuedBit), Values);
    __mmask8 Plain = _mm512_cmpeq_epi64_mask(
        _mm512_andnot_si512(all(SelectedAddressMask), Headers),
        all(SelectedBit));
    Plain = _mm512_mask_cmplt_epu64_mask(Plain, Places, all(Sites.Bytes));
    Plain = _mm512_mask_cmplt_epu64_mask(Plain, _mm512_sub_epi64(Bytes, all(1)),
                                         all(AccessInfo::MaxSize));
    if (Plain != 0xff) [[unlikely]]
      break;
    static_assert(sizeof(Site) == 32);
    __m512i Infos = _mm512_i64gather_epi64(_mm512_srli_epi64(Places, 5),
                                           Sites.Infos, sizeof(AccessInfo));
    Infos = _mm512_or_si512(Infos,
                            _mm512_slli_epi64(Values, AccessInfo::SizeShift));
    _mm512_storeu_si512(Address + I,
                        _mm512_and_si512(Headers, all(SelectedAddressMask)));
    _mm512_storeu_si512(static_cast<void *>(Info + I), Infos);
  }
  return I + expandSelected(Position, Most - I, Sites, Address + I, Info + I);
}

} // namespace

SelectedExpansion *bestSelectedExpansion(bool Scalar) {
  bool UsesVectors = !Scalar && __builtin_cpu_supports("avx512f");
  return UsesVectors ? expandAll : expandSelected;
}

} // namespace memfacet::decode

#else

namespace memfacet::decode {
SelectedExpansion *bestSelectedExpansion(bool) { return expandSelected; }
} // namespace memfacet::decode

#endif
