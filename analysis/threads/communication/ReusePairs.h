//===- ReusePairs.h - chooses the accesses that begin reuse pairs ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A reuse pair is an access that was chosen at random and the next access to
// the same cache line, by any thread. The second access and the one after it
// are another pair, for which the previous access of the line is known.
//
// Each thread has a clock that counts *units*, and its own random gaps between
// chosen units. An access of at most a line's bytes is one unit; if it lies in
// two lines, both are watched. A longer access is one unit for each line that
// it touches. So every touch of a line is chosen with the same probability, and
// the choices of a thread depend only on its own accesses, the seed and the
// thread's number.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_THREADS_COMMUNICATION_REUSEPAIRS_H
#define MEMFACET_THREADS_COMMUNICATION_REUSEPAIRS_H

#include "memfacet/Check.h"
#include <cstddef>
#include <cstdint>

namespace memfacet::threads {

/// Lines of this many bytes are watched.
constexpr unsigned ReuseLineShift = 6;
constexpr uint64_t ReuseLineBytes = uint64_t(1) << ReuseLineShift;
/// Addresses count modulo 2^47.
constexpr uint64_t ReuseAddressMask = (uint64_t(1) << 47) - 1;

constexpr uint64_t reuseLine(uint64_t Address) {
  return (Address & ReuseAddressMask) >> ReuseLineShift;
}

struct ReusePlan {
  static constexpr uint64_t DefaultPeriod = 1000;
  static constexpr uint64_t MaxPeriod = 1000000000;

  uint64_t Period = DefaultPeriod; ///< mean number of units per choice
  uint64_t Seed = 1;

  bool operator==(const ReusePlan &) const = default;
};

/// Reads "period=N,seed=S", in any order, or "N"; N may end with K or M.
class ReusePlanReader {
public:
  constexpr ReusePlanReader(const char *Text, size_t Size)
      : Position(Text), End(Text + Size) {}

  /// Reads into \p Plan. Returns false if the text is not a plan.
  constexpr bool read(ReusePlan &Plan) {
    if (Position == End)
      return false;
    for (bool First = true; Position != End; First = false) {
      if (!First && !take(","))
        return false;
      bool Read = take("seed=") ? digits(Plan.Seed)
                  : take("period=") || (First && isDigit(*Position))
                      ? count(Plan.Period)
                      : false;
      if (!Read)
        return false;
    }
    return Plan.Period != 0;
  }

private:
  static constexpr bool isDigit(char C) { return C >= '0' && C <= '9'; }
  constexpr bool take(const char *Word) {
    const char *P = Position;
    for (; *Word; ++Word, ++P)
      if (P == End || *P != *Word)
        return false;
    Position = P;
    return true;
  }
  constexpr bool digits(uint64_t &Value) {
    const char *First = Position;
    for (Value = 0;
         Position != End && isDigit(*Position) && Position - First < 18;
         ++Position)
      Value = Value * 10 + uint64_t(*Position - '0');
    return Position != First;
  }
  constexpr bool count(uint64_t &Value) {
    if (!digits(Value) || Value > ReusePlan::MaxPeriod)
      return false;
    Value *= take("K") || take("k") ? 1000 : take("M") ? 1000000 : 1;
    return Value <= ReusePlan::MaxPeriod;
  }

  const char *Position, *End;
};

/// Returns log2(\p X) with \p Bits bits after the binary point, rounded down;
/// the last bit may be wrong. \p X is not 0. Uses integers only: every machine
/// must choose the same accesses.
constexpr uint64_t log2Fixed(uint64_t X, unsigned Bits) {
  MEMFACET_CHECK(X != 0, "0 has no logarithm");
  unsigned Whole = 63;
  for (; !(X >> 63); --Whole)
    X <<= 1;
  uint64_t Result = Whole;
  for (unsigned I = 0; I != Bits; ++I) {
    auto Square = static_cast<unsigned __int128>(X) * X >> 63;
    bool Two = Square >> 64 != 0;
    X = uint64_t(Two ? Square >> 1 : Square);
    Result = Result << 1 | Two;
  }
  return Result;
}

/// The same with 32 bits after the point, exact up to the last bit but one, and
/// fast enough for each choice: a table for the first 7 bits, then
///   log2(m) = -log2(c) + ln(m c) / ln 2,  ln(1 + e) = e - e^2/2 + e^3/3 -
///   e^4/4
class QuickLog2 {
public:
  constexpr QuickLog2() {
    for (uint32_t I = 0; I != Rows; ++I) {
      Factor[I] = (uint64_t(2 * Rows) << FactorBits) / (2 * Rows + 2 * I + 1);
      Rest[I] = (uint64_t(FactorBits) << Bits) - log2Fixed(Factor[I], Bits);
    }
  }

