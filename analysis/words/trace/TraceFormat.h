//===- TraceFormat.h - the layout of a trace file (.mft) ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A TraceHeader, then frames: a TraceFrame each, then its payload. A coded
// frame holds segments (coding/CodedFrame.h). The frame that ends a complete
// trace holds TraceTotals. All numbers are little-endian.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_WORDS_TRACE_TRACEFORMAT_H
#define MEMFACET_WORDS_TRACE_TRACEFORMAT_H

#include "analysis/support/Hash.h"
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace memfacet::words {

constexpr uint64_t TraceMagic = 0x314543415254464d; // "MFTRACE1"
/// Version of the file format. Records have a version of their own,
/// FormatVersion.
///   1: the first.
///   2: coded frames.
///   3: coded frames with copies, expected rows and packed blocks.
///   4: coded filtered records.
///   5: coded frames as in version 3; earlier files are not read.
constexpr uint32_t TraceVersion = 5;
/// The oldest version that can still be read.
constexpr uint32_t OldestTraceVersion = 5;

struct TraceHeader {
  uint64_t Magic;
  uint32_t Version;  ///< TraceVersion
  uint32_t Format;   ///< FormatVersion of the records
  uint64_t Checksum; ///< headerChecksum
};

enum class TraceFrameKind : uint32_t {
  End = 2,   ///< TraceTotals, not compressed
  Coded = 3, ///< segments as FrameCoder codes them
};

struct TraceFrame {
  TraceFrameKind Kind;
  uint32_t PackedBytes; ///< of the payload in the file
  uint32_t Words;       ///< of the payload, unpacked; one for each segment, too
  uint32_t Checksum;    ///< traceChecksum of the fields before, and the payload
};

/// Totals of everything that was written, and of what was lost before.
struct TraceTotals {
  uint64_t Segments;
  uint64_t Words;
  uint64_t LostChunks;
  uint64_t UnknownWords;
  uint64_t LostOrderNumbers;
  uint64_t CutRecords;
};

/// What a trace holds so far.
struct TraceSize {
  uint64_t Words = 0;
  uint64_t Bytes = 0; ///< of the file
};

static_assert(sizeof(TraceHeader) == 24);
static_assert(sizeof(TraceFrame) == 16);
static_assert(sizeof(TraceTotals) == 48);
static_assert(std::is_trivially_copyable_v<TraceTotals>);

/// A frame is packed once it has this many words...
constexpr uint32_t TraceFrameWords = 256 * 1024;
/// ... and never has more than this many. So memory is bounded, whatever a file
/// says.
constexpr uint32_t MaxTraceFrameWords = 1024 * 1024;

/// Each step is a bijection of the state, so that no change of one word stays
/// unseen before the halves are folded.
inline uint64_t mixChecksum(uint64_t State, uint64_t Word) {
  return spreadBits(State ^ Word);
}

/// Returns the checksum of all fields of a header but the checksum.
inline uint64_t headerChecksum(const TraceHeader &H) {
  return mixChecksum(H.Magic, uint64_t(H.Version) << 32 | H.Format);
}

/// Returns the checksum of the fields of \p F but the checksum, and of the
/// payload.
inline uint32_t traceChecksum(const TraceFrame &F, const void *Payload,
                              size_t Bytes) {
  uint64_t State = mixChecksum(uint64_t(F.Kind) << 32 | F.PackedBytes, F.Words);
  const char *Data = static_cast<const char *>(Payload);
  for (size_t I = 0; I < Bytes; I += 8) {
    uint64_t Word = 0;
    std::memcpy(&Word, Data + I, Bytes - I < 8 ? Bytes - I : 8);
    State = mixChecksum(State, Word);
  }
  return uint32_t(State);
}

} // namespace memfacet::words

#endif
