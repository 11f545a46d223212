//===- TimePart.cpp - counts by structure and time, for a page ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A page of a long run has no room for each interval of each structure. So
// neighbouring intervals are added to bins; the number of bins follows from the
// page's room. A bin has the sum, so that everything adds up, and the least and
// the most of its intervals, so that peaks are visible. The browser computes
// coarser bins from these.
//
//===----------------------------------------------------------------------===//

#include "analysis/result/store/StreamReader.h"
#include "tools/html/PageParts.h"
#include <algorithm>
#include <map>

namespace memfacet::html {

namespace {

// Limits of a page: sums of the process and of a thread; structures; bins.
constexpr uint64_t MostProcessCells = 3'500'000, MostThreadCells = 120'000;
constexpr size_t MostProcessRows = 100, MostThreadRows = 24, MostThreads = 16;
constexpr uint64_t MostBins = 32'768;

/// Reads values by interval and adds them to bins.
class TimeBins {
public:
  /// \p Thread: the thread of the streams; Stream::Process: the process.
  TimeBins(const result::Profile &P, uint32_t Thread) : P(P), Thread(Thread) {
    Intervals = P.Streams.intervals(Thread);
    if (Thread != result::Stream::Process && P.hasCutIntervals(Thread))
      for (const result::IntervalPlace &I : P.Signatures.Places)
        if (I.Thread == Thread)
          Starts[I.Interval] = I.Start;
  }

  uint64_t base() const {
    return std::max<uint64_t>(P.IntervalInstructions, 1);
  }
  bool isCut() const { return !Starts.empty(); }
  /// Returns the length of the clock in base intervals.
  uint64_t length() const {
    if (!isCut())
      return Intervals;
    return std::prev(Starts.end())->second / base() + 1;
  }
  void choose(uint64_t Rows, uint64_t MostCells) {
    while (bins() > MostBins || bins() * Rows > MostCells)
      PerBin *= 2;
    BinOf.resize(Intervals);
    for (uint32_t I = 0; I != Intervals; ++I)
      BinOf[I] = uint32_t(beginOf(I) / PerBin);
  }
  uint64_t bins() const {
    return std::max<uint64_t>((length() + PerBin - 1) / PerBin, 1);
  }
  uint64_t perBin() const { return PerBin; }

  Expected<std::vector<uint64_t>> read(result::StreamReader &Reader,
                                       StructureId Structure,
                                       result::Measure Metric) {
    std::vector<uint64_t> Counts(Intervals);
    Status Read = Reader.read(Thread, Structure, Metric,
                              [&](std::span<const uint32_t> Positions,
                                  std::span<const uint64_t> Values) {
                                for (size_t I = 0; I != Positions.size(); ++I)
                                  if (Positions[I] < Intervals)
                                    Counts[Positions[I]] += Values[I];
                              });
    if (!Read)
      return Read.error();
    return Counts;
  }

  report::Json row(const std::vector<uint64_t> &Values,
                   PageNumbers &Numbers) const {
    std::vector<uint64_t> Sums(bins()), Least(bins(), ~uint64_t(0)),
        Most(bins());
    for (size_t I = 0; I != Values.size(); ++I) {
      size_t B = BinOf[I];
      Sums[B] += Values[I];
      Least[B] = std::min(Least[B], Values[I]);
      Most[B] = std::max(Most[B], Values[I]);
    }
    report::Json Row = {{"sum", Numbers.add(Sums)}};
    if (PerBin == 1 && !isCut())
      return Row;
    std::vector<uint8_t> Low, High;
    for (size_t B = 0; B != bins(); ++B) {
      Low.push_back(roughly(Least[B] == ~uint64_t(0) ? 0 : Least[B]));
      High.push_back(roughly(Most[B]));
    }
    Row["min"] = Numbers.addBytes(Low);
    Row["max"] = Numbers.addBytes(High);
    return Row;
  }

private:
  /// Returns where interval \p I begins, in base intervals of the clock.
  uint64_t beginOf(uint32_t I) const {
    if (!isCut())
      return I;
    auto Next = Starts.upper_bound(I);
    return Next == Starts.begin() ? 0 : std::prev(Next)->second / base();
  }

