//===- bench/streams.cpp - the size of streams, and the time to open them ===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// usage: memfacet-bench-streams [INTERVALS [STRUCTURES [ACTIVE_PERCENT]]]
//        memfacet-bench-streams FILE.mfp
//
// Makes a profile of made-up streams with phases and noise, writes it to the
// folder for temporary files, and measures the CPU time of making the streams,
// of opening the profile, of one curve, and of the first-level misses of all
// structures. With a file, prints how many bytes a value takes in that profile.
//
//===----------------------------------------------------------------------===//

#include "analysis/result/store/StreamReader.h"
#include "analysis/result/store/StreamStore.h"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fmt/format.h>
#include <random>
#include <unistd.h>

using namespace memfacet;

namespace {

double seconds() {
  timespec Time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &Time);
  return double(Time.tv_sec) + double(Time.tv_nsec) / 1e9;
}

struct Size {
  uint32_t Intervals = 1'000'000, Structures = 100, ActivePercent = 100;
};

/// Returns \p Level with a few per cent of noise.
uint64_t noisy(std::mt19937_64 &Random, uint64_t Level) {
  return Level + Level * (Random() % 1024) / 16384;
}

/// Adds streams to \p P. Returns how many values are not 0.
uint64_t addStreams(const Size &Extent, result::Profile &P) {
  std::mt19937_64 Random(1);
  result::StreamStore Store(result::countedMeasures(P.Caches.Levels.size()));
  uint64_t Values = 0;
  for (uint32_t I = 0; I != Extent.Intervals; ++I)
    for (uint32_t S = 0; S != Extent.Structures; ++S) {
      if ((I / 5000 * 37 + S * 61) % 100 >= Extent.ActivePercent)
        continue;
      uint64_t Accesses =
          noisy(Random, (1 + (I / 700 + S) % 3) * 100'000 / (1 + S));
      uint64_t Misses = noisy(Random, Accesses / 20), Outer = Misses / 8;
      const uint64_t Row[] = {Accesses,  Accesses / 4, Accesses, Misses,
                              Outer,     Misses,       Misses,   Outer,
                              Outer / 4, Outer};
      uint64_t *Sums = Store.at({0, I, I}, StructureId(S));
      for (size_t C = 0; C != std::size(Row); ++C) {
        Sums[C] += Row[C];
        Values += Row[C] != 0;
      }
    }
  Store.fill(P.Streams);
  P.Streams.sort();
  return Values;
}

result::Profile profileOf(const Size &Extent) {
  result::Profile P;
  P.Caches = *caches::parseCacheModel("L1=32K,8;L2=1M,16");
  P.IntervalInstructions = 1'000'000;
  P.Structures.resize(Extent.Structures);
  return P;
}

int failed(const Error &E) {
  fmt::print(stderr, "memfacet-bench-streams: {}\n", E.Message);
  return 1;
}

int run(const Size &Extent, const std::string &Path) {
  double Begin = seconds();
  result::Profile P = profileOf(Extent);
  uint64_t Values = addStreams(Extent, P), Bytes = 0;
  double MadeTime = seconds();
  for (const result::Stream &S : P.Streams.All)
    if (S.Structure.valid())
      Bytes += S.Bytes;
  fmt::print("{} intervals, {} structures: {} values that are not 0, {:.2f} "
             "bytes each\n",
             Extent.Intervals, Extent.Structures, Values,
             double(Bytes) / double(Values));
  fmt::print("made in {:.2f} s, {:.1f} ns for a value\n", MadeTime - Begin,
             1e9 * (MadeTime - Begin) / double(Values));
  if (Status Wrote =
          result::writeProfile(P, Path, result::ExistingFile::Replace);
      !Wrote)
    return failed(Wrote.error());
  P = result::Profile();
  double Start = seconds();
  Expected<result::Profile> Back = result::readProfile(Path);
  if (!Back)
    return failed(Back.error());
  fmt::print("opened in {:.3f} s\n", seconds() - Start);
  result::StreamReader Reader(Back->Streams);
  result::Measure Misses =
      result::levelMeasure(0, result::LevelMeasure::Misses);
  for (uint32_t Count : {1u, Extent.Structures}) {
    Start = seconds();
    for (uint32_t S = 0; S != Count; ++S)
      if (auto Sums = Reader.sums(0, StructureId(S), Misses, 5000,
                                  Extent.Intervals / 5000 + 1);
          !Sums)
        return failed(Sums.error());
    fmt::print("first-level misses of {} structures read in {:.3f} s\n", Count,
               seconds() - Start);
  }
  return 0;
}

/// Prints the bytes per value of the streams of structures, in threads and the
/// process, without totals.
int measureFile(const std::string &Path) {
  Expected<result::Profile> P = result::readProfile(Path);
  if (!P)
    return failed(P.error());
  uint64_t Values = 0, Bytes = 0;
  result::StreamReader Reader(P->Streams);
  for (const result::Stream &S : P->Streams.All) {
    if (!S.Structure.valid())
      continue;
    Bytes += S.Bytes;
    if (S.Kind == result::intervalsOf(S.Kind))
      continue;
    Status Read =
        Reader.read(S.Thread, S.Structure, S.Kind, [&](auto, auto Counts) {
          for (uint64_t V : Counts)
            Values += V != 0;
        });
    if (!Read)
      return failed(Read.error());
  }
  fmt::print("{}: {} values that are not 0, {:.2f} bytes each\n", Path, Values,
             double(Bytes) / double(std::max<uint64_t>(Values, 1)));
  return 0;
}

} // namespace

int main(int Count, char **Words) {
  if (Count == 2 && std::string_view(Words[1]).ends_with(".mfp"))
    return measureFile(Words[1]);
  Size Extent;
  uint32_t *Fields[] = {&Extent.Intervals, &Extent.Structures,
                        &Extent.ActivePercent};
  for (int I = 1; I < Count && I <= 3; ++I)
    *Fields[I - 1] = uint32_t(std::strtoul(Words[I], nullptr, 10));
  std::string Path =
      fmt::format("{}/streams.{}.mfp",
                  std::filesystem::temp_directory_path().string(), getpid());
  int Code = run(Extent, Path);
  std::filesystem::remove(Path);
  return Code;
}
