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

  /// Watches \p Process from now on, instead of another.
  void follow(uint32_t Process);
  /// The process is known to have ended.
  void markEnded();
  uint32_t process() const { return Process; }
  /// It has ended; nothing of it writes memory any more. False: nothing is
  /// watched.
  bool ended() const;

private:
  uint32_t Process = 0;
  int Fd = -1; ///< pidfd, or -1 where the system has none
  bool HasEnded = false;
};

/// Number of the namespace of this process's process numbers, or 0.
uint64_t ownProcessSpace();

/// The process that has mapped the file of \p Descriptor and that is called
/// \p Process in its own namespace; nothing if there is none. \p Process itself
/// where that is in this one.
std::optional<uint32_t> findMapping(uint32_t Process, int Descriptor);

/// Whether \p Process began before this one: then this one did not start it.
bool beganBefore(uint32_t Process);

/// Whether thread \p Thread of \p Process has ended.
bool threadEnded(uint32_t Process, uint32_t Thread);

} // namespace memfacet::words

#endif
