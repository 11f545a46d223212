//===- ImportTrace.cpp - a foreign trace becomes a profile ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/pipeline/ImportTrace.h"
#include "analysis/caches/memory/MemorySystem.h"
#include "analysis/measure/import/ForeignFile.h"
#include "analysis/measure/import/ImportedStream.h"
#include "analysis/measure/import/Lackey.h"
#include "analysis/measure/pipeline/KeptTrace.h"
#include "analysis/result/profile/KnownWords.h"
#include "analysis/result/store/IntervalRows.h"
#include "analysis/support/Version.h"
#include <algorithm>
#include <filesystem>
#include <span>

namespace memfacet::measure {

namespace {

/// What all imports count alike.
struct TextSums {
  uint64_t Instructions = 0;
  result::Counts Data;

  void add(const TextAccess &A, bool IsStore) {
    if (A.Is == TextAccess::Kind::Instruction) {
      ++Instructions;
      return;
    }
    ++Data.Accesses;
    ++(IsStore ? Data.Stores : Data.Loads);
  }
};

/// Looks at the first accesses before it tells them: a pipe is read once.
class LookAhead final : public AccessSource {
public:
  explicit LookAhead(AccessSource &From) : From(From) {}

  /// Reads until an instruction, or so many accesses that there is none.
  Status look() {
    constexpr size_t Enough = 10'000;
    while (First.size() != Enough && !Instructions) {
      Expected<std::optional<TextAccess>> A = From.next();
      if (!A)
        return A.error();
      if (!*A)
        break;
      First.push_back(**A);
      Instructions = (*A)->Is == TextAccess::Kind::Instruction;
    }
    return {};
  }
  bool empty() const { return First.empty(); }
  bool hasInstructions() const { return Instructions; }
  Expected<std::optional<TextAccess>> next() override {
    if (Told != First.size())
      return std::optional(First[Told++]);
    return From.next();
  }

private:
  AccessSource &From;
  std::vector<TextAccess> First;
  size_t Told = 0; ///< of First
  bool Instructions = false;
};

/// Hears of each access, in order.
class AccessTaker {
public:
  virtual ~AccessTaker() = default;
  virtual Status take(const TextAccess &A) = 0;
};

result::Structure unnamed(const char *Name) {
  result::Structure S{};
  S.Kind = result::StructureKind::Unattributed;
  S.Name = Name;
  return S;
}

/// By thread, then by structure.
using SumsByThread =
    std::vector<std::pair<uint64_t, std::vector<result::Counts>>>;

result::Profile profileOf(const std::string &Path, const ImportOptions &Options,
                          const SumsByThread &Sums,
                          std::vector<result::Structure> Structures) {
  result::Profile P;
  P.Program = Path;
  P.ToolVersion = toolVersion();
  P.Caches = Options.Caches;
  P.Structures = std::move(Structures);
  std::vector<result::IntervalCounts> Intervals;
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
  result::addIntervals(Intervals, P);
  P.HasSiteAccesses = true;
  P.Notes.push_back(result::ImportedNote);
  return P;
}

/// Makes the profile.
class ProfileMaker : public AccessTaker {
public:
  virtual result::Profile finish(const std::string &Path,
                                 const ImportOptions &Options) = 0;
};

/// Counts as Cachegrind does, for which a load with a store is a load.
class WholeImport final : public ProfileMaker {
public:
  WholeImport(const caches::CacheModel &Model, std::string Path)
      : Caches(Model), Path(std::move(Path)) {}

  Status take(const TextAccess &A) override {
    if (A.Thread != 0)
      return makeError("'{}' has several threads, which Cachegrind takes for "
                       "one; leave out --as-cachegrind",
                       Path);
    Sums.add(A, A.Is == TextAccess::Kind::Store);
    Caches.access(A);
    return {};
  }
  result::Profile finish(const std::string &Path,
                         const ImportOptions &Options) override {
    result::Counts Code;
    Code.Accesses = Code.Loads = Sums.Instructions;
    for (const auto &L : Caches.instructions())
      Code.Levels.push_back({L.Accesses, L.Misses, 0});
    for (const auto &L : Caches.data())
      Sums.Data.Levels.push_back({L.Accesses, L.Misses, 0});
    return profileOf(
        Path, Options, {{Sums.Instructions, {Sums.Data, Code}}},
        {unnamed(result::ImportedData), unnamed("[instructions]")});
  }

private:
  WholeAccessCaches Caches;
  std::string Path; ///< for messages
  TextSums Sums;
};

/// Counts each thread, and all together.
class LineImport final : public ProfileMaker {
public:
  /// \p AccessesCount: each is an instruction, as nothing else is.
  LineImport(const caches::CacheModel &Caches, bool AccessesCount)
      : AccessesCount(AccessesCount), Levels(Caches.Levels.size()),
        Tally(Caches), System(Caches, Tally) {}

  Status take(const TextAccess &A) override {
    if (A.Thread != Thread)
      drain();
    Thread = A.Thread;
    if (Sums.size() <= Thread)
      Sums.resize(Thread + size_t(1));
    // A load with a store is one access, as a read-modify-write is.
    bool Write = A.Is != TextAccess::Kind::Load;
    Sums[Thread].Text.add(A, Write);
    if (A.Is == TextAccess::Kind::Instruction)
      return {};
    Sums[Thread].Text.Instructions += AccessesCount;
    System.access({ThreadId(Thread), 0, Sites.of(A), A.Address, A.Size, Write});
    return {};
  }
  result::Profile finish(const std::string &Path,
                         const ImportOptions &Options) override {
    System.settle();
    drain();
    SumsByThread All;
    caches::MemoryCounters Whole;
    for (OfThread &T : Sums) {
      Whole += T.Detail;
      for (size_t L = 0; L != Levels; ++L)
        T.Text.Data.Levels.push_back({T.Detail.Levels[L].Accesses,
                                      T.Detail.Levels[L].Misses,
                                      T.Detail.Levels[L].Writebacks});
      All.push_back({T.Text.Instructions, {T.Text.Data}});
    }
    result::Profile P =
        profileOf(Path, Options, All, {unnamed(result::ImportedData)});
    P.Memory.Known = true;
    P.Memory.ByStructure = {Whole};
    P.Memory.Evictions = Tally.evictions();
    return P;
  }

private:
  struct OfThread {
    TextSums Text;
    caches::MemoryCounters Detail;
  };

