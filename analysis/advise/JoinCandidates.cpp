//===- JoinCandidates.cpp - arrays with the same index, joined ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/advise/Candidates.h"
#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

namespace memfacet::advise {

/// The longest member, and the longest joined element.
static constexpr uint64_t MostMember = 32, MostJoined = 64;

/// Returns whether the elements of \p S lie one after the other in arrays.
static bool isJoinable(const result::Structure &S,
                       const StructureEvidence &Observed) {
  return Observed.ElementBytes != 0 && Observed.ElementBytes <= MostMember &&
         Observed.Uneven == 0 && Observed.Single * 2 < Observed.Objects &&
         Observed.InObjects * 20 >= Observed.Accesses * 19 &&
         (S.Kind == result::StructureKind::Heap ||
          S.Kind == result::StructureKind::Global);
}

static bool areAlike(const StructureEvidence &A, const StructureEvidence &B) {
  return A.Objects == B.Objects &&
         A.LargestObject / A.ElementBytes == B.LargestObject / B.ElementBytes;
}

/// Returns the structures that each block of code accesses, by block.
static std::map<uint32_t, std::set<uint32_t>>
structuresOfBlocks(const result::Profile &P, const Evidence &E) {
  std::map<uint32_t, std::set<uint32_t>> Result;
  for (const result::SiteCounts &C : P.BySite) {
    const result::FieldAccess &F = P.Sites[C.Site].Field;
    uint32_t Id = C.Structure.Value;
    if (F.Bytes != 0 && Id < E.Structures.size() &&
        isJoinable(P.Structures[Id], E.Structures[Id]))
      Result[F.Block].insert(Id);
  }
  return Result;
}

/// Returns those of \p Ids that are like the one with most misses and fit into
/// one element with it, the one with most misses first.
static std::vector<uint32_t> membersOf(const std::set<uint32_t> &Ids,
                                       const Evidence &E) {
  auto Misses = [&](uint32_t Id) { return E.Structures[Id].Misses.Levels[0]; };
  std::vector<uint32_t> Sorted(Ids.begin(), Ids.end()), Members;
  std::ranges::stable_sort(Sorted, std::greater(), Misses);
  uint64_t Bytes = 0;
  for (uint32_t Id : Sorted) {
    uint64_t Own = E.Structures[Id].ElementBytes;
    if (Bytes + Own > MostJoined ||
        (!Members.empty() &&
         !areAlike(E.Structures[Id], E.Structures[Members.front()])))
      continue;
    Bytes += Own;
    Members.push_back(Id);
  }
  return Members;
}

/// Returns the candidate that joins \p Members, which are several.
static Candidate joinOf(const result::Profile &P, const Evidence &E,
                        std::vector<uint32_t> Members) {
  Candidate C;
  C.Kind = AdviceKind::Join;
  C.Structure = StructureId(Members.front());
  uint64_t Sum = 0, Most = 0;
  std::string Names;
  for (uint32_t Id : Members) {
    uint64_t Misses = E.Structures[Id].Misses.Levels[0];
    Sum += Misses, Most = std::max(Most, Misses);
    Names += (Names.empty() ? "" : ", ") + P.Structures[Id].title();
  }
  // Members are aligned if the longest ones come first.
  std::ranges::stable_sort(Members, std::greater(), [&](uint32_t Id) {
    return E.Structures[Id].ElementBytes;
  });
  for (uint32_t Id : Members) {
    uint64_t Bytes = E.Structures[Id].ElementBytes;
    C.Joined.push_back({StructureId(Id), Bytes, C.JoinedBytes});
    C.JoinedBytes += Bytes;
  }
  uint64_t Align = std::min<uint64_t>(C.Joined.front().Bytes, 8);
  C.JoinedBytes = (C.JoinedBytes + Align - 1) / Align * Align;
  C.Promise = Sum - Most;
  C.Action = fmt::format("join {} to an array of structs of {} bytes", Names,
                         C.JoinedBytes);
  C.Evidence.push_back(fmt::format(
      "{} arrays of {} elements each are accessed by one block of code",
      Members.size(),
      E.Structures[Members.front()].LargestObject /
          E.Structures[Members.front()].ElementBytes));
  C.Costs.push_back("loops that use only some of them fetch the others");
  C.Limits.push_back("the block uses the same index for all");
  return C;
}

void suggestJoins(const result::Profile &P, const Evidence &E,
                  CandidateList &Candidates) {
  constexpr uint64_t LeastPart = 100;
  std::set<std::vector<uint32_t>> Known;
  uint64_t Program = E.All.Levels.empty() ? 0 : E.All.Levels[0];
  for (const auto &[Block, Ids] : structuresOfBlocks(P, E)) {
    std::vector<uint32_t> Members = membersOf(Ids, E);
    if (Members.size() < 2 || !Known.insert(Members).second)
      continue;
    if (Candidate C = joinOf(P, E, Members);
        C.Promise * LeastPart >= Program && C.Promise != 0)
      Candidates.push_back(std::move(C));
  }
}

} // namespace memfacet::advise
