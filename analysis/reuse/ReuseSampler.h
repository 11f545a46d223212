//===- ReuseSampler.h - which touches follow some touches -----------------===//
//
// Chooses touches at random and watches their lines until these are touched
// again. Whether a line is watched is answered by one byte of a small table:
// lines of which nobody is watched go no further.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_REUSE_REUSESAMPLER_H
#define MEMFACET_REUSE_REUSESAMPLER_H

#include "analysis/reuse/ReuseChecks.h"
#include "analysis/reuse/ReuseSample.h"
#include "analysis/reuse/Touches.h"
#include <unordered_map>

namespace memfacet {

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
  uint64_t random();
  uint64_t gap();
  void touched(uint64_t Line, uint64_t At, uint32_t Owner);
  void choose(uint64_t Line, uint64_t At, uint32_t Owner);
  void thinOut();
  void fillWatched(size_t Size);

  uint64_t State;
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
