//===- SampleWindows.h - which part of a run is recorded ------------------===//
//
// A sampled run records windows and leaves out the rest. Where the windows are
// depends only on the plan and on the process's clock: the number of words of
// block records that its threads have made, recorded or not. So two runs have
// the same windows, and so has a complete trace from which they are chosen
// afterwards.
//
// The run is cut into periods. Each has one window, at a place that the seed
// chooses: first a part that only warms caches, then one that is measured.
// Periods have a fixed length, or grow with the run, so that short runs have
// enough windows and long ones not too many. Of growing periods a fixed share
// is recorded, so every measured word stands for equally many words.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_SAMPLEWINDOWS_H
#define MEMFACET_SAMPLEWINDOWS_H

#include <cstddef>
#include <cstdint>

namespace memfacet {

/// What a thread does, in the order of a window's parts.
enum class SamplePart : uint32_t {
  WarmUp = 0,   ///< records; nothing of it is counted
  Measured = 1, ///< records
  Off = 2,      ///< does not record
};

/// Argument of a Sampled event: what the thread does from there on. Arguments
/// of one process grow as its windows follow each other.
constexpr uint32_t sampledArgument(uint32_t Window, SamplePart Part) {
  return Window << 2 | uint32_t(Part);
}
constexpr SamplePart sampledPart(uint32_t Argument) {
  return SamplePart(Argument & 3);
}
constexpr uint32_t sampledWindow(uint32_t Argument) { return Argument >> 2; }

/// Words.
struct SamplePlan {
  uint64_t Period = 0; ///< 0: periods grow, SharePpm of each is recorded
  uint64_t Window = 0; ///< measured in each period
  uint64_t Warm = 0;   ///< recorded before that
  uint64_t SharePpm = 20000;
  uint64_t Seed = 1;

  constexpr bool operator==(const SamplePlan &) const = default;
};

/// At least so many words are recorded of a growing period; half of them warm
/// caches.
constexpr uint64_t LeastSampledWords = 20000;
/// A growing period is this fraction of the run before it: 1 /
/// SamplePeriodsPerRun.
constexpr uint64_t SamplePeriodsPerRun = 128;

/// Begins at clock 0. The clock must not go back.
class SampleWindows {
public:
  constexpr explicit SampleWindows(const SamplePlan &Plan = {}) : Plan(Plan) {
    enterPeriod(0);
  }

  constexpr void advance(uint64_t Clock) {
    while (Clock >= PeriodEnd)
      enterPeriod(PeriodEnd);
    Part = Clock >= End         ? SamplePart::Off
           : Clock >= Begin     ? SamplePart::Measured
           : Clock >= WarmBegin ? SamplePart::WarmUp
                                : SamplePart::Off;
    Changes = Clock >= End         ? PeriodEnd
              : Clock >= Begin     ? End
              : Clock >= WarmBegin ? Begin
                                   : WarmBegin;
    Last = Clock >= WarmBegin ? Number : Number - 1;
  }

  constexpr SamplePart part() const { return Part; }
  /// The window that is in progress or was the last; 0: none yet.
  constexpr uint32_t window() const { return Last; }
  /// The clock at which part() may change next.
  constexpr uint64_t changesAt() const { return Changes; }

private:
  constexpr void enterPeriod(uint64_t At) {
    uint64_t Warm = Plan.Warm, Window = Plan.Window, Length = Plan.Period;
    if (Length == 0) {
      Length = LeastSampledWords * 1000000 / Plan.SharePpm;
      if (Length < At / SamplePeriodsPerRun)
        Length = At / SamplePeriodsPerRun;
      uint64_t Recorded = Length / 1000000 * Plan.SharePpm +
                          Length % 1000000 * Plan.SharePpm / 1000000;
      Warm = Recorded / 2;
      Window = Recorded - Warm;
    }
    ++Number;
    PeriodEnd = At + Length;
    WarmBegin = At + mixed(Plan.Seed, Number) % (Length - Window - Warm + 1);
    Begin = WarmBegin + Warm;
    End = Begin + Window;
    advance(At);
  }

