//===- Difference.cpp - what changed between two builds -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/diff/Difference.h"
#include "analysis/result/stalls/ProgramTime.h"
#include "memfacet/Check.h"
#include "tools/report/common/ReportModel.h"
#include "tools/report/common/TableNames.h"
#include "tools/report/diff/Matching.h"
#include <algorithm>
#include <map>
#include <tuple>

namespace memfacet::report {
namespace {

/// Counts of one run. Low and High have the ends of the 95 % intervals in place
/// of the misses.
struct RunCounts {
  result::Counts Value, Low, High;

  RunCounts &operator+=(const RunCounts &O) {
    Value += O.Value, Low += O.Low, High += O.High;
    return *this;
  }
};

/// Returns \p Counts of a run; the misses are estimates if there are
/// \p Intervals.
RunCounts countsOf(const result::Counts &Counts,
                   const std::vector<result::MissInterval> *Intervals) {
  RunCounts C = {Counts, Counts, Counts};
  for (size_t L = 0; Intervals && L < Counts.Levels.size(); ++L) {
    C.Low.Levels[L].Misses = (*Intervals)[L].Low;
    C.High.Levels[L].Misses = (*Intervals)[L].High;
  }
  return C;
}
RunCounts countsOf(const result::Profile &P, const result::Structure &S) {
  auto Id = size_t(&S - P.Structures.data());
  bool IsEstimate = !P.Lines.empty() && Id < P.Lines.ByStructure.size();
  return countsOf(S.Total, IsEstimate ? &P.Lines.ByStructure[Id] : nullptr);
}

/// The structures of all runs of one build.
struct Build {
  result::Profile Names;                    ///< has each structure once
  std::vector<std::vector<RunCounts>> Runs; ///< by structure

