//===- bench/page.cpp - a made-up profile, to test its page --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// usage: memfacet-bench-page FILE.mfp INTERVALS STRUCTURES [hostile|phases]
//
// Writes a profile whose structures have phases and noise, and whose counts
// over time add up to those of the run. `hostile`: with names, places and
// arguments that would do harm if they were read as HTML, SQL or escapes of a
// terminal. `phases`: with block vectors and pictures of accesses for each
// interval. bench/page.py measures the page; test/html checks it.
//
//===----------------------------------------------------------------------===//

#include "analysis/result/profile/Profile.h"
#include "analysis/result/store/StreamStore.h"
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <random>
#include <string_view>

using namespace memfacet;

namespace {

constexpr uint64_t Interval = 100'000;

const std::string_view HostileNames[] = {
    "<script>document.title='owned'</script>",
    "</script><script>document.title='owned'</script>",
    "<img src=x onerror=\"document.title='owned'\">",
    "'; DROP TABLE structures; --",
    "\x1b]0;owned\x07\x1b[31mred\x1b[0m",
    "\"><svg/onload=document.title='owned'>",
    "__proto__",
    "constructor",
    "javascript:document.title='owned'",
    "\xe2\x80\xaeleft to right\xe2\x80\xac",
    "&lt;b&gt;&amp;&#60;",
    "a\nb\tc\rd",
    "<!--",
    "]]>",
    "${document.title='owned'}",
    "\xff\xfe not UTF-8"};

/// Returns \p Level with a few per cent of noise.
uint64_t noisy(std::mt19937_64 &Random, uint64_t Level) {
  return Level + Level * (Random() % 1024) / 8192;
}

void addStreams(uint32_t Intervals, result::Profile &P) {
  std::mt19937_64 Random(1);
  result::StreamStore Store(
      result::countedMeasures(P.Caches.Levels.size(), false));
  for (uint32_t I = 0; I != Intervals; ++I)
    for (uint32_t S = 0; S != P.Structures.size(); ++S) {
      uint64_t Accesses =
          noisy(Random, (1 + (I / 700 + S) % 3) * 20'000 / (1 + S) + 40);
      uint64_t Misses = noisy(Random, Accesses / (4 + S % 7)),
               Outer = Misses / (3 + (I / 5000 + S) % 5);
      const uint64_t Row[] = {Accesses, Accesses / 4, Accesses, Misses,
                              0,        Misses,       Outer,    0};
      uint64_t *Values = Store.at({0, I, I}, StructureId(S));
      for (size_t C = 0; C != std::size(Row); ++C)
        Values[C] += Row[C];
      P.Structures[S].Total +=
          result::Counts{Accesses,
                         Accesses - Accesses / 4,
                         Accesses / 4,
                         {{Accesses, Misses, 0}, {Misses, Outer, 0}}};
    }
  Store.fill(P.Streams);
  P.Streams.sort();
}

/// Adds what `record --phases` keeps of each interval: three phases.
void addSignatures(uint32_t Intervals, result::Profile &P) {
  constexpr uint32_t Phases = 3, Dots = 100;
  std::mt19937_64 Random(2);
  P.Vectors.Source = result::BlockSource::Recorded;
  for (uint32_t B = 0; B != 20 * Phases; ++B)
    P.Vectors.Blocks.push_back(
        {B + 1, B, fmt::format("f{}", B % Phases), "/src/a.c", B + 10, 10});
  for (uint32_t I = 0; I != Intervals; ++I) {
    uint32_t Phase = I / 700 % Phases;
    uint64_t Begin = uint64_t(I) * Interval, End = Begin + Interval;
    P.Signatures.Places.push_back(
        {0, I, Begin, Interval, Begin, End, Begin, End});
    std::vector<result::BlockCount> Blocks, Picture;
    for (uint32_t B = Phase; B < 20 * Phases; B += Phases)
      Blocks.push_back({B, 400 + Random() % 64});
    P.Vectors.Intervals.push_back({0, I, Interval, result::packCounts(Blocks)});
    const result::SignatureShape &Shape = P.Signatures.Shape;
    uint32_t Step = Shape.Rows * Shape.Columns / Dots;
    for (uint32_t D = 0; D != Dots; ++D)
      Picture.push_back({D * Step + uint32_t(Random() % Step), 1 + Phase});
    P.Signatures.Vectors.push_back({result::SignatureKind::Image, 0, I});
    result::setCounts(P.Signatures.Vectors.back(), result::packCounts(Picture));
  }
}

result::Profile madeUp(uint32_t Intervals, uint32_t Structures, bool Hostile) {
  result::Profile P;
  P.Program = "./made-up";
  P.Caches = *caches::parseCacheModel("L1=32K,8;L2=1M,16");
  P.IntervalInstructions = Interval;
  P.Instructions = Interval * Intervals;
  P.Threads = {{0, 0, P.Instructions}};
  for (uint32_t S = 0; S != Structures; ++S) {
    result::Structure New;
    New.Kind = result::StructureKind::Heap;
    New.Named = true;
    New.Name = fmt::format("table->column[{}]", S);
    New.Type = "struct row";
    New.File = fmt::format("/src/made-up/part{}.c", S % 7);
    New.Line = S + 1;
    New.Bytes = New.PeakBytes = 4096 * (S + 1);
    New.Objects = 1;
    New.ElementBytes = 32;
    if (Hostile) {
      New.Name = HostileNames[S % std::size(HostileNames)];
      New.Type = New.Function = New.Name;
      New.File = "/src/" + New.Name + "/x.c";
    }
    P.Structures.push_back(std::move(New));
  }
  if (Hostile)
    for (std::string_view Name : HostileNames)
      P.Arguments.emplace_back(Name);
  addStreams(Intervals, P);
  return P;
}

} // namespace

int main(int Count, char **Values) {
  if (Count < 4) {
    fmt::print(stderr, "usage: memfacet-bench-page FILE.mfp INTERVALS "
                       "STRUCTURES [hostile|phases]\n");
    return 2;
  }
  std::string_view Kind = Count > 4 ? Values[4] : "";
  auto Intervals = uint32_t(std::strtoul(Values[2], nullptr, 10));
  result::Profile P =
      madeUp(Intervals, uint32_t(std::strtoul(Values[3], nullptr, 10)),
             Kind == "hostile");
  if (Kind == "phases")
    addSignatures(Intervals, P);
  Status Wrote =
      result::writeProfile(P, Values[1], result::ExistingFile::Replace);
  if (!Wrote)
    fmt::print(stderr, "memfacet-bench-page: {}\n", Wrote.error().Message);
  return Wrote ? 0 : 1;
}