  static constexpr uint64_t mixed(uint64_t Seed, uint64_t Number) {
    uint64_t X = Seed * 0x9e3779b97f4a7c15 + Number * 0xd1342543de82ef95;
    X = (X ^ X >> 32) * 0xd6e8feb86659fd93;
    X = (X ^ X >> 32) * 0xd6e8feb86659fd93;
    return X ^ X >> 32;
  }

  SamplePlan Plan;
  uint64_t PeriodEnd = 0, WarmBegin = 0, Begin = 0, End = 0;
  uint64_t Changes = 0;
  uint32_t Number = 0, Last = 0; ///< of the period; see window
  SamplePart Part = SamplePart::Off;
};

/// Reads plans: "2%", or NAME=VALUE words separated by commas, as in
/// "period=50M,window=1M,warm=1M" and "share=0.5%,seed=7".
class SamplePlanReader {
public:
  constexpr SamplePlanReader(const char *Text, size_t Size)
      : At(Text), Last(Text + Size) {}

  /// False: the text is not a plan; \p To is undefined.
  constexpr bool read(SamplePlan &To) {
    To = {};
    bool HasShare = false, HasWarm = false;
    if (At != Last && isDigit(*At)) {
      HasShare = true;
      if (!percent(To.SharePpm) || (At != Last && !take(',')))
        return false;
    }
    while (At != Last) {
      bool Good = taken("period=")   ? count(To.Period)
                  : taken("window=") ? count(To.Window)
                  : taken("warm=")   ? (HasWarm = true, count(To.Warm))
                  : taken("share=")  ? (HasShare = true, percent(To.SharePpm))
                  : taken("seed=")   ? count(To.Seed)
                                     : false;
      if (!Good || (At != Last && (!take(',') || At == Last)))
        return false;
    }
    if (To.Period == 0)
      return To.Window == 0 && !HasWarm && To.SharePpm != 0 &&
             To.SharePpm <= 1000000;
    if (To.Window == 0)
      To.Window = (To.Period + 99) / 100;
    if (!HasWarm)
      To.Warm =
          To.Window < To.Period - To.Window ? To.Window : To.Period - To.Window;
    return !HasShare && To.Window <= To.Period &&
           To.Warm <= To.Period - To.Window && To.Period <= MaxPeriod;
  }

private:
  static constexpr uint64_t MaxPeriod = uint64_t(1) << 50;

  static constexpr bool isDigit(char C) { return C >= '0' && C <= '9'; }
  constexpr bool take(char C) {
    if (At == Last || *At != C)
      return false;
    ++At;
    return true;
  }
  constexpr bool taken(const char *Word) {
    const char *P = At;
    for (; *Word; ++Word, ++P)
      if (P == Last || *P != *Word)
        return false;
    At = P;
    return true;
  }
  constexpr bool digits(uint64_t &To) {
    const char *First = At;
    for (To = 0; At != Last && isDigit(*At) && At - First < 16; ++At)
      To = To * 10 + uint64_t(*At - '0');
    return At != First;
  }
  /// With K, M or G: powers of 1000.
  constexpr bool count(uint64_t &To) {
    if (!digits(To))
      return false;
    uint64_t Factor = take('K') || take('k') ? 1000
                      : take('M')            ? 1000000
                      : take('G')            ? 1000000000
                                             : 1;
    To = To <= MaxPeriod / Factor ? To * Factor : MaxPeriod + 1;
    return To <= MaxPeriod;
  }
  /// In millionths: "2%", "0.25%".
  constexpr bool percent(uint64_t &To) {
    if (!digits(To) || To > 100)
      return false;
    To *= 10000;
    if (take('.')) {
      uint64_t Place = 1000;
      const char *First = At;
      for (; At != Last && isDigit(*At); ++At, Place /= 10)
        To += uint64_t(*At - '0') * Place;
      if (At == First)
        return false;
    }
    return take('%');
  }

  const char *At, *Last;
};

} // namespace memfacet

#endif
