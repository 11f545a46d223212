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

/// Counts that all imports have.
struct TextSums {
  uint64_t Instructions = 0;
  result::Counts Data;

  void add(const TextAccess &A, bool IsStore) {
    if (A.Type == TextAccess::Kind::Instruction) {
      ++Instructions;
      return;
    }
    ++Data.Accesses;
    ++(IsStore ? Data.Stores : Data.Loads);
  }
};

/// Looks at the first accesses before it returns them: a pipe can only be read
/// once.
class LookAhead final : public AccessSource {
public:
  explicit LookAhead(AccessSource &Source) : Source(Source) {}

  /// Reads until an instruction, or until Enough accesses show that there is
  /// none.
  Status look() {
    constexpr size_t Enough = 10'000;
    while (First.size() != Enough && !Instructions) {
      Expected<std::optional<TextAccess>> A = Source.next();
      if (!A)
        return A.error();
      if (!*A)
        break;
      First.push_back(**A);
      Instructions = (*A)->Type == TextAccess::Kind::Instruction;
    }
    return {};
  }
  bool empty() const { return First.empty(); }
  bool hasInstructions() const { return Instructions; }
  Expected<std::optional<TextAccess>> next() override {
    if (Delivered != First.size())
      return std::optional(First[Delivered++]);
    return Source.next();
  }

private:
  AccessSource &Source;
  std::vector<TextAccess> First;
  size_t Delivered = 0; ///< accesses of First that next() returned
  bool Instructions = false;
};

/// Takes each access, in order.
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

/// Instructions and counts by structure, by thread.
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
    const auto &[Instructions, ThreadCounts] = Sums[Thread];
    P.Threads.push_back({Thread, 0, Instructions});
    P.Instructions += Instructions;
    for (uint32_t Id = 0; Id != P.Structures.size(); ++Id) {
      P.Structures[Id].Total += ThreadCounts[Id];
      P.ByThread.push_back({Thread, StructureId(Id), ThreadCounts[Id]});
      Intervals.push_back({Thread, StructureId(Id), 0, ThreadCounts[Id]});
    }
  }
  // The whole run is one interval.
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
    Sums.add(A, A.Type == TextAccess::Kind::Store);
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
  /// \p AccessesCount: each access counts as an instruction, as the trace has
  /// none.
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
    bool Write = A.Type != TextAccess::Kind::Load;
    Sums[Thread].Text.add(A, Write);
    if (A.Type == TextAccess::Kind::Instruction)
      return {};
    Sums[Thread].Text.Instructions += AccessesCount;
    System.access(
        {ThreadId(Thread), 0, Sites.numberOf(A), A.Address, A.Size, Write});
    return {};
  }
  result::Profile finish(const std::string &Path,
                         const ImportOptions &Options) override {
    System.settle();
    drain();
    SumsByThread All;
    caches::MemoryCounters Whole;
    for (ThreadSums &T : Sums) {
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
  struct ThreadSums {
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
  std::vector<ThreadSums> Sums = {{}}; ///< by thread
};

/// Writes a trace of MemFacet.
class TraceMaker final : public AccessTaker {
public:
  static Expected<std::unique_ptr<TraceMaker>>
  open(const std::string &Program, const std::string &TracePath,
       bool AccessesCount) {
    CollectOptions Options;
    Options.TracePath = TracePath;
    Options.Analyse = false;
    auto Maker = std::unique_ptr<TraceMaker>(
        new TraceMaker(makeTraceWork(Options), TracePath, AccessesCount));
    if (Status Opened = Maker->Work->openTrace(); !Opened)
      return Opened.error();
    if (Status Begun = Maker->Stream.begin(Program); !Begun)
      return Begun.error();
    return Maker;
  }

  Status take(const TextAccess &A) override { return Stream.add(A); }
  Status finish() {
    if (Status Ended = Stream.end(); !Ended)
      return Ended;
    Expected<result::Profile> Finished = Work->finish({});
    return Finished ? Status() : Finished.error();
  }

  /// Removes the trace: a part of a trace is of no use.
  void discard() {
    static_cast<void>(Work->finish({}));
    std::error_code Ignored;
    if (std::filesystem::is_regular_file(Path, Ignored))
      std::filesystem::remove(Path, Ignored);
  }

private:
  TraceMaker(std::unique_ptr<StreamWork> NewWork, std::string Path,
             bool AccessesCount)
      : Work(std::move(NewWork)), Path(std::move(Path)),
        Stream(*Work, AccessesCount) {}

  std::unique_ptr<StreamWork> Work;
  std::string Path;
  ImportedStream Stream;
};

/// Passes all accesses of \p Source to each of \p Takers.
Status sendAll(AccessSource &Source, std::span<AccessTaker *const> Takers) {
  while (true) {
    Expected<std::optional<TextAccess>> A = Source.next();
    if (!A)
      return A.error();
    if (!*A)
      return {};
    for (AccessTaker *Taker : Takers)
      if (Status Taken = Taker->take(**A); !Taken)
        return Taken;
  }
}

/// Returns the error that says what to do if the trace has no accesses.
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

/// Adds a note if prefetchers by stride have no instruction addresses.
void addNotes(const ImportOptions &Options, bool HasInstructions,
              result::Profile &Profile) {
  auto ByStride = [](const caches::CacheLevel &L) {
    return L.Fetches == caches::Prefetch::Stride;
  };
  if (!HasInstructions && !Options.WholeAccesses &&
      std::ranges::any_of(Options.Caches.Levels, ByStride))
    Profile.Notes.push_back(
        "the trace does not say which instruction accesses: "
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
  std::unique_ptr<ProfileMaker> Maker = makerFor(Path, Options, AccessesCount);
  std::vector<AccessTaker *> Takers = {Maker.get()};
  std::unique_ptr<TraceMaker> Trace;
  if (!Options.TracePath.empty()) {
    auto Begun = TraceMaker::open(Path, Options.TracePath, AccessesCount);
    if (!Begun)
      return Begun.error();
    Trace = std::move(*Begun);
    Takers.push_back(Trace.get());
  }
  if (Status Sent = sendAll(Source, Takers); !Sent) {
    if (Trace)
      Trace->discard();
    return Sent.error();
  }
  if (Trace)
    if (Status Written = Trace->finish(); !Written)
      return Written.error();
  result::Profile P = Maker->finish(Path, Options);
  addNotes(Options, Source.hasInstructions(), P);
  return P;
}

} // namespace memfacet::measure
