//===- BlockSums.cpp - the code that is executed most ---------------------===//

#include "tools/report/code/BlockReport.h"
#include "tools/report/format/Units.h"
#include <algorithm>
#include <set>

namespace memfacet {

/// Calls \p Visit(interval, counts) for the intervals of \p Thread or all.
template <typename Visitor>
static void forEachVector(const BlockVectors &V, std::optional<uint32_t> Thread,
                          Visitor Visit) {
  for (const BlockInterval &I : V.Intervals)
    if (!Thread || I.Thread == *Thread)
      if (auto Counts = unpackCounts(I.Packed, V.Blocks.size()))
        Visit(I, *Counts);
}

BlockSums blockSums(const Profile &P, std::optional<uint32_t> Thread) {
  const BlockVectors &V = P.Vectors;
  BlockSums Sums;
  std::vector<uint64_t> Executions(V.Blocks.size());
  std::set<uint32_t> Threads;
  forEachVector(V, Thread, [&](const BlockInterval &I, const auto &Counts) {
    ++Sums.Intervals;
    Threads.insert(I.Thread);
    for (const BlockCount &C : Counts)
      Executions[C.Block] += C.Count;
  });
  Sums.Threads = Threads.size();
  for (uint32_t B = 0; B != V.Blocks.size(); ++B) {
    if (Executions[B] == 0)
      continue;
    uint64_t Weight = Executions[B] * V.weight(V.Blocks[B]);
    Sums.Rows.push_back({B, Executions[B], Weight, 0});
    Sums.Executions += Executions[B];
    Sums.Weight += Weight;
  }
  std::ranges::stable_sort(Sums.Rows, std::ranges::greater(),
                           &BlockRow::Weight);
  // Whose threads samples outside of blocks are, nobody keeps.
  Sums.Outside = Thread ? 0 : V.Outside;
  std::vector<uint64_t> Parts;
  for (const BlockRow &R : Sums.Rows)
    Parts.push_back(R.Weight);
  Parts.push_back(Sums.Outside);
  std::vector<uint32_t> Tenths = sharesInTenths(Parts);
  for (size_t I = 0; I != Sums.Rows.size(); ++I)
    Sums.Rows[I].Tenths = Tenths[I];
  Sums.OutsideTenths = Tenths.back();
  return Sums;
}

std::vector<uint32_t> blockThreads(const Profile &P) {
  std::set<uint32_t> Threads;
  for (const BlockInterval &I : P.Vectors.Intervals)
    Threads.insert(I.Thread);
  return {Threads.begin(), Threads.end()};
}

std::string frequencyVectors(const Profile &P, uint32_t Thread) {
  const BlockVectors &V = P.Vectors;
  std::string Text;
  forEachVector(V, Thread, [&](const BlockInterval &, const auto &Counts) {
    Text += 'T';
    for (const BlockCount &C : Counts) {
      const CodeBlock &B = V.Blocks[C.Block];
      // An execution without instructions weighs nothing.
      if (uint64_t Weight = C.Count * V.weight(B))
        Text += fmt::format(":{}:{} ", B.Number, Weight);
    }
    Text += '\n';
  });
  return Text;
}

} // namespace memfacet
