//===- ImportTrace.cpp - a foreign trace becomes a profile ----------------===//

#include "analysis/pipeline/ImportTrace.h"
#include "analysis/import/Lackey.h"
#include "analysis/memory/MemorySystem.h"
#include "analysis/store/IntervalRows.h"
#include "analysis/support/Version.h"

namespace memfacet {

namespace {

/// What all imports count alike.
struct TextSums {
  uint64_t Instructions = 0;
  Counts Data;
};

void count(TextSums &To, const TextAccess &A) {
  if (A.Is == TextAccess::Kind::Instruction) {
    ++To.Instructions;
    return;
  }
  ++To.Data.Accesses;
  ++(A.Is == TextAccess::Kind::Store ? To.Data.Stores : To.Data.Loads);
}

template <typename Visitor>
Status forEachAccess(const std::string &Path, Visitor Visit) {
  Expected<LackeyReader> Reader = LackeyReader::open(Path);
  if (!Reader)
    return Reader.error();
  while (true) {
    Expected<std::optional<TextAccess>> A = Reader->next();
    if (!A)
      return A.error();
    if (!*A)
      return {};
    Visit(**A);
  }
}

Structure unnamed(const char *Name, Counts Total) {
  Structure S{};
  S.Kind = StructureKind::Unattributed;
  S.Name = Name;
  S.Total = std::move(Total);
  return S;
}

Profile profileOf(const std::string &Path, const ImportOptions &Options,
                  uint64_t Instructions, std::vector<Structure> Structures) {
  Profile P;
  P.Program = Path;
  P.ToolVersion = toolVersion();
  P.Caches = Options.Caches;
  P.Instructions = Instructions;
  // All is one interval.
  P.IntervalInstructions = std::max<uint64_t>(Instructions, 1);
  P.Threads = {{0, 0, Instructions}};
  P.Structures = std::move(Structures);
  std::vector<IntervalCounts> Intervals;
  for (uint32_t Id = 0; Id != P.Structures.size(); ++Id) {
    P.ByThread.push_back({0, StructureId(Id), P.Structures[Id].Total});
    Intervals.push_back({0, StructureId(Id), 0, P.Structures[Id].Total});
  }
  addIntervals(Intervals, P);
  P.HasSiteAccesses = true;
  P.Notes.push_back("imported: machine instructions, without names");
  return P;
}

Expected<Profile> importWhole(const std::string &Path,
                              const ImportOptions &Options) {
  WholeAccessCaches Caches(Options.Caches);
  TextSums S;
  Status Read = forEachAccess(Path, [&](const TextAccess &A) {
    count(S, A);
    Caches.access(A);
  });
  if (!Read)
    return Read.error();
  Counts Code;
  Code.Accesses = Code.Loads = S.Instructions;
  for (const auto &L : Caches.instructions())
    Code.Levels.push_back({L.Accesses, L.Misses, 0});
  for (const auto &L : Caches.data())
    S.Data.Levels.push_back({L.Accesses, L.Misses, 0});
  return profileOf(
      Path, Options, S.Instructions,
      {unnamed("[data]", S.Data), unnamed("[instructions]", Code)});
}

Expected<Profile> importLines(const std::string &Path,
                              const ImportOptions &Options) {
  MemoryTally Tally(Options.Caches);
  MemorySystem System(Options.Caches, Tally);
  TextSums S;
  Status Read = forEachAccess(Path, [&](const TextAccess &A) {
    count(S, A);
    if (A.Is == TextAccess::Kind::Instruction)
      return;
    // A load with a store is one access, as a read-modify-write is.
    bool Write = A.Is != TextAccess::Kind::Load;
    System.access({ThreadId(0), 0, 0, A.Address, A.Size, Write});
  });
  if (!Read)
    return Read.error();
  System.settle();
  MemoryCounters Detail;
  Tally.drain([&](StructureId, const MemoryCounters &C) { Detail += C; });
  for (size_t L = 0; L != Options.Caches.Levels.size(); ++L)
    S.Data.Levels.push_back({Detail.Levels[L].Accesses, Detail.Levels[L].Misses,
                             Detail.Levels[L].Writebacks});
  Profile P =
      profileOf(Path, Options, S.Instructions, {unnamed("[data]", S.Data)});
  P.Memory.Known = true;
  P.Memory.ByStructure = {Detail};
  P.Memory.Evictions = Tally.evictions();
  return P;
}

} // namespace

Expected<Profile> importTrace(const std::string &Path,
                              const ImportOptions &Options) {
  return Options.WholeAccesses ? importWhole(Path, Options)
                               : importLines(Path, Options);
}

} // namespace memfacet
