//===- Lackey.h - traces of accesses as text, and caches for them ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LackeyReader reads the output of `valgrind --tool=lackey --trace-mem=yes`: a
// line for each instruction and access, "I  addr,size", " L addr,size", " S
// addr,size", " M addr,size" (a load and a store of the same bytes). Lines of
// Valgrind itself begin with "==", "--" or "**"; those of --trace-superblocks
// with "SB". All of these are skipped.
//
// WholeAccessCaches follows Cachegrind's rules, to compare with it. An access
// is one look-up, independent of the number of lines that it overlaps, and a
// miss if any of them misses; the next level then sees all lines of the access.
// Nothing is written back. A load with a store is one load. Instructions and
// data have a first level each and share the last one.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_MEASURE_IMPORT_LACKEY_H
#define MEMFACET_MEASURE_IMPORT_LACKEY_H

#include "analysis/caches/memory/CacheArray.h"
#include "analysis/measure/import/AccessSource.h"
#include "analysis/measure/import/TextLines.h"
#include <array>
#include <cstdint>
#include <vector>

namespace memfacet::measure {

class LackeyReader final : public AccessSource {
public:
  explicit LackeyReader(ForeignFile File) : Lines(std::move(File)) {}
  Expected<std::optional<TextAccess>> next() override;

private:
  TextLines Lines;
  uint64_t Pc = 0; ///< of the last instruction
};

/// Parses a line without blanks at its ends. Returns none if it is no access.
std::optional<TextAccess> parseLackeyLine(std::string_view Line);

/// Returns whether a line is from Valgrind and has no access.
bool isValgrindLine(std::string_view Line);

class WholeAccessCaches {
public:
  struct LevelCount {
    uint64_t Accesses = 0, Misses = 0;
  };

  /// Makes the caches of \p Model; the first level exists twice.
  explicit WholeAccessCaches(const caches::CacheModel &Model);

  void access(const TextAccess &A);
  /// Return the counts by level.
  const std::vector<LevelCount> &instructions() const { return Counts[0]; }
  const std::vector<LevelCount> &data() const { return Counts[1]; }

private:
  bool missesAt(caches::CacheArray &Cache, uint64_t First, uint64_t Last);

  uint32_t LineBytes;
  std::vector<caches::CacheArray> ForInstructions; ///< the first level
  std::vector<caches::CacheArray> Levels;          ///< for data; then for all
  std::array<std::vector<LevelCount>, 2> Counts;
};

} // namespace memfacet::measure

#endif