  const result::Profile &P;
  uint32_t Thread;
  uint32_t Intervals = 0;
  uint64_t PerBin = 1;
  std::map<uint32_t, uint64_t> Starts; ///< of cut intervals, in instructions
  std::vector<uint32_t> BinOf;
};

bool hasStream(const result::Profile &P, uint32_t Thread, StructureId Id) {
  for (const PageMeasure &M : pageMeasures(P))
    if (P.Streams.find(Thread, Id, M.Metric))
      return true;
  return false;
}

uint64_t clockOf(const result::Profile &P, uint32_t Thread) {
  for (const result::ThreadRow &T : P.Threads)
    if (T.Thread == Thread)
      return T.Instructions;
  return P.Instructions;
}

/// Returns the rows of measure \p M: those of \p Shown in order, then the sum
/// of all others.
Expected<report::Json> measureOf(const PageMeasure &M,
                                 const std::vector<StructureId> &Shown,
                                 TimeBins &Bins, result::StreamReader &Reader,
                                 PageNumbers &Numbers) {
  Expected<std::vector<uint64_t>> Rest =
      Bins.read(Reader, StructureId(), M.Metric);
  if (!Rest)
    return Rest.error();
  report::Json Rows = report::Json::array();
  for (StructureId Id : Shown) {
    Expected<std::vector<uint64_t>> Values = Bins.read(Reader, Id, M.Metric);
    if (!Values)
      return Values.error();
    for (size_t I = 0; I != Rest->size(); ++I)
      (*Rest)[I] -= std::min((*Rest)[I], (*Values)[I]);
    Rows.push_back(Bins.row(*Values, Numbers));
  }
  Rows.push_back(Bins.row(*Rest, Numbers));
  return Rows;
}

Expected<report::Json> clockPart(const result::Profile &P, uint32_t Thread,
                                 bool Process, size_t Profiles,
                                 PageNumbers &Numbers) {
  std::vector<StructureId> Shown;
  size_t MostRows = Process ? MostProcessRows : MostThreadRows;
  for (StructureId Id : costliest(P, 4 * MostRows))
    if (Shown.size() != MostRows && hasStream(P, Thread, Id))
      Shown.push_back(Id);
  std::vector<PageMeasure> Measures = pageMeasures(P);
  TimeBins Bins(P, Thread);
  Bins.choose((Shown.size() + 1) * Measures.size(),
              (Process ? MostProcessCells : MostThreadCells) / Profiles);
  report::Json Rows = report::Json::array(), Parts = report::Json::array();
  for (StructureId Id : Shown)
    Rows.push_back(Id.Value);
  result::StreamReader Reader(P.Streams);
  for (const PageMeasure &M : Measures) {
    Expected<report::Json> Part = measureOf(M, Shown, Bins, Reader, Numbers);
    if (!Part)
      return Part.error();
    Parts.push_back(std::move(*Part));
  }
  uint64_t Step = Bins.base() * Bins.perBin(), Clock = clockOf(P, Thread),
           End = Bins.bins() * Step;
  // The end of a region of interest is not known.
  if (!P.hasInterest() && Clock > End - Step && Clock < End)
    End = Clock;
  return report::Json{
      {"thread", Process ? report::Json() : report::Json(Thread)},
      {"bins", Bins.bins()},
      {"step", Step},
      {"intervals_per_bin", Bins.perBin()},
      {"end", End},
      {"rows", Rows},
      {"measures", Parts}};
}

} // namespace

Expected<report::Json> timePart(const result::Profile &P, size_t Profiles,
                                PageNumbers &Numbers) {
  std::optional<uint32_t> Process =
      P.Streams.processThread(result::Measure::Accesses);
  if (P.Streams.empty() || P.IntervalInstructions == 0 || !Process)
    return report::Json();
  report::Json Clocks = report::Json::array();
  Expected<report::Json> Whole =
      clockPart(P, *Process, true, Profiles, Numbers);
  if (!Whole)
    return Whole.error();
  Clocks.push_back(std::move(*Whole));
  if (P.Threads.size() < 2)
    return Clocks;
  std::vector<result::ThreadRow> Threads = P.Threads;
  std::ranges::sort(Threads, {}, [](const result::ThreadRow &T) {
    return std::pair(~T.Instructions, T.Thread);
  });
  Threads.resize(std::min(Threads.size(), MostThreads));
  std::ranges::sort(Threads, {}, &result::ThreadRow::Thread);
  for (const result::ThreadRow &T : Threads) {
    Expected<report::Json> Part =
        clockPart(P, T.Thread, false, Profiles, Numbers);
    if (!Part)
      return Part.error();
    Clocks.push_back(std::move(*Part));
  }
  return Clocks;
}

} // namespace memfacet::html
