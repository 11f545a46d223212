//===- stream/TraceReader.cpp - a merged stream from a file ---------------===//

#include "analysis/stream/TraceReader.h"
#include "memfacet/Tables.h"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

namespace memfacet {

struct TraceReader::Unpacker {
  Unpacker() : Context(ZSTD_createDCtx()) {}
  ~Unpacker() { ZSTD_freeDCtx(Context); }
  Unpacker(const Unpacker &) = delete;
  Unpacker &operator=(const Unpacker &) = delete;
  ZSTD_DCtx *Context;
};

TraceReader::TraceReader(std::string Path, int Fd)
    : Path(std::move(Path)), Fd(Fd),
      Decompressor(std::make_unique<Unpacker>()) {}

TraceReader::~TraceReader() { close(Fd); }

/// Reads as many of \p Bytes as the file has.
Expected<size_t> TraceReader::read(void *To, size_t Bytes) {
  size_t Done = 0;
  while (Done != Bytes) {
    ssize_t Now = ::read(Fd, static_cast<char *>(To) + Done, Bytes - Done);
    if (Now < 0 && errno == EINTR)
      continue;
    if (Now < 0)
      return makeError("cannot read it: {}", std::strerror(errno));
    if (Now == 0)
      break;
    Done += size_t(Now);
  }
  return Done;
}

Expected<std::unique_ptr<TraceReader>>
TraceReader::open(const std::string &Path) {
  int Fd = ::open(Path.c_str(), O_RDONLY | O_CLOEXEC);
  if (Fd < 0)
    return makeError("cannot open '{}': {}", Path, std::strerror(errno));
  std::unique_ptr<TraceReader> Reader(new TraceReader(Path, Fd));
  TraceHeader Header;
  Expected<size_t> Got = Reader->read(&Header, sizeof(Header));
  if (!Got)
    return makeError("'{}': {}", Path, Got.error().Message);
  if (*Got == 0)
    return makeError("'{}' is empty; record again with --trace", Path);
  if (*Got != sizeof(Header) || Header.Magic != TraceMagic)
    return makeError("'{}' is not a memfacet trace; make one with: memfacet "
                     "record --trace FILE.mft -- PROGRAM",
                     Path);
  if (Header.Version != TraceVersion || Header.Format != FormatVersion)
    return makeError("'{}' is a trace of version {}.{}, this memfacet reads "
                     "{}.{}; record again",
                     Path, Header.Version, Header.Format, TraceVersion,
                     FormatVersion);
  return Reader;
}

/// Its payload is in Packed.
Expected<TraceFrame> TraceReader::readFrame() {
  TraceFrame F;
  Expected<size_t> Got = read(&F, sizeof(F));
  if (!Got)
    return Got.error();
  if (*Got != sizeof(F))
    return makeError("it ends without its end mark");
  bool Possible = F.Words != 0 && F.Words <= MaxTraceFrameWords &&
                  F.PackedBytes <= ZSTD_compressBound(F.Words * 8);
  if (!Possible)
    return makeError("a frame of {} bytes for {} words is damaged",
                     F.PackedBytes, F.Words);
  Packed.resize(F.PackedBytes);
  Got = read(Packed.data(), Packed.size());
  if (!Got)
    return Got.error();
  if (*Got != Packed.size())
    return makeError("it ends within a frame: {} of {} bytes", *Got,
                     Packed.size());
  if (traceChecksum(F, Packed.data(), Packed.size()) != F.Checksum)
    return makeError("a frame's checksum is wrong");
  return F;
}

Status TraceReader::unpack(const TraceFrame &F) {
  Frame.resize(F.Words);
  size_t Bytes = Frame.size() * sizeof(uint64_t);
  size_t Got = ZSTD_decompressDCtx(Decompressor->Context, Frame.data(), Bytes,
                                   Packed.data(), Packed.size());
  if (ZSTD_isError(Got))
    return makeError("a frame is damaged: {}", ZSTD_getErrorName(Got));
  if (Got != Bytes)
    return makeError("a frame holds {} bytes instead of {}", Got, Bytes);
  return {};
}

Status TraceReader::passOn(SegmentSink &Sink) {
  std::span<const uint64_t> Rest = Frame;
  while (!Rest.empty()) {
    Segment S;
    S.Thread = ThreadId(uint32_t(Rest[0] >> 32));
    auto Words = uint32_t(Rest[0]);
    Rest = Rest.subspan(1);
    if (Words > Rest.size()) {
      truncated(makeError("a segment of {} words exceeds its frame", Words));
      return {};
    }
    S.Words = Rest.first(Words);
    Rest = Rest.subspan(Words);
    ++Seen.Segments;
    Seen.Words += Words;
    if (Status Done = Sink.segment(S); !Done)
      return Done;
  }
  return {};
}

Status TraceReader::readEnd() {
  TraceTotals Totals;
  if (Packed.size() != sizeof(Totals))
    return makeError("its end mark has {} bytes", Packed.size());
  std::memcpy(&Totals, Packed.data(), sizeof(Totals));
  Loss.LostChunks = Totals.LostChunks;
  Loss.UnknownWords = Totals.UnknownWords;
  Loss.LostOrderNumbers = Totals.LostOrderNumbers;
  Loss.CutRecords = Totals.CutRecords;
  if (Totals.Segments != Seen.Segments || Totals.Words != Seen.Words)
    return makeError("{} of {} words are missing", Totals.Words - Seen.Words,
                     Totals.Words);
  char More;
  Expected<size_t> Got = read(&More, 1);
  if (Got && *Got != 0)
    return makeError("something follows its end mark");
  return {};
}

void TraceReader::truncated(const Error &Why) {
  Loss.Truncated = true;
  Loss.TruncatedWhy = fmt::format("'{}' is incomplete: {}", Path, Why.Message);
}

Status TraceReader::replay(SegmentSink &Sink) {
  while (!Loss.Truncated) {
    Expected<TraceFrame> F = readFrame();
    if (!F) {
      truncated(F.error());
      break;
    }
    if (F->Kind == TraceFrameKind::End) {
      if (Status S = readEnd(); !S)
        truncated(S.error());
      break;
    }
    if (F->Kind != TraceFrameKind::Segments) {
      truncated(makeError("a frame is of kind {}", uint32_t(F->Kind)));
      break;
    }
    if (Status S = unpack(*F); !S) {
      truncated(S.error());
      break;
    }
    if (Status S = passOn(Sink); !S)
      return S;
  }
  return {};
}

} // namespace memfacet
