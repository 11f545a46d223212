//===- stream/TraceFormat.h - the layout of a trace file (.mft) -----------===//
//
// A TraceHeader, then frames: a TraceFrame each, then its payload. A frame of
// segments is compressed on its own; unpacked it is, per segment, one word
//
//   thread << 32 | number of words
//
// and the words. The frame that ends a complete trace holds TraceTotals. All
// numbers are little-endian.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_STREAM_TRACEFORMAT_H
#define MEMFACET_STREAM_TRACEFORMAT_H

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace memfacet {

constexpr uint64_t TraceMagic = 0x314543415254464d; // "MFTRACE1"
/// Version of this page. The records have theirs, FormatVersion.
///   1: the first.
constexpr uint32_t TraceVersion = 1;

struct TraceHeader {
  uint64_t Magic;
  uint32_t Version; ///< TraceVersion
  uint32_t Format;  ///< FormatVersion of the records
};

enum class TraceFrameKind : uint32_t {
  Segments = 1, ///< zstd
  End = 2,      ///< TraceTotals, not compressed
};

struct TraceFrame {
  TraceFrameKind Kind;
  uint32_t PackedBytes; ///< of the payload in the file
  uint32_t Words;       ///< of the payload, unpacked
  uint32_t Checksum;    ///< traceChecksum of the fields before, and the payload
};

/// Everything that was written, and what had been lost before.
struct TraceTotals {
  uint64_t Segments;
  uint64_t Words;
  uint64_t LostChunks;
  uint64_t UnknownWords;
  uint64_t LostOrderNumbers;
  uint64_t CutRecords;
};

static_assert(sizeof(TraceHeader) == 16);
static_assert(sizeof(TraceFrame) == 16);
static_assert(sizeof(TraceTotals) == 48);
static_assert(std::is_trivially_copyable_v<TraceTotals>);

/// A frame is packed once it has this many words...
constexpr uint32_t TraceFrameWords = 128 * 1024;
/// ... and never has more than this many. So memory is bounded, whatever a file
/// says.
constexpr uint32_t MaxTraceFrameWords = 1024 * 1024;

/// Of \p F, but for its checksum, and its payload.
uint32_t traceChecksum(const TraceFrame &F, const void *Payload, size_t Bytes);

} // namespace memfacet

#endif
