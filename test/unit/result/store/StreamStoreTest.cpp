//===- StreamStoreTest.cpp - streams grow and are read --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/result/store/StreamStore.h"
#include "analysis/result/store/CoarserStreams.h"
#include "analysis/result/store/StreamReader.h"
#include "test/support/Test.h"
#include <ranges>

namespace {

const std::vector<Measure> Two = {Measure::Accesses, Measure::Stores};

/// thread, structure (or -1), measure: values by interval.
using Key = std::tuple<uint32_t, uint32_t, Measure>;
using Reference = std::map<Key, std::map<uint32_t, uint64_t>>;

std::map<uint32_t, uint64_t> valuesOf(const StreamSet &Set, const Key &K) {
  std::map<uint32_t, uint64_t> Values;
  StreamReader Reader(Set);
  auto [Thread, Structure, Kind] = K;
  Status Read = Reader.read(Thread, StructureId(Structure), Kind,
                            [&](auto Intervals, auto Read) {
                              for (size_t I = 0; I != Intervals.size(); ++I)
                                if (Read[I])
                                  Values[Intervals[I]] = Read[I];
                            });
  EXPECT_TRUE(Read) << Read.error().Message;
  return Values;
}

/// Adds as the store does, in the plainest way.
struct Slow {
  void add(const StreamStore::Moment &P, StructureId Id, Measure Kind,
           uint64_t Value) {
    if (Value == 0)
      return;
    // What goes back in the process's time stays.
    Process = std::max(Process, P.Process);
    for (uint32_t Structure : {Id.Value, StructureId().Value}) {
      Values[{P.Thread, Structure, Kind}][P.Interval] += Value;
      Values[{Stream::Process, Structure, Kind}][Process] += Value;
      if (!Id.valid())
        break;
    }
  }
  Reference Values;
  uint32_t Process = 0;
};

void expectSame(const StreamSet &Set, const Slow &Expected,
                const std::vector<Measure> &Kinds, bool OneThread) {
  size_t Count = 0;
  for (const auto &[K, Values] : Expected.Values) {
    auto [Thread, Structure, Measure] = K;
    if (OneThread && Thread == Stream::Process) {
      // The thread's are those of the process.
      EXPECT_EQ(Set.processThread(Measure), 0u);
      EXPECT_EQ(valuesOf(Set, {0, Structure, Measure}), Values);
      continue;
    }
    EXPECT_EQ(valuesOf(Set, K), Values)
        << Thread << " " << Structure << " " << uint32_t(Measure);
    const Stream *S = Set.find(Thread, StructureId(Structure), Measure);
    ASSERT_TRUE(S);
    EXPECT_EQ(S->Total, sumOf(Values | std::views::values, std::identity()));
    EXPECT_GT(S->Intervals, Values.rbegin()->first);
    ++Count;
  }
  size_t Streams = 0;
  for (const Stream &S : Set.All)
    Streams += S.Kind != intervalsOf(Kinds[0]);
  EXPECT_EQ(Streams, Count);
}

void addAny(std::mt19937_64 &Random, uint32_t Threads, StreamStore &Store,
            Slow &Expected, size_t Steps) {
  std::vector<uint64_t> Clocks(Threads);
  uint64_t Process = 0, Period = 1 + Random() % 40;
  uint32_t Structures = 1 + Random() % 6;
  for (size_t I = 0; I != Steps; ++I) {
    auto Thread = uint32_t(Random() % Threads);
    StreamStore::Moment P{Thread, uint32_t(Clocks[Thread] / Period),
                          uint32_t(Process / Period)};
    StructureId Id(uint32_t(Random() % Structures));
    if (Random() % 8 == 0)
      Id = StructureId();
    uint64_t *Cells = Store.at(P, Id);
    for (size_t C = 0; C != Two.size(); ++C) {
      uint64_t Value = Random() % 3 * (Random() % 1000);
      Cells[C] += Value;
      Expected.add(P, Id, Two[C], Value);
    }
    uint64_t Instructions = Random() % 30;
    Clocks[Thread] += Instructions;
    Process += Instructions;
  }
}

/// What \p Store lends are the bytes of \p Filled.
void expectLent(StreamStore &Store, const StreamSet &Filled) {
  StreamSet Lent;
  Store.lend(Lent);
  Lent.sort();
  ASSERT_EQ(Lent.All.size(), Filled.All.size());
  for (size_t I = 0; I != Lent.All.size(); ++I) {
    EXPECT_TRUE(Lent.All[I].Packed.empty());
    EXPECT_EQ(Lent.All[I].key(), Filled.All[I].key());
    EXPECT_EQ(good(Lent.bytes(Lent.All[I])), Filled.All[I].Packed);
  }
}

TEST(StreamStore, AgreesWithASlowReference) {
  for (uint64_t Seed = 0; Seed != 60; ++Seed) {
    std::mt19937_64 Random(Seed);
    uint32_t Threads = 1 + Seed % 4;
    // A small limit, so that blocks are packed before they are full.
    StreamStore Store(Two, Seed % 3 == 0 ? 500 : 16 << 20);
    Slow Expected;
    // Sums by structure and thread need no reading.
    addAny(Random, Threads, Store, Expected, 3000);
    for (int Twice = 0; Twice != 2; ++Twice) {
      StreamSet Set;
      Store.fill(Set);
      Set.sort();
      expectSame(Set, Expected, Two, Threads == 1);
      expectLent(Store, Set);
    }
    Store.visitSums([&](uint32_t Thread, StructureId Id,
                        const std::vector<uint64_t> &Sums) {
      for (size_t C = 0; C != Two.size(); ++C) {
        const auto &Slow = Expected.Values[{Thread, Id.Value, Two[C]}];
        EXPECT_EQ(Sums[C], sumOf(Slow | std::views::values, std::identity()));
      }
    });
  }
}

/// \p Expected, with 2^\p Shift intervals as one.
Slow merged(const Slow &Expected, unsigned Shift) {
  Slow Result;
  for (const auto &[K, Values] : Expected.Values)
    for (auto [Interval, Value] : Values)
      Result.Values[K][Interval >> Shift] += Value;
  return Result;
}

TEST(StreamStore, MergesIntervalsThatWouldTakeMoreThanTheLimit) {
  unsigned Most = 0;
  for (uint64_t Seed = 0; Seed != 60; ++Seed) {
    std::mt19937_64 Random(Seed);
    uint32_t Threads = 1 + Seed % 4;
    StreamStore Store(Two, Seed % 3 == 0 ? 500 : 3000);
    Store.limit(500 + Random() % 3000);
    Slow Expected;
    addAny(Random, Threads, Store, Expected, 8000);
    Most = std::max(Most, Store.shift());
    for (unsigned Further = 0; Further != 3; ++Further) {
      StreamSet Set;
      Store.fill(Set);
      Set.sort();
      expectSame(Set, merged(Expected, Store.shift()), Two, Threads == 1);
      expectLent(Store, Set);
      Store.coarsen(Store.shift() + Further);
    }
  }
  EXPECT_GE(Most, 4u);
}

TEST(StreamStore, StreamsOfAProfileCanBeMadeCoarser) {
  for (uint64_t Seed = 0; Seed != 20; ++Seed) {
    std::mt19937_64 Random(Seed);
    uint32_t Threads = 1 + Seed % 3;
    StreamStore Store(Two, 500);
    Slow Expected;
    addAny(Random, Threads, Store, Expected, 6000);
    StreamSet Set;
    Store.fill(Set);
    Set.sort();
    for (unsigned Shift : {0, 1, 3, 20})
      expectSame(good(coarserStreams(Set, Shift)), merged(Expected, Shift), Two,
                 Threads == 1);
    for (Stream &S : Set.All)
      if (S.Kind == Measure::Accesses)
        ++S.Total;
    EXPECT_TRUE(has(errorOf(coarserStreams(Set, 1)), "is damaged"));
  }
}

TEST(StreamStore, IntervalsWithoutValuesAreNotMadeCoarser) {
  StreamStore Store(Two);
  Store.at({}, StructureId(0))[0] = 1;
  StreamSet Set;
  Store.fill(Set);
  Set.sort();
  std::erase_if(Set.All,
                [](const Stream &S) { return S.Kind != Measure::Intervals; });
  ASSERT_FALSE(Set.All.empty());
  EXPECT_TRUE(has(errorOf(coarserStreams(Set, 1)), "has no values"));
}

TEST(StreamStore, TheOpenIntervalMergesWithTheLast) {
  StreamStore Store(Two);
  StructureId A(0), B(1);
  Store.at({0, 4, 4}, A)[0] += 1;
  Store.at({0, 4, 4}, B)[1] += 2;
  Store.at({0, 5, 5}, A)[0] += 4;
  Store.coarsen(1);
  Store.at({0, 5, 5}, A)[0] += 8;
  Store.at({0, 6, 6}, A)[0] += 16;
  StreamSet Set;
  Store.fill(Set);
  Set.sort();
  using Values = std::map<uint32_t, uint64_t>;
  EXPECT_EQ(valuesOf(Set, {0, 0, Measure::Accesses}),
            (Values{{2, 13}, {3, 16}}));
  EXPECT_EQ(valuesOf(Set, {0, 1, Measure::Stores}), (Values{{2, 2}}));
  EXPECT_EQ(valuesOf(Set, {0, StructureId().Value, Measure::Accesses}),
            (Values{{2, 13}, {3, 16}}));
}

TEST(StreamStore, GoesOnWhereASecondThreadComes) {
  StreamStore Store(Two);
  StructureId A(0);
  Store.at({0, 0, 0}, A)[0] += 5;
  Store.at({0, 2, 2}, A)[0] += 7;
  Store.at({1, 0, 2}, A)[0] += 11;
  Store.at({0, 2, 3}, A)[0] += 13;
  Store.at({0, 3, 4}, A)[0] += 17;
  StreamSet Set;
  Store.fill(Set);
  Set.sort();
  using Values = std::map<uint32_t, uint64_t>;
  EXPECT_EQ(valuesOf(Set, {0, 0, Measure::Accesses}),
            (Values{{0, 5}, {2, 20}, {3, 17}}));
  EXPECT_EQ(valuesOf(Set, {1, 0, Measure::Accesses}), (Values{{0, 11}}));
  EXPECT_EQ(valuesOf(Set, {Stream::Process, 0, Measure::Accesses}),
            (Values{{0, 5}, {2, 18}, {3, 13}, {4, 17}}));
  EXPECT_EQ(Set.processThread(Measure::Accesses), Stream::Process);
  EXPECT_EQ(Set.find(0, A, Measure::Stores), nullptr);
}

TEST(StreamStore, ForgetsAll) {
  StreamStore Store(Two);
  Store.at({0, 0, 0}, StructureId(0))[0] = 1;
  Store.at({1, 0, 1}, StructureId(0))[0] = 1;
  Store.clear();
  StreamSet Set;
  Store.fill(Set);
  EXPECT_TRUE(Set.empty());
  Store.at({1, 5, 5}, StructureId(2))[1] = 4;
  Store.fill(Set);
  Set.sort();
  EXPECT_EQ(valuesOf(Set, {1, 2, Measure::Stores}),
            (std::map<uint32_t, uint64_t>{{5, 4}}));
  EXPECT_EQ(Set.processThread(Measure::Stores), 1u);
}

/// Makes streams as a program with phases has them: a structure's accesses,
/// stores, and misses of two levels, with noise of some per cent.
StreamSet programLike(uint32_t Intervals, uint32_t Structures,
                      uint64_t &Values) {
  std::mt19937_64 Random(9);
  StreamStore Store(countedMeasures(2));
  std::normal_distribution<> Noise(1, 0.03);
  auto Noisy = [&](double Mean) {
    return uint64_t(std::max(0.0, Mean * Noise(Random)));
  };
  for (uint32_t I = 0; I != Intervals; ++I)
    for (uint32_t S = 0; S != Structures; ++S) {
      if ((I / 1000 + S) % 4 == 3)
        continue;
      uint64_t *Counters = Store.at({0, I, I}, StructureId(S));
      double Level = double(1 + (I / 700 + S) % 3) * 1e5 / (1 + 3 * S);
      uint64_t Accesses = Noisy(Level), Misses = Noisy(Level / 20);
      const uint64_t Row[] = {Accesses,    Accesses / 3, Accesses, Misses,
                              Misses / 4,  Misses,       Misses,   Misses / 9,
                              Misses / 30, Misses / 9};
      for (size_t C = 0; C != std::size(Row); ++C) {
        Counters[C] += Row[C];
        Values += Row[C] != 0;
      }
    }
  StreamSet Set;
  Store.fill(Set);
  Set.sort();
  return Set;
}

TEST(StreamStore, TakesAtMostOneAndAHalfBytesPerValue) {
  uint64_t Values = 0, Bytes = 0;
  StreamSet Set = programLike(20'000, 8, Values);
  for (const Stream &S : Set.All)
    if (S.Structure.valid())
      Bytes += S.Packed.size();
  RecordProperty("bytes_per_value", fmt::format("{}", double(Bytes) / Values));
  EXPECT_GT(Values, 1'000'000u);
  EXPECT_LE(2 * Bytes, 3 * Values);
}

TEST(StreamReader, SumsOverAnyPeriodAreThoseOfThePoints) {
  uint64_t Values = 0;
  StreamSet Set = programLike(9000, 2, Values);
  StreamReader Reader(Set);
  for (Measure Kind :
       {Measure::Accesses, levelMeasure(1, LevelMeasure::Misses)})
    for (uint64_t PerPoint : {1, 7, 1000, 8999, 9000, 20'000}) {
      std::map<uint32_t, uint64_t> Points = valuesOf(Set, {0, 1, Kind});
      size_t Count = (9000 + PerPoint - 1) / PerPoint;
      std::vector<uint64_t> Expected(Count);
      for (auto [Interval, Value] : Points)
        Expected[Interval / PerPoint] += Value;
      auto Sums = good(Reader.sums(0, StructureId(1), Kind, PerPoint, Count));
      EXPECT_EQ(Sums, Expected);
      // What comes after it is left out.
      Sums = good(Reader.sums(0, StructureId(1), Kind, PerPoint, Count - 1));
      Expected.pop_back();
      EXPECT_EQ(Sums, Expected);
    }
  auto None = good(Reader.sums(0, StructureId(77), Measure::Accesses, 3, 2));
  EXPECT_EQ(None, (std::vector<uint64_t>{0, 0}));
}

TEST(StreamReader, DamagedBytesAreAnErrorOrHarmless) {
  uint64_t Values = 0;
  StreamSet Whole = programLike(5000, 1, Values);
  const Key Wanted{0, 0, levelMeasure(1, LevelMeasure::Misses)};
  auto Expected = valuesOf(Whole, Wanted);
  std::mt19937_64 Random(6);
  size_t Errors = 0;
  for (int Try = 0; Try != 600; ++Try) {
    StreamSet Set = Whole;
    // The check value is made anew: what it cannot find must not do harm.
    Stream &S = Set.All[Random() % Set.All.size()];
    for (uint64_t I = 0; I <= Random() % 2; ++I)
      S.Packed[Random() % std::min<size_t>(S.Packed.size(), 200)] ^=
          char(1 + Random() % 255);
    if (Random() % 4 == 0)
      S.Packed.resize(Random() % S.Packed.size());
    S.Bytes = S.Packed.size();
    if (Try % 2)
      S.Check = streamCheck(S.Packed);
    StreamReader Reader(Set);
    uint64_t Total = 0;
    Status Read = Reader.read(0, StructureId(0), std::get<2>(Wanted),
                              [&](auto, auto Read) {
                                for (uint64_t V : Read)
                                  Total += V;
                              });
    Errors += !Read;
    if (Read)
      EXPECT_EQ(Total, Set.find(0, StructureId(0), std::get<2>(Wanted))->Total);
  }
  EXPECT_GT(Errors, 30u);
}

} // namespace
