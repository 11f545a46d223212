//===- SweepTree.cpp - several models over one stream ---------------------===//

#include "analysis/sweep/SweepTree.h"
#include <algorithm>

namespace memfacet {

SweepTree::SweepTree(std::vector<CacheModel> All) : Models(std::move(All)) {
  for (const CacheModel &M : Models)
    nodeFor(Firsts, M.Levels[0], M.LineBytes).add(M, 0);
  std::ranges::sort(Firsts, {}, [](const auto &N) { return N->sets(); });
  for (size_t I = 0; I != Firsts.size(); ++I) {
    size_t Source = Stream;
    for (size_t Before = 0; Before != I; ++Before)
      if (!Firsts[Before]->isWide() &&
          Firsts[I]->sets() % Firsts[Before]->sets() == 0)
        Source = Before;
    Sources.push_back(Source);
    if (Source != Stream)
      Firsts[Source]->setNeedsBeyond();
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
                                 : Firsts[Sources[I]]->beyond());
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

} // namespace memfacet
