//===- Estimates.h - from windows to the whole run ------------------------===//

#ifndef MEMFACET_SAMPLE_ESTIMATES_H
#define MEMFACET_SAMPLE_ESTIMATES_H

#include "analysis/cache/CounterTable.h"
#include "analysis/cache/FreshLines.h"
#include "analysis/memory/MemoryCounters.h"
#include "analysis/profile/Profile.h"
#include <array>
#include <map>
#include <vector>

namespace memfacet {

/// Of one structure in one window.
struct WindowRow {
  StructureId Structure;
  uint64_t Accesses = 0;
  std::array<uint64_t, MaxCacheLevels> Misses = {};
  /// Of these, those of lines that were never seen before, while it was not
  /// known what their sets held (FreshLines.h).
  std::array<uint64_t, MaxCacheLevels> Fresh = {};
};

struct Window {
  uint64_t Words = 0;          ///< of block records that were measured
  std::vector<WindowRow> Rows; ///< sorted by structure
};

/// Only what is not 0 is kept. Called from one thread at a time.
class WindowCounts {
public:
  void add(StructureId S, const AccessCounters &C) {
    row(S).Accesses += C.accesses();
  }
  void add(StructureId S, const MissCounters &C) {
    WindowRow &R = row(S);
    for (size_t L = 0; L != MaxCacheLevels; ++L)
      R.Misses[L] += C.Misses[L];
  }
  void add(StructureId S, const MemoryCounters &C) {
    WindowRow &R = row(S);
    for (size_t L = 0; L != MaxCacheLevels; ++L)
      R.Misses[L] += C.Levels[L].Misses;
  }
  void addFresh(StructureId S, size_t Level, uint64_t Misses) {
    row(S).Fresh[Level] += Misses;
  }
  /// So many words of window \p Number have been measured.
  void addWords(uint32_t Number, uint64_t Words) {
    Closed[Number].Words += Words;
  }
  /// What was added since the last call is of window \p Number.
  void close(uint32_t Number);
  /// Forgets what was counted, not the words.
  void forgetCounts();
  /// Those that were closed or have words, in order.
  std::vector<Window> windows() const;

private:
  WindowRow &row(StructureId S) {
    WindowRow &R = Open[S.Value];
    R.Structure = S;
    return R;
  }

  std::map<uint32_t, WindowRow> Open; ///< by structure
  std::map<uint32_t, Window> Closed;  ///< by number
};

/// What is known of a sampled run at its end. Words are those of block records.
struct SampledStream {
  uint64_t Words = 0;    ///< recorded or not
  uint64_t Recorded = 0; ///< of them
  uint64_t Measured = 0; ///< of these
  std::vector<Window> Windows;
  FreshLines::Counts Seen = {}; ///< FreshLines::seen, of what was recorded
  /// Of what was measured. Empty: nobody knows what the gaps hide.
  SetDistances::Table Distances = {};
};

/// Makes the counts of \p P, which are those of the windows, estimates of the
/// whole run, all but those by interval, and says how sure they are
/// (docs/sampling.md). Sums over threads, and over structures, stay what they
/// are; sums over sites may differ from them by rounding.
void estimateRun(Profile &P, const SampledStream &S);

} // namespace memfacet

#endif
