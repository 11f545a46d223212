//===- Matching.cpp - the structures of two profiles, in pairs ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/diff/Matching.h"
#include "memfacet/Check.h"
#include "tools/report/common/ReportModel.h"
#include <algorithm>
#include <map>
#include <tuple>

namespace memfacet::report {
namespace {

using Structures = std::vector<const result::Structure *>;
/// Structures that may match, in each profile.
using Sides = std::array<Structures, 2>;

Match matchOf(const result::Structure *StructureBefore,
              const result::Structure *StructureAfter) {
  Match M;
  if (StructureBefore)
    M.Structures[0].push_back(StructureBefore);
  if (StructureAfter)
    M.Structures[1].push_back(StructureAfter);
  return M;
}

/// Matches \p Candidates, structures of one name, kind and type, by place, then
/// in order: a line may have moved.
void pairByPlace(Sides Candidates, std::vector<Match> &Matches) {
  auto Place = [](const result::Structure *S) {
    return std::tuple(std::string_view(S->File), S->Line);
  };
  for (Structures &Side : Candidates)
    std::ranges::stable_sort(Side, {}, Place);
  std::erase_if(Candidates[0], [&](const result::Structure *Before) {
    auto After = std::ranges::find(Candidates[1], Place(Before), Place);
    if (After == Candidates[1].end())
      return false;
    Matches.push_back(matchOf(Before, *After));
    Candidates[1].erase(After);
    return true;
  });
  for (size_t I = 0; I != std::max(Candidates[0].size(), Candidates[1].size());
       ++I)
    Matches.push_back(
        matchOf(I < Candidates[0].size() ? Candidates[0][I] : nullptr,
                I < Candidates[1].size() ? Candidates[1][I] : nullptr));
}

/// Matches \p Candidates, structures of one name and kind.
void pairUp(const Sides &Candidates, std::vector<Match> &Matches) {
  const result::Structure &First =
      *(Candidates[0].empty() ? Candidates[1] : Candidates[0])[0];
  if (isFixed(First) ||
      (Candidates[0].size() <= 1 && Candidates[1].size() <= 1)) {
    Matches.push_back({Candidates});
    return;
  }
  std::map<std::string, Sides> ByType;
  for (size_t Side = 0; Side != 2; ++Side)
    for (const result::Structure *S : Candidates[Side])
      ByType[S->Type][Side].push_back(S);
  for (const auto &[Type, Namesakes] : ByType)
    pairByPlace(Namesakes, Matches);
}

using Shape =
    std::tuple<result::StructureKind, std::string, uint64_t, std::string>;

bool hasShape(const Match &M) {
  MEMFACET_CHECK(!M.Structures[0].empty() || !M.Structures[1].empty(),
                 "a match has a structure");
  const result::Structure &S =
      *(M.Structures[0].empty() ? M.Structures[1] : M.Structures[0])[0];
  bool OneSided = M.Structures[0].empty() != M.Structures[1].empty();
  return OneSided && !isFixed(S) && !S.Type.empty() && S.ElementBytes != 0 &&
         wasTouched(S);
}

Shape shapeOf(const Match &M) {
  MEMFACET_CHECK(!M.Structures[0].empty() || !M.Structures[1].empty(),
                 "a match that was joined to another is gone");
  const result::Structure &S =
      *(M.Structures[0].empty() ? M.Structures[1] : M.Structures[0])[0];
  return {S.Kind, S.Type, S.ElementBytes,
          S.Record == result::NoRecord ? S.Function : ""};
}

/// Returns whether the program uses both about as much.
bool areAlike(const result::Structure &A, const result::Structure &B) {
  constexpr uint64_t MostFactor = 4;
  auto Near = [](uint64_t X, uint64_t Y) {
    return X / MostFactor <= Y && Y / MostFactor <= X;
  };
  return Near(A.Total.Accesses, B.Total.Accesses) && Near(A.Objects, B.Objects);
}

/// Joins matches of \p All that are one structure with another name.
void findRenamed(std::vector<Match> &All) {
  std::map<Shape, std::array<std::vector<Match *>, 2>> ByShape;
  for (Match &M : All)
    if (hasShape(M))
      ByShape[shapeOf(M)][M.Structures[0].empty()].push_back(&M);
  for (auto &[Key, Sides] : ByShape)
    if (Sides[0].size() == 1 && Sides[1].size() == 1 &&
        areAlike(*Sides[0][0]->Structures[0][0],
                 *Sides[1][0]->Structures[1][0])) {
      Sides[0][0]->Structures[1] = std::move(Sides[1][0]->Structures[1]);
      Sides[0][0]->Renamed = true;
      Sides[1][0]->Structures[1].clear();
    }
  std::erase_if(All, [](const Match &M) {
    return M.Structures[0].empty() && M.Structures[1].empty();
  });
}

} // namespace

std::vector<Match> matchStructures(const result::Profile &ProfileBefore,
                                   const result::Profile &ProfileAfter) {
  std::map<std::pair<std::string, result::StructureKind>, Sides> ByName;
  for (const result::Structure &S : ProfileBefore.Structures)
    ByName[{S.Name, S.Kind}][0].push_back(&S);
  for (const result::Structure &S : ProfileAfter.Structures)
    ByName[{S.Name, S.Kind}][1].push_back(&S);
  std::vector<Match> All;
  for (const auto &[Key, Namesakes] : ByName)
    pairUp(Namesakes, All);
  findRenamed(All);
  return All;
}

} // namespace memfacet::report
