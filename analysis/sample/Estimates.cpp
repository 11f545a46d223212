//===- Estimates.cpp - from windows to the whole run ----------------------===//

#include "analysis/sample/Estimates.h"
#include "analysis/sample/MissRanges.h"
#include "analysis/sample/ScaledCounts.h"
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
struct Series {
  explicit Series(size_t Windows) : Accesses(Windows) {
    for (size_t L = 0; L != MaxCacheLevels; ++L) {
      Misses[L].resize(Windows);
      Fresh[L].resize(Windows);
    }
  }
  void clear() {
    std::ranges::fill(Accesses, 0);
    for (size_t L = 0; L != MaxCacheLevels; ++L) {
      std::ranges::fill(Misses[L], 0);
      std::ranges::fill(Fresh[L], 0);
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

/// What makes the misses of windows those that the run lets expect, by level.
struct Correction {
  struct Level {
    double Kept = 1;   ///< of misses that may have been none
    double Spread = 0; ///< added to each miss, for those
    double Fitted = 1; ///< all of them, to lie where they can

    void spread(std::vector<double> &Misses,
                const std::vector<double> &Fresh) const {
      for (size_t W = 0; W != Misses.size(); ++W)
        Misses[W] += (Kept - 1) * Fresh[W] + Spread * Misses[W];
    }
    void fit(std::vector<double> &Misses) const {
      for (double &Each : Misses)
        Each *= Fitted;
    }
  };
  std::array<Level, MaxCacheLevels> Levels;

  void applyTo(Series &Of) const {
    for (size_t L = 0; L != MaxCacheLevels; ++L) {
      Levels[L].spread(Of.Misses[L], Of.Fresh[L]);
      Levels[L].fit(Of.Misses[L]);
    }
  }
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
        Whole(S.Windows.size()), One(S.Windows.size()),
        Ranges(S.Distances, Part > 0 ? 1 / Part : 1) {}

  void run();

private:
  void readWindows();
  double newLines(uint32_t Structure, size_t Level) const;
  Series &series(uint32_t Structure);
  void correct(uint32_t Structure, Series &Of);
  void keepInRange(uint32_t Structure, Series &Of);
  WindowedCount counted(size_t Level, const Series &Of, double Extra) const;
  SampledErrors errors(const Series &Of,
                       const std::array<double, MaxCacheLevels> &Extra) const;
  void addOpen(uint32_t Structure, const Series &Of, SampledErrors &To) const;

  Profile &P;
  const SampledStream &S;
  size_t Levels;
  double Part; ///< that was measured
  Series Whole;
  std::array<double, MaxCacheLevels> WholeExtra = {}; ///< misses by level
  std::vector<double> Words;                          ///< by window
  /// Its rows, with the window of each: a series of each structure would take
  /// the more memory the longer the run was.
  struct RowOfWindow {
    size_t Window;
    const WindowRow *Row;
  };
  struct OfStructure {
    std::vector<RowOfWindow> Rows;
    Correction Corrected = {};
  };
  std::map<uint32_t, OfStructure> ByStructure;
  Series One; ///< of the structure that series() was last asked for
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
      ByStructure[R.Structure.Value].Rows.push_back({W, &R});
  }
  // Of what was seen only while caches were warmed, misses are known, too.
  for (const auto &[Structure, Lines] : S.Seen)
    ByStructure[Structure];
}

/// Valid until the next call.
Series &Estimator::series(uint32_t Structure) {
  const OfStructure &Its = ByStructure.at(Structure);
  One.clear();
  for (const RowOfWindow &R : Its.Rows)
    One.add(R.Window, *R.Row);
  Its.Corrected.applyTo(One);
  return One;
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
    Correction::Level &By = ByStructure[Structure].Corrected.Levels[L];
    By.Kept = Fresh == 0 ? 0 : New * Part / Fresh;
    By.Spread = Fresh == 0 ? New * Part / Misses : 0;
    By.spread(Of.Misses[L], Of.Fresh[L]);
    Factors.Misses[Structure][L] *= sum(Of.Misses[L]) / Misses;
  }
}

/// No estimate of an outer level may lie where the true number cannot. In a
/// first level, stale lines add about as much to everybody's misses, so that
/// shares are better as they are.
void Estimator::keepInRange(uint32_t Structure, Series &Of) {
  if (!Ranges.known() || Part <= 0 || Part >= 1)
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
    Correction::Level &By = ByStructure[Structure].Corrected.Levels[L];
    By.Fitted = Kept / Guess;
    By.fit(Of.Misses[L]);
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
void Estimator::addOpen(uint32_t Structure, const Series &Of,
                        SampledErrors &To) const {
  auto Its = Possible.find(Structure);
  if (Its == Possible.end())
    return;
  for (size_t L = 0; L != Levels; ++L) {
    const Range &R = Its->second[L];
    Range Share =
        shareOf(R, {Together[L].Low - R.Low, Together[L].High - R.High});
    WindowedCount C = counted(L, Of, Factors.Extra[Structure][L]);
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
  for (auto &[Structure, Its] : ByStructure) {
    Series &Of = series(Structure);
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
  for (const auto &[Structure, Its] : ByStructure) {
    const Series &Of = series(Structure);
    addOpen(Structure, Of,
            To.ByStructure[Structure] = errors(Of, Factors.Extra[Structure]));
  }
  for (size_t L = 0; L != Levels && !Possible.empty(); ++L) {
    double All = counted(L, Whole, WholeExtra[L]).guess();
    widen(To.Total.Misses[L].CountPpm, Together[L], All, All, Unbounded);
  }
  scaleCounts(P, Factors);
}

} // namespace

void estimateRun(Profile &P, const SampledStream &S) { Estimator(P, S).run(); }

} // namespace memfacet