  void drain() {
    Tally.drain([&](StructureId, const caches::MemoryCounters &C) {
      Sums[Thread].Detail += C;
    });
  }

  bool AccessesCount;
  size_t Levels;
  caches::MemoryTally Tally;
  caches::MemorySystem System;
  AccessSites Sites;
  uint32_t Thread = 0;
  std::vector<OfThread> Sums = {{}}; ///< by thread
};

/// Makes a trace of MemFacet.
class TraceMaker final : public AccessTaker {
public:
  static Expected<std::unique_ptr<TraceMaker>>
  open(const std::string &Program, const std::string &To, bool AccessesCount) {
    CollectOptions Options;
    Options.TracePath = To;
    Options.Analyse = false;
    auto Made = std::unique_ptr<TraceMaker>(
        new TraceMaker(makeTraceWork(Options), To, AccessesCount));
    if (Status Opened = Made->Work->openTrace(); !Opened)
      return Opened.error();
    if (Status Begun = Made->Stream.begin(Program); !Begun)
      return Begun.error();
    return Made;
  }

  Status take(const TextAccess &A) override { return Stream.add(A); }
  Status finish() {
    if (Status Ended = Stream.end(); !Ended)
      return Ended;
    Expected<result::Profile> Finished = Work->finish({});
    return Finished ? Status() : Finished.error();
  }

  /// A part of a trace is of no use.
  void discard() {
    static_cast<void>(Work->finish({}));
    std::error_code Ignored;
    if (std::filesystem::is_regular_file(Path, Ignored))
      std::filesystem::remove(Path, Ignored);
  }

private:
  TraceMaker(std::unique_ptr<StreamWork> Into, std::string Path,
             bool AccessesCount)
      : Work(std::move(Into)), Path(std::move(Path)),
        Stream(*Work, AccessesCount) {}

  std::unique_ptr<StreamWork> Work;
  std::string Path;
  ImportedStream Stream;
};

/// All of \p Source to each of \p Takers.
Status tellAll(AccessSource &Source, std::span<AccessTaker *const> Takers) {
  while (true) {
    Expected<std::optional<TextAccess>> A = Source.next();
    if (!A)
      return A.error();
    if (!*A)
      return {};
    for (AccessTaker *To : Takers)
      if (Status Taken = To->take(**A); !Taken)
        return Taken;
  }
}

/// What to do if there is nothing in the trace.
Error noAccesses(const std::string &Path, ImportFormat Format) {
  if (Format != ImportFormat::Lackey)
    return makeError("'{}' has no accesses", foreignName(Path));
  return makeError("'{}' has no accesses; make it with valgrind "
                   "--tool=lackey --trace-mem=yes --log-file={} PROGRAM",
                   foreignName(Path), Path == "-" ? "FILE" : Path);
}

std::unique_ptr<ProfileMaker> makerFor(const std::string &Path,
                                       const ImportOptions &Options,
                                       bool AccessesCount) {
  if (Options.WholeAccesses)
    return std::make_unique<WholeImport>(Options.Caches, Path);
  return std::make_unique<LineImport>(Options.Caches, AccessesCount);
}

/// What a prefetcher by stride lacks.
void addNotes(const ImportOptions &Options, bool HasInstructions,
              result::Profile &To) {
  auto ByStride = [](const caches::CacheLevel &L) {
    return L.Fetches == caches::Prefetch::Stride;
  };
  if (!HasInstructions && !Options.WholeAccesses &&
      std::ranges::any_of(Options.Caches.Levels, ByStride))
    To.Notes.push_back("the trace does not say which instruction accesses: "
                       "prefetchers by stride take all accesses of one kind "
                       "and size for those of one instruction");
}

} // namespace

Expected<result::Profile> importTrace(const std::string &Path,
                                      const ImportOptions &Options) {
  Expected<ForeignAccesses> Opened = openAccesses(Path, Options.Format);
  if (!Opened)
    return Opened.error();
  LookAhead Source(*Opened->Source);
  if (Status Looked = Source.look(); !Looked)
    return Looked.error();
  if (Source.empty())
    return noAccesses(Path, Opened->Format);
  bool AccessesCount = !Source.hasInstructions();
  std::unique_ptr<ProfileMaker> Made = makerFor(Path, Options, AccessesCount);
  std::vector<AccessTaker *> Takers = {Made.get()};
  std::unique_ptr<TraceMaker> Trace;
  if (!Options.TracePath.empty()) {
    auto Begun = TraceMaker::open(Path, Options.TracePath, AccessesCount);
    if (!Begun)
      return Begun.error();
    Trace = std::move(*Begun);
    Takers.push_back(Trace.get());
  }
  if (Status Told = tellAll(Source, Takers); !Told) {
    if (Trace)
      Trace->discard();
    return Told.error();
  }
  if (Trace)
    if (Status Kept = Trace->finish(); !Kept)
      return Kept.error();
  result::Profile P = Made->finish(Path, Options);
  addNotes(Options, Source.hasInstructions(), P);
  return P;
}

} // namespace memfacet::measure
