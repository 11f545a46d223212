//===- Lackey.h - traces of accesses as text, and caches for them ---------===//
//
// LackeyReader reads what `valgrind --tool=lackey --trace-mem=yes` prints: a
// line for each instruction and access, "I  addr,size", " L addr,size", " S
// addr,size", " M addr,size" (a load and a store of the same bytes). Lines of
// Valgrind's own begin with "==".
//
// WholeAccessCaches has Cachegrind's rules, to compare with it. An access is
// one look-up however many lines it overlaps, and a miss if any of them misses;
// the next level then sees all of its lines. Nothing is written back. A load
// with a store is one load. Instructions and data have a first level each and
// share the last one.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_IMPORT_LACKEY_H
#define MEMFACET_IMPORT_LACKEY_H

#include "analysis/import/AccessSource.h"
#include "analysis/memory/CacheArray.h"
#include "analysis/support/Error.h"
#include <array>
#include <cstdint>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace memfacet {

class LackeyReader final : public AccessSource {
public:
  static Expected<LackeyReader> open(const std::string &Path);

  Expected<std::optional<TextAccess>> next() override;

private:
  LackeyReader(std::ifstream File, std::string Path)
      : File(std::move(File)), Path(std::move(Path)) {}

  std::ifstream File;
  std::string Path, Line;
  uint64_t Number = 0; ///< of Line
};

/// One line without its end; none: not an access.
std::optional<TextAccess> parseLackeyLine(std::string_view Line);

class WholeAccessCaches {
public:
  struct LevelCount {
    uint64_t Accesses = 0, Misses = 0;
  };

  /// The first level is there twice.
  explicit WholeAccessCaches(const CacheModel &Model);

  void access(const TextAccess &A);
  /// By level.
  const std::vector<LevelCount> &instructions() const { return Counts[0]; }
  const std::vector<LevelCount> &data() const { return Counts[1]; }

private:
  bool missesAt(CacheArray &Cache, uint64_t First, uint64_t Last);

  uint32_t LineBytes;
  std::vector<CacheArray> ForInstructions; ///< the first level
  std::vector<CacheArray> Levels;          ///< for data; then for all
  std::array<std::vector<LevelCount>, 2> Counts;
};

} // namespace memfacet

#endif
