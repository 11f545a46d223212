//===- TimeTracks.cpp - counts and phases over time -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/export/TimeTracks.h"
#include "analysis/result/store/StreamReader.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <map>

namespace memfacet::exports {

namespace {

/// The stream that a track shows.
struct TrackSource {
  uint32_t Thread = 0;
  StructureId Structure; ///< invalid: all
  size_t Level = 0;

  result::Measure measure() const {
    return result::levelMeasure(Level, result::LevelMeasure::Misses);
  }
};

class TrackMaker {
public:
  explicit TrackMaker(const result::Profile &P) : P(P), Reader(P.Streams) {}

  Expected<TimeTracks> make(uint64_t MostPoints);

private:
  void addClocks();
  void addCounters(size_t Clock, uint32_t Thread, bool ByStructure);
  void addMarkers();
  void choosePeriod(uint64_t MostPoints);
  Status fill(TimeTrack &Track, const TrackSource &Source);
  size_t clockOf(uint32_t Thread) const;
  uint64_t beginOf(uint32_t Thread, uint32_t Interval);
  uint64_t base() const {
    return std::max<uint64_t>(P.IntervalInstructions, 1);
  }

  const result::Profile &P;
  result::StreamReader Reader;
  TimeTracks Result;
  std::vector<TrackSource> Sources; ///< by index in Result.Counters
  std::map<uint32_t, size_t> ClockOfThread;
  /// By thread: the beginning of each interval, if intervals are cut.
  std::map<uint32_t, std::map<uint32_t, uint64_t>> Starts;
};

void TrackMaker::addCounters(size_t Clock, uint32_t Thread, bool ByStructure) {
  MEMFACET_CHECK(Clock < Result.Clocks.size(),
                 "a counter is on a clock that is there");
  for (size_t L = 0; L != P.Caches.Levels.size(); ++L) {
    std::string Name = P.Caches.Levels[L].Name + " misses";
    auto Add = [&](StructureId Id, const std::string &Suffix) {
      TrackSource Source = {Thread, Id, L};
      if (!P.Streams.find(Thread, Id, Source.measure()))
        return;
      Result.Counters.push_back({Clock, Name + Suffix, {}});
      Sources.push_back(Source);
    };
    Add(StructureId(), "");
    if (ByStructure)
      for (uint32_t Id = 0; Id != P.Structures.size(); ++Id)
        Add(StructureId(Id), ": " + P.Structures[Id].title());
  }
}

/// Adds the clock of the process first. A single thread has the clock of the
/// process.
void TrackMaker::addClocks() {
  std::optional<uint32_t> Process =
      P.Streams.processThread(result::Measure::Accesses);
  bool IsOne = P.Threads.size() <= 1;
  if (IsOne || Process) {
    Result.Clocks.push_back({P.Program, P.Instructions});
    if (Process)
      addCounters(0, *Process, true);
  }
  for (const result::ThreadRow &T : P.Threads) {
    if (IsOne) {
      ClockOfThread[T.Thread] = 0;
      continue;
    }
    ClockOfThread[T.Thread] = Result.Clocks.size();
    Result.Clocks.push_back(
        {fmt::format("thread {}", T.Thread), T.Instructions});
    // If there is no stream of the process, threads show the structures.
    addCounters(Result.Clocks.size() - 1, T.Thread, !Process);
  }
}

size_t TrackMaker::clockOf(uint32_t Thread) const {
  auto Entry = ClockOfThread.find(Thread);
  return Entry == ClockOfThread.end() ? Result.Clocks.size() : Entry->second;
}

/// Adds the slices of phases and regions of interest. A phase ends where the
/// next phase of the same thread begins.
void TrackMaker::addMarkers() {
  std::map<uint32_t, TimeSlice> Phase, Interest;
  auto End = [&](std::map<uint32_t, TimeSlice> &Open, uint32_t Thread,
                 uint64_t Time, std::vector<TimeSlice> &Slices) {
    auto Entry = Open.find(Thread);
    if (Entry == Open.end())
      return;
    Entry->second.End = std::max(Time, Entry->second.Begin);
    Slices.push_back(std::move(Entry->second));
    Open.erase(Entry);
  };
  for (const result::Marker &M : P.Markers) {
    size_t Clock = clockOf(M.Thread);
    if (Clock == Result.Clocks.size())
      continue;
    bool IsPhase = M.Kind == result::MarkerKind::Phase;
    auto &Open = IsPhase ? Phase : Interest;
    End(Open, M.Thread, M.Instructions,
        IsPhase ? Result.Phases : Result.Interest);
    if (M.Kind != result::MarkerKind::InterestEnd)
      Open[M.Thread] = {Clock, IsPhase ? M.Name : "region of interest",
                        M.Instructions, 0};
  }
  for (const result::ThreadRow &T : P.Threads) {
    End(Phase, T.Thread, T.Instructions, Result.Phases);
    End(Interest, T.Thread, T.Instructions, Result.Interest);
  }
  auto Order = [](const TimeSlice &S) { return std::pair(S.Clock, S.Begin); };
  std::ranges::stable_sort(Result.Phases, {}, Order);
  std::ranges::stable_sort(Result.Interest, {}, Order);
}

void TrackMaker::choosePeriod(uint64_t MostPoints) {
  uint64_t Intervals = 1;
  for (const TrackSource &S : Sources)
    Intervals = std::max<uint64_t>(Intervals, P.Streams.intervals(S.Thread));
  uint64_t PerTrack =
      std::max<uint64_t>(MostPoints / std::max<uint64_t>(Sources.size(), 1), 1);
  // A profile may say that its intervals have any length.
  const uint64_t Merged = (Intervals + PerTrack - 1) / PerTrack;
  if (__builtin_mul_overflow(base(), Merged, &Result.Period))
    Result.Period = UINT64_MAX;
}

uint64_t TrackMaker::beginOf(uint32_t Thread, uint32_t Interval) {
  if (Thread == result::Stream::Process || !P.hasCutIntervals(Thread))
    return Interval * base();
  auto [Entry, New] = Starts.try_emplace(Thread);
  if (New)
    for (const result::IntervalPlace &I : P.Signatures.Places)
      if (I.Thread == Thread)
        Entry->second[I.Interval] = I.Start;
  auto Next = Entry->second.upper_bound(Interval);
  return Next == Entry->second.begin() ? 0 : std::prev(Next)->second;
}

Status TrackMaker::fill(TimeTrack &Track, const TrackSource &Source) {
  std::map<uint64_t, uint64_t> Sums; // by the period's number
  Status Read = Reader.read(
      Source.Thread, Source.Structure, Source.measure(),
      [&](std::span<const uint32_t> Intervals,
          std::span<const uint64_t> Values) {
        for (size_t I = 0; I != Intervals.size(); ++I)
          if (Values[I] != 0)
            Sums[beginOf(Source.Thread, Intervals[I]) / Result.Period] +=
                Values[I];
      });
  uint64_t Value = 0, Next = 0;
  auto Add = [&](uint64_t Number, uint64_t New) {
    if (New != Value || Track.Points.empty())
      Track.Points.push_back({Number * Result.Period, New});
    Value = New;
  };
  Add(0, 0);
  for (auto [Number, Sum] : Sums) {
    if (Number != Next)
      Add(Next, 0);
    Add(Number, Sum);
    Next = Number + 1;
  }
  Add(Next, 0);
  // A viewer shows the last of several values of one time.
  if (Track.Points.size() > 1 && Track.Points[1].Begin == 0)
    Track.Points.erase(Track.Points.begin());
  return Read;
}

Expected<TimeTracks> TrackMaker::make(uint64_t MostPoints) {
  addClocks();
  addMarkers();
  choosePeriod(MostPoints);
  for (size_t I = 0; I != Sources.size(); ++I)
    if (Status Read = fill(Result.Counters[I], Sources[I]); !Read)
      return Read.error();
  return std::move(Result);
}

} // namespace

Expected<TimeTracks> timeTracks(const result::Profile &P, uint64_t MostPoints) {
  return TrackMaker(P).make(MostPoints);
}

} // namespace memfacet::exports
