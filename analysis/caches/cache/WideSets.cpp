//===- WideSets.cpp - sets too wide to search -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/cache/WideSets.h"

namespace memfacet::caches {

WideSets::WideSets(uint64_t Sets, uint32_t Ways)
    : LevelStore(Sets), Ways(Ways), SetList(Sets) {}

void WideSets::unlink(Set &S, uint32_t N) {
  auto [Word, Newer, Older] = Nodes[N];
  (Newer == None ? S.Newest : Nodes[Newer].Older) = Older;
  (Older == None ? S.Oldest : Nodes[Older].Newer) = Newer;
}

void WideSets::pushNewest(Set &S, uint32_t N) {
  Nodes[N].Newer = None;
  Nodes[N].Older = S.Newest;
  (S.Newest == None ? S.Oldest : Nodes[S.Newest].Newer) = N;
  S.Newest = N;
}

Touch WideSets::touch(CacheWord Wanted) {
  uint64_t Line = lineOf(Wanted);
  Set &S = SetList[Place(Line)];
  if (auto Found = NodeOfLine.find(Line); Found != NodeOfLine.end()) {
    uint32_t N = Found->second;
    unlink(S, N);
    pushNewest(S, N);
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
  Nodes[N].Word = Wanted;
  NodeOfLine[Line] = N;
  pushNewest(S, N);
  return {false, Victim};
}

size_t WideSets::takeChanges(std::span<const MruChange> In, Miss *Out) {
  Miss *Next = Out;
  for (const MruChange &C : In) {
    uint64_t Line = lineOf(C.Wanted);
    const Set &S = SetList[Place(Line)];
    if (C.Written && S.Newest != None) {
      CacheWord &Front = Nodes[S.Newest].Word;
      Front = cleanWord(lineOf(Front)) | C.Written;
    }
    Touch T = touch(C.Wanted);
    if (!T.Hit)
      *Next++ = {C.Wanted, T.Victim, C.Site};
  }
  return size_t(Next - Out);
}

size_t WideSets::takeTouches(const TouchSpan &In, Miss *Out) {
  Miss *Next = Out;
  for (size_t I = 0; I != In.Count; ++I) {
    CacheWord Word = In.Words[I], Wanted = Word & ~DirtyBit;
    Touch T = touch(Wanted);
    if (isDirty(Word))
      Nodes[SetList[Place(lineOf(Word))].Newest].Word = Word;
    if (!T.Hit)
      *Next++ = {Wanted, T.Victim, In.Sites[I]};
  }
  return size_t(Next - Out);
}

size_t WideSets::filter(std::span<const Miss> In, Miss *Out) {
  Miss *Next = Out;
  for (const Miss &M : In) {
    if (isDirty(M.Victim) && !makeDirty(M.Victim))
      *Next++ = {EmptyWord, M.Victim, M.Site};
    if (M.Wanted == EmptyWord)
      continue;
    Touch T = touch(M.Wanted);
    if (!T.Hit)
      *Next++ = {M.Wanted, T.Victim, M.Site};
  }
  return size_t(Next - Out);
}

bool WideSets::makeDirty(CacheWord W) {
  auto Found = NodeOfLine.find(lineOf(W));
  if (Found == NodeOfLine.end())
    return false;
  Nodes[Found->second].Word = W;
  return true;
}

void WideSets::forEachDirty(const std::function<void(CacheWord)> &Visit) {
  for (const Set &S : SetList)
    for (uint32_t N = S.Newest; N != None; N = Nodes[N].Older)
      if (isDirty(Nodes[N].Word))
        Visit(Nodes[N].Word);
}

void WideSets::clear() {
  SetList.assign(SetList.size(), Set());
  Nodes.clear();
  NodeOfLine.clear();
}

void WideSets::copy(const LevelStore &Source) {
  const auto &Other = static_cast<const WideSets &>(Source);
  SetList = Other.SetList;
  Nodes = Other.Nodes;
  NodeOfLine = Other.NodeOfLine;
}

} // namespace memfacet::caches
