//===- TraceReader.cpp - a merged stream from a file ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/words/trace/TraceReader.h"
#include "analysis/support/ReadAhead.h"
#include "memfacet/Tables.h"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

namespace memfacet::words {

/// Unpacked frames that wait: some 2 MiB each.
static constexpr size_t FramesAhead = 3;
/// A file of so many bytes is read before a thread for it would have begun.
static constexpr off_t ShortFile = 16384;

struct TraceReader::Unpacker {
  Unpacker() : Context(ZSTD_createDCtx()) {}
  ~Unpacker() { ZSTD_freeDCtx(Context); }
  Unpacker(const Unpacker &) = delete;
  Unpacker &operator=(const Unpacker &) = delete;
  ZSTD_DCtx *Context;
};

TraceReader::TraceReader(std::string Path, int Fd)
    : Path(std::move(Path)), Fd(Fd) {}

TraceReader::~TraceReader() { close(Fd); }

/// Reads as many of \p Bytes as the file has.
Expected<size_t> TraceReader::readBytes(void *To, size_t Bytes) {
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
  Expected<size_t> Got = Reader->readBytes(&Header, sizeof(Header));
  if (!Got)
    return makeError("'{}': {}", Path, Got.error().Message);
  if (*Got == 0)
    return makeError("'{}' is empty; record again with --trace", Path);
  if (*Got != sizeof(Header) || Header.Magic != TraceMagic)
    return makeError("'{}' is not a memfacet trace; make one with: memfacet "
                     "record --trace FILE.mft -- PROGRAM",
                     Path);
  if (Header.Version < OldestTraceVersion || Header.Version > TraceVersion ||
      Header.Format != FormatVersion)
    return makeError("'{}' is a trace of version {}.{}, this memfacet reads "
                     "{}.{}; record again",
                     Path, Header.Version, Header.Format, TraceVersion,
                     FormatVersion);
  if (Header.Checksum != headerChecksum(Header))
    return makeError("'{}' is damaged: the checksum of its header is wrong",
                     Path);
  return Reader;
}

/// Most bytes of a frame's payload.
static size_t mostPacked(const TraceFrame &F) {
  return F.Kind == TraceFrameKind::Coded ? maxCodedBytes(F.Words)
                                         : ZSTD_compressBound(F.Words * 8);
}

/// Its payload is in Packed.
Expected<TraceFrame> TraceReader::readPacked() {
  TraceFrame F;
  Expected<size_t> Got = readBytes(&F, sizeof(F));
  if (!Got)
    return Got.error();
  if (*Got != sizeof(F))
    return makeError("it ends without its end mark");
  bool Possible = F.Words != 0 && F.Words <= MaxTraceFrameWords &&
                  F.PackedBytes <= mostPacked(F);
  if (!Possible)
    return makeError("a frame of {} bytes for {} words is damaged",
                     F.PackedBytes, F.Words);
  Packed.resize(F.PackedBytes);
  Got = readBytes(Packed.data(), Packed.size());
  if (!Got)
    return Got.error();
  if (*Got != Packed.size())
    return makeError("it ends within a frame: {} of {} bytes", *Got,
                     Packed.size());
  if (traceChecksum(F, Packed.data(), Packed.size()) != F.Checksum)
    return makeError("a frame's checksum is wrong");
  return F;
}

Status TraceReader::unpack(const TraceFrame &F, std::vector<uint64_t> &Words) {
  if (!Decompressor)
    Decompressor = std::make_unique<Unpacker>();
  Words.resize(F.Words);
  size_t Bytes = Words.size() * sizeof(uint64_t);
  size_t Got = ZSTD_decompressDCtx(Decompressor->Context, Words.data(), Bytes,
                                   Packed.data(), Packed.size());
  if (ZSTD_isError(Got))
    return makeError("a frame is damaged: {}", ZSTD_getErrorName(Got));
  if (Got != Bytes)
    return makeError("a frame holds {} bytes instead of {}", Got, Bytes);
  return {};
}

Status TraceReader::unpackEnd(Frame &To) {
  if (Packed.size() != sizeof(To.Totals))
    return makeError("its end mark has {} bytes", Packed.size());
  std::memcpy(&To.Totals, Packed.data(), sizeof(To.Totals));
  char More;
  Expected<size_t> Got = readBytes(&More, 1);
  To.MoreFollows = Got && *Got != 0;
  return {};
}

Status TraceReader::read(Frame &To) {
  Expected<TraceFrame> F = readPacked();
  if (!F)
    return F.error();
  To.Kind = F->Kind;
  switch (F->Kind) {
  case TraceFrameKind::Segments:
    return unpack(*F, To.Words);
  case TraceFrameKind::Coded:
    return Expander.expand(Packed, F->Words, To.Coded);
  case TraceFrameKind::End:
    return unpackEnd(To);
  }
  return makeError("a frame is of kind {}", uint32_t(F->Kind));
}

/// False: it is the last one.
bool TraceReader::readNext(Frame &To) {
  To.Wrong.reset();
  if (Status S = read(To); !S)
    To.Wrong = S.error();
  return !To.Wrong && To.Kind != TraceFrameKind::End;
}

Status TraceReader::passOnSegment(ThreadId Thread,
                                  std::span<const uint64_t> Words,
                                  SegmentSink &Sink) {
  ++Seen.Segments;
  Seen.Words += Words.size();
  return Sink.segment({Thread, Words});
}

Status TraceReader::passOnWords(std::span<const uint64_t> Rest,
                                SegmentSink &Sink) {
  while (!Rest.empty()) {
    ThreadId Thread(uint32_t(Rest[0] >> 32));
    auto Words = uint32_t(Rest[0]);
    Rest = Rest.subspan(1);
    if (Words > Rest.size()) {
      truncated(makeError("a segment of {} words exceeds its frame", Words));
      return {};
    }
    if (Status Done = passOnSegment(Thread, Rest.first(Words), Sink); !Done)
      return Done;
    Rest = Rest.subspan(Words);
  }
  return {};
}

Status TraceReader::passOnCoded(const ExpandedFrame &F, SegmentSink &Sink) {
  std::vector<ExpandedFrame::Lane> Lanes = F.Lanes;
  for (const FramePiece &P : F.Pieces) {
    ExpandedFrame::Lane &L = Lanes[P.Lane];
    std::span<const uint64_t> Words(F.Words.data() + L.Begin, P.Words);
    if (Status Done = passOnSegment(L.Thread, Words, Sink); !Done)
      return Done;
    L.Begin += P.Words;
  }
  return {};
}

Status TraceReader::checkEnd(const Frame &F) {
  Loss.LostChunks = F.Totals.LostChunks;
  Loss.UnknownWords = F.Totals.UnknownWords;
  Loss.LostOrderNumbers = F.Totals.LostOrderNumbers;
  Loss.CutRecords = F.Totals.CutRecords;
  if (F.Totals.Segments != Seen.Segments || F.Totals.Words != Seen.Words)
    return makeError("{} of {} words are missing", F.Totals.Words - Seen.Words,
                     F.Totals.Words);
  if (F.MoreFollows)
    return makeError("something follows its end mark");
  return {};
}

void TraceReader::truncated(const Error &Why) {
  Loss.Truncated = true;
  Loss.TruncatedWhy = fmt::format("'{}' is incomplete: {}", Path, Why.Message);
}

/// The error is the sink's.
Status TraceReader::passOn(const Frame &F, SegmentSink &Sink) {
  if (F.Wrong) {
    truncated(*F.Wrong);
    return {};
  }
  if (F.Kind == TraceFrameKind::Segments)
    return passOnWords(F.Words, Sink);
  if (F.Kind == TraceFrameKind::Coded)
    return passOnCoded(F.Coded, Sink);
  if (Status S = checkEnd(F); !S)
    truncated(S.error());
  return {};
}

bool TraceReader::isShort() const {
  struct stat Info;
  return fstat(Fd, &Info) == 0 && S_ISREG(Info.st_mode) &&
         Info.st_size <= ShortFile;
}

Status TraceReader::replay(SegmentSink &Sink) {
  if (isShort())
    return replayAlone(Sink);
  ReadAhead<Frame> Frames(FramesAhead,
                          [this](Frame &To) { return readNext(To); });
  Frame Now;
  while (!Loss.Truncated && Frames.next(Now))
    if (Status S = passOn(Now, Sink); !S)
      return S;
  return {};
}

Status TraceReader::replayAlone(SegmentSink &Sink) {
  Frame Now;
  for (bool More = true; More && !Loss.Truncated;) {
    More = readNext(Now);
    if (Status S = passOn(Now, Sink); !S)
      return S;
  }
  return {};
}

} // namespace memfacet::words
