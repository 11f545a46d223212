//===- ProcessWatch.h - whether a process still runs ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_WORDS_STREAM_PROCESSWATCH_H
#define MEMFACET_WORDS_STREAM_PROCESSWATCH_H

#include <cstdint>
#include <optional>

namespace memfacet::words {

/// Watches a process, a child or not, without reaping it.
class ProcessWatch {
public:
  ProcessWatch() = default;
  ~ProcessWatch();
  ProcessWatch(const ProcessWatch &) = delete;
  ProcessWatch &operator=(const ProcessWatch &) = delete;

  /// Watches process \p Id from now on, instead of another.
  void follow(uint32_t Id);
  /// Notes that the process has ended.
  void markEnded();
  uint32_t process() const { return Process; }
  /// Returns whether the process has ended: then nothing of it writes memory
  /// any more. False if no process is watched.
  bool ended() const;

private:
  uint32_t Process = 0;
  int Fd = -1; ///< pidfd, or -1 where the system has none
  bool HasEnded = false;
};

/// Returns the number of the namespace of this process's process numbers, or 0.
uint64_t ownProcessSpace();

/// Returns the process that has mapped the file of \p Descriptor and that is
/// called \p Process in its own namespace, or nothing. That is \p Process
/// itself if it is in this process's namespace.
std::optional<uint32_t> findMapping(uint32_t Process, int Descriptor);

/// Returns whether \p Process began before this one: then this one did not
/// start it.
bool beganBefore(uint32_t Process);

/// Returns whether thread \p Thread of \p Process has ended.
bool threadEnded(uint32_t Process, uint32_t Thread);

} // namespace memfacet::words

#endif
