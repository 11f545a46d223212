//===- SameThings.cpp - what is the same in several profiles --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/result/merge/SameThings.h"
#include <algorithm>

namespace memfacet::result {

static void addLives(ObjectLives &To, const ObjectLives &L) {
  To.PeakObjects += L.PeakObjects;
  To.Timed += L.Timed;
  To.AtEnd += L.AtEnd;
  To.Instructions += L.Instructions;
  To.Followed += L.Followed;
  To.Brief += L.Brief;
  To.Longest = std::max(To.Longest, L.Longest);
}

/// Of another process, whose memory is its own: also peaks are summed.
static void addStructure(Structure &To, const Structure &S) {
  To.Bytes += S.Bytes;
  To.PeakBytes += S.PeakBytes;
  To.Objects += S.Objects;
  To.Total += S.Total;
  addLives(To.Lives, S.Lives);
}

void SameThings::addRecords(const Profile &P, RunNumbers &Numbers) {
  for (const RecordType &R : P.Records) {
    std::vector<uint32_t> &Named = Records[R.Name];
    auto Same = std::ranges::find_if(
        Named, [&](uint32_t Id) { return To.Records[Id] == R; });
    if (Same == Named.end()) {
      Named.push_back(uint32_t(To.Records.size()));
      To.Records.push_back(R);
      Same = std::prev(Named.end());
    }
    Numbers.Records.push_back(*Same);
  }
}

void SameThings::addStructures(const Profile &P, RunNumbers &Numbers) {
  std::map<StructureKey, size_t> Seen;
  for (const Structure &S : P.Structures) {
    StructureKey Key(S.Kind, S.Name, S.Type, S.File, S.Line, S.Function, 0);
    std::get<size_t>(Key) = Seen[Key]++;
    auto [It, New] =
        Structures.try_emplace(Key, uint32_t(To.Structures.size()));
    Numbers.Structures.push_back(It->second);
    if (!New) {
      addStructure(To.Structures[It->second], S);
      continue;
    }
    To.Structures.push_back(S);
    if (S.Record != NoRecord)
      To.Structures.back().Record = Numbers.Records[S.Record];
  }
}

void SameThings::addSites(const Profile &P, RunNumbers &Numbers) {
  std::map<SiteKey, size_t> Seen;
  std::map<uint32_t, uint32_t> BlockNumbers;
  std::vector<uint32_t> Fresh;
  for (const CodeSite &S : P.Sites) {
    FieldAccess F = S.Field;
    if (F.Record != NoRecord)
      F.Record = Numbers.Records[F.Record];
    SiteKey Key(S.File, S.Line, S.Column, S.Function, S.Write, F.Record,
                F.Offset, F.Bytes, 0);
    std::get<8>(Key) = Seen[Key]++;
    auto [It, New] = Sites.try_emplace(Key, uint32_t(To.Sites.size()));
    Numbers.Sites.push_back(It->second);
    if (New) {
      Fresh.push_back(It->second);
      To.Sites.push_back(S);
      To.Sites.back().Field = F;
      continue;
    }
    CodeSite &Known = To.Sites[It->second];
    Known.Accesses += S.Accesses;
    Known.Touches += S.Touches;
    if (F.Record != NoRecord)
      BlockNumbers.emplace(F.Block, Known.Field.Block);
  }
  // Sites of one block stay so, and those of different profiles apart.
  for (uint32_t Site : Fresh)
    if (FieldAccess &F = To.Sites[Site].Field; F.Record != NoRecord) {
      auto [It, New] = BlockNumbers.try_emplace(F.Block, Blocks);
      Blocks += New;
      F.Block = It->second;
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
