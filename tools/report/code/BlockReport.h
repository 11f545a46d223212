//===- BlockReport.h - the code that is executed most ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// docs/internals/blocks.md defines the numbers.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_REPORT_CODE_BLOCKREPORT_H
#define MEMFACET_REPORT_CODE_BLOCKREPORT_H

#include "analysis/result/profile/Profile.h"
#include "tools/support/Terminal.h"
#include <optional>

namespace memfacet::report {

/// A block, or a sum of several.
struct BlockRow {
  uint32_t Block = 0; ///< index into BlockVectors::Blocks
  uint64_t Executions = 0;
  uint64_t Weight = 0; ///< instructions, or samples
  uint32_t Tenths = 0; ///< tenths of a per cent of all weight
};

/// The blocks that were executed, most weight first. The tenths of all rows and
/// of samples outside of blocks add up to 1000.
struct BlockSums {
  std::vector<BlockRow> Rows;
  uint64_t Executions = 0, Weight = 0;
  uint64_t OutsideSamples = 0; ///< samples
  uint32_t OutsideTenths = 0;
  size_t Intervals = 0;
  size_t Threads = 0;
};

/// \p P has vectors. \p Thread: count this one only.
BlockSums blockSums(const result::Profile &P, std::optional<uint32_t> Thread);

std::string blockText(const result::Profile &P, std::optional<uint32_t> Thread,
                      size_t Top, const Terminal &Out);
/// Writes everything, vectors included.
std::string blockJson(const result::Profile &P, std::optional<uint32_t> Thread);
/// Writes a header row, then a row per block.
std::string blockCsv(const result::Profile &P, std::optional<uint32_t> Thread);

/// Returns the threads that have vectors.
std::vector<uint32_t> blockThreads(const result::Profile &P);
/// Writes the vectors of \p Thread as SimPoint reads frequency vectors: a line
/// per interval, "T" and then ":block:weight " for each block, by
/// CodeBlock::Number.
std::string frequencyVectors(const result::Profile &P, uint32_t Thread);

} // namespace memfacet::report

#endif