  explicit Build(std::span<const result::Profile> Profiles);
  const std::vector<RunCounts> &runsOf(const result::Structure *S) const {
    return Runs[size_t(S - Names.Structures.data())];
  }

private:
  void add(const result::Profile &Run, size_t Number);
};

/// Returns whether all counts are 0. In a region of interest, a structure
/// without accesses may have write-backs of what was accessed before.
bool isIdle(const result::Counts &C) {
  return C.Accesses == 0 &&
         std::ranges::all_of(C.Levels, [](const result::LevelCounts &L) {
           return L == result::LevelCounts();
         });
}

/// Returns by how much the first-level misses changed, in either direction.
uint64_t changeOf(const DiffRow &Row) {
  uint64_t A = missesOf(Row.Total[0], 0), B = missesOf(Row.Total[1], 0);
  return A > B ? A - B : B - A;
}

template <typename Field>
void meanOf(const std::vector<result::Counts> &Runs, result::Counts &Mean,
            Field Get) {
  uint64_t Sum = 0;
  for (const result::Counts &C : Runs)
    Sum += Get(const_cast<result::Counts &>(C));
  Get(Mean) = (Sum + Runs.size() / 2) / Runs.size();
}

/// Returns the rounded means. Accesses are the sum of the rounded loads and
/// stores.
result::Counts meanOf(const std::vector<result::Counts> &Runs) {
  MEMFACET_CHECK(!Runs.empty(), "each build has a run");
  if (Runs.size() == 1)
    return Runs[0];
  result::Counts Mean = Runs[0];
  for (const result::Counts &C : Runs)
    Mean.Levels.resize(std::max(Mean.Levels.size(), C.Levels.size()));
  meanOf(Runs, Mean, [](result::Counts &C) -> uint64_t & { return C.Loads; });
  meanOf(Runs, Mean, [](result::Counts &C) -> uint64_t & { return C.Stores; });
  Mean.Accesses = Mean.Loads + Mean.Stores;
  for (size_t L = 0; L != Mean.Levels.size(); ++L) {
    auto Level = [L](result::Counts &C) -> result::LevelCounts & {
      C.Levels.resize(std::max(C.Levels.size(), L + 1));
      return C.Levels[L];
    };
    meanOf(Runs, Mean,
           [&](result::Counts &C) -> uint64_t & { return Level(C).Accesses; });
    meanOf(Runs, Mean,
           [&](result::Counts &C) -> uint64_t & { return Level(C).Misses; });
    meanOf(Runs, Mean, [&](result::Counts &C) -> uint64_t & {
      return Level(C).Writebacks;
    });
  }
  return Mean;
}

Build::Build(std::span<const result::Profile> Profiles) {
  MEMFACET_CHECK(!Profiles.empty(), "the first run names the structures");
  Names.Structures = Profiles[0].Structures;
  Names.TableFiles = Profiles[0].TableFiles;
  for (const result::Structure &S : Profiles[0].Structures)
    Runs.emplace_back(Profiles.size())[0] = countsOf(Profiles[0], S);
  for (size_t Run = 1; Run != Profiles.size(); ++Run)
    add(Profiles[Run], Run);
}

/// Adds the counts of one run. A structure that no run before had is appended.
void Build::add(const result::Profile &Run, size_t Number) {
  std::vector<result::Structure> Further;
  std::vector<std::vector<RunCounts>> FurtherRuns;
  for (const Match &M : matchStructures(Names, Run)) {
    if (M.Structures[1].empty())
      continue;
    bool Known = !M.Structures[0].empty();
    if (!Known) {
      Further.push_back(*M.Structures[1][0]);
      FurtherRuns.emplace_back(Runs.empty() ? Number + 1 : Runs[0].size());
    }
    RunCounts &Sum =
        Known
            ? Runs[size_t(M.Structures[0][0] - Names.Structures.data())][Number]
            : FurtherRuns.back()[Number];
    for (const result::Structure *S : M.Structures[1])
      Sum += countsOf(Run, *S);
  }
  Names.Structures.insert(Names.Structures.end(), Further.begin(),
                          Further.end());
  Runs.insert(Runs.end(), FurtherRuns.begin(), FurtherRuns.end());
}

void fillSide(DiffRow &Row, size_t Side, const std::vector<RunCounts> &Runs) {
  std::vector<result::Counts> Low, High;
  for (const RunCounts &C : Runs) {
    Row.Runs[Side].push_back(C.Value);
    Low.push_back(C.Low);
    High.push_back(C.High);
  }
  Row.Total[Side] = meanOf(Row.Runs[Side]);
  Row.Low[Side] = meanOf(Low);
  Row.High[Side] = meanOf(High);
}

void fillSide(DiffRow &Row, size_t Side, const Build &Source,
              const std::vector<const result::Structure *> &Parts,
              size_t Count) {
  Row.IsPresent[Side] = !Parts.empty();
  std::vector<RunCounts> Runs(Count);
  for (const result::Structure *S : Parts)
    for (size_t Run = 0; Run != Count; ++Run)
      Runs[Run] += Source.runsOf(S)[Run];
  fillSide(Row, Side, Runs);
}

DiffRow rowOf(const Match &M) {
  const result::Structure &S =
      *(M.Structures[1].empty() ? M.Structures[0] : M.Structures[1])[0];
  DiffRow Row;
  Row.Name = S.Name, Row.Kind = result::structureKindName(S.Kind);
  Row.KindValue = S.Kind;
  Row.Type = S.Type, Row.File = S.File, Row.Line = S.Line;
  if (M.Renamed && M.Structures[0][0]->Name != S.Name)
    Row.OldName = M.Structures[0][0]->Name;
  return Row;
}

/// Gives the rows titles, as if all were structures of one profile.
void nameRows(Difference &D, const result::Profile &ProfileBefore,
              const result::Profile &ProfileAfter) {
  result::Profile Joined;
  Joined.TableFiles = ProfileBefore.TableFiles;
  Joined.TableFiles.insert(ProfileAfter.TableFiles.begin(),
                           ProfileAfter.TableFiles.end());
  for (const DiffRow &Row : D.Rows) {
    result::Structure S;
    S.Kind = Row.KindValue, S.Name = Row.Name, S.Type = Row.Type;
    S.File = Row.File, S.Line = Row.Line;
    S.Total = Row.Total[isIdle(Row.Total[0])];
    Joined.Structures.push_back(std::move(S));
  }
  nameStructures(Joined);
  for (size_t I = 0; I != D.Rows.size(); ++I) {
    D.Rows[I].Title = tableName(Joined.Structures[I]);
    if (!D.Rows[I].OldName.empty())
      D.Rows[I].Title +=
          " (was " + printable(shortName(D.Rows[I].OldName)) + ")";
  }
}

/// Returns the total. The runs of each of \p Sides have the intervals of all
/// misses together.
DiffRow totalOf(const Difference &D,
                const std::array<std::span<const result::Profile>, 2> &Sides) {
  DiffRow Total;
  Total.Name = Total.Title = "TOTAL";
  Total.IsPresent = {true, true};
  for (size_t Side : {0, 1}) {
    Total.Runs[Side].resize(D.runs(Side));
    for (const DiffRow &Row : D.Rows) {
      Total.Total[Side] += Row.Total[Side];
      for (size_t Run = 0; Run != D.runs(Side); ++Run)
        Total.Runs[Side][Run] += Row.Runs[Side][Run];
    }
    std::vector<result::Counts> Low, High;
    for (const result::Profile &P : Sides[Side]) {
      RunCounts C =
          countsOf(P.total(), P.Lines.empty() ? nullptr : &P.Lines.Total);
      Low.push_back(C.Low);
      High.push_back(C.High);
    }
    Total.Low[Side] = meanOf(Low);
    Total.High[Side] = meanOf(High);
  }
  return Total;
}

Status sameCaches(std::span<const result::Profile> Profiles,
                  const result::Profile &First) {
  for (const result::Profile &P : Profiles)
    if (P.Caches.spec() != First.Caches.spec())
      return makeError("the profiles are of different caches, '{}' and '{}'; "
                       "record one again with --cache '{}'",
                       First.Caches.spec(), P.Caches.spec(),
                       First.Caches.spec());
  return {};
}

} // namespace

Expected<Difference>
diffProfiles(std::span<const result::Profile> ProfilesBefore,
             std::span<const result::Profile> ProfilesAfter) {
  std::array Sides = {ProfilesBefore, ProfilesAfter};
  Difference D;
  D.Caches = ProfilesBefore[0].Caches;
  for (size_t Side : {0, 1}) {
    if (Status S = sameCaches(Sides[Side], ProfilesBefore[0]); !S)
      return S.error();
    D.Program[Side] = Sides[Side][0].Program;
    for (const result::Profile &P : Sides[Side]) {
      D.Instructions[Side].push_back(P.Instructions);
      D.Estimated |= !P.Lines.empty();
    }
  }
  D.Saved = result::savedShare(ProfilesBefore, ProfilesAfter);
  std::array Builds = {Build(ProfilesBefore), Build(ProfilesAfter)};
  for (const Match &M : matchStructures(Builds[0].Names, Builds[1].Names)) {
    DiffRow Row = rowOf(M);
    for (size_t Side : {0, 1})
      fillSide(Row, Side, Builds[Side], M.Structures[Side], D.runs(Side));
    // A large program has thousands of structures without counts.
    if (!isIdle(Row.Total[0]) || !isIdle(Row.Total[1]))
      D.Rows.push_back(std::move(Row));
  }
  nameRows(D, ProfilesBefore[0], ProfilesAfter[0]);
  std::ranges::stable_sort(D.Rows, {}, [](const DiffRow &Row) {
    return std::tuple(~changeOf(Row), std::string_view(Row.Title),
                      std::string_view(Row.Kind));
  });
  D.Rows.push_back(totalOf(D, Sides));
  return D;
}

uint64_t missesOf(const result::Counts &C, size_t Level) {
  return Level < C.Levels.size() ? C.Levels[Level].Misses : 0;
}

std::vector<DiffMetric> metricsOf(const caches::CacheModel &Caches) {
  std::vector<DiffMetric> All = {
      {"instructions", "instructions",
       [](const result::Counts &, uint64_t I, size_t) { return double(I); }, 0,
       false},
      {"accesses", "accesses",
       [](const result::Counts &C, uint64_t, size_t) {
         return double(C.Accesses);
       }},
      {"loads", "loads",
       [](const result::Counts &C, uint64_t, size_t) {
         return double(C.Loads);
       }},
      {"stores", "stores", [](const result::Counts &C, uint64_t, size_t) {
         return double(C.Stores);
       }}};
  for (size_t L = 0; L != Caches.Levels.size(); ++L) {
    const std::string &Level = Caches.Levels[L].Name;
    All.push_back({Level + ".misses", Level + " misses",
                   [](const result::Counts &C, uint64_t, size_t Index) {
                     return double(missesOf(C, Index));
                   },
                   L});
    All.push_back({Level + ".mpki", Level + " misses per 1000 instructions",
                   [](const result::Counts &C, uint64_t I, size_t Index) {
                     return I ? 1000.0 * double(missesOf(C, Index)) / double(I)
                              : 0.0;
                   },
                   L});
    All.push_back({Level + ".writebacks", Level + " write-backs",
                   [](const result::Counts &C, uint64_t, size_t Index) {
                     return Index < C.Levels.size()
                                ? double(C.Levels[Index].Writebacks)
                                : 0.0;
                   },
                   L});
  }
  return All;
}

/// Returns the limits of the mean of \p M on \p Side.
static Limits limitsOf(const Difference &D, const DiffRow &Row,
                       const DiffMetric &M, size_t Side) {
  uint64_t Sum = 0;
  for (uint64_t Instructions : D.Instructions[Side])
    Sum += Instructions;
  uint64_t Mean = Sum / D.runs(Side);
  return {M.Value(Row.Low[Side], Mean, M.Level),
          M.Value(Row.High[Side], Mean, M.Level)};
}

TwoSamples samplesOf(const Difference &D, const DiffRow &Row,
                     const DiffMetric &M) {
  TwoSamples Samples;
  for (size_t Side : {0, 1})
    for (size_t Run = 0; Run != D.runs(Side); ++Run)
      (Side ? Samples.ValuesAfter : Samples.ValuesBefore)
          .push_back(
              M.Value(Row.Runs[Side][Run], D.Instructions[Side][Run], M.Level));
  if (D.Estimated)
    Samples.Estimates = {limitsOf(D, Row, M, 0), limitsOf(D, Row, M, 1)};
  return Samples;
}

} // namespace memfacet::report
