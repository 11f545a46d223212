//===- stream/TraceReader.h - a merged stream from a file -----------------===//

#ifndef MEMFACET_STREAM_TRACEREADER_H
#define MEMFACET_STREAM_TRACEREADER_H

#include "analysis/stream/Segment.h"
#include "analysis/stream/TraceFormat.h"
#include <memory>
#include <string>
#include <vector>

namespace memfacet {

/// Reads any file safely: memory is bounded, whatever the file says.
class TraceReader {
public:
  /// An error: no such file, or not the beginning of a trace of this version.
  static Expected<std::unique_ptr<TraceReader>> open(const std::string &Path);
  ~TraceReader();
  TraceReader(const TraceReader &) = delete;
  TraceReader &operator=(const TraceReader &) = delete;

  /// Passes on everything up to the end or to the first damage. The error is
  /// the sink's; damage is found in loss().
  Status replay(SegmentSink &Sink);
  /// After replay: what was lost when recording, and whether the trace is cut.
  const DataLoss &loss() const { return Loss; }

private:
  struct Unpacker;
  TraceReader(std::string Path, int Fd);

  Expected<TraceFrame> readFrame();
  Expected<size_t> read(void *To, size_t Bytes);
  Status unpack(const TraceFrame &F);
  Status passOn(SegmentSink &Sink);
  Status readEnd();
  void truncated(const Error &Why);

  std::string Path;
  int Fd;
  std::unique_ptr<Unpacker> Decompressor;
  std::vector<char> Packed;
  std::vector<uint64_t> Frame;
  TraceTotals Seen = {};
  DataLoss Loss;
};

} // namespace memfacet

#endif
