//===- Stacks.h - counts of a profile as stacks of frames -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flame graphs, pprof, speedscope and callgrind show costs of stacks. A profile
// has no call stacks. It has the place where memory was allocated, with as many
// calls as `record --context` asked for, and the places that access it. A stack
// is made of these, with the structure as the last frame.
//
// Counts without such a place have a stack of their own, in brackets. So the
// stacks of a profile add up to its totals.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_EXPORT_STACKS_H
#define MEMFACET_EXPORT_STACKS_H

#include "analysis/result/profile/Profile.h"
#include <optional>
#include <string>
#include <vector>

namespace memfacet::exports {

/// A count that exports write.
struct ExportMetric {
  std::string Key;  ///< "l1-misses"
  std::string Text; ///< "L1 misses"
};

/// Returns the metrics: accesses, loads, stores, then misses and write-backs of
/// each level.
std::vector<ExportMetric> exportMetrics(const caches::CacheModel &Caches);
/// Returns the index of \p Key in exportMetrics, or an error that names a
/// similar one.
Expected<size_t> findExportMetric(const caches::CacheModel &Caches,
                                  const std::string &Key);
/// Returns the key of the misses of the first level, or of accesses if there is
/// no level.
std::string defaultExportMetric(const caches::CacheModel &Caches);
/// Returns the counts \p C in the order of exportMetrics.
std::vector<uint64_t> exportCounts(const result::Counts &C, size_t Levels);

struct StackFrame {
  std::string Name; ///< a function, a place or a structure
  std::string File;
  uint32_t Line = 0; ///< 0: unknown
  auto operator<=>(const StackFrame &) const = default;
};

struct CostStack {
  std::vector<StackFrame> Frames; ///< outermost first
  StructureId Structure;          ///< invalid: not known
  std::optional<uint32_t> Thread; ///< none: all threads together
  std::vector<uint64_t> Counts;   ///< in the order of exportMetrics
};

/// Returns stacks that say where the memory of each structure was allocated or
/// declared. With \p ByThread, returns a stack for each thread and structure.
std::vector<CostStack> allocationStacks(const result::Profile &P,
                                        bool ByThread);
/// The first frame of stacks of write-backs.
inline constexpr const char *WritebacksFrame = "[write-backs]";
/// Returns stacks that say where each structure is accessed: function, place,
/// structure. Write-backs are known by structure only: they have a stack for
/// each structure, which begins with WritebacksFrame.
std::vector<CostStack> accessStacks(const result::Profile &P);

/// Returns the readable name of a function; "[unknown function]" if \p Function
/// is empty.
std::string functionName(const std::string &Function);
/// Returns the last component of the path with the line, such as
/// "simplex.c:120".
std::string briefPlace(const std::string &File, uint32_t Line);

} // namespace memfacet::exports

#endif
