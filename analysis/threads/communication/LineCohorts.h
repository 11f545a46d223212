//===- LineCohorts.h - misses of lines that are not followed --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Estimates how often the lines of a structure were missed, from those that
// were followed.
//
// Example: a program hands over 40 lines in each round. At first all lines are
// followed, and each is missed 200 times. Later 4 of the 40 are followed; they
// are missed 3000 times each. So the 40 lines were missed 40 * 3200 times, not
// 64 times as often as those among the 4 that were chosen.
//
// A cohort has the lines of a structure that were first missed in one stretch,
// while one line in 2^c was chosen. The base are the misses in that stretch.
// Each line of it stands for 2^c. Where fewer lines are followed later, the
// misses of the others are to those of the followed ones as their bases are
// (W. G. Cochran, "Sampling Techniques", 3rd edition, 1977, chapter 6). If the
// followed ones have nearly no base, their misses are not taken for more than
// twice what the choice by chance would make of them; and if none is followed,
// the others may have been missed as often as in the stretch.
//
// A program may go over to other lines, so that those that are not followed are
// missed less than the followed ones, or more. The fewer lines are chosen, the
// more of their misses the 95 % interval leaves open.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_THREADS_COMMUNICATION_LINECOHORTS_H
#define MEMFACET_THREADS_COMMUNICATION_LINECOHORTS_H

#include "memfacet/Select.h"
#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

namespace memfacet::threads {

/// The misses of a structure's lines.
struct LostEstimate {
  double Value = 0;
  double Low = 0, High = 0; ///< the ends of a 95 % interval
};

class LineCohorts {
public:
  /// Notes that threads have executed \p Instructions more, and that one line
  /// in 2^\p Bits is chosen, or fewer.
  void advance(uint64_t Instructions, unsigned Bits);
  /// Adds a miss of \p Line that belongs to \p Structure. \p Bits: one line in
  /// 2^Bits was followed when it was missed. \p IsWatched: this one was
  /// followed even if it was not chosen. Misses of a stretch may be known late,
  /// while the next one goes on.
  void add(uint64_t Line, uint32_t Structure, unsigned Bits, bool IsWatched);
  void forgetCounts();
  /// Returns the estimates by structure.
  std::map<uint32_t, LostEstimate> estimates() const;

private:
  /// Instructions of a segment. A line that has moved in a segment while few
  /// are chosen was watched all the time, nearly.
  static constexpr uint64_t SegmentInstructions = 1 << 22;

  struct LineCount {
    uint64_t Number = 0;
    uint32_t Cohort = 0;
    uint64_t Base = 0;
    uint64_t Moved = 0; ///< in this segment
    bool operator==(const LineCount &) const = default;
  };
  /// What was counted of some lines in a segment, and before.
  struct FollowedLines {
    double Lines = 0, Base = 0, BaseSquares = 0;
    double Moved = 0;
    double MovedSquares = 0, Products = 0; ///< of Moved and the base
    void add(double LineBase, double LineMoved);
    void growBase(uint64_t LineBase);
    FollowedLines &operator+=(const FollowedLines &O);
    double deviation(double Growth) const;
  };
  struct Cohort {
    uint32_t Structure = 0;
    unsigned Bits = 0;
    uint64_t Begin = 0, End = 0; ///< of the stretch, since the first miss
    bool IsQuiet = false;        ///< lines of it would have been watched
    double Base = 0, BaseSquares = 0;
    uint64_t SeenMisses = 0;
    double Exact = 0;  ///< misses that stand for themselves
    double Growth = 0; ///< misses after the stretch
    /// The part of Growth by which lines that are not followed may differ.
    double Guessed = 0;
    double Spread = 0;  ///< the standard deviation of Growth
    double Unknown = 0; ///< misses that may have been unseen
    std::vector<uint32_t> Lines;
    FollowedLines Chosen;     ///< lines that are chosen now
    FollowedLines ChosenNow;  ///< those of Chosen, in this segment
    FollowedLines WatchedNow; ///< lines that are watched, in this segment

    double weight() const { return double(uint64_t(1) << Bits); }
  };

  Cohort &cohortOf(uint32_t Structure, unsigned Born);
  LineCount &lineOf(uint64_t Line, uint32_t Structure, unsigned Born);
  void addToBase(Cohort &C, LineCount &L);
  bool isChosen(const LineCount &L) const;
  void changeBits(unsigned NextBits);
  void findQuiet();
  void endSegment();
  void grow(Cohort &C, double Duration) const;

  /// Stands for the bits of lines that were first seen when they were watched.
  static constexpr unsigned Watched = MostSelectBits + 1;

  unsigned Bits = 0;
  uint64_t Now = 0, SegmentBegin = 0;
  std::vector<LineCount> Lines;
  std::vector<uint32_t> Moved; ///< lines of this segment, after their stretch
  std::vector<Cohort> Cohorts;
  std::map<std::pair<uint32_t, unsigned>, uint32_t> CohortNumbers;
  /// By structure and line.
  std::map<uint32_t, std::unordered_map<uint64_t, uint32_t>> LineNumbers;
};

} // namespace memfacet::threads

#endif
