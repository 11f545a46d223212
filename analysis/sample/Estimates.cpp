//===- Estimates.cpp - from windows to the whole run ----------------------===//

#include "analysis/sample/Estimates.h"
#include "analysis/sample/MissRanges.h"
#include "analysis/sample/WindowError.h"
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace memfacet {

void WindowCounts::close(uint32_t Number) {
  Window &W = Closed[Number];
  for (const auto &[Structure, Row] : Open)
    W.Rows.push_back(Row);
  Open.clear();
}

void WindowCounts::forgetCounts() {
  Open.clear();
  for (auto &[Number, W] : Closed)
    W.Rows.clear();
}

std::vector<Window> WindowCounts::windows() const {
  std::vector<Window> Result;
  for (const auto &[Number, W] : Closed)
    Result.push_back(W);
  return Result;
}

namespace {

/// For how much a count of a window stands.
struct ScaleFactors {
  double All = 1;
  /// Misses by structure and level.
  std::vector<std::array<double, MaxCacheLevels>> Misses = {};
  /// Misses to be added where a structure has none, by structure and level.
  std::vector<std::array<double, MaxCacheLevels>> Extra = {};
};

uint64_t times(uint64_t Count, double Factor) {
  return uint64_t(std::llround(double(Count) * Factor));
}

void scale(Counts &C, uint32_t Structure, const ScaleFactors &F) {
  C.Loads = times(C.Loads, F.All);
  C.Stores = times(C.Stores, F.All);
  C.Accesses = C.Loads + C.Stores;
  for (size_t L = 0; L != C.Levels.size(); ++L) {
    LevelCounts &Level = C.Levels[L];
    // What reaches a level are the misses of the one before. Loads and stores
    // are rounded each, so together they may be more than the rounded touches.
    Level.Accesses = L == 0 ? std::max(times(Level.Accesses, F.All), C.Accesses)
                            : C.Levels[L - 1].Misses;
    Level.Misses =
        std::min(times(Level.Misses, F.Misses[Structure][L]), Level.Accesses);
    Level.Writebacks = times(Level.Writebacks, F.All);
  }
}

/// To the thread that accesses the structure most.
void addExtra(Profile &P, const ScaleFactors &F) {
  std::vector<ThreadCounts *> Most(P.Structures.size());
  for (ThreadCounts &Row : P.ByThread) {
    ThreadCounts *&Known = Most[Row.Structure.Value];
    if (!Known || Known->Total.Accesses < Row.Total.Accesses)
      Known = &Row;
  }
  for (size_t Id = 0; Id != std::min(Most.size(), F.Extra.size()); ++Id)
    for (size_t L = 0; Most[Id] && L != Most[Id]->Total.Levels.size(); ++L) {
      uint64_t Misses = times(1, F.Extra[Id][L]);
      std::vector<LevelCounts> &Levels = Most[Id]->Total.Levels;
      Levels[L].Misses += Misses;
      Levels[L].Accesses = std::max(Levels[L].Accesses, Levels[L].Misses);
      if (L + 1 != Levels.size())
        Levels[L + 1].Accesses += Misses;
      // They have missed in the levels before, too.
      for (size_t Inner = L; Inner-- != 0;) {
        Levels[Inner].Misses =
            std::max(Levels[Inner].Misses, Levels[Inner + 1].Accesses);
        Levels[Inner].Accesses =
            std::max(Levels[Inner].Accesses, Levels[Inner].Misses);
      }
    }
}

void scaleThreads(Profile &P, const ScaleFactors &F) {
  P.Instructions = 0;
  for (ThreadRow &T : P.Threads)
    P.Instructions += T.Instructions = times(T.Instructions, F.All);
  for (Structure &S : P.Structures) {
    S.Total = {};
    S.Total.Levels.resize(P.Caches.Levels.size());
  }
  for (ThreadCounts &Row : P.ByThread)
    scale(Row.Total, Row.Structure.Value, F);
  addExtra(P, F);
  for (const ThreadCounts &Row : P.ByThread)
    P.Structures[Row.Structure.Value].Total += Row.Total;
}

bool isNothing(const SiteCounts &C) {
  return C.Accesses == 0 &&
         std::ranges::all_of(C.Misses, [](uint64_t M) { return M == 0; });
}

void scaleSites(Profile &P, const ScaleFactors &F) {
  std::vector<uint64_t> Sums(P.Sites.size());
  for (SiteCounts &C : P.BySite) {
    C.Accesses = times(C.Accesses, F.All);
    for (size_t L = 0; L != C.Misses.size(); ++L)
      C.Misses[L] = times(C.Misses[L], F.Misses[C.Structure.Value][L]);
    Sums[C.Site] += C.Accesses;
  }
  std::erase_if(P.BySite, isNothing);
  for (size_t I = 0; I != P.Sites.size(); ++I) {
    CodeSite &S = P.Sites[I];
    uint64_t Extra = times(S.Touches - S.Accesses, F.All);
    S.Accesses = P.HasSiteAccesses ? Sums[I] : times(S.Accesses, F.All);
    S.Touches = S.Accesses + Extra;
  }
}

/// Multiplies all counts of \p P but those by interval. Each number of a thread
/// and structure is rounded, sums are made anew.
void scaleCounts(Profile &P, const ScaleFactors &F) {
  scaleThreads(P, F);
  scaleSites(P, F);
  for (BlindSpot &B : P.BlindSpots)
    B.Executions = times(B.Executions, F.All);
}

/// How many lines the objects of \p S lay in, at most; 0: not known.
double linesOf(const Structure &S, uint32_t LineBytes) {
  double Objects =
      double(S.Lives.PeakObjects ? S.Lives.PeakObjects
                                 : std::min<uint64_t>(S.Objects, 1));
  if (Objects == 0 || S.PeakBytes == 0)
    return 0;
  // What an allocator adds to small ones, and the line that a large one shares
  // with its neighbour.
  constexpr double Overhead = 16;
  return std::ceil((double(S.PeakBytes) + Objects * Overhead) / LineBytes) + 1;
}

/// One structure's numbers, by window.
class Series {
public:
  explicit Series(size_t Windows) : Accesses(Windows), Misses{}, Fresh{} {
    for (size_t L = 0; L != MaxCacheLevels; ++L) {
      Misses[L].resize(Windows);
      Fresh[L].resize(Windows);
    }
  }
  void add(size_t Window, const WindowRow &R) {
    Accesses[Window] += double(R.Accesses);
    for (size_t L = 0; L != MaxCacheLevels; ++L) {
      Misses[L][Window] += double(R.Misses[L]);
      Fresh[L][Window] += double(R.Fresh[L]);
    }
  }

  std::vector<double> Accesses;
  std::array<std::vector<double>, MaxCacheLevels> Misses, Fresh;
};

double sum(const std::vector<double> &V) {
  double Sum = 0;
  for (double Each : V)
    Sum += Each;
  return Sum;
}

constexpr double Unbounded = std::numeric_limits<double>::infinity();

/// Makes the half of an interval around \p Value reach the ends of \p R, too,
/// as parts of \p Of; it is \p Most at most.
void widen(uint32_t &HalfPpm, const Range &R, double Value, double Of,
           double Most) {
  if (HalfPpm == SampledError::Unknown || Of <= 0)
    return;
  double Open = std::max({R.High - Value, Value - R.Low, 0.0}) / Of;
  HalfPpm = millionths(std::min(double(HalfPpm) / 1e6 + Open, Most));
}

class Estimator {
public:
  Estimator(Profile &P, const SampledStream &S)
      : P(P), S(S), Levels(P.Caches.Levels.size()),
        Part(S.Words ? double(S.Measured) / double(S.Words) : 0),
        Whole(S.Windows.size()), Ranges(S.Distances, Part > 0 ? 1 / Part : 1) {}

  void run();

private:
  void readWindows();
  double newLines(uint32_t Structure, size_t Level) const;
  void correct(uint32_t Structure, Series &Of);
  void keepInRange(uint32_t Structure, Series &Of);
  WindowedCount counted(size_t Level, const Series &Of, double Extra) const;
  SampledErrors errors(const Series &Of,
                       const std::array<double, MaxCacheLevels> &Extra) const;
  void addOpen(uint32_t Structure, SampledErrors &To) const;

  Profile &P;
  const SampledStream &S;
  size_t Levels;
  double Part; ///< that was measured
  Series Whole;
  std::array<double, MaxCacheLevels> WholeExtra = {}; ///< misses by level
  std::vector<double> Words;                          ///< by window
  std::map<uint32_t, Series> ByStructure;
  MissRanges Ranges;
  /// By structure and level, once they were corrected; and of all.
  using LevelRanges = std::array<Range, MaxCacheLevels>;
  std::map<uint32_t, LevelRanges> Possible;
  LevelRanges Together = {};
  ScaleFactors Factors;
};

void Estimator::readWindows() {
  for (size_t W = 0; W != S.Windows.size(); ++W) {
    Words.push_back(double(S.Windows[W].Words));
    for (const WindowRow &R : S.Windows[W].Rows)
      ByStructure.try_emplace(R.Structure.Value, S.Windows.size())
          .first->second.add(W, R);
  }
  // Of what was seen only while caches were warmed, misses are known, too.
  for (const auto &[Structure, Lines] : S.Seen)
    ByStructure.try_emplace(Structure, S.Windows.size());
}

/// How often a line of the structure was new to a cache of a level, in the
/// whole run. Each that was seen was so once. Those of the gaps are as many as
/// their words let expect, but no more than there are lines.
double Estimator::newLines(uint32_t Structure, size_t Level) const {
  auto Found = S.Seen.find(Structure);
  if (Found == S.Seen.end() || Found->second[Level] == 0)
    return 0;
  double Seen = double(Found->second[Level]);
  double Lines = linesOf(P.Structures[Structure], P.Caches.LineBytes);
  // To several private caches, a line is new several times.
  double Last = double(Found->second[Levels - 1]);
  if (!P.Caches.Levels[Level].Shared && P.Caches.Levels[Levels - 1].Shared &&
      Last != 0)
    Lines *= std::max(Seen / Last, 1.0);
  double Expected = Seen * double(S.Words) / double(S.Recorded);
  return std::min(Expected, std::max(Lines, Seen));
}

/// Misses that may have been none stand for newLines, others for as many as all
/// counts do.
void Estimator::correct(uint32_t Structure, Series &Of) {
  for (size_t L = 1; L < Levels; ++L) {
    double Misses = sum(Of.Misses[L]), Fresh = sum(Of.Fresh[L]);
    double New = newLines(Structure, L);
    if (Misses == 0) {
      Factors.Extra[Structure][L] = New;
      continue;
    }
    // Where no window has them, all of its misses stand for them.
    double Kept = Fresh == 0 ? 0 : New * Part / Fresh;
    double Spread = Fresh == 0 ? New * Part / Misses : 0;
    for (size_t W = 0; W != Of.Fresh[L].size(); ++W)
      Of.Misses[L][W] += (Kept - 1) * Of.Fresh[L][W] + Spread * Of.Misses[L][W];
    Factors.Misses[Structure][L] *= sum(Of.Misses[L]) / Misses;
  }
}

/// No estimate of an outer level may lie where the true number cannot. In a
/// first level, stale lines add about as much to everybody's misses, so that
/// shares are better as they are.
void Estimator::keepInRange(uint32_t Structure, Series &Of) {
  if (!Ranges.known() || Part >= 1)
    return;
  LevelRanges &Its = Possible[Structure];
  for (size_t L = 0; L != Levels; ++L) {
    double Sum = sum(Of.Misses[L]);
    double Guess = Sum / Part + Factors.Extra[Structure][L];
    Range &R = Its[L] = Ranges.misses(Structure, L, Its[L ? L - 1 : 0]);
    // Each line that was seen was new once.
    auto Seen = S.Seen.find(Structure);
    if (L != 0 && Seen != S.Seen.end())
      R.Low = std::max(R.Low, double(Seen->second[L]));
    R.High = std::max(R.Low, R.High);
    double Kept = L == 0 ? Guess : std::clamp(Guess, R.Low, R.High);
    Together[L].Low += R.Low;
    Together[L].High += R.High;
    if (Sum == 0) {
      Factors.Extra[Structure][L] = Kept;
      continue;
    }
    for (double &Each : Of.Misses[L])
      Each *= Kept / Guess;
    Factors.Misses[Structure][L] *= Kept / Guess;
  }
}

WindowedCount Estimator::counted(size_t Level, const Series &Of,
                                 double Extra) const {
  return {Of.Misses[Level], Whole.Misses[Level], Words, Part, Extra,
          WholeExtra[Level]};
}

SampledErrors
Estimator::errors(const Series &Of,
                  const std::array<double, MaxCacheLevels> &Extra) const {
  SampledErrors E{windowError({Of.Accesses, Whole.Accesses, Words, Part, 0, 0}),
                  {}};
  for (size_t L = 0; L != Levels; ++L)
    E.Misses.push_back(windowError(counted(L, Of, Extra[L])));
  return E;
}

/// What gaps leave open comes on top of chance.
void Estimator::addOpen(uint32_t Structure, SampledErrors &To) const {
  auto Its = Possible.find(Structure);
  if (Its == Possible.end())
    return;
  for (size_t L = 0; L != Levels; ++L) {
    const Range &R = Its->second[L];
    Range Share =
        shareOf(R, {Together[L].Low - R.Low, Together[L].High - R.High});
    WindowedCount C =
        counted(L, ByStructure.at(Structure), Factors.Extra[Structure][L]);
    double Value = C.guess(), All = C.allGuess();
    widen(To.Misses[L].SharePpm, Share, All > 0 ? Value / All : 0, 1, 1);
    widen(To.Misses[L].CountPpm, R, Value, Value, Unbounded);
  }
}

void Estimator::run() {
  readWindows();
  Factors.All = Part > 0 ? 1 / Part : 1;
  Factors.Misses.resize(P.Structures.size());
  for (auto &Of : Factors.Misses)
    Of.fill(Factors.All);
  Factors.Extra.resize(P.Structures.size(), {});
  for (auto &[Structure, Of] : ByStructure) {
    correct(Structure, Of);
    keepInRange(Structure, Of);
    for (size_t W = 0; W != Words.size(); ++W) {
      Whole.Accesses[W] += Of.Accesses[W];
      for (size_t L = 0; L != Levels; ++L)
        Whole.Misses[L][W] += Of.Misses[L][W];
    }
    for (size_t L = 0; L != Levels; ++L)
      WholeExtra[L] += Factors.Extra[Structure][L];
  }
  SampledRun &To = P.Sampled;
  To = {true,       S.Windows.size(),   S.Words, S.Recorded,
        S.Measured, P.total().Accesses, {},      {}};
  To.Total = errors(Whole, WholeExtra);
  SampledErrors Unknown;
  Unknown.Misses.resize(Levels);
  To.ByStructure.assign(P.Structures.size(), Unknown);
  for (const auto &[Structure, Of] : ByStructure)
    addOpen(Structure,
            To.ByStructure[Structure] = errors(Of, Factors.Extra[Structure]));
  for (size_t L = 0; L != Levels && !Possible.empty(); ++L) {
    double All = counted(L, Whole, WholeExtra[L]).guess();
    widen(To.Total.Misses[L].CountPpm, Together[L], All, All, Unbounded);
  }
  scaleCounts(P, Factors);
}

} // namespace

void estimateRun(Profile &P, const SampledStream &S) { Estimator(P, S).run(); }

} // namespace memfacet
