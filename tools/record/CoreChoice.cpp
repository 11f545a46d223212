//===- CoreChoice.cpp - the simulated core and --perfect ------------------===//

#include "tools/record/CoreChoice.h"
#include "tools/report/fields/FieldTables.h"
#include "tools/report/misses/Criticality.h"
#include <algorithm>
#include <charconv>
#include <tuple>

namespace memfacet {

Status addCore(CollectOptions &To, const std::string &Core,
               std::vector<std::vector<StructureId>> Perfect) {
  if (Core.empty())
    return {};
  Expected<CoreModel> Model = parseCoreModel(Core);
  if (!Model)
    return Model.error();
  if (Status S = checkCoreModel(*Model, To.Caches.Levels.size()); !S)
    return S;
  To.Observers.push_back(observeCore({*Model, std::move(Perfect)}));
  To.Outcomes = true;
  return {};
}

std::string cachesFor(const std::string &Core, const std::string &Chosen,
                      bool IsChosen) {
  if (IsChosen || Core.empty())
    return Chosen;
  Expected<CoreModel> Model = parseCoreModel(Core);
  return Model && !Model->Caches.empty() ? Model->Caches : Chosen;
}

namespace {

constexpr std::string_view TopPrefix = "top:";
constexpr size_t MaxScenarios = 64;

struct Top {
  size_t Count = 0;
  bool ByMisses = false;
};

Expected<Top> parseTop(std::string_view Word) {
  Top Result;
  std::string_view Rest = Word.substr(TopPrefix.size());
  Result.ByMisses = Rest.ends_with(":misses");
  if (Result.ByMisses)
    Rest.remove_suffix(std::string_view(":misses").size());
  auto [End, Wrong] =
      std::from_chars(Rest.data(), Rest.data() + Rest.size(), Result.Count);
  if (Wrong != std::errc() || End != Rest.data() + Rest.size() ||
      Result.Count == 0 || Result.Count > MaxScenarios)
    return makeError("'{}': write top:N or top:N:misses, N from 1 to {}", Word,
                     MaxScenarios);
  return Result;
}

std::vector<StructureId> ranked(const Profile &P, const Top &T) {
  std::vector<CriticalRow> Rows = criticality(P).Rows;
  if (T.ByMisses)
    std::ranges::sort(Rows, {}, [](const CriticalRow &R) {
      return std::tuple(~R.Misses, ~R.Stalls, R.Structure);
    });
  std::vector<StructureId> Result;
  for (const CriticalRow &R : Rows)
    Result.push_back(R.Structure);
  return Result;
}

} // namespace

Expected<std::vector<std::vector<StructureId>>>
perfectScenarios(const Profile &P, const std::vector<std::string> &Words) {
  std::vector<StructureId> Names;
  Top Most;
  auto Add = [](std::vector<StructureId> &To, StructureId Id) {
    bool New = std::ranges::find(To, Id) == To.end();
    if (New)
      To.push_back(Id);
    return New;
  };
  for (const std::string &Word : Words) {
    if (Word.starts_with(TopPrefix)) {
      Expected<Top> T = parseTop(Word);
      if (!T)
        return T.error();
      Most = *T;
      continue;
    }
    Expected<std::vector<StructureId>> Found = structuresNamed(P, Word);
    if (!Found)
      return Found.error();
    for (StructureId Id : *Found)
      Add(Names, Id);
  }
  std::vector<std::vector<StructureId>> Result;
  if (!Names.empty())
    Result.push_back(Names);
  for (StructureId Id : ranked(P, Most)) {
    if (Most.Count == 0)
      break;
    if (!Add(Names, Id))
      continue;
    Result.push_back(Names);
    --Most.Count;
  }
  return Result;
}

} // namespace memfacet
