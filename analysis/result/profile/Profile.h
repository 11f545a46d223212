//===- Profile.h - the result of an analysis, as plain data ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RESULT_PROFILE_PROFILE_H
#define MEMFACET_RESULT_PROFILE_PROFILE_H

#include "analysis/caches/model/CacheModel.h"
#include "analysis/result/profile/BlockVectors.h"
#include "analysis/result/profile/CoreTimes.h"
#include "analysis/result/profile/Descriptions.h"
#include "analysis/result/profile/IntervalSignatures.h"
#include "analysis/result/profile/LineSample.h"
#include "analysis/result/profile/MappingLines.h"
#include "analysis/result/profile/MemoryDetail.h"
#include "analysis/result/profile/MissCurves.h"
#include "analysis/result/profile/PairSample.h"
#include "analysis/result/profile/Ranks.h"
#include "analysis/result/profile/RecordType.h"
#include "analysis/result/profile/SharingTable.h"
#include "analysis/result/profile/Streams.h"
#include "analysis/support/Error.h"
#include "analysis/support/Ids.h"
#include "analysis/support/Names.h"
#include "analysis/words/stream/Segment.h"
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace memfacet::result {

struct LevelCounts {
  uint64_t Accesses = 0; ///< line touches that reach the level
  uint64_t Misses = 0;
  uint64_t Writebacks = 0; ///< modified lines leaving it, by last writer
  LevelCounts &operator+=(const LevelCounts &O);
  bool operator==(const LevelCounts &) const = default;
};

/// Accesses = Loads + Stores are memory operations; Levels are line touches.
struct Counts {
  uint64_t Accesses = 0;
  uint64_t Loads = 0;
  uint64_t Stores = 0; ///< read-modify-writes included
  std::vector<LevelCounts> Levels;
  Counts &operator+=(const Counts &O);
  bool operator==(const Counts &) const = default;
};

enum class StructureKind : uint32_t {
  Global,
  ThreadLocal,
  Literals, ///< string literals and constants without a name
  Heap,
  Stack,
  Mapping,
  Library,      ///< [library]: memory of code that is not instrumented
  Unattributed, ///< [unattributed]
  Local         ///< a variable on the stack
};
} // namespace memfacet::result

template <>
inline constexpr std::array memfacet::NamesOf<memfacet::result::StructureKind> =
    {"global",  "thread-local", "literals",     "heap", "stack",
     "mapping", "library",      "unattributed", "local"};

namespace memfacet::result {
inline const char *structureKindName(StructureKind Value) {
  return nameOf(Value);
}

struct Structure {
  StructureKind Kind = StructureKind::Global;
  std::string Name;   ///< in the source; [library] and the like in brackets
  bool Named = false; ///< Name is the programmer's, not only a place
  std::string Type;   ///< element or container type, may be empty
  std::string File;
  uint32_t Line = 0;
  std::string Function;
  uint64_t ElementBytes = 0; ///< 0: unknown
  uint64_t Bytes = 0;        ///< summed over all objects
  uint64_t PeakBytes = 0;    ///< most that lived at once
  uint64_t Objects = 0;
  Counts Total;
  /// Record type of the elements, as far as Type says: index into
  /// Profile::Records.
  uint32_t Record = NoRecord;
  ObjectLives Lives = {};
  /// The name in tables: unlike any other structure's name. Not stored; empty:
  /// Name.
  std::string Title = {};

  const std::string &title() const { return Title.empty() ? Name : Title; }
};

struct ThreadRow {
  uint32_t Thread = 0;
  uint32_t Parent = 0;
  uint64_t Instructions = 0;
};

/// Counts of one structure in one thread.
struct ThreadCounts {
  uint32_t Thread = 0;
  StructureId Structure;
  Counts Total;
};

/// Counts of one structure in one thread and interval.
struct IntervalCounts {
  uint32_t Thread = 0;
  StructureId Structure;
  uint32_t Interval = 0;
  Counts Total;
};

/// A place in the code that accesses memory: a load, store or range operation.
struct CodeSite {
  std::string File, Function; ///< innermost, inlined or not; may be empty
  uint32_t Line = 0, Column = 0;
  bool Write = false;
  uint64_t Accesses = 0;
  uint64_t Touches = 0; ///< of lines of the first level
  FieldAccess Field = {};
};

/// Accesses and misses, by level, of one site in one structure.
struct SiteCounts {
  uint32_t Site = 0; ///< index into Profile::Sites
  StructureId Structure;
  std::vector<uint64_t> Misses;
  /// 0 in profiles without them (Profile::HasSiteAccesses).
  uint64_t Accesses = 0;
  AccessSteps Steps = {}; ///< of a sample
};

/// A statement of inline assembly that may touch memory: what it touches is not
/// known, and not in any count.
struct BlindSpot {
  std::string File, Function; ///< innermost, as in CodeSite
  uint32_t Line = 0, Column = 0;
  uint64_t Executions = 0; ///< may be 0
};

/// What the program says of its course (memfacet.h).
enum class MarkerKind : uint32_t { Phase, InterestBegin, InterestEnd };
} // namespace memfacet::result

