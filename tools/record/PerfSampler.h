//===- PerfSampler.h - samples of a program by the kernel -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_TOOLS_RECORD_PERFSAMPLER_H
#define MEMFACET_TOOLS_RECORD_PERFSAMPLER_H

#include "analysis/gauges/blocks/SampledBlocks.h"
#include "analysis/support/Error.h"
#include <string>
#include <sys/types.h>
#include <unordered_map>
#include <vector>

namespace memfacet::record {

/// Samples the instruction pointers of a process and its children by the
/// kernel's clock of processor time, which needs no hardware counters. Sampling
/// begins at the next exec of the process.
class PerfSampler {
public:
  /// \p Period is in nanoseconds.
  static Expected<PerfSampler> open(pid_t Process, uint64_t Period);
  PerfSampler(PerfSampler &&Other) noexcept;
  PerfSampler &operator=(PerfSampler &&) = delete;
  ~PerfSampler();

  /// Waits for at most \p Milliseconds, or until a ring is half full. Then
  /// reads the available samples.
  void wait(int Milliseconds);
  void drain();

  std::vector<gauges::SampleEvent> Events;
  std::vector<std::string> Paths; ///< by SampleEvent::File
  uint64_t Lost = 0;

private:
  PerfSampler() = default;
  /// The ring of one processor: inherited events cannot share one ring.
  struct Ring {
    int Fd;
    char *Memory;
  };

  void drain(const Ring &R);
  void take(const char *Record, size_t Bytes);
  uint32_t fileNumber(const char *Path);

  std::vector<Ring> Rings;
  std::unordered_map<std::string, uint32_t> Files;
};

} // namespace memfacet::record

#endif
