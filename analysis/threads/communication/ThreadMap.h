//===- ThreadMap.h - which threads share a cache --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_THREADS_COMMUNICATION_THREADMAP_H
#define MEMFACET_THREADS_COMMUNICATION_THREADMAP_H

#include "analysis/support/Error.h"
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace memfacet::threads {

/// Maps threads, as numbered in the recording, to caches. parse() reads
///
///   threads    a cache for each thread
///   pairs      for threads 0 and 1, 2 and 3, and so on
///   groups=N   for each N threads, by number
///   sockets=N  N caches: thread t has cache t mod N
///   0,1|2-5    as listed, caches from 0; a thread that is in no list has one
///              of its own
struct ThreadMap {
  /// Larger numbers are rejected, because Listed is as long as the largest
  /// number.
  static constexpr uint32_t MaxThread = 65535;

  uint32_t Group = 1;   ///< consecutive threads of a cache
  uint32_t Sockets = 0; ///< caches in turn; 0: by Group
  /// By thread: its cache. With NoCache, or beyond the end, a thread has a
  /// cache of its own. If Listed is not empty, Group and Sockets are not used.
  std::vector<uint32_t> Listed;
  uint32_t Lists = 0; ///< caches in Listed

  static constexpr uint32_t NoCache = ~uint32_t(0);

  static Expected<ThreadMap> parse(std::string_view Text);
  /// Returns the number of the thread's cache: the same for threads that share
  /// one, and for no others.
  uint32_t cacheOf(uint32_t Thread) const;
  /// Returns the map as it is typed; parse() returns the same map.
  std::string text() const;
  /// Returns whether each thread has a cache of its own.
  bool isPlain() const { return Listed.empty() && Sockets == 0 && Group == 1; }
  bool operator==(const ThreadMap &) const = default;
};

} // namespace memfacet::threads

#endif
