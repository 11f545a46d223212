//===- RegionFile.h - raw chunks that no collector read -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_WORDS_STREAM_REGIONFILE_H
#define MEMFACET_WORDS_STREAM_REGIONFILE_H

#include "analysis/words/stream/RecordLength.h"
#include "analysis/words/stream/Segment.h"
#include <string>

namespace memfacet::words {

/// A region in a file (memfacet/Region.h): the fallback of a program that could
/// not start a collector.
class RegionFile {
public:
  static Expected<RegionFile> open(const std::string &Path);
  RegionFile(RegionFile &&Other) noexcept;
  RegionFile &operator=(RegionFile &&) = delete;
  ~RegionFile();

  /// Returns the process id of the program that wrote the file.
  uint32_t program() const;
  /// Merges all threads' chunks. \p Lengths must know the tables that were
  /// passed to \p Sink. The error is the sink's.
  Status replay(const RecordLength &Lengths, SegmentSink &Sink);
  /// Returns what was lost, after replay.
  const DataLoss &loss() const { return Loss; }

private:
  RegionFile(const char *Base, uint64_t Bytes) : Base(Base), Bytes(Bytes) {}

  const char *Base;
  uint64_t Bytes;
  DataLoss Loss;
};

} // namespace memfacet::words

#endif