  constexpr uint64_t operator()(uint64_t X) const {
    auto Zeros = unsigned(__builtin_clzll(X));
    X <<= Zeros;
    uint32_t I = uint32_t(X >> (63 - RowBits)) & (Rows - 1);
    auto Product = static_cast<unsigned __int128>(X) * Factor[I];
    int64_t E =
        int64_t(Product >> (63 + FactorBits - Point)) - (int64_t(1) << Point);
    int64_t E2 = times(E, E, Point);
    int64_t Ln =
        E - E2 / 2 + times(E2, E, Point) / 3 - times(E2, E2, Point) / 4;
    int64_t Log = times(Ln, PerLn2, 62) >> (Point - Bits);
    uint64_t All = (uint64_t(63 - Zeros) << Bits) + Rest[I] + uint64_t(Log);
    return All >> (Bits - 32);
  }

private:
  static constexpr unsigned RowBits = 7, Rows = 1 << RowBits, FactorBits = 16;
  static constexpr unsigned Bits = 40, Point = 60;
  static constexpr int64_t PerLn2 = 0x5c551d94ae0bf85e; ///< 2^62 / ln 2

  static constexpr int64_t times(int64_t A, int64_t B, unsigned Shift) {
    return int64_t(static_cast<__int128>(A) * B >> Shift);
  }

  uint64_t Factor[Rows] = {}; ///< c, about 1 / m in the row's middle
  uint64_t Rest[Rows] = {};   ///< -log2(c)
};
inline constexpr QuickLog2 Log2Quick;

/// Gaps between chosen units: geometric with mean Period, at least 1, so that
/// each unit is chosen with probability 1 / Period whatever was chosen before.
///   gap = 1 + floor(log2(u) / log2(1 - 1/Period)),  u uniform in (0, 1]
class ReuseGaps {
public:
  constexpr ReuseGaps(const ReusePlan &Plan, uint32_t Thread)
      : State(mix(Plan.Seed ^ mix(uint64_t(Thread) + Step))),
        Period(Plan.Period), PerUnit(1) {
    if (Period > 1)
      PerUnit = log2Fixed(Period, StepBits) - log2Fixed(Period - 1, StepBits);
  }

  constexpr uint64_t next() {
    if (Period <= 1)
      return 1;
    State += Step;
    // -log2(u) of u = (R + 1) / 2^64; R + 1 = 2^64 gives 0.
    uint64_t R = mix(State) + 1;
    constexpr uint64_t All = uint64_t(64) << 32;
    uint64_t Log = R == 0 ? All : Log2Quick(R);
    uint64_t Less = Log < All ? All - Log : 0;
    return 1 + (Less << (StepBits - RandomBits)) / PerUnit;
  }

private:
  /// SplitMix64 (Steele, Lea and Flood 2014).
  static constexpr uint64_t Step = 0x9e3779b97f4a7c15;
  static constexpr uint64_t mix(uint64_t Z) {
    Z = (Z ^ Z >> 30) * 0xbf58476d1ce4e5b9;
    Z = (Z ^ Z >> 27) * 0x94d049bb133111eb;
    return Z ^ Z >> 31;
  }
  /// 7 bits before the point and these bits after it fit a word. The error of
  /// the mean gap is at most Period / 2^50, that of a boundary between two gaps
  /// at most Period / 2^31.
  static constexpr unsigned StepBits = 50, RandomBits = 32;

  uint64_t State, Period;
  uint64_t PerUnit; ///< -log2(1 - 1/Period)
};

/// The position of one thread in its stream of accesses.
struct ReuseClock {
  constexpr ReuseClock(const ReusePlan &Plan, uint32_t Thread)
      : Gaps(Plan, Thread), Units(0), ChosenUnit(0) {
    ChosenUnit = Gaps.next() - 1;
  }

  ReuseGaps Gaps;
  uint64_t Units;      ///< units so far: the number of the next one
  uint64_t ChosenUnit; ///< the unit that is chosen next, not below Units

  /// Takes the thread's next access, of at least one byte. Calls
  /// \p S.touch(line) for each line of the access, which ends a watch of the
  /// line. If the unit is chosen, then calls S.watch(line), which begins one.
  /// During the calls, Units is the number of the unit.
  template <typename Sink>
  constexpr void access(uint64_t Address, uint64_t Bytes, Sink &S) {
    MEMFACET_CHECK(Bytes != 0, "an access without a byte has no last unit");
    uint64_t Line = reuseLine(Address), Last = reuseLine(Address + Bytes - 1);
    if (Bytes > ReuseLineBytes) {
      lines(Line, Last, S);
      return;
    }
    S.touch(Line);
    if (Line != Last)
      S.touch(Last);
    if (Units == ChosenUnit) {
      S.watch(Line);
      if (Line != Last)
        S.watch(Last);
      ChosenUnit += Gaps.next();
    }
    ++Units;
  }

private:
  template <typename Sink>
  constexpr void lines(uint64_t Line, uint64_t Last, Sink &S) {
    for (;; Line = (Line + 1) & (ReuseAddressMask >> ReuseLineShift)) {
      S.touch(Line);
      if (Units == ChosenUnit) {
        S.watch(Line);
        ChosenUnit += Gaps.next();
      }
      ++Units;
      if (Line == Last)
        return;
    }
  }
};

} // namespace memfacet::threads

#endif
