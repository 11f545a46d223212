//===- ProcessWatch.h - whether a process still runs ----------------------===//

#ifndef MEMFACET_STREAM_PROCESSWATCH_H
#define MEMFACET_STREAM_PROCESSWATCH_H

#include <cstdint>

namespace memfacet {

/// Watches a process, a child or not, without reaping it.
class ProcessWatch {
public:
  ProcessWatch() = default;
  ~ProcessWatch();
  ProcessWatch(const ProcessWatch &) = delete;
  ProcessWatch &operator=(const ProcessWatch &) = delete;

  /// Watches \p Process from now on, instead of another.
  void follow(uint32_t Process);
  uint32_t process() const { return Process; }
  /// It has ended; nothing of it writes memory any more. False: nothing is
  /// watched.
  bool ended() const;

private:
  uint32_t Process = 0;
  int Fd = -1; ///< pidfd, or -1 where the system has none
  bool Gone = false;
};

/// Whether thread \p Thread of \p Process has ended.
bool threadEnded(uint32_t Process, uint32_t Thread);

} // namespace memfacet

#endif
