//===- PlainRecordsAvx512.cpp - eight accesses at a time ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/decode/PlainRecords.h"

#if defined(__x86_64__)
#include <algorithm>
#include <bit>
#include <immintrin.h>

#define MEMFACET_AVX512                                                        \
  __attribute__((target("avx512f,avx512vl,avx512bw,avx512dq,bmi2")))

namespace memfacet::decode {
namespace {

constexpr uint32_t Lanes = PlainBlock::Lanes;
static_assert(sizeof(AccessInfo) == sizeof(uint64_t));
/// Words that are read for a record, whatever its length.
constexpr ptrdiff_t WordsRead = 2 * Lanes;
/// What lies this number of bytes ahead is fetched: live records come from
/// another core's cache, and what the processor fetches by itself ends with
/// each page. The second level is left alone, as the simulation needs it. The
/// address may lie beyond the stream: a fetch never faults.
constexpr uintptr_t BytesAhead = 1536;

/// Eight accesses.
struct Vectors {
  __m512i Address, Info;
};

/// Returns eight bytes, each in a lane.
MEMFACET_AVX512 inline __m512i widened(const uint8_t *Bytes) {
  return _mm512_cvtepu8_epi64(
      _mm_loadu_si64(reinterpret_cast<const void *>(Bytes)));
}

/// Some sites of a block.
struct SiteGroup {
  uint32_t First, Count; ///< lanes
  uint32_t Marks;        ///< which are no accesses
};

/// The ranges that sites are known to access. Copies stay in registers.
struct KnownRanges {
  const uint64_t *Lows, *Bytes; ///< of SiteRanges
};

[[gnu::noinline]] void countDown(const uint32_t *Sites, uint32_t Idle,
                                 std::vector<SiteExecutions> &Corrections) {
  for (; Idle; Idle &= Idle - 1)
    Corrections.push_back({Sites[std::countr_zero(Idle)], 1, uint64_t(-1)});
}

/// Lists the accesses in \p OutsideMask, the first of which has number \p
/// Count.
MEMFACET_AVX512 inline void list(uint32_t OutsideMask, size_t Count,
                                 AccessBatch &Batch) {
  __m256i Number = _mm256_add_epi32(_mm256_set1_epi32(int(Count)),
                                    _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
  Number = _mm256_maskz_compress_epi32(__mmask8(OutsideMask), Number);
  _mm256_storeu_si256(reinterpret_cast<__m256i *>(&Batch.OutsideAccesses[0] +
                                                  Batch.OutsideCount),
                      Number);
  Batch.OutsideCount += uint32_t(std::popcount(OutsideMask));
}

MEMFACET_AVX512 inline void store(const Vectors &V, size_t Count,
                                  AccessBatch &Batch) {
  _mm512_storeu_si512(&Batch.Address[0] + Count, V.Address);
  _mm512_storeu_si512(&Batch.Info[0] + Count, V.Info);
}

/// Which accesses of some sites lie outside of the known ranges of the sites,
/// and which sites were not executed.
struct SiteMasks {
  uint32_t OutsideMask, IdleMask;
};

/// \p Base: each lane's word of the record.
MEMFACET_AVX512 inline SiteMasks look(__m512i Address, SiteGroup Sites,
                                      __m512i Base, const KnownRanges &B) {
  __m512i Distance =
      _mm512_sub_epi64(Address, _mm512_loadu_si512(B.Lows + Sites.First));
  __mmask8 OutsideMask = _mm512_cmpge_epu64_mask(
      Distance, _mm512_loadu_si512(B.Bytes + Sites.First));
  // A slot of 0 says that the access was not executed.
  return {_bzhi_u32(OutsideMask, Sites.Count),
          _mm512_testn_epi64_mask(Base, Base)};
}

/// Writes accesses from number \p Count of the batch on, in whole vectors.
/// Returns the next number.
MEMFACET_AVX512 inline size_t writeAll(const Vectors &V, uint32_t Accesses,
                                       uint32_t OutsideMask, size_t Count,
                                       AccessBatch &Batch) {
  store(V, Count, Batch);
  if (OutsideMask)
    list(OutsideMask, Count, Batch);
  return Count + Accesses;
}

/// Writes accesses like writeAll, where not all sites are accesses that were
/// executed.
MEMFACET_AVX512 inline size_t writeExecuted(Vectors V, SiteGroup Sites,
                                            SiteMasks F, size_t Count,
                                            PlainRecords &R) {
  uint32_t Present = _bzhi_u32(0xff, Sites.Count);
  uint32_t Executed = Present & ~(F.IdleMask | Sites.Marks);
  if (uint32_t Missing = Present & F.IdleMask & ~Sites.Marks)
    countDown(R.Lanes.Sites + Sites.First, Missing, R.Corrections);
  V.Address = _mm512_maskz_compress_epi64(__mmask8(Executed), V.Address);
  V.Info = _mm512_maskz_compress_epi64(__mmask8(Executed), V.Info);
  return writeAll(V, uint32_t(std::popcount(Executed)),
                  _pext_u32(F.OutsideMask, Executed), Count, R.Batch);
}

/// Does the same in a function of its own, out of the way of the usual case.
[[gnu::noinline]] MEMFACET_AVX512 size_t writeSome(Vectors V, SiteGroup Sites,
                                                   SiteMasks F, size_t Count,
                                                   PlainRecords &R) {
  return writeExecuted(V, Sites, F, Count, R);
}

MEMFACET_AVX512 inline size_t expandSmall(const uint64_t *Record,
                                          const PlainBlock &B, size_t Count,
                                          const KnownRanges &Known,
                                          PlainRecords &R) {
  __m512i Base =
      _mm512_permutexvar_epi64(widened(B.Slot), _mm512_loadu_si512(Record));
  __m512i Add = _mm512_cvtepi32_epi64(
      _mm256_load_si256(reinterpret_cast<const __m256i *>(B.Add)));
  Vectors V{_mm512_add_epi64(Base, Add), _mm512_load_si512(B.Info)};
  SiteGroup Sites{B.FirstLane, B.Count, 0};
  SiteMasks F = look(V.Address, Sites, Base, Known);
  if (F.IdleMask) [[unlikely]]
    return writeSome(V, Sites, F, Count, R);
  return writeAll(V, B.Count, F.OutsideMask, Count, R.Batch);
}

/// Adds the marks of a record among the sites \p S, of which \p First is the
/// first. \p Idle: sites that were not executed. \p Count: accesses before
/// these.
[[gnu::noinline]] MEMFACET_AVX512 void addMarks(const uint64_t *Record,
                                                const PlainSites &S,
                                                uint32_t First, uint32_t Idle,
                                                size_t Count, PlainRecords &R) {
  const uint32_t Accesses = ~(S.Marks | Idle);
  for (uint32_t Left = S.Marks & ~Idle; Left; Left &= Left - 1) {
    uint32_t I = uint32_t(std::countr_zero(Left));
    uint32_t Earlier = Accesses & ((1u << I) - 1);
    R.Batch.Marks.push_back(markOf(R.Lanes.Hot[First + I], Record,
                                   R.Lanes.Sites[First + I],
                                   Count + uint32_t(std::popcount(Earlier))));
  }
}

/// The words of a record, by slot.
class RecordWords {
public:
  MEMFACET_AVX512 RecordWords(const uint64_t *Record, uint32_t Words)
      : Record(Record), IsShort(Words <= WordsRead) {}

  MEMFACET_AVX512 __m512i operator[](const uint8_t *Slots) const {
    // Read anew each time: no vector stays in a register over a call.
    if (IsShort)
      return _mm512_permutex2var_epi64(_mm512_loadu_si512(Record),
                                       widened(Slots),
                                       _mm512_loadu_si512(Record + Lanes));
    // A gather is slower on processors that must not leak data by it.
    alignas(64) uint64_t Words[Lanes];
    for (uint32_t I = 0; I != Lanes; ++I)
      Words[I] = Record[Slots[I]];
    return _mm512_load_si512(Words);
  }

private:
  const uint64_t *Record;
  bool IsShort;
};

/// Adds the lengths of the ranges among the sites \p S. A range without bytes
/// was not executed: its word in \p Base becomes 0.
MEMFACET_AVX512 inline void measure(const PlainSites &S,
                                    const RecordWords &Words, __m512i &Base,
                                    __m512i &Info) {
  __mmask8 Ranges = S.Ranges;
  __m512i Bytes = Words[S.Bytes];
  __mmask8 Some = _mm512_test_epi64_mask(Bytes, Bytes);
  Base = _mm512_maskz_mov_epi64(__mmask8(~Ranges | Some), Base);
  __m512i Size = _mm512_slli_epi64(Bytes, AccessInfo::SizeShift);
  Info = _mm512_mask_or_epi64(Info, Ranges, Info, Size);
}

[[gnu::noinline]] MEMFACET_AVX512 size_t expandLarge(const uint64_t *Record,
                                                     const LargePlainBlock &B,
                                                     size_t Count,
                                                     KnownRanges Known,
                                                     PlainRecords &R) {
  const RecordWords Words(Record, B.Words);
  for (uint32_t I = 0; I < B.Count; I += Lanes) {
    const PlainSites &S = B.Sites[I / Lanes];
    __m512i Base = Words[S.Slot];
    Vectors V{_mm512_add_epi64(Base, _mm512_loadu_si512(S.Add)),
              _mm512_loadu_si512(S.Info)};
    if (S.Ranges)
      measure(S, Words, Base, V.Info);
    uint32_t SiteCount = B.Count - I < Lanes ? B.Count - I : Lanes;
    SiteGroup Sites{B.FirstLane + I, SiteCount, S.Marks};
    SiteMasks F = look(V.Address, Sites, Base, Known);
    size_t FirstAccess = Count;
    Count = F.IdleMask | S.Marks
                ? writeExecuted(V, Sites, F, Count, R)
                : writeAll(V, SiteCount, F.OutsideMask, Count, R.Batch);
    // Last, when no vector has to outlive the call.
    if (S.Marks)
      addMarks(Record, S, Sites.First, F.IdleMask, FirstAccess, R);
  }
  return Count;
}

/// Returns whether each range is one access.
bool areShort(const uint64_t *Record, const LargePlainBlock &B) {
  return std::all_of(B.Bytes.begin(), B.Bytes.end(), [&](uint8_t Slot) {
    return Record[Slot] <= AccessInfo::MaxSize;
  });
}

/// Returns whether there is room for as many marks as a block may have.
bool roomForMarks(const AccessBatch &B) {
  return B.Marks.size() <= AccessBatch::MaxMarks - PlainExpansionRoom;
}

MEMFACET_AVX512 const uint64_t *
expandAll(const uint64_t *Position, const uint64_t *End, PlainRecords &R) {
  // Records are read, and accesses written, in whole vectors.
  if (End - Position < WordsRead)
    return Position;
  const uint64_t *const LastPosition = End - WordsRead;
  PlainBlocks::Table Table = R.Blocks.table();
  const KnownRanges Known{R.Ranges.lows(), R.Ranges.bytes()};
  size_t Count = R.Batch.Count;
  int64_t Left = R.Instructions;
  while (Position <= LastPosition &&
         Count <= AccessBatch::Capacity - PlainExpansionRoom && Left > 0) {
    _mm_prefetch(
        reinterpret_cast<const char *>(uintptr_t(Position) + BytesAhead),
        _MM_HINT_NTA);
    uint64_t Place = Table.place(*Position);
    if (Place >= Table.Places) [[unlikely]] {
      if (!R.Blocks.enter(*Position, R.Index))
        break;
      Table = R.Blocks.table();
      continue;
    }
    uint32_t Length = Table.Lengths[Place];
    if (Length - 1 < Lanes) [[likely]] {
      PlainBlock &B = Table.row(Place);
      Count = expandSmall(Position, B, Count, Known, R);
      R.Blocks.executed(B);
      Position += Length;
      Left -= B.Instructions;
    } else if (Length == PlainBlocks::Large) {
      LargePlainBlock &L = R.Blocks.large(Table.row(Place));
      if (L.Words > End - Position || (L.HasMarks && !roomForMarks(R.Batch)) ||
          !areShort(Position, L))
        break;
      Count = expandLarge(Position, L, Count, Known, R);
      R.Blocks.executed(L);
      Position += L.Words;
      Left -= L.Instructions;
    } else if (Length == PlainBlocks::NotPlain ||
               !R.Blocks.learn(*Position, R.Index, R.Lanes)) {
      break;
    }
  }
  R.Batch.Count = Count;
  R.Instructions = Left;
  return Position;
}

} // namespace

PlainExpansion *plainExpansion() {
  bool IsSupported =
      __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("bmi2");
  return IsSupported ? expandAll : nullptr;
}

} // namespace memfacet::decode

#else

namespace memfacet::decode {
PlainExpansion *plainExpansion() { return nullptr; }
} // namespace memfacet::decode

#endif
