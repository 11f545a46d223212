//===- ImportTrace.cpp - a foreign trace becomes a profile ----------------===//

#include "analysis/pipeline/ImportTrace.h"
#include "analysis/import/ImportedStream.h"
#include "analysis/import/Lackey.h"
#include "analysis/memory/MemorySystem.h"
#include "analysis/pipeline/KeptTrace.h"
#include "analysis/profile/KnownWords.h"
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

/// Until \p Visit returns an error, or the end.
template <typename Visitor>
Status forEachAccess(const std::string &Path, ImportFormat Format,
                     Visitor Visit) {
  Expected<std::unique_ptr<AccessSource>> Source = openAccesses(Path, Format);
  if (!Source)
    return Source.error();
  while (true) {
    Expected<std::optional<TextAccess>> A = (*Source)->next();
    if (!A)
      return A.error();
    if (!*A)
      return {};
    if (Status Visited = Visit(**A); !Visited)
      return Visited;
  }
}

Structure unnamed(const char *Name) {
  Structure S{};
  S.Kind = StructureKind::Unattributed;
  S.Name = Name;
  return S;
}

/// By thread, then by structure.
using SumsByThread = std::vector<std::pair<uint64_t, std::vector<Counts>>>;

Profile profileOf(const std::string &Path, const ImportOptions &Options,
                  const SumsByThread &Sums, std::vector<Structure> Structures) {
  Profile P;
  P.Program = Path;
  P.ToolVersion = toolVersion();
  P.Caches = Options.Caches;
  P.Structures = std::move(Structures);
  std::vector<IntervalCounts> Intervals;
  for (uint32_t Thread = 0; Thread != Sums.size(); ++Thread) {
    const auto &[Instructions, OfThread] = Sums[Thread];
    P.Threads.push_back({Thread, 0, Instructions});
    P.Instructions += Instructions;
    for (uint32_t Id = 0; Id != P.Structures.size(); ++Id) {
      P.Structures[Id].Total += OfThread[Id];
      P.ByThread.push_back({Thread, StructureId(Id), OfThread[Id]});
      Intervals.push_back({Thread, StructureId(Id), 0, OfThread[Id]});
    }
  }
  // All is one interval.
  P.IntervalInstructions = std::max<uint64_t>(P.Instructions, 1);
  addIntervals(Intervals, P);
  P.HasSiteAccesses = true;
  P.Notes.push_back("imported: machine instructions, without names");
  return P;
}

Expected<Profile> importWhole(const std::string &Path,
                              const ImportOptions &Options) {
  WholeAccessCaches Caches(Options.Caches);
  TextSums S;
  Status Read =
      forEachAccess(Path, Options.Format, [&](const TextAccess &A) -> Status {
        if (A.Thread != 0)
          return makeError("'{}' has several threads, which Cachegrind takes "
                           "for one; leave out --as-cachegrind",
                           Path);
        count(S, A);
        Caches.access(A);
        return {};
      });
  if (!Read)
    return Read.error();
  Counts Code;
  Code.Accesses = Code.Loads = S.Instructions;
  for (const auto &L : Caches.instructions())
    Code.Levels.push_back({L.Accesses, L.Misses, 0});
  for (const auto &L : Caches.data())
    S.Data.Levels.push_back({L.Accesses, L.Misses, 0});
  return profileOf(Path, Options, {{S.Instructions, {S.Data, Code}}},
                   {unnamed(ImportedData), unnamed("[instructions]")});
}

/// Counts each thread, and all together.
class LineImport {
public:
  explicit LineImport(const CacheModel &Caches)
      : Levels(Caches.Levels.size()), Tally(Caches), System(Caches, Tally) {}

  void add(const TextAccess &A) {
    if (A.Thread != Thread)
      drain();
    Thread = A.Thread;
    if (Sums.size() <= Thread)
      Sums.resize(Thread + size_t(1));
    count(Sums[Thread].Text, A);
    if (A.Is == TextAccess::Kind::Instruction)
      return;
    // A load with a store is one access, as a read-modify-write is.
    bool Write = A.Is != TextAccess::Kind::Load;
    System.access({ThreadId(Thread), 0, 0, A.Address, A.Size, Write});
  }
  Profile finish(const std::string &Path, const ImportOptions &Options) {
    System.settle();
    drain();
    SumsByThread All;
    MemoryCounters Whole;
    for (OfThread &T : Sums) {
      Whole += T.Detail;
      for (size_t L = 0; L != Levels; ++L)
        T.Text.Data.Levels.push_back({T.Detail.Levels[L].Accesses,
                                      T.Detail.Levels[L].Misses,
                                      T.Detail.Levels[L].Writebacks});
      All.push_back({T.Text.Instructions, {T.Text.Data}});
    }
    Profile P = profileOf(Path, Options, All, {unnamed(ImportedData)});
    P.Memory.Known = true;
    P.Memory.ByStructure = {Whole};
    P.Memory.Evictions = Tally.evictions();
    return P;
  }

private:
  struct OfThread {
    TextSums Text;
    MemoryCounters Detail;
  };

  void drain() {
    Tally.drain([&](StructureId, const MemoryCounters &C) {
      Sums[Thread].Detail += C;
    });
  }

  size_t Levels;
  MemoryTally Tally;
  MemorySystem System;
  uint32_t Thread = 0;
  std::vector<OfThread> Sums = {{}}; ///< by thread
};

Expected<Profile> importLines(const std::string &Path,
                              const ImportOptions &Options) {
  LineImport Import(Options.Caches);
  Status Read =
      forEachAccess(Path, Options.Format, [&](const TextAccess &A) -> Status {
        Import.add(A);
        return {};
      });
  if (!Read)
    return Read.error();
  return Import.finish(Path, Options);
}

/// Whether one of the first accesses of \p Path is that of an instruction.
Expected<bool> hasInstructions(const std::string &Path, ImportFormat Format) {
  Expected<std::unique_ptr<AccessSource>> Source = openAccesses(Path, Format);
  if (!Source)
    return Source.error();
  constexpr unsigned Enough = 10'000;
  for (unsigned I = 0; I != Enough; ++I) {
    Expected<std::optional<TextAccess>> A = (*Source)->next();
    if (!A)
      return A.error();
    if (!*A)
      return false;
    if ((*A)->Is == TextAccess::Kind::Instruction)
      return true;
  }
  return false;
}

} // namespace

Expected<Profile> importTrace(const std::string &Path,
                              const ImportOptions &Options) {
  return Options.WholeAccesses ? importWhole(Path, Options)
                               : importLines(Path, Options);
}

Status convertTrace(const std::string &Path, ImportFormat Format,
                    const std::string &To) {
  Expected<bool> Counted = hasInstructions(Path, Format);
  if (!Counted)
    return Counted.error();
  CollectOptions Options;
  Options.TracePath = To;
  Options.Analyse = false;
  std::unique_ptr<StreamWork> Work = makeTraceWork(Options);
  if (Status Opened = Work->openTrace(); !Opened)
    return Opened;
  ImportedStream Stream(*Work, !*Counted);
  Status Done = Stream.begin(Path);
  if (Done)
    Done = forEachAccess(Path, Format,
                         [&](const TextAccess &A) { return Stream.add(A); });
  if (Done)
    Done = Stream.end();
  Expected<Profile> Finished = Work->finish({});
  return !Done || Finished ? Done : Finished.error();
}

} // namespace memfacet
