//===- SameThings.cpp - what is the same in several profiles --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/result/merge/SameThings.h"
#include <algorithm>

namespace memfacet::result {

static void addLives(ObjectLives &Sum, const ObjectLives &L) {
  Sum.PeakObjects += L.PeakObjects;
  Sum.Timed += L.Timed;
  Sum.AtEnd += L.AtEnd;
  Sum.Instructions += L.Instructions;
  Sum.Followed += L.Followed;
  Sum.Brief += L.Brief;
  Sum.Longest = std::max(Sum.Longest, L.Longest);
}

/// Adds a structure of another process, which has memory of its own: so even
/// peaks are summed.
static void addStructure(Structure &Sum, const Structure &S) {
  Sum.Bytes += S.Bytes;
  Sum.PeakBytes += S.PeakBytes;
  Sum.Objects += S.Objects;
  Sum.Total += S.Total;
  addLives(Sum.Lives, S.Lives);
}

void SameThings::addRecords(const Profile &P, RunNumbers &Numbers) {
  for (const RecordType &R : P.Records) {
    std::vector<uint32_t> &Named = Records[R.Name];
    auto Found = std::ranges::find_if(
        Named, [&](uint32_t Id) { return Merged.Records[Id] == R; });
    if (Found == Named.end()) {
      Named.push_back(uint32_t(Merged.Records.size()));
      Merged.Records.push_back(R);
      Found = std::prev(Named.end());
    }
    Numbers.Records.push_back(*Found);
  }
}

void SameThings::addStructures(const Profile &P, RunNumbers &Numbers) {
  std::map<StructureKey, size_t> Occurrences;
  for (const Structure &S : P.Structures) {
    StructureKey Key(S.Kind, S.Name, S.Type, S.File, S.Line, S.Function, 0);
    std::get<size_t>(Key) = Occurrences[Key]++;
    auto [Found, New] =
        Structures.try_emplace(Key, uint32_t(Merged.Structures.size()));
    Numbers.Structures.push_back(Found->second);
    if (!New) {
      addStructure(Merged.Structures[Found->second], S);
      continue;
    }
    Merged.Structures.push_back(S);
    if (S.Record != NoRecord)
      Merged.Structures.back().Record = Numbers.Records[S.Record];
  }
}

void SameThings::addSites(const Profile &P, RunNumbers &Numbers) {
  std::map<SiteKey, size_t> Occurrences;
  std::map<uint32_t, uint32_t> BlockNumbers;
  std::vector<uint32_t> Fresh;
  for (const CodeSite &S : P.Sites) {
    FieldAccess F = S.Field;
    if (F.Record != NoRecord)
      F.Record = Numbers.Records[F.Record];
    SiteKey Key(S.File, S.Line, S.Column, S.Function, S.Write, F.Record,
                F.Offset, F.Bytes, F.Used, 0);
    std::get<9>(Key) = Occurrences[Key]++;
    auto [Found, New] = Sites.try_emplace(Key, uint32_t(Merged.Sites.size()));
    Numbers.Sites.push_back(Found->second);
    if (New) {
      Fresh.push_back(Found->second);
      Merged.Sites.push_back(S);
      Merged.Sites.back().Field = F;
      continue;
    }
    CodeSite &Known = Merged.Sites[Found->second];
    Known.Accesses += S.Accesses;
    Known.Touches += S.Touches;
    if (F != FieldAccess())
      BlockNumbers.emplace(F.Block, Known.Field.Block);
  }
  // Sites of one block stay in one block, and those of different profiles stay
  // apart.
  for (uint32_t Site : Fresh)
    if (FieldAccess &F = Merged.Sites[Site].Field; F != FieldAccess()) {
      auto [Found, New] = BlockNumbers.try_emplace(F.Block, Blocks);
      Blocks += New;
      F.Block = Found->second;
    }
}

RunNumbers SameThings::add(const Profile &P, uint32_t FirstThread) {
  RunNumbers Numbers;
  Numbers.FirstThread = FirstThread;
  addRecords(P, Numbers);
  addStructures(P, Numbers);
  addSites(P, Numbers);
  return Numbers;
}

} // namespace memfacet::result
