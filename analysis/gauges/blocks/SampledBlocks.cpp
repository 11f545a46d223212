//===- SampledBlocks.cpp - block vectors from samples of threads ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/gauges/blocks/SampledBlocks.h"
#include "memfacet/FunctionNames.h"
#include "memfacet/SourceSymbols.h"
#include <algorithm>
#include <cstdlib>
#include <cxxabi.h>

namespace memfacet::gauges {

namespace {

struct LoadedFile {
  uint64_t End, FileOffset;
  uint32_t File;
};
using AddressSpace = std::map<uint64_t, LoadedFile>; ///< by begin address

struct SampledThread {
  uint32_t Number = 0;
  uint64_t Samples = 0;
  uint32_t Interval = 0;
  uint64_t IntervalSamples = 0; ///< samples, also those outside of blocks
  std::map<uint32_t, uint64_t> Counts; ///< by number of the block in all images
};

class Sampler {
public:
  Sampler(const std::vector<std::string> &Paths,
          const SampleSettings &Settings);
  void event(const SampleEvent &E);
  result::BlockVectors finish();

private:
  void map(const SampleEvent &E);
  void sample(const SampleEvent &E);
  std::optional<uint32_t> blockAt(const SampleEvent &E) const;
  void endInterval(SampledThread &T);
  void describe(uint32_t Block, result::CodeBlock &Description) const;

  SampleSettings Settings;
  std::vector<ElfImage> Images; ///< by path
  std::vector<uint32_t> First;  ///< number of an image's first block
  std::map<uint32_t, AddressSpace> Spaces;
  std::map<uint32_t, SampledThread> Threads;
  struct EndedInterval {
    result::BlockInterval Interval;
    std::map<uint32_t, uint64_t> Counts;
  };
  std::vector<EndedInterval> EndedIntervals;
  result::BlockVectors Result;
};

Sampler::Sampler(const std::vector<std::string> &Paths,
                 const SampleSettings &Settings)
    : Settings(Settings) {
  uint32_t Number = 0;
  for (const std::string &Path : Paths) {
    Expected<ElfImage> Image =
        ElfImage::read(Path, ElfImage::Names::WithBlocks);
    Images.push_back(Image ? std::move(*Image) : ElfImage());
    First.push_back(Number);
    Number += uint32_t(Images.back().Blocks.size());
  }
}

void Sampler::map(const SampleEvent &E) {
  AddressSpace &Space = Spaces[E.Process];
  uint64_t End = E.Address + E.Bytes;
  auto Mapping = Space.lower_bound(E.Address);
  if (Mapping != Space.begin() && std::prev(Mapping)->second.End > E.Address)
    --Mapping;
  while (Mapping != Space.end() && Mapping->first < End)
    Mapping = Space.erase(Mapping);
  Space[E.Address] = {End, E.FileOffset, E.File};
}

std::optional<uint32_t> Sampler::blockAt(const SampleEvent &E) const {
  auto Space = Spaces.find(E.Process);
  if (Space == Spaces.end())
    return std::nullopt;
  auto Mapping = Space->second.upper_bound(E.Address);
  if (Mapping == Space->second.begin())
    return std::nullopt;
  --Mapping;
  const LoadedFile &F = Mapping->second;
  if (E.Address >= F.End)
    return std::nullopt;
  const ElfImage &Image = Images[F.File];
  auto Linked = Image.addressOf(E.Address - Mapping->first + F.FileOffset);
  auto Block = Linked ? Image.blockAt(*Linked) : std::nullopt;
  if (!Block)
    return std::nullopt;
  return First[F.File] + *Block;
}

void Sampler::endInterval(SampledThread &T) {
  if (T.IntervalSamples != 0)
    EndedIntervals.push_back(
        {{T.Number, T.Interval, T.IntervalSamples * Settings.Period, {}},
         std::move(T.Counts)});
  T.Counts.clear();
  T.IntervalSamples = 0;
}

void Sampler::sample(const SampleEvent &E) {
  auto [Entry, New] = Threads.try_emplace(E.Thread);
  SampledThread &T = Entry->second;
  if (New)
    T.Number = uint32_t(Threads.size() - 1);
  auto Interval = uint32_t(T.Samples * Settings.Period / Settings.Interval);
  if (Interval != T.Interval)
    endInterval(T);
  T.Interval = Interval;
  ++T.Samples;
  ++T.IntervalSamples;
  ++Result.Samples;
  if (std::optional<uint32_t> Block = blockAt(E))
    ++T.Counts[*Block];
  else
    ++Result.OutsideSamples;
}

void Sampler::event(const SampleEvent &E) {
  switch (E.Type) {
  case SampleEvent::Sample:
    sample(E);
    break;
  case SampleEvent::Mapping:
    map(E);
    break;
  case SampleEvent::Fork:
    if (E.Process != E.Parent)
      Spaces[E.Process] = Spaces[E.Parent];
    break;
  }
}

void Sampler::describe(uint32_t Block, result::CodeBlock &Description) const {
  size_t File = size_t(std::ranges::upper_bound(First, Block) - First.begin());
  // An image without blocks has the same number as the next one.
  const ElfImage &Image = Images[--File];
  const MachineBlock &B = Image.Blocks[Block - First[File]];
  Description.Number = Block + 1;
  Description.Id = B.Id;
  Description.Size = B.Bytes;
  if (B.Function == MachineBlock::NoFunction)
    return;
  Description.Function = sourceSymbol(Image.Functions[B.Function].Name);
  int Failed = 0;
  char *Readable = abi::__cxa_demangle(Description.Function.c_str(), nullptr,
                                       nullptr, &Failed);
  if (Readable && Failed == 0)
    Description.Function = demangledFunction(Readable);
  std::free(Readable);
}

result::BlockVectors Sampler::finish() {
  for (auto &[Number, T] : Threads)
    endInterval(T);
  std::ranges::stable_sort(
      EndedIntervals, [](const EndedInterval &A, const EndedInterval &B) {
        return std::pair(A.Interval.Thread, A.Interval.Interval) <
               std::pair(B.Interval.Thread, B.Interval.Interval);
      });
  std::map<uint32_t, uint32_t> Index;
  for (const EndedInterval &E : EndedIntervals)
    for (auto [Block, Count] : E.Counts)
      Index[Block] = 0;
  for (auto &[Block, Place] : Index) {
    Place = uint32_t(Result.Blocks.size());
    describe(Block, Result.Blocks.emplace_back());
  }
  for (EndedInterval &E : EndedIntervals) {
    std::vector<result::BlockCount> Counts;
    for (auto [Block, Count] : E.Counts)
      Counts.push_back({Index[Block], Count});
    E.Interval.Packed = result::packCounts(Counts);
    Result.Intervals.push_back(std::move(E.Interval));
  }
  Result.Source = result::BlockSource::Sampled;
  Result.Period = Settings.Period;
  return std::move(Result);
}

} // namespace

result::BlockVectors sampledBlocks(std::vector<SampleEvent> &Events,
                                   const std::vector<std::string> &Paths,
                                   const SampleSettings &Settings) {
  std::ranges::stable_sort(Events, {}, &SampleEvent::Time);
  Sampler S(Paths, Settings);
  for (const SampleEvent &E : Events)
    S.event(E);
  return S.finish();
}

} // namespace memfacet::gauges
