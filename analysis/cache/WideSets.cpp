//===- cache/WideSets.cpp - sets too wide to search -----------------------===//

#include "analysis/cache/WideSets.h"

namespace memfacet {

WideSets::WideSets(uint64_t Sets, uint32_t Ways)
    : LevelStore(Sets, 1, 1), Ways(Ways), MostRecentWords(Sets, EmptyWord),
      SetList(Sets) {
  Recent = MostRecentWords.data();
}

void WideSets::saveNewest(uint64_t SetIndex) {
  if (SetList[SetIndex].Newest != None)
    Nodes[SetList[SetIndex].Newest].Word = MostRecentWords[SetIndex];
}

void WideSets::unlink(Set &S, uint32_t N) {
  auto [Word, Newer, Older] = Nodes[N];
  (Newer == None ? S.Newest : Nodes[Newer].Older) = Older;
  (Older == None ? S.Oldest : Nodes[Older].Newer) = Newer;
}

void WideSets::pushNewest(uint64_t SetIndex, uint32_t N) {
  Set &S = SetList[SetIndex];
  Nodes[N].Newer = None;
  Nodes[N].Older = S.Newest;
  (S.Newest == None ? S.Oldest : Nodes[S.Newest].Newer) = N;
  S.Newest = N;
  MostRecentWords[SetIndex] = Nodes[N].Word;
}

Touch WideSets::touch(CacheWord W) {
  uint64_t SetIndex = setOf(lineOf(W));
  Set &S = SetList[SetIndex];
  saveNewest(SetIndex);
  if (auto Found = NodeOfLine.find(lineOf(W)); Found != NodeOfLine.end()) {
    uint32_t N = Found->second;
    if (isDirty(W))
      Nodes[N].Word = W;
    unlink(S, N);
    pushNewest(SetIndex, N);
    return {true, EmptyWord};
  }
  CacheWord Victim = EmptyWord;
  uint32_t N;
  if (S.Used < Ways) {
    N = uint32_t(Nodes.size());
    Nodes.emplace_back();
    ++S.Used;
  } else {
    N = S.Oldest;
    Victim = Nodes[N].Word;
    NodeOfLine.erase(lineOf(Victim));
    unlink(S, N);
  }
  Nodes[N].Word = W;
  NodeOfLine[lineOf(W)] = N;
  pushNewest(SetIndex, N);
  return {false, Victim};
}

bool WideSets::markDirty(CacheWord W) {
  auto Found = NodeOfLine.find(lineOf(W));
  if (Found == NodeOfLine.end())
    return false;
  Nodes[Found->second].Word = W;
  uint64_t SetIndex = setOf(lineOf(W));
  if (SetList[SetIndex].Newest == Found->second)
    MostRecentWords[SetIndex] = W;
  return true;
}

void WideSets::forEachDirty(const std::function<void(CacheWord)> &Visit) {
  for (uint64_t I = 0; I != Sets; ++I) {
    saveNewest(I);
    for (uint32_t N = SetList[I].Newest; N != None; N = Nodes[N].Older)
      if (isDirty(Nodes[N].Word))
        Visit(Nodes[N].Word);
  }
}

void WideSets::clear() {
  MostRecentWords.assign(MostRecentWords.size(), EmptyWord);
  SetList.assign(SetList.size(), Set());
  Nodes.clear();
  NodeOfLine.clear();
}

} // namespace memfacet
