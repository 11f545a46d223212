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

namespace memfacet::words {

/// Unpacked frames that wait: some 2 MiB each.
static constexpr size_t FramesAhead = 3;
/// A file of at most this number of bytes is read before a thread for it would
/// have begun.
static constexpr off_t ShortFile = 16384;

TraceReader::TraceReader(std::string Path, int Fd)
    : Path(std::move(Path)), Fd(Fd) {}

TraceReader::~TraceReader() { close(Fd); }

/// Reads as many of \p Bytes bytes as the file has.
Expected<size_t> TraceReader::readBytes(void *Target, size_t Bytes) {
  size_t Total = 0;
  while (Total != Bytes) {
    ssize_t Count =
        ::read(Fd, static_cast<char *>(Target) + Total, Bytes - Total);
    if (Count < 0 && errno == EINTR)
      continue;
    if (Count < 0)
      return makeError("cannot read it: {}", std::strerror(errno));
    if (Count == 0)
      break;
    Total += size_t(Count);
  }
  return Total;
}

Expected<std::unique_ptr<TraceReader>>
TraceReader::open(const std::string &Path) {
  int Fd = ::open(Path.c_str(), O_RDONLY | O_CLOEXEC);
  if (Fd < 0)
    return makeError("cannot open '{}': {}", Path, std::strerror(errno));
  std::unique_ptr<TraceReader> Reader(new TraceReader(Path, Fd));
  TraceHeader Header;
  Expected<size_t> Size = Reader->readBytes(&Header, sizeof(Header));
  if (!Size)
    return makeError("'{}': {}", Path, Size.error().Message);
  if (*Size == 0)
    return makeError("'{}' is empty; record again with --trace", Path);
  if (*Size != sizeof(Header) || Header.Magic != TraceMagic)
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

std::optional<uint64_t> TraceReader::wordsOf(const std::string &Path) {
  Expected<std::unique_ptr<TraceReader>> Reader = open(Path);
  if (!Reader)
    return std::nullopt;
  if (std::optional<uint64_t> Words = (*Reader)->wordsAtEndMark())
    return Words;
  return (*Reader)->wordsOfFrames();
}

/// Returns what the end mark says; nothing if there is none.
std::optional<uint64_t> TraceReader::wordsAtEndMark() {
  constexpr off_t EndBytes = sizeof(TraceFrame) + sizeof(TraceTotals);
  if (lseek(Fd, -EndBytes, SEEK_END) < 0)
    return std::nullopt;
  Expected<TraceFrame> F = readPacked();
  Frame End;
  if (!F || F->Kind != TraceFrameKind::End || !unpackEnd(End))
    return std::nullopt;
  return End.Totals.Words;
}

static bool isPossible(const TraceFrame &F) {
  return F.Words != 0 && F.Words <= MaxTraceFrameWords &&
         F.PackedBytes <= maxCodedBytes(F.Words);
}

/// Returns the words of the whole frames before the place where the trace was
/// cut, as their heads say.
uint64_t TraceReader::wordsOfFrames() const {
  struct stat Info;
  if (fstat(Fd, &Info) != 0)
    return 0;
  uint64_t Words = 0;
  off_t Place = sizeof(TraceHeader);
  TraceFrame F;
  while (pread(Fd, &F, sizeof(F), Place) == ssize_t(sizeof(F)) &&
         F.Kind == TraceFrameKind::Coded && isPossible(F)) {
    Place += off_t(sizeof(F)) + off_t(F.PackedBytes);
    if (Place > Info.st_size)
      break;
    Words += F.Words;
  }
  return Words;
}

/// Reads the next frame. Leaves the payload in Packed.
Expected<TraceFrame> TraceReader::readPacked() {
  TraceFrame F;
  Expected<size_t> Size = readBytes(&F, sizeof(F));
  if (!Size)
    return Size.error();
  if (*Size != sizeof(F))
    return makeError("it ends without its end mark");
  if (!isPossible(F))
    return makeError("a frame of {} bytes for {} words is damaged",
                     F.PackedBytes, F.Words);
  Packed.resize(F.PackedBytes);
  Size = readBytes(Packed.data(), Packed.size());
  if (!Size)
    return Size.error();
  if (*Size != Packed.size())
    return makeError("it ends within a frame: {} of {} bytes", *Size,
                     Packed.size());
  if (traceChecksum(F, Packed.data(), Packed.size()) != F.Checksum)
    return makeError("a frame's checksum is wrong");
  return F;
}

Status TraceReader::unpackEnd(Frame &Target) {
  if (Packed.size() != sizeof(Target.Totals))
    return makeError("its end mark has {} bytes", Packed.size());
  std::memcpy(&Target.Totals, Packed.data(), sizeof(Target.Totals));
  char More;
  Expected<size_t> Size = readBytes(&More, 1);
  Target.MoreFollows = Size && *Size != 0;
  return {};
}

Status TraceReader::read(Frame &Target) {
  Expected<TraceFrame> F = readPacked();
  if (!F)
    return F.error();
  Target.Kind = F->Kind;
  switch (F->Kind) {
  case TraceFrameKind::Coded:
    return Expander.expand(Packed, F->Words, Target.Coded);
  case TraceFrameKind::End:
    return unpackEnd(Target);
  }
  return makeError("a frame is of kind {}", uint32_t(F->Kind));
}

/// Reads the next frame. Returns false if it is the last one.
bool TraceReader::readNext(Frame &Target) {
  Target.Damage.reset();
  if (Status S = read(Target); !S)
    Target.Damage = S.error();
  return !Target.Damage && Target.Kind != TraceFrameKind::End;
}

Status TraceReader::passOnSegment(ThreadId Thread,
                                  std::span<const uint64_t> Words,
                                  SegmentSink &Sink) {
  ++ReplayTotals.Segments;
  ReplayTotals.Words += Words.size();
  return Sink.segment({Thread, Words});
}

Status TraceReader::passOnCoded(const ExpandedFrame &F, SegmentSink &Sink) {
  std::vector<ExpandedFrame::Lane> Lanes = F.Lanes;
  for (const FramePiece &P : F.Pieces) {
    ExpandedFrame::Lane &L = Lanes[P.Lane];
    std::span<const uint64_t> Words(F.Words.data() + L.Begin, P.Words);
    if (Status Result = passOnSegment(L.Thread, Words, Sink); !Result)
      return Result;
    L.Begin += P.Words;
  }
  return {};
}

Status TraceReader::checkEnd(const Frame &F) {
  Loss.LostChunks = F.Totals.LostChunks;
  Loss.UnknownWords = F.Totals.UnknownWords;
  Loss.LostOrderNumbers = F.Totals.LostOrderNumbers;
  Loss.CutRecords = F.Totals.CutRecords;
  if (F.Totals.Segments != ReplayTotals.Segments ||
      F.Totals.Words != ReplayTotals.Words)
    return makeError("{} of {} words are missing",
                     F.Totals.Words - ReplayTotals.Words, F.Totals.Words);
  if (F.MoreFollows)
    return makeError("something follows its end mark");
  return {};
}

void TraceReader::setTruncated(const Error &Reason) {
  Loss.Truncated = true;
  Loss.TruncatedWhy =
      fmt::format("'{}' is incomplete: {}", Path, Reason.Message);
}

/// Passes on what \p F holds. The error is the sink's.
Status TraceReader::passOn(const Frame &F, SegmentSink &Sink) {
  if (F.Damage) {
    setTruncated(*F.Damage);
    return {};
  }
  if (F.Kind == TraceFrameKind::Coded)
    return passOnCoded(F.Coded, Sink);
  if (Status S = checkEnd(F); !S)
    setTruncated(S.error());
  return {};
}

bool TraceReader::isShort() const {
  struct stat Info;
  return fstat(Fd, &Info) == 0 && S_ISREG(Info.st_mode) &&
         Info.st_size <= ShortFile;
}

static bool isSet(const std::atomic<bool> *Stop) {
  return Stop && Stop->load(std::memory_order_relaxed);
}

Status TraceReader::replay(SegmentSink &Sink, const std::atomic<bool> *Stop) {
  if (isShort())
    return replayAlone(Sink, Stop);
  ReadAhead<Frame> Frames(FramesAhead,
                          [this](Frame &Target) { return readNext(Target); });
  Frame Current;
  while (!Loss.Truncated && !isSet(Stop) && Frames.next(Current))
    if (Status S = passOn(Current, Sink); !S)
      return S;
  return {};
}

Status TraceReader::replayAlone(SegmentSink &Sink,
                                const std::atomic<bool> *Stop) {
  Frame Current;
  for (bool More = true; More && !Loss.Truncated && !isSet(Stop);) {
    More = readNext(Current);
    if (Status S = passOn(Current, Sink); !S)
      return S;
  }
  return {};
}

} // namespace memfacet::words
