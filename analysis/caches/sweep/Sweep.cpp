//===- Sweep.cpp - many cache models over one stream ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/sweep/Sweep.h"
#include "analysis/caches/model/CacheLimits.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <numeric>
#include <tuple>

namespace memfacet::caches {

SweepTree::SweepTree(std::vector<CacheModel> All) : Models(std::move(All)) {
  for (const CacheModel &M : Models)
    nodeFor(Firsts, M.Levels[0], M.LineBytes).add(M, 0);
  std::ranges::sort(Firsts, {}, [](const auto &N) { return N->sets(); });
  for (size_t I = 0; I != Firsts.size(); ++I) {
    size_t Source = Stream;
    for (size_t Coarser = 0; Coarser != I; ++Coarser)
      if (!Firsts[Coarser]->isWide() &&
          Firsts[I]->sets() % Firsts[Coarser]->sets() == 0)
        Source = Coarser;
    Sources.push_back(Source);
    if (Source != Stream)
      Firsts[Source]->setNeedsEffective();
  }
  for (auto &Node : Firsts)
    Node->begin();
}

void SweepTree::simulate(const SweepBatch &B) {
  if (B.Forget)
    for (auto &Node : Firsts)
      Node->forgetCounts();
  if (!B.Items.empty())
    for (size_t I = 0; I != Firsts.size(); ++I)
      Firsts[I]->simulate(B, Sources[I] == Stream
                                 ? std::span<const Miss>(B.Items)
                                 : Firsts[Sources[I]]->effective());
  if (B.Ended)
    for (auto &Node : Firsts)
      Node->endThread(B.Thread);
}

std::vector<std::vector<SweepCounts>> SweepTree::counts(size_t I) const {
  const CacheModel &M = Models[I];
  std::vector<std::vector<SweepCounts>> Result;
  nodeOf(Firsts, M.Levels[0], M.LineBytes).collect(M, 0, Result);
  return Result;
}

SweepWorker::SweepWorker(StageScheduler &Scheduler,
                         std::vector<std::unique_ptr<SweepTree>> All)
    : Trees(std::move(All)), Batches(Scheduler, MaxWaiting, [this](Item &Next) {
        Trees[Next.Stream]->simulate(*Next.Batch);
        Next.Batch.reset();
      }) {}

void SweepWorker::simulate(size_t Stream, std::shared_ptr<const SweepBatch> B) {
  if (Trees[Stream])
    Batches.exchange({Stream, std::move(B)});
}

namespace {

/// Models with equal keys are simulated from the same stream.
struct StreamKey {
  uint32_t LineBytes;
  bool Shared;
  auto operator<=>(const StreamKey &) const = default;
};

StreamKey streamOf(const CacheModel &M) {
  return {M.LineBytes, M.Levels[0].Shared};
}

/// Returns the numbers of the models, sorted so that similar models are
/// neighbours: they share more of their simulation.
std::vector<size_t> similarFirst(const std::vector<CacheModel> &Models) {
  std::vector<size_t> Order(Models.size());
  std::iota(Order.begin(), Order.end(), 0);
  auto Key = [&](size_t I) {
    std::vector<uint64_t> Levels;
    for (const CacheLevel &L : Models[I].Levels)
      Levels.insert(Levels.end(),
                    {L.sets(Models[I].LineBytes), L.Shared, L.Ways});
    return std::tuple(streamOf(Models[I]), std::move(Levels), I);
  };
  std::ranges::sort(Order, {}, Key);
  return Order;
}

} // namespace

Sweep::Sweep(const std::vector<CacheModel> &Models, unsigned Threads)
    : Places(Models.size()),
      Scheduler(std::clamp<size_t>(Threads, 1, Models.size())) {
  MEMFACET_CHECK(
      std::ranges::all_of(
          Models, [](const CacheModel &M) { return bool(checkCacheModel(M)); }),
      "callers report errors in the models");
  std::map<StreamKey, std::pair<size_t, uint64_t>> ByKey;
  for (const CacheModel &M : Models) {
    auto &[Stream, Sets] = ByKey[streamOf(M)];
    Sets = std::gcd(Sets, M.Levels[0].sets(M.LineBytes));
  }
  size_t StreamCount = 0;
  for (auto &[Key, Entry] : ByKey) {
    Entry.first = StreamCount++;
    auto HandOn = [this, Stream = Entry.first](SweepBatch &&B) {
      auto Shared = std::make_shared<const SweepBatch>(std::move(B));
      for (auto &Worker : Workers)
        Worker->simulate(Stream, Shared);
    };
    Streams.push_back(std::make_unique<SweepMru>(Entry.second, Key.LineBytes,
                                                 Key.Shared, HandOn));
  }
  // Equal parts for all workers. What several workers need is simulated by
  // each.
  std::vector<size_t> Order = similarFirst(Models);
  size_t WorkerCount = std::clamp<size_t>(Threads, 1, Models.size());
  for (size_t W = 0; W != WorkerCount; ++W) {
    std::vector<std::vector<CacheModel>> Parts(StreamCount);
    for (size_t Index = Order.size() * W / WorkerCount,
                End = Order.size() * (W + 1) / WorkerCount;
         Index != End; ++Index) {
      const CacheModel &M = Models[Order[Index]];
      size_t Stream = ByKey[streamOf(M)].first;
      Places[Order[Index]] = {Stream, W, Parts[Stream].size()};
      Parts[Stream].push_back(M);
    }
    std::vector<std::unique_ptr<SweepTree>> Trees;
    for (auto &Part : Parts)
      Trees.push_back(Part.empty()
                          ? nullptr
                          : std::make_unique<SweepTree>(std::move(Part)));
    Workers.push_back(
        std::make_unique<SweepWorker>(Scheduler, std::move(Trees)));
  }
}

void Sweep::accesses(const decode::BatchPart &B, const uint32_t *Owners,
                     size_t Structures) {
  for (auto &Stream : Streams)
    Stream->accesses(B, Owners, Structures);
}

void Sweep::threadEnded(ThreadId Thread) {
  for (auto &Stream : Streams)
    Stream->threadEnded(Thread);
}

void Sweep::count(bool Wanted) {
  for (auto &Stream : Streams)
    Stream->count(Wanted);
}

void Sweep::forgetCounts() {
  for (auto &Stream : Streams)
    Stream->forgetCounts();
}

void Sweep::settle() {
  for (auto &Stream : Streams)
    Stream->flush();
  for (auto &Worker : Workers)
    Worker->settle();
}

std::vector<std::vector<SweepCounts>> Sweep::counts(size_t I) const {
  const Place &P = Places[I];
  return Workers[P.Worker]->tree(P.Stream).counts(P.InTree);
}

uint64_t Sweep::extraTouches(size_t I, uint32_t Structure) const {
  const std::vector<uint64_t> &Extra =
      Streams[Places[I].Stream]->extraTouches();
  return Structure < Extra.size() ? Extra[Structure] : 0;
}

} // namespace memfacet::caches
