//===- ImportedStream.h - foreign accesses as the words of a trace --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A trace needs the tables of a program. Those of an import have a run for an
// instruction, and one for each site, with its kind and size. Sites are not
// known before they are met, so the tables come in modules. Each has some runs
// for sites of one kind and size; the number grows with the number of sites so
// far.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_MEASURE_IMPORT_IMPORTEDSTREAM_H
#define MEMFACET_MEASURE_IMPORT_IMPORTEDSTREAM_H

#include "analysis/measure/import/AccessSites.h"
#include "analysis/words/stream/Segment.h"
#include <array>
#include <string>
#include <vector>

namespace memfacet::measure {

class ImportedStream {
public:
  /// Passes segments to \p Sink. \p AccessesCount: each access stands for an
  /// instruction, as the trace has none.
  ImportedStream(words::SegmentSink &Sink, bool AccessesCount)
      : Sink(Sink), AccessesCount(AccessesCount) {}

  /// Writes the program and its tables; before all else.
  Status begin(const std::string &Program);
  /// Writes an access. Addresses have at most 47 bits.
  Status add(const TextAccess &A);
  /// Ends all threads.
  Status end();

private:
  static constexpr uint64_t InstructionRow = 0x10000;

  /// Rows of a class of sites that are not used yet.
  struct FreeRows {
    uint64_t Next = 0, End = 0; ///< addresses in a table of blocks
    size_t NextCount = 4;       ///< rows to make when these are used up
  };

  Status flush();
  Status switchTo(uint32_t Next);
  uint64_t rowOf(const TextAccess &A);
  void addModule(size_t Count, size_t Class);

  words::SegmentSink &Sink;
  const bool AccessesCount;
  uint32_t Thread = 0, Threads = 1;
  uint64_t Order = 0; ///< of the last ordered event
  std::vector<uint64_t> Words;
  std::string Command; ///< of the program, as events have it
  AccessSites Sites;
  std::vector<uint64_t> Rows; ///< by site
  std::array<FreeRows, AccessSites::Classes> Free;
  uint32_t Modules = 0;
  uint32_t Runs = 0; ///< in all modules
  /// The address of the next module's tables: any that is no event's header.
  /// The first table has the row of an instruction.
  uint64_t Tables = InstructionRow;
};

} // namespace memfacet::measure

#endif
