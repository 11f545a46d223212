//===- Matching.cpp - the structures of two profiles, in pairs ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/diff/Matching.h"
#include "tools/report/common/ReportModel.h"
#include <algorithm>
#include <map>
#include <tuple>

namespace memfacet {
namespace {

using Structures = std::vector<const result::Structure *>;
/// What may be one structure, in each profile.
using Sides = std::array<Structures, 2>;

Match matchOf(const result::Structure *Before, const result::Structure *After) {
  Match M;
  if (Before)
    M.Of[0].push_back(Before);
  if (After)
    M.Of[1].push_back(After);
  return M;
}

/// Matches \p Of, structures of one type. A line may have moved.
void pairByPlace(Sides Of, std::vector<Match> &To) {
  auto Place = [](const result::Structure *S) {
    return std::tuple(std::string_view(S->File), S->Line);
  };
  for (Structures &Side : Of)
    std::ranges::stable_sort(Side, {}, Place);
  std::erase_if(Of[0], [&](const result::Structure *Before) {
    auto After = std::ranges::find(Of[1], Place(Before), Place);
    if (After == Of[1].end())
      return false;
    To.push_back(matchOf(Before, *After));
    Of[1].erase(After);
    return true;
  });
  for (size_t I = 0; I != std::max(Of[0].size(), Of[1].size()); ++I)
    To.push_back(matchOf(I < Of[0].size() ? Of[0][I] : nullptr,
                         I < Of[1].size() ? Of[1][I] : nullptr));
}

/// Matches \p Of, structures of one name and kind.
void pairUp(const Sides &Of, std::vector<Match> &To) {
  const result::Structure &One = *(Of[0].empty() ? Of[1] : Of[0])[0];
  if (isFixed(One) || (Of[0].size() <= 1 && Of[1].size() <= 1)) {
    To.push_back({Of});
    return;
  }
  std::map<std::string, Sides> ByType;
  for (size_t Side = 0; Side != 2; ++Side)
    for (const result::Structure *S : Of[Side])
      ByType[S->Type][Side].push_back(S);
  for (const auto &[Type, Same] : ByType)
    pairByPlace(Same, To);
}

using Shape =
    std::tuple<result::StructureKind, std::string, uint64_t, std::string>;

bool hasShape(const Match &M) {
  const result::Structure &S = *(M.Of[0].empty() ? M.Of[1] : M.Of[0])[0];
  bool OneSided = M.Of[0].empty() != M.Of[1].empty();
  return OneSided && !isFixed(S) && !S.Type.empty() && S.ElementBytes != 0 &&
         wasTouched(S);
}

Shape shapeOf(const Match &M) {
  const result::Structure &S = *(M.Of[0].empty() ? M.Of[1] : M.Of[0])[0];
  return {S.Kind, S.Type, S.ElementBytes,
          S.Record == result::NoRecord ? S.Function : ""};
}

/// Whether the program uses both about as much.
bool areAlike(const result::Structure &A, const result::Structure &B) {
  constexpr uint64_t MostFactor = 4;
  auto Near = [](uint64_t X, uint64_t Y) {
    return X / MostFactor <= Y && Y / MostFactor <= X;
  };
  return Near(A.Total.Accesses, B.Total.Accesses) && Near(A.Objects, B.Objects);
}

/// Joins those of \p All that are the same under another name.
void findRenamed(std::vector<Match> &All) {
  std::map<Shape, std::array<std::vector<Match *>, 2>> ByShape;
  for (Match &M : All)
    if (hasShape(M))
      ByShape[shapeOf(M)][M.Of[0].empty()].push_back(&M);
  for (auto &[Of, Sides] : ByShape)
    if (Sides[0].size() == 1 && Sides[1].size() == 1 &&
        areAlike(*Sides[0][0]->Of[0][0], *Sides[1][0]->Of[1][0])) {
      Sides[0][0]->Of[1] = std::move(Sides[1][0]->Of[1]);
      Sides[0][0]->Renamed = true;
      Sides[1][0]->Of[1].clear();
    }
  std::erase_if(
      All, [](const Match &M) { return M.Of[0].empty() && M.Of[1].empty(); });
}

} // namespace

std::vector<Match> matchStructures(const result::Profile &Before,
                                   const result::Profile &After) {
  std::map<std::pair<std::string, result::StructureKind>, Sides> ByName;
  for (const result::Structure &S : Before.Structures)
    ByName[{S.Name, S.Kind}][0].push_back(&S);
  for (const result::Structure &S : After.Structures)
    ByName[{S.Name, S.Kind}][1].push_back(&S);
  std::vector<Match> All;
  for (const auto &[Key, Same] : ByName)
    pairUp(Same, All);
  findRenamed(All);
  return All;
}

} // namespace memfacet
