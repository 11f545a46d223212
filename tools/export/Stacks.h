//===- Stacks.h - counts of a profile as stacks of frames -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flame graphs, pprof, speedscope and callgrind show costs of stacks. A profile
// does not record call stacks. It knows where memory was allocated, with as
// many calls as `record --context` asked for, and where it is accessed. A stack
// is made of that, with the structure as its last frame.
//
// Whatever is not known by stack has a stack of its own, in brackets: the
// stacks of a profile add up to its totals.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_EXPORT_STACKS_H
#define MEMFACET_EXPORT_STACKS_H

#include "analysis/result/profile/Profile.h"
#include <optional>
#include <string>
#include <vector>

namespace memfacet {

/// A count that exports have.
struct ExportMetric {
  std::string Key;  ///< "l1-misses"
  std::string Text; ///< "L1 misses"
};

/// accesses, loads, stores, then misses and write-backs of each level.
std::vector<ExportMetric> exportMetrics(const caches::CacheModel &Caches);
/// The index of \p Key among them; an error that names a similar one.
Expected<size_t> findExportMetric(const caches::CacheModel &Caches,
                                  const std::string &Key);
/// Misses of the first level; accesses if there is no level.
std::string defaultExportMetric(const caches::CacheModel &Caches);
/// The counts \p C in the order of exportMetrics.
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
  std::optional<uint32_t> Thread; ///< nothing: all threads together
  std::vector<uint64_t> Counts;   ///< in the order of exportMetrics
};

/// Where the memory of each structure was allocated or declared. With
/// \p ByThread, a stack for each thread and structure.
std::vector<CostStack> allocationStacks(const result::Profile &P,
                                        bool ByThread);
/// The first frame of write-backs among accesses.
inline constexpr const char *WritebacksFrame = "[write-backs]";
/// Where each structure is accessed: function, place, structure. Write-backs
/// are known by structure only; each structure that has some has a stack
/// for them that begins with WritebacksFrame.
std::vector<CostStack> accessStacks(const result::Profile &P);

/// The function's name, or what stands for it where it is not known.
std::string functionName(const std::string &Function);
/// "simplex.c:120": the last component of the path.
std::string briefPlace(const std::string &File, uint32_t Line);

} // namespace memfacet

#endif
