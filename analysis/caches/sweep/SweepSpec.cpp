//===- SweepSpec.cpp - parses many cache models in few words --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/sweep/SweepSpec.h"
#include "analysis/support/Text.h"
#include <set>

namespace memfacet::caches {
namespace {

constexpr const char *Example = "'L1=16K..64K,4/8;L2=1M,16'";

struct Amount {
  uint64_t Value;
  std::string Unit;

  /// Returns the value times its unit, a power of 1024; other units count as 1.
  uint64_t whole() const {
    char First = Unit.empty() ? ' ' : Unit[0];
    return Value << (First == 'K' || First == 'k'   ? 10
                     : First == 'M' || First == 'm' ? 20
                     : First == 'G' || First == 'g' ? 30
                                                    : 0);
  }
};

std::optional<Amount> parseAmount(std::string_view Text) {
  Amount A{};
  auto [Rest, Wrong] =
      std::from_chars(Text.data(), Text.data() + Text.size(), A.Value);
  // Larger numbers would not fit in 64 bits with their unit.
  if (Wrong != std::errc() || A.Value == 0 || A.Value >> 33)
    return std::nullopt;
  A.Unit = Text.substr(size_t(Rest - Text.data()));
  return A;
}

/// Returns the choices of a field: "1..4" is 1, 2 and 4, "16K..64K/1M" is four
/// sizes, and anything else is itself.
Expected<std::vector<std::string>> choices(std::string_view Field) {
  std::vector<std::string> Result;
  for (std::string_view Choice : split(Field, '/')) {
    size_t Dots = Choice.find("..");
    if (Dots == Choice.npos) {
      Result.emplace_back(Choice);
      continue;
    }
    std::optional<Amount> First = parseAmount(Choice.substr(0, Dots)),
                          Last = parseAmount(Choice.substr(Dots + 2));
    if (First && Last && First->Unit.empty() && !Last->Unit.empty() &&
        First->Value < Last->Value)
      First->Unit = Last->Unit; // 16..64K
    if (!First || !Last || First->whole() > Last->whole())
      return usageError("'{}' is no range; write for instance 16K..256K, or "
                        "1..16",
                        Choice);
    for (uint64_t Value = First->whole(); Value <= Last->whole(); Value *= 2)
      Result.push_back(fmt::format("{}", Value));
  }
  return Result;
}

/// Checks that \p Part is a line size, or a level that can be in a sweep:
/// private or shared, LRU, write-back.
Status checkPart(std::string_view Part) {
  size_t Equals = Part.find('=');
  std::string_view Name = Part.substr(0, Equals);
  std::vector<std::string_view> Fields =
      split(Equals == Part.npos ? "" : Part.substr(Equals + 1), ',');
  bool Level =
      Name.size() == 2 && Name[0] == 'L' && Name[1] >= '1' && Name[1] <= '9' &&
      Fields.size() <= 3 &&
      (Fields.size() < 3 || Fields[2] == "shared" || Fields[2] == "private");
  if (!Level && Name != "line")
    return makeError("'{}' in the sweep: a sweep has LRU levels, shared or "
                     "private, and a line size only; write for instance {}",
                     Part, Example);
  return {};
}

/// Replaces \p Specs by all combinations of a spec, \p Separator and a choice.
/// There are at most MaxSweepModels: two choices in each of twenty fields would
/// be a million.
Status combine(std::vector<std::string> &Specs, std::string_view Separator,
               const Expected<std::vector<std::string>> &Choices,
               std::string_view Word) {
  if (!Choices)
    return Choices.error();
  if (Specs.size() * Choices->size() > MaxSweepModels)
    return makeError("'{}' stands for more than {} cache models", Word,
                     MaxSweepModels);
  std::vector<std::string> Result;
  for (const std::string &Spec : Specs)
    for (const std::string &Choice : *Choices)
      Result.push_back(fmt::format("{}{}{}", Spec, Separator, Choice));
  Specs = std::move(Result);
  return {};
}

/// Returns all specs that \p Part of \p Word stands for.
Expected<std::vector<std::string>> expandPart(std::string_view Part,
                                              std::string_view Word) {
  if (Status Checked = checkPart(Part); !Checked)
    return Checked.error();
  size_t Equals = Part.find('=');
  std::vector<std::string> Specs = {std::string(Part.substr(0, Equals + 1))};
  std::string_view Separator;
  for (std::string_view Field : split(Part.substr(Equals + 1), ',')) {
    if (Status S = combine(Specs, Separator, choices(Field), Word); !S)
      return S.error();
    Separator = ",";
  }
  return Specs;
}

/// Returns all specs that \p Word stands for, without choices.
Expected<std::vector<std::string>> expand(std::string_view Word) {
  std::vector<std::string> Specs = {""};
  std::string_view Separator;
  for (std::string_view Part : split(Word, ';')) {
    if (Part.empty())
      continue;
    if (Status S = combine(Specs, Separator, expandPart(Part, Word), Word); !S)
      return S.error();
    Separator = ";";
  }
  return Specs;
}

} // namespace

Expected<std::vector<CacheModel>> parseSweep(std::string_view Text) {
  std::vector<CacheModel> Models;
  std::set<std::string> Known;
  std::vector<std::string_view> Words;
  for (std::string_view Line : split(Text, '\n'))
    std::ranges::copy(wordsOf(Line), std::back_inserter(Words));
  for (std::string_view Word : Words) {
    std::vector<std::string> Specs = {std::string(Word)};
    if (Word.find('=') != Word.npos) {
      Expected<std::vector<std::string>> All = expand(Word);
      if (!All)
        return All.error();
      Specs = std::move(*All);
    }
    for (const std::string &Spec : Specs) {
      Expected<CacheModel> M = parseCacheModel(Spec);
      if (!M)
        return M.error();
      if (!M->isPlain())
        return makeError(
            "'{}' in the sweep has more than LRU levels, shared or "
            "private; simulate it by itself: --cache '{}'",
            Spec, Spec);
      if (M->Source == "spec")
        M->Name = M->spec();
      if (Known.insert(M->spec()).second)
        Models.push_back(std::move(*M));
    }
  }
  if (Models.empty())
    return makeError("no cache model to simulate; write for instance --sweep "
                     "{}",
                     Example);
  if (Models.size() > MaxSweepModels)
    return makeError("{} cache models to simulate: at most {} in one sweep",
                     Models.size(), MaxSweepModels);
  return Models;
}

} // namespace memfacet::caches
