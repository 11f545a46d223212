//===- TimeTracks.cpp - counts and phases over time -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/export/TimeTracks.h"
#include "analysis/result/store/StreamReader.h"
#include <algorithm>
#include <map>

namespace memfacet {

namespace {

/// What a track shows: a stream.
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
  Status fill(TimeTrack &Track, const TrackSource &From);
  size_t clockOf(uint32_t Thread) const;
  uint64_t beginOf(uint32_t Thread, uint32_t Interval);
  uint64_t base() const {
    return std::max<uint64_t>(P.IntervalInstructions, 1);
  }

  const result::Profile &P;
  result::StreamReader Reader;
  TimeTracks Result;
  std::vector<TrackSource> Sources; ///< of Result.Counters
  std::map<uint32_t, size_t> ClockOfThread;
  /// By thread: where intervals begin that are cut.
  std::map<uint32_t, std::map<uint32_t, uint64_t>> Starts;
};

void TrackMaker::addCounters(size_t Clock, uint32_t Thread, bool ByStructure) {
  for (size_t L = 0; L != P.Caches.Levels.size(); ++L) {
    std::string Name = P.Caches.Levels[L].Name + " misses";
    auto Add = [&](StructureId Id, const std::string &Of) {
      TrackSource From = {Thread, Id, L};
      if (!P.Streams.find(Thread, Id, From.measure()))
        return;
      Result.Counters.push_back({Clock, Name + Of, {}});
      Sources.push_back(From);
    };
    Add(StructureId(), "");
    if (ByStructure)
      for (uint32_t Id = 0; Id != P.Structures.size(); ++Id)
        Add(StructureId(Id), ": " + P.Structures[Id].title());
  }
}

/// The process first. The clock of an only thread is that of the process.
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
    // Where nobody knows the process's clock, threads have the structures.
    addCounters(Result.Clocks.size() - 1, T.Thread, !Process);
  }
}

size_t TrackMaker::clockOf(uint32_t Thread) const {
  auto It = ClockOfThread.find(Thread);
  return It == ClockOfThread.end() ? Result.Clocks.size() : It->second;
}

/// A phase ends where the next one of its thread begins.
void TrackMaker::addMarkers() {
  std::map<uint32_t, TimeSlice> Phase, Interest;
  auto End = [&](std::map<uint32_t, TimeSlice> &Open, uint32_t Thread,
                 uint64_t At, std::vector<TimeSlice> &To) {
    auto It = Open.find(Thread);
    if (It == Open.end())
      return;
    It->second.End = std::max(At, It->second.Begin);
    To.push_back(std::move(It->second));
    Open.erase(It);
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
  uint64_t Each =
      std::max<uint64_t>(MostPoints / std::max<uint64_t>(Sources.size(), 1), 1);
  Result.Period = base() * ((Intervals + Each - 1) / Each);
}

uint64_t TrackMaker::beginOf(uint32_t Thread, uint32_t Interval) {
  if (Thread == result::Stream::Process || !P.hasCutIntervals(Thread))
    return Interval * base();
  auto [It, New] = Starts.try_emplace(Thread);
  if (New)
    for (const result::IntervalPlace &I : P.Signatures.Places)
      if (I.Thread == Thread)
        It->second[I.Interval] = I.Start;
  auto After = It->second.upper_bound(Interval);
  return After == It->second.begin() ? 0 : std::prev(After)->second;
}

Status TrackMaker::fill(TimeTrack &Track, const TrackSource &From) {
  std::map<uint64_t, uint64_t> Sums; // by number of the period
  Status Read = Reader.read(
      From.Thread, From.Structure, From.measure(),
      [&](std::span<const uint32_t> Intervals,
          std::span<const uint64_t> Values) {
        for (size_t I = 0; I != Intervals.size(); ++I)
          if (Values[I] != 0)
            Sums[beginOf(From.Thread, Intervals[I]) / Result.Period] +=
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
  // A viewer takes the last of several values of one time.
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

} // namespace memfacet
