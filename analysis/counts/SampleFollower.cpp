//===- SampleFollower.cpp - the windows of a sampled run ------------------===//

#include "analysis/counts/SampleFollower.h"

namespace memfacet {

SampleFollower::Change SampleFollower::follow(const Event &E) {
  if (E.Payload.size() < 2)
    return {};
  uint64_t Skipped = E.Payload[0], Recorded = E.Payload[1];
  Stream.Words += Skipped + Recorded;
  Stream.Recorded += Recorded;
  LeftOut += Skipped;
  auto [Its, New] = ByThread.try_emplace(E.Thread.Value, E.Argument);
  if (!New && sampledPart(Its->second) == SamplePart::Measured) {
    Stream.Measured += Recorded;
    Windows.addWords(sampledWindow(Its->second), Recorded);
  }
  Its->second = E.Argument;
  Change Result;
  if (E.Argument <= Now)
    return Result;
  uint32_t Before = std::exchange(Now, E.Argument);
  Result.Number = sampledWindow(Before);
  Result.Closes = sampledPart(Before) == SamplePart::Measured;
  if (sampledPart(E.Argument) != SamplePart::Off)
    Result.Gap = std::exchange(LeftOut, 0) != 0;
  return Result;
}

void SampleFollower::close(uint32_t Number, CacheCounts &Caches) {
  for (const auto &[Structure, Misses] : Caches.freshLines()->take())
    for (size_t L = 0; L != Misses.size(); ++L)
      if (Misses[L] != 0)
        Windows.addFresh(StructureId(Structure), L, Misses[L]);
  Windows.close(Number);
}

void SampleFollower::fill(Profile &P, CacheCounts &Caches) {
  if (measuring())
    close(sampledWindow(Now), Caches);
  SampledStream S = Stream;
  S.Windows = Windows.windows();
  S.Seen = Caches.freshLines()->seen();
  S.Distances = Caches.freshLines()->distances().counts();
  estimateRun(P, S);
  // A program that only counts its blocks has no words; another note says so.
  if (S.Measured == 0 && S.Words != 0)
    P.Notes.push_back(fmt::format(
        "the run ended before its first window was measured: nothing is "
        "counted; record a larger share, for instance --sample={}",
        S.Words < 10'000'000 ? "100%" : "10%"));
}

} // namespace memfacet
