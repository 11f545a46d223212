//===- BlockStore.cpp - block vectors while they are collected ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/observers/BlockStore.h"
#include "analysis/decode/CountedRuns.h"
#include "analysis/decode/TableImage.h"
#include <algorithm>
#include <utility>

namespace memfacet::measure {

void BlockStore::addModule(uint32_t Module) {
  const decode::TableImage *Image = Modules.image(Module);
  if (!Image || ByModule.contains(Module))
    return;
  ModuleBlocks &M = ByModule[Module];
  Loaded.push_back(Module);
  size_t Rows = Image->rows(TableKind::Blocks, sizeof(Block));
  M.Begin = Image->range(TableKind::Blocks).Begin;
  M.End = M.Begin + Rows * sizeof(Block);
  M.Number.resize(Rows);
  // A function and an ordinal identify a run, which may have several rows.
  std::map<std::pair<uint64_t, uint32_t>, uint32_t> Known;
  for (size_t I = 0; I != Rows; ++I) {
    uint64_t Address = M.Begin + I * sizeof(Block);
    auto B = *Image->read<Block>(TableKind::Blocks, Address);
    uint64_t Function =
        decode::targetOf(Address + offsetof(Block, Function), B.Function);
    auto [It, New] = Known.try_emplace({Function, B.Ordinal}, Blocks.size());
    M.Number[I] = It->second;
    if (!New)
      continue;
    Blocks.push_back(describeBlock(Module, *Image, Address, B));
    Instructions.push_back(Blocks.back().Instructions);
  }
}

/// Describes the block of row \p B, which is at \p Address.
KnownBlock BlockStore::describeBlock(uint32_t Module,
                                     const decode::TableImage &Image,
                                     uint64_t Address, const Block &B) const {
  auto Previous = Image.read<Block>(
      TableKind::Blocks,
      decode::targetOf(Address + offsetof(Block, Prefix), B.Prefix));
  uint32_t Preceding = Previous ? Previous->Instructions : 0;
  KnownBlock K{Address,
               B.Id,
               B.Instructions - std::min(B.Instructions, Preceding),
               blockLoop(B.Flags),
               {},
               {}};
  if (!(B.Flags & BlockEntersFunction))
    return K;
  uint64_t Row =
      decode::targetOf(Address + offsetof(Block, Function), B.Function);
  if (auto F = Image.read<Function>(TableKind::Functions, Row)) {
    K.Symbol = Image.string(decode::targetOf(
        Row + offsetof(Function, LinkageName), F->LinkageName));
    K.Object = K.Symbol.empty() ? "" : Modules.path(Module);
  }
  return K;
}

uint32_t BlockStore::numberOf(uint32_t Module, uint32_t Index) const {
  auto It = ByModule.find(Module);
  if (It == ByModule.end() || Index >= It->second.Number.size())
    return None;
  return It->second.Number[Index];
}

uint32_t BlockStore::numberAt(uint64_t Address) const {
  for (auto Module = Loaded.rbegin(); Module != Loaded.rend(); ++Module) {
    const ModuleBlocks &M = ByModule.at(*Module);
    if (Address >= M.Begin && Address < M.End)
      return numberOf(*Module, uint32_t((Address - M.Begin) / sizeof(Block)));
  }
  return None;
}

BlockStore::Thread &BlockStore::threadOf(uint32_t ThreadNumber) {
  Thread &T = Threads[ThreadNumber];
  if (T.Counts.size() < Blocks.size()) {
    T.Counts.resize(Blocks.size());
    T.Touched.grow(Blocks.size());
  }
  return T;
}

void BlockStore::add(uint32_t ThreadNumber, uint32_t Block,
                     int64_t Executions) {
  if (Block < Blocks.size())
    addTo(threadOf(ThreadNumber), Block, Executions);
}

void BlockStore::add(uint32_t ThreadNumber, uint32_t Module,
                     std::span<const decode::RunExecutions> Runs) {
  auto It = ByModule.find(Module);
  if (It == ByModule.end() || Runs.empty())
    return;
  const std::vector<uint32_t> &Numbers = It->second.Number;
  Thread &T = threadOf(ThreadNumber);
  for (const decode::RunExecutions &R : Runs)
    if (R.Row < Numbers.size())
      addTo(T, Numbers[R.Row], R.Executions);
}

BlockStore::Vector BlockStore::pack(const Thread &T, uint32_t Number) const {
  std::vector<result::BlockCount> Counts;
  Vector V{Number, 0, {}};
  T.Touched.forEach([&](size_t Block) {
    if (int64_t Count = T.Counts[Block]; Count > 0) {
      Counts.push_back({uint32_t(Block), uint64_t(Count)});
      V.Instructions += uint64_t(Count) * Instructions[Block];
    }
  });
  V.Packed = result::packCounts(Counts);
  return V;
}

std::vector<result::BlockCount> BlockStore::unpacked(const Vector &V) const {
  return *result::unpackCounts(V.Packed, Blocks.size());
}

BlockStore::Vector BlockStore::merged(const Vector &A, const Vector &B) const {
  std::map<uint32_t, uint64_t> Sum;
  for (const Vector *V : {&A, &B})
    for (const result::BlockCount &C : unpacked(*V))
      Sum[C.Block] += C.Count;
  std::vector<result::BlockCount> Counts;
  for (auto [Block, Count] : Sum)
    Counts.push_back({Block, Count});
  return {A.Number, A.Instructions + B.Instructions,
          result::packCounts(Counts)};
}

uint64_t BlockStore::endInterval(uint32_t ThreadNumber, uint32_t Number) {
  Thread &T = Threads[ThreadNumber];
  Vector V = pack(T, Number);
  Executed.grow(Blocks.size());
  T.Touched.take([&](size_t Block) {
    int64_t Count = std::exchange(T.Counts[Block], 0);
    Misfits += Count < 0;
    if (Count > 0)
      Executed.add(Block);
  });
  if (V.Packed.empty())
    return 0;
  uint64_t Instructions = V.Instructions;
  if (!T.Ended.empty() && T.Ended.back().Number == Number)
    T.Ended.back() = merged(T.Ended.back(), V);
  else
    T.Ended.push_back(std::move(V));
  return Instructions;
}

void BlockStore::threadEnded(uint32_t ThreadNumber) {
  if (auto It = Threads.find(ThreadNumber);
      It != Threads.end() && It->second.Touched.empty())
    It->second.Counts = {};
}

uint64_t BlockStore::openInstructions(uint32_t ThreadNumber) const {
  auto It = Threads.find(ThreadNumber);
  return It == Threads.end() ? 0 : pack(It->second, 0).Instructions;
}

void BlockStore::forget() {
  Threads.clear();
  Executed.clear();
  Misfits = 0;
}

/// Adds the vectors. Blocks that were never executed are left out; the others
/// keep their numbers.
void BlockStore::fillWith(result::BlockVectors &Vectors,
                          const std::map<uint32_t, uint32_t> &Open) {
  std::map<uint32_t, Vector> Last;
  OrderedMarks Used = Executed;
  Used.grow(Blocks.size());
  for (const auto &[Number, T] : Threads) {
    Vector &V = Last[Number] = pack(T, Open.at(Number));
    for (const result::BlockCount &C : unpacked(V))
      Used.add(C.Block);
  }
  std::vector<uint32_t> Index(Blocks.size());
  Used.forEach([&](size_t Block) {
    Index[Block] = uint32_t(Vectors.Blocks.size());
    const KnownBlock &B = Blocks[Block];
    decode::BlockPlace Place = Modules.block(B.Row);
    Vectors.Blocks.push_back(
        {uint32_t(Block) + 1, B.Id, std::string(Place.Function),
         std::string(Place.Location.File), Place.Location.Line, B.Instructions,
         B.Loop, B.Symbol, B.Object});
  });
  for (const auto &[Number, T] : Threads) {
    Vector &Open = Last[Number];
    auto Visit = [&](const Vector &V) {
      Vectors.Intervals.push_back({Number, V.Number, V.Instructions,
                                   result::renumberCounts(V.Packed, Index)});
    };
    for (size_t I = 0; I != T.Ended.size(); ++I)
      if (I + 1 == T.Ended.size() && T.Ended[I].Number == Open.Number)
        Open = merged(T.Ended[I], Open);
      else
        Visit(T.Ended[I]);
    if (!Open.Packed.empty())
      Visit(Open);
  }
}

void CountedBlocks::event(const decode::Event &E) {
  switch (E.Kind) {
  case EventKind::TableData:
    addTables(E.Argument);
    break;
  case EventKind::ThreadEnd:
    EndedInstructions[E.Thread.Value] +=
        Store.endInterval(E.Thread.Value, interval(E.Thread.Value));
    Store.threadEnded(E.Thread.Value);
    break;
  case EventKind::Counts: {
    if (E.Payload.empty())
      break;
    uint32_t Thread = countsThread(E.Payload[0]);
    if (countsEndInterval(E.Payload[0]))
      EndedInstructions[Thread] += Store.endInterval(Thread, interval(Thread));
    else
      count(E.Argument, Thread, E.Payload.subspan(1));
    break;
  }
  default:
    break;
  }
}

void CountedBlocks::addTables(uint32_t Module) {
  const decode::TableImage *Image = Modules.image(Module);
  if (!Image || Flows.contains(Module) ||
      Image->rows(TableKind::Counters, sizeof(Counter)) == 0)
    return;
  if (decode::isSelecting(*Image)) {
    Waiting.erase(Module);
    return;
  }
  HasCounts = true;
  Flows.emplace(Module, decode::FlowTables(*Image));
  Store.addModule(Module);
  auto It = Waiting.find(Module);
  if (It == Waiting.end())
    return;
  for (const EarlyCounts &E : It->second)
    count(Module, E.Thread, E.Words);
  Waiting.erase(It);
}

void CountedBlocks::count(uint32_t Module, uint32_t Thread,
                          std::span<const uint64_t> Words) {
  auto Found = Flows.find(Module);
  if (Found == Flows.end()) {
    Waiting[Module].push_back({Thread, {Words.begin(), Words.end()}});
    return;
  }
  HasCounts = true;
  Counters.clear();
  Runs.clear();
  for (uint64_t Word : Words)
    Counters.push_back({uint32_t(counterNumber(Word)), counterGrowth(Word)});
  Found->second.solve(Counters, Runs);
  Store.add(Thread, Module, Runs);
}

/// Returns the number of the open interval.
uint32_t CountedBlocks::interval(uint32_t Thread) const {
  auto It = EndedInstructions.find(Thread);
  uint64_t Start = It == EndedInstructions.end() ? 0 : It->second;
  return uint32_t(Start / IntervalInstructions);
}

void CountedBlocks::fill(result::Profile &P) {
  if (!HasCounts)
    return;
  P.Vectors = {};
  P.Vectors.Source = result::BlockSource::Counted;
  Store.fill(P.Vectors, [&](uint32_t Thread) { return interval(Thread); });
  for (result::ThreadRow &T : P.Threads) {
    auto It = EndedInstructions.find(T.Thread);
    uint64_t Instructions = (It == EndedInstructions.end() ? 0 : It->second) +
                            Store.openInstructions(T.Thread);
    T.Instructions += Instructions;
    P.Instructions += Instructions;
  }
  if (!Waiting.empty())
    P.Notes.push_back(fmt::format(
        "counts of {} objects came without their tables and were left out",
        Waiting.size()));
  if (Store.misfits())
    P.Notes.push_back(
        fmt::format("{} counts of blocks do not fit together and were left "
                    "out; a signal handler may have jumped out of a loop",
                    Store.misfits()));
}

} // namespace memfacet::measure