template <>
inline constexpr std::array memfacet::NamesOf<memfacet::result::MarkerKind> = {
    "phase", "begin", "end"};

namespace memfacet::result {
inline const char *markerKindName(MarkerKind Value) { return nameOf(Value); }

struct Marker {
  MarkerKind Kind = MarkerKind::Phase;
  uint32_t Thread = 0;       ///< thread that set it
  uint64_t Instructions = 0; ///< that this thread had executed
  std::string Name;          ///< of a phase
  bool operator==(const Marker &) const = default;
};

struct Profile {
  // Compiled once: a hundred sources copy, move or destroy a profile.
  Profile();
  Profile(const Profile &);
  Profile(Profile &&) noexcept;
  Profile &operator=(const Profile &);
  Profile &operator=(Profile &&) noexcept;
  ~Profile();

  std::string Program;                ///< as it was called
  std::vector<std::string> Arguments; ///< without the program
  uint64_t ProcessId = 0;
  std::string ToolVersion;
  caches::CacheModel Caches;
  uint64_t Instructions = 0; ///< IR instructions counted, all threads
  /// Cycles of Instructions if nothing misses, by a model of a core; 0: not
  /// known.
  uint64_t ComputationCycles = 0;
  uint64_t IntervalInstructions = 0;
  std::vector<Structure> Structures; ///< index = StructureId
  std::vector<ThreadRow> Threads;
  std::vector<ThreadCounts> ByThread;
  StreamSet Streams;              ///< all that was counted, over time
  std::vector<CodeSite> Sites;    ///< those that were executed
  std::vector<SiteCounts> BySite; ///< sorted by (Site, Structure)
  /// Whether BySite has all accesses of all sites.
  bool HasSiteAccesses = false;
  /// Whether the profile says how accesses follow one another, and how objects
  /// live.
  bool HasDescriptions = false;
  std::vector<RecordType> Records;   ///< those that sites or structures name
  std::vector<Marker> Markers;       ///< in the order of the stream
  std::vector<BlindSpot> BlindSpots; ///< sorted by place, each once
  MemoryDetail Memory;
  LineSample Lines;     ///< some of the lines
  MissCurves Curves;    ///< where they were asked for
  CoreTimes Core;       ///< of a simulated core, if one was wanted
  BlockVectors Vectors; ///< of a program that counts, or where asked for
  PairSample Pairs;     ///< where --communication asked for them
  SharingTable Sharing; ///< of programs with several threads
  std::vector<SharingHint> SharingHints; ///< sorted by Structure
  MappingTable Mappings;                 ///< that processes may share
  IntervalSignatures Signatures;         ///< where --phases asked for them
  std::vector<Rank> Ranks; ///< of a merged profile, sorted by FirstThread
  ShardPart Shard;         ///< of a simulation that is shared
  words::DataLoss Loss;
  std::vector<std::string> Notes; ///< doubts a reader must know, one line each
  /// How tables write names of files. Not stored; others are written as
  /// recorded.
  std::map<std::string, std::string> TableFiles;

  Counts total() const; ///< Returns the sum over Structures.
  /// Returns whether Memory says who evicted whom, or no line was evicted.
  bool hasEvictions() const;
  /// Returns whether the program has a region of interest: the counts are of it
  /// alone.
  bool hasInterest() const;
  /// Returns whether some interval of \p Thread is shorter than others because
  /// the thread waited, or intervals end at markers. Only profiles of phases
  /// have such; then the number of an interval does not tell where it begins.
  bool hasCutIntervals(uint32_t Thread) const;
};

/// What happens to a profile that is already there.
enum class ExistingFile { KeepAsOld, Replace };

/// Writes \p P to \p Path through a temporary file and a rename, so that no
/// half profile is ever seen; an existing file becomes Path.old.
Status writeProfile(const Profile &P, const std::string &Path,
                    ExistingFile Old = ExistingFile::KeepAsOld);

/// Renames a profile at \p Path, if there is one, to Path.old, as writeProfile
/// does. Returns whether there was one.
Expected<bool> keepAsOld(const std::string &Path);

/// Reads a profile; anything else than a whole profile of a known version is
/// one clear error.
Expected<Profile> readProfile(const std::string &Path);

} // namespace memfacet::result

#endif
