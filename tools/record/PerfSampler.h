//===- PerfSampler.h - the kernel's samples of a program ------------------===//

#ifndef MEMFACET_TOOLS_RECORD_PERFSAMPLER_H
#define MEMFACET_TOOLS_RECORD_PERFSAMPLER_H

#include "analysis/blocks/SampledBlocks.h"
#include "analysis/support/Error.h"
#include <string>
#include <sys/types.h>
#include <unordered_map>
#include <vector>

namespace memfacet {

/// Samples where a process and all that it starts are, by the kernel's software
/// clock of each thread's processor time: it needs no hardware counters. Begins
/// with the next exec of the process.
class PerfSampler {
public:
  /// \p Period is in nanoseconds.
  static Expected<PerfSampler> open(pid_t Process, uint64_t Period);
  PerfSampler(PerfSampler &&Other) noexcept;
  PerfSampler &operator=(PerfSampler &&) = delete;
  ~PerfSampler();

  /// Takes what there is after at most \p Milliseconds, or at once where a ring
  /// is half full.
  void wait(int Milliseconds);
  void drain();

  std::vector<SampleEvent> Events;
  std::vector<std::string> Paths; ///< SampleEvent::File
  uint64_t Lost = 0;

private:
  PerfSampler() = default;
  /// Of one processor: inherited events cannot have a common one.
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

} // namespace memfacet

#endif
