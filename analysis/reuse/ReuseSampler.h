//===- ReuseSampler.h - touches, and the next ones of their lines ---------===//
//
// ReuseSampler chooses touches at random and watches their lines until these
// are touched again. A byte of a small table says whether a line may be
// watched, so most touches cost one look.
//
// What distances follow from reuse times is a guess (StatStack.h). ReuseChecks
// observes both in short bursts of the stream, so that the guess can be
// corrected.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_REUSE_REUSESAMPLER_H
#define MEMFACET_REUSE_REUSESAMPLER_H

#include "analysis/reuse/LastTouches.h"
#include "analysis/reuse/Touches.h"
#include "analysis/support/Hash.h"
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace memfacet {

/// Times are touches, all lines, numbered from 0.
struct ReuseSample {
  static constexpr uint64_t Never = ~uint64_t(0);

  uint64_t Start;       ///< a touch that was chosen
  uint64_t End = Never; ///< the next touch of its line
  /// The structure that is charged: of the later touch, or of the only one.
  uint32_t Owner = 0;
  bool Counted = true; ///< that touch was in the region of interest
};

/// A pair of touches of which the distance is known, too.
struct ReuseCheck {
  ReuseSample Pair; ///< of less than ReuseChecks::TimeLimit
  uint32_t Distance;
  uint32_t Burst; ///< in which it was observed
};

/// All that was sampled of one stream.
struct ReuseSamples {
  std::vector<ReuseSample> All; ///< by Start
  uint64_t Touches = 0;         ///< the time now
  double Gap = 1;               ///< touches for each sample, on average
  std::vector<ReuseCheck> Checks = {};
};

/// Observes one burst of eight of the first million touches, one of 32 of the
/// first 128 million, one of 128 of the others. Which ones is random, but the
/// same for a seed. Keeps some pairs of each burst, at most MaxChecks in all.
class ReuseChecks {
public:
  static constexpr uint64_t BurstTouches = 1 << 13;
  static constexpr uint64_t TimeLimit = BurstTouches;
  static constexpr size_t MaxChecks = 1 << 17;

  explicit ReuseChecks(uint64_t Seed)
      : Seed(Seed), Random(Seed), Last(BurstTouches) {}

  /// The next touches of the stream.
  void touch(const Touches &T);
  const std::vector<ReuseCheck> &all() const { return Kept; }

private:
  bool isChosen(uint64_t Burst) const;
  void observe(const Touches &T, size_t From, size_t To);
  void thinOut();

  uint64_t Seed, Random;
  uint64_t Now = 0; ///< touches so far
  bool Observing = false;
  /// One pair of so many is kept.
  uint32_t KeptOne = 8;
  /// By line: 1 more than the touch of the burst that was its last.
  LineSlots Slots;
  LiveTimes Last;
  std::vector<ReuseCheck> Kept;
};

/// Samples one stream. The gaps between samples are geometric, so each touch is
/// as likely to be chosen as any other. Once there are MaxSamples, each is
/// dropped with probability one half and gaps double: a run of any length is
/// sampled evenly, in bounded memory. Two samplers of a seed agree.
class ReuseSampler {
public:
  static constexpr size_t MaxSamples = 1 << 17;
  static constexpr double FirstGap = 32;

  explicit ReuseSampler(uint64_t Seed, double Gap = FirstGap);

  void touch(const Touches &T);
  /// Touches from here on are not counted, though all is followed; or again.
  void count(bool Wanted) { Counting = Wanted; }
  /// What was touched so far is not counted.
  void forgetCounts();
  /// Lines that are watched now are not touched again, as far as is known.
  ReuseSamples samples() const;

private:
  struct Watch {
    uint64_t Start;
    uint32_t Owner;
    bool Counted;
  };

  size_t place(uint64_t Line) const {
    // Neighbours stay neighbours, so that few lines of this table are used.
    return (Line ^ Line >> 20) & (Watched.size() - 1);
  }
  uint64_t gap();
  void touched(uint64_t Line, uint64_t At, uint32_t Owner);
  void choose(uint64_t Line, uint64_t At, uint32_t Owner);
  void thinOut();
  void fillWatched(size_t Size);

  SeededRandom Random;
  double Gap;
  bool Counting = true;
  uint64_t Now = 0, Next; ///< touches; the next that is chosen
  /// Watches by place; 255: at least so many.
  std::vector<uint8_t> Watched;
  /// By line; several for a line, else samples would not be even.
  std::unordered_multimap<uint64_t, Watch> Open;
  std::vector<ReuseSample> Closed;
  ReuseChecks Checks;
};

} // namespace memfacet

#endif
