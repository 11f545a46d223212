//===- SampledBlocks.h - block vectors from samples of threads ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_GAUGES_BLOCKS_SAMPLEDBLOCKS_H
#define MEMFACET_GAUGES_BLOCKS_SAMPLEDBLOCKS_H

#include "analysis/gauges/blocks/ElfImage.h"
#include "analysis/result/profile/BlockVectors.h"
#include <map>
#include <memory>
#include <vector>

namespace memfacet::gauges {

/// An event that the kernel reports of a program.
struct SampleEvent {
  enum Kind : uint8_t { Sample, Mapping, Fork } Type = Sample;
  uint64_t Time = 0; ///< on any clock that all events share
  uint32_t Process = 0, Thread = 0;
  uint64_t Address = 0;    ///< of the instruction; Mapping: its begin
  uint64_t Bytes = 0;      ///< Mapping
  uint64_t FileOffset = 0; ///< Mapping
  uint32_t File = 0;       ///< Mapping: index into the list of paths
  uint32_t Parent = 0;     ///< Fork: process
};

struct SampleSettings {
  uint64_t Period = 1'000'000;     ///< nanoseconds of a thread's time
  uint64_t Interval = 100'000'000; ///< the same; at least Period
};

/// Sorts \p Events by time and counts samples by block and interval. Each
/// sample stands for one period. Files of \p Paths that cannot be read have no
/// blocks. Threads are numbered in the order of their first samples.
result::BlockVectors sampledBlocks(std::vector<SampleEvent> &Events,
                                   const std::vector<std::string> &Paths,
                                   const SampleSettings &Settings);

} // namespace memfacet::gauges

#endif
