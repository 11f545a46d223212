//===- TraceWriter.cpp - keeps a merged stream in a file ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/words/trace/TraceWriter.h"
#include "memfacet/Events.h"
#include "memfacet/Tables.h"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace memfacet::words {

TraceWriter::TraceWriter(std::string Path, int Fd)
    : Path(std::move(Path)), Fd(Fd) {}

TraceWriter::~TraceWriter() { close(Fd); }

Expected<std::unique_ptr<TraceWriter>>
TraceWriter::create(const std::string &Path, const RecordLength &Lengths,
                    unsigned Threads) {
  int Fd = open(Path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (Fd < 0)
    return makeError("cannot create '{}': {}", Path, std::strerror(errno));
  std::unique_ptr<TraceWriter> Writer(new TraceWriter(Path, Fd));
  Writer->Coder = std::make_unique<CodingThreads>(
      Lengths, Threads,
      [W = Writer.get()](const FrameWords &Words, std::span<const char> Coded) {
        return W->writeCoded(Words, Coded);
      });
  TraceHeader Header = {TraceMagic, TraceVersion, FormatVersion, 0};
  Header.Checksum = headerChecksum(Header);
  if (Status S = Writer->write(&Header, sizeof(Header)); !S)
    return S.error();
  return Writer;
}

Status TraceWriter::fail(Error E) {
  FirstError = E;
  return E;
}

Status TraceWriter::write(const void *Data, size_t Bytes) {
  const char *Position = static_cast<const char *>(Data);
  while (Bytes != 0) {
    ssize_t Count = pwrite(Fd, Position, Bytes, off_t(Written));
    if (Count < 0 && errno == EINTR)
      continue;
    if (Count <= 0)
      return makeError("cannot write '{}': {}; the trace is incomplete", Path,
                       std::strerror(errno));
    Position += Count;
    Bytes -= size_t(Count);
    Written += uint64_t(Count);
  }
  return {};
}

Status TraceWriter::writeFrame(TraceFrameKind Kind, const void *Payload,
                               size_t Bytes, uint32_t Words) {
  TraceFrame F = {Kind, uint32_t(Bytes), Words, 0};
  F.Checksum = traceChecksum(F, Payload, Bytes);
  if (Status S = write(&F, sizeof(F)); !S)
    return S;
  return write(Payload, Bytes);
}

/// Returns the words and segments that are not packed yet.
size_t TraceWriter::frameWords() const {
  return Coder->next().words() + Coder->next().pieces().size();
}

Status TraceWriter::pack() {
  return frameWords() == 0 ? Status() : Coder->submit();
}

Status TraceWriter::writeCoded(const FrameWords &Words,
                               std::span<const char> Coded) {
  return writeFrame(TraceFrameKind::Coded, Coded.data(), Coded.size(),
                    uint32_t(Words.words() + Words.pieces().size()));
}

Status TraceWriter::segment(const Segment &S) {
  if (!FirstError)
    return {};
  if (S.Words.size() >= MaxTraceFrameWords)
    return fail(makeError("a segment of {} words is too long for a trace",
                          S.Words.size()));
  if (frameWords() + S.Words.size() >= MaxTraceFrameWords)
    if (Status Result = pack(); !Result)
      return fail(Result.error());
  Coder->next().add(S);
  ++Totals.Segments;
  Totals.Words += S.Words.size();
  if (frameWords() >= TraceFrameWords)
    if (Status Result = pack(); !Result)
      return fail(Result.error());
  return {};
}

Status TraceWriter::finish(const DataLoss &Loss) {
  if (!FirstError)
    return FirstError;
  Status Result = pack();
  if (Result)
    Result = Coder->settle();
  uint64_t EndMark = Written;
  if (Result) {
    Totals.LostChunks = Loss.LostChunks;
    Totals.UnknownWords = Loss.UnknownWords;
    Totals.LostOrderNumbers = Loss.LostOrderNumbers;
    Totals.CutRecords = Loss.CutRecords;
    Result = writeFrame(TraceFrameKind::End, &Totals, sizeof(Totals),
                        sizeof(Totals) / sizeof(uint64_t));
  }
  Written = EndMark; // what follows replaces the end mark
  return Result ? Result : fail(Result.error());
}

} // namespace memfacet::words
