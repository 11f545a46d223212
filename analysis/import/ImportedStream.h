//===- ImportedStream.h - foreign accesses as the words of a trace --------===//
//
// A trace needs the tables of a program. Those of an import have a run for each
// kind and usual size of an access, and one for an instruction.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_IMPORT_IMPORTEDSTREAM_H
#define MEMFACET_IMPORT_IMPORTEDSTREAM_H

#include "analysis/import/AccessSource.h"
#include "analysis/stream/Segment.h"
#include <vector>

namespace memfacet {

class ImportedStream {
public:
  /// Segments go to \p To. \p AccessesCount: each access stands for an
  /// instruction, as nothing else does.
  ImportedStream(SegmentSink &To, bool AccessesCount)
      : To(To), AccessesCount(AccessesCount) {}

  /// The program and its tables; before all else.
  Status begin(const std::string &Program);
  /// Addresses have at most 47 bits.
  Status add(const TextAccess &A);
  /// All threads end.
  Status end();

private:
  Status flush();
  Status switchTo(uint32_t Thread);

  SegmentSink &To;
  const bool AccessesCount;
  uint32_t Thread = 0, Threads = 1;
  uint64_t Order = 0; ///< of the last ordered event
  std::vector<uint64_t> Words;
};

} // namespace memfacet

#endif
