//===- CoreSpec.cpp - parses and prints cores -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/core/CoreModel.h"
#include "analysis/support/Text.h"
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>

namespace memfacet::core {
namespace {

constexpr const char *ClassNames[] = {
#define MEMFACET_NAME(Name, Text) Text,
    MEMFACET_OPERATIONS(MEMFACET_NAME)
#undef MEMFACET_NAME
};
constexpr const char *UnitNames[] = {
#define MEMFACET_NAME(Name, Text, Pipelined) Text,
    MEMFACET_UNITS(MEMFACET_NAME)
#undef MEMFACET_NAME
};

constexpr const char *Example =
    "zen4,window=160 or type=inorder,width=2,levels=3/15,memory=160";

struct NumberKey {
  const char *Name;
  uint32_t CoreModel::*Member;
};
constexpr NumberKey NumberKeys[] = {
    {"width", &CoreModel::Width},     {"window", &CoreModel::Window},
    {"stores", &CoreModel::Stores},   {"misses", &CoreModel::Misses},
    {"penalty", &CoreModel::Penalty}, {"tlb", &CoreModel::TlbMiss},
    {"line", &CoreModel::Line},       {"memory", &CoreModel::Memory}};

Status parseNumber(std::string_view Key, std::string_view Text,
                   uint32_t &Value) {
  if (readNumber(Text, Value))
    return {};
  return usageError("'{}' of {} in the core spec is no number; write for "
                    "example {}=4",
                    Text, Key, Key);
}

/// Parses NAME, NAME/entries or tournament/local/global/choice.
Status parsePredictor(std::string_view Text, PredictorModel &Predictor) {
  std::vector<std::string_view> Parts = split(Text, '/');
  auto Kind = valueNamed<PredictorKind>(Parts[0]);
  if (!Kind)
    return usageError("unknown branch predictor '{}'; write {}", Parts[0],
                      fmt::join(NamesOf<PredictorKind>, ", "));
  Predictor.Kind = *Kind;
  bool Tournament = Predictor.Kind == PredictorKind::Tournament;
  bool Sized = Tournament || Predictor.Kind == PredictorKind::Bimodal ||
               Predictor.Kind == PredictorKind::Gshare;
  size_t Wanted = Tournament ? 4 : Sized ? 2 : 1;
  if (Parts.size() != 1 && Parts.size() != Wanted)
    return usageError("'{}': write {}", Text,
                      Tournament ? "tournament/LOCAL/GLOBAL/CHOICE"
                      : Sized    ? fmt::format("{}/ENTRIES", Parts[0])
                                 : std::string(Parts[0]));
  uint32_t *Sizes[] = {&Predictor.Local, &Predictor.Global, &Predictor.Choice};
  for (size_t I = 1; I != Parts.size(); ++I)
    if (Status S =
            parseNumber("predictor", Parts[I], *Sizes[Tournament ? I - 1 : 1]);
        !S)
      return S;
  return {};
}

Status parseLevels(std::string_view Text, std::vector<uint32_t> &Levels) {
  Levels.clear();
  for (std::string_view Part : split(Text, '/'))
    if (Status S = parseNumber("levels", Part, Levels.emplace_back()); !S)
      return S;
  return {};
}

/// Returns the element of a list by its name, or null.
template <size_t N, size_t M>
uint32_t *entryNamed(std::string_view Name, const char *const (&Names)[N],
                     std::array<uint32_t, M> &Values) {
  static_assert(N == M);
  for (size_t I = 0; I != N; ++I)
    if (Name == Names[I])
      return &Values[I];
  return nullptr;
}

Status parsePart(std::string_view Key, std::string_view Value, CoreModel &M) {
  for (const NumberKey &K : NumberKeys)
    if (Key == K.Name)
      return parseNumber(Key, Value, M.*K.Member);
  if (Key == "levels")
    return parseLevels(Value, M.Levels);
  if (Key == "predictor")
    return parsePredictor(Value, M.Predictor);
  if (Key == "type") {
    if (Value != "inorder" && Value != "ooo")
      return usageError("type={} of the core: write inorder or ooo", Value);
    M.InOrder = Value == "inorder";
    return {};
  }
  if (Key.starts_with("units."))
    if (uint32_t *Entry = entryNamed(Key.substr(6), UnitNames, M.Units))
      return parseNumber(Key, Value, *Entry);
  if (Key.starts_with("latency."))
    if (uint32_t *Entry = entryNamed(Key.substr(8), ClassNames, M.Latency))
      return parseNumber(Key, Value, *Entry);
  return usageError(
      "unknown parameter '{}' of the core; there are type, width, "
      "window, stores, misses, penalty, tlb, line, levels, memory, "
      "predictor, units.{{{}}} and latency.{{{}}}",
      Key, fmt::join(UnitNames, ","), fmt::join(ClassNames, ","));
}

const CoreModel *presetNamed(std::string_view Name) {
  for (const CoreModel &P : corePresets())
    if (P.Name == Name)
      return &P;
  return nullptr;
}

} // namespace

Expected<CoreModel> parseCoreModel(std::string_view Text) {
  CoreModel M;
  M.Levels = {3, 12, 40};
  M.Name = "custom";
  bool First = true;
  for (std::string_view Part : split(Text, ',')) {
    size_t Equals = Part.find('=');
    if (const CoreModel *Preset = presetNamed(Part); Preset && First) {
      M = *Preset;
    } else if (Equals == Part.npos) {
      std::string Names;
      for (const CoreModel &P : corePresets())
        Names += P.Name + ", ";
      return usageError("unknown core '{}'; write {}or a spec such as {}", Part,
                        Names, Example);
    } else {
      if (Status S =
              parsePart(Part.substr(0, Equals), Part.substr(Equals + 1), M);
          !S)
        return S.error();
      M.Name = "custom";
    }
    First = false;
  }
  if (Status S = checkCoreModel(M, 0); !S)
    return S.error();
  return M;
}

std::string CoreModel::spec() const {
  std::string Text = fmt::format("type={}", InOrder ? "inorder" : "ooo");
  for (const NumberKey &K : NumberKeys)
    Text += fmt::format(",{}={}", K.Name, this->*K.Member);
  if (!Levels.empty())
    Text += fmt::format(",levels={}", fmt::join(Levels, "/"));
  Text += fmt::format(",predictor={}", nameOf(Predictor.Kind));
  if (Predictor.Kind == PredictorKind::Tournament)
    Text += fmt::format("/{}/{}/{}", Predictor.Local, Predictor.Global,
                        Predictor.Choice);
  else if (Predictor.Kind >= PredictorKind::Bimodal)
    Text += fmt::format("/{}", Predictor.Global);
  for (size_t I = 0; I != UnitKinds; ++I)
    Text += fmt::format(",units.{}={}", UnitNames[I], Units[I]);
  for (size_t I = 0; I != OperationClasses; ++I)
    if (!isFree(OperationClass(I)))
      Text += fmt::format(",latency.{}={}", ClassNames[I], Latency[I]);
  return Text;
}

} // namespace memfacet::core
