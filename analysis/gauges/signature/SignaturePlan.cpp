//===- SignaturePlan.cpp - the choice of signatures -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/gauges/signature/SignaturePlan.h"
#include "analysis/caches/model/CacheLimits.h"
#include "analysis/support/IntervalCut.h"
#include "analysis/support/Text.h"
#include <algorithm>
#include <bit>
#include <charconv>
#include <fmt/ranges.h>

namespace memfacet::gauges {

namespace {

/// A parameter: its name, the factor of K, its limits, and where it is stored.
struct Parameter {
  std::string_view Name;
  uint64_t Kilo, Least, Most;
  bool PowerOfTwo;
  void (*Set)(SignaturePlan &Target, uint64_t Value);
};

using Plan = SignaturePlan;
constexpr Parameter Parameters[] = {
    {"modulo", 1024, 64, result::MaxPictureModulo, true,
     [](Plan &P, uint64_t V) { P.Shape.Modulo = V; }},
    {"rows", 1000, 1, result::MaxPictureRows, false,
     [](Plan &P, uint64_t V) { P.Shape.Rows = uint32_t(V); }},
    {"columns", 1000, 1, result::MaxPictureColumns, false,
     [](Plan &P, uint64_t V) { P.Shape.Columns = uint32_t(V); }},
    {"bins", 1000, 1, result::MaxSignatureBins, false,
     [](Plan &P, uint64_t V) { P.Shape.Bins = uint32_t(V); }},
    {"sample", 1000, 1, result::MaxSamplePeriod, false,
     [](Plan &P, uint64_t V) { P.Shape.SamplePeriod = uint32_t(V); }},
    {"lines", 1000, 1, result::MaxReuseLines, true,
     [](Plan &P, uint64_t V) { P.Shape.ReuseLines = uint32_t(V); }},
    {"level", 1000, 1, caches::MaxCacheLevels, false,
     [](Plan &P, uint64_t V) { P.Shape.MissLevel = uint16_t(V - 1); }},
    {"dimensions", 1000, 1, 1024, false,
     [](Plan &P, uint64_t V) { P.Dimensions = uint32_t(V); }},
};

Status setCut(result::SignatureShape &Shape, std::string_view Text) {
  auto Name = std::ranges::find(IntervalCutNames, Text);
  if (Name == IntervalCutNames.end())
    return usageError("'cut={}': write one of {}", Text,
                      fmt::join(IntervalCutNames, ", "));
  Shape.Cut = IntervalCut(Name - IntervalCutNames.begin());
  return {};
}

Status setParameter(SignaturePlan &Plan, std::string_view Name,
                    std::string_view Text) {
  if (Name == "cut")
    return setCut(Plan.Shape, Text);
  auto P = std::ranges::find(Parameters, Name, &Parameter::Name);
  if (P == std::end(Parameters)) {
    std::vector<std::string_view> Names;
    for (const Parameter &Row : Parameters)
      Names.push_back(Row.Name);
    Names.push_back("cut");
    return usageError("'{}' is no parameter of signatures; there are {}", Name,
                      fmt::join(Names, ", "));
  }
  uint64_t Value = 0;
  auto [Rest, Wrong] =
      std::from_chars(Text.data(), Text.data() + Text.size(), Value);
  std::string_view Unit(Rest, size_t(Text.data() + Text.size() - Rest));
  uint64_t Factor = Unit.empty()  ? 1
                    : Unit == "K" ? P->Kilo
                    : Unit == "M" ? P->Kilo * P->Kilo
                                  : 0;
  bool Fits = Wrong == std::errc() && Factor != 0 &&
              Value <= P->Most / Factor && Value * Factor >= P->Least &&
              (!P->PowerOfTwo || std::has_single_bit(Value * Factor));
  if (!Fits)
    return usageError("'{}={}': write a {} from {} to {}", Name, Text,
                      P->PowerOfTwo ? "power of two" : "number", P->Least,
                      P->Most);
  P->Set(Plan, Value * Factor);
  return {};
}

} // namespace

/// Returns whether \p Kind needs to know which accesses miss. Only the detailed
/// simulation has that for each access.
static bool needsOutcomes(result::SignatureKind Kind) {
  return Kind == result::SignatureKind::MissImage ||
         Kind == result::SignatureKind::FirstMissImage;
}

bool SignaturePlan::wantsOutcomes() const {
  return std::ranges::any_of(Kinds, needsOutcomes);
}

bool SignaturePlan::wants(result::SignatureKind Kind) const {
  return std::ranges::binary_search(Kinds, Kind);
}

Expected<SignaturePlan> parseSignaturePlan(std::string_view Text) {
  SignaturePlan Plan;
  auto AddAll = [&] {
    for (result::SignatureKind Kind : result::AllSignatures)
      if (!needsOutcomes(Kind) &&
          Kind != result::SignatureKind::ProjectedBlocks)
        Plan.Kinds.push_back(Kind);
  };
  std::string_view Rest = Text;
  while (!Rest.empty()) {
    std::string_view Word = takeUntil(Rest, ',');
    size_t Equals = Word.find('=');
    if (Equals != Word.npos) {
      Status Set =
          setParameter(Plan, Word.substr(0, Equals), Word.substr(Equals + 1));
      if (!Set)
        return Set.error();
    } else if (Word == "all") {
      AddAll();
    } else if (auto Kind = result::signatureNamed(Word)) {
      Plan.Kinds.push_back(*Kind);
    } else {
      std::vector<const char *> Names;
      for (result::SignatureKind Signature : result::AllSignatures)
        Names.push_back(result::signatureName(Signature));
      return usageError("'{}' is no signature; there are all, {}", Word,
                        fmt::join(Names, ", "));
    }
  }
  if (Plan.Kinds.empty())
    AddAll();
  std::ranges::sort(Plan.Kinds);
  Plan.Kinds.erase(std::ranges::unique(Plan.Kinds).begin(), Plan.Kinds.end());
  return Plan;
}

} // namespace memfacet::gauges
