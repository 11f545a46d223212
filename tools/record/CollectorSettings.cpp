//===- CollectorSettings.cpp - options of the collector -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/record/CollectorSettings.h"
#include "analysis/support/Text.h"
#include "memfacet/Check.h"
#include "memfacet/Events.h"
#include "tools/record/OutputNames.h"
#include <algorithm>
#include <charconv>

namespace memfacet::record {

namespace {

constexpr OptionRow Rows[] = {
#define MEMFACET_ROW(Name, Default, Help, Words, Member, Kind, Group,          \
                     Spelling, ValueName, DefaultPlan)                         \
  {#Name,                                                                      \
   Default,                                                                    \
   Help,                                                                       \
   Words,                                                                      \
   &CollectorSettings::Member,                                                 \
   OptionKind::Kind,                                                           \
   OptionGroup::Group,                                                         \
   Spelling,                                                                   \
   ValueName,                                                                  \
   DefaultPlan},
    MEMFACET_COLLECTOR_OPTIONS(MEMFACET_ROW)
#undef MEMFACET_ROW
};

constexpr OptionRow TraceRows[] = {
    {"", "",
     "count misses that other threads' writes cause (memfacet sharing); "
     "threads per cache: map=threads (one, default), map=pairs, map=groups=N, "
     "map=sockets=N or map=0,1|2,3; no-range: only the recorded order of "
     "threads; pad: simulate padding, too; slower",
     "", &CollectorSettings::Sharing, OptionKind::Plan, OptionGroup::None,
     "--sharing", "PLAN", "map=threads"},
    {"", "",
     "take a sample of reuse pairs (memfacet communication): one of 1000 "
     "accesses (default) or a plan like period=1000,seed=1",
     "", &CollectorSettings::Communication, OptionKind::Plan, OptionGroup::None,
     "--communication", "PLAN", "1000"}};

std::string valueText(const std::string &Value) { return Value; }
std::string valueText(bool Value) { return Value ? "1" : "0"; }
std::string valueText(std::integral auto Value) {
  return fmt::format("{}", Value);
}

/// Sets \p Target to \p Parsed, if that is no error.
template <typename T> Status take(Expected<T> Parsed, T &Target) {
  if (!Parsed)
    return Parsed.error();
  Target = *Parsed;
  return {};
}

Status assign(CollectorSettings &S, std::string_view Name,
              std::string_view Value) {
  for (const OptionRow &Row : Rows)
    if (Name == Row.Name)
      if (Status Assigned = Row.assign(S, Value); !Assigned)
        return makeError("option {} in {}: {}", Name, MEMFACET_OPTIONS_VARIABLE,
                         Assigned.error().Message);
  return {};
}

/// Returns the position of the colon after the first option, or the end. A
/// value in single quotes may contain colons, as in
/// runtime/process/Options.cpp.
size_t endOfFirst(std::string_view Options) {
  size_t Colon = std::min(Options.find(':'), Options.size());
  size_t Equals = Options.find('=');
  if (Equals >= Colon || Options.substr(Equals + 1, 1) != "'")
    return Colon;
  size_t Quote = std::min(Options.find('\'', Equals + 2), Options.size());
  return std::min(Options.find(':', Quote), Options.size());
}

Expected<std::string_view> withoutQuotes(std::string_view Name,
                                         std::string_view Value) {
  if (!Value.starts_with('\''))
    return Value;
  if (Value.find('\'', 1) != Value.size() - 1)
    return makeError("option {} in {}: write {} with one single quote at its "
                     "end, as in {}='a:b'",
                     Name, MEMFACET_OPTIONS_VARIABLE, Value, Name);
  return Value.substr(1, Value.size() - 2);
}

} // namespace

std::span<const OptionRow> optionRows() { return Rows; }

const OptionRow &optionRow(std::string_view Spelling) {
  const OptionRow *Row =
      std::ranges::find(Rows, Spelling, &OptionRow::Spelling);
  MEMFACET_CHECK(Row != std::end(Rows), "the caller names an option of a row");
  return *Row;
}

const OptionRow &optionRow(std::string CollectorSettings::*Member) {
  const OptionRow *Row = std::ranges::find_if(Rows, [&](const OptionRow &R) {
    auto *Text = std::get_if<std::string CollectorSettings::*>(&R.Member);
    return Text && *Text == Member;
  });
  MEMFACET_CHECK(Row != std::end(Rows), "the caller names an option of a row");
  return *Row;
}

std::span<const OptionRow> traceRows() { return TraceRows; }

Status OptionRow::assign(CollectorSettings &S, std::string_view Value) const {
  bool IsSet = !Value.empty() && Value != "0";
  if (auto *Text = std::get_if<std::string CollectorSettings::*>(&Member))
    S.**Text = Kind == OptionKind::Plan && !IsSet ? "" : Value;
  else if (auto *Flag = std::get_if<bool CollectorSettings::*>(&Member))
    S.**Flag = IsSet;
  else if (auto *Count = std::get_if<uint64_t CollectorSettings::*>(&Member))
    return take(parseCount(Value), S.**Count);
  else
    return take(parseContext(Value),
                S.*std::get<uint32_t CollectorSettings::*>(Member));
  return {};
}

std::string OptionRow::text(const CollectorSettings &S) const {
  return std::visit([&](auto M) { return valueText(S.*M); }, Member);
}

const char *askedAnalysis(const CollectorSettings &S) {
  if (!S.Core.empty())
    return optionRow(&CollectorSettings::Core).Spelling;
  for (const OptionRow &Row : Rows)
    if (std::string Asked = Row.text(S);
        Row.Group == OptionGroup::Analyses && !Asked.empty() && Asked != "0")
      return Row.Spelling;
  for (const OptionRow &Row : TraceRows)
    if (!Row.text(S).empty())
      return Row.Spelling;
  return nullptr;
}

CollectorSettings::CollectorSettings() {
  for (const OptionRow &Row : Rows)
    if (Status Assigned = Row.assign(*this, Row.Default); !Assigned)
      std::abort();
}

Expected<CollectorSettings> CollectorSettings::parse(const char *Options) {
  CollectorSettings S;
  std::string_view Rest = Options ? Options : "";
  while (!Rest.empty()) {
    size_t End = endOfFirst(Rest);
    std::string_view Option = Rest.substr(0, End);
    Rest.remove_prefix(std::min(End + 1, Rest.size()));
    size_t Equals = Option.find('=');
    if (Equals == std::string_view::npos)
      continue;
    std::string_view Name = Option.substr(0, Equals);
    auto Value = withoutQuotes(Name, Option.substr(Equals + 1));
    if (!Value)
      return Value.error();
    Status Assigned = assign(S, Name, *Value);
    if (!Assigned)
      return Assigned.error();
  }
  return S;
}

Expected<std::string> CollectorSettings::join(const char *UserOptions) const {
  // Half of what the runtime accepts. Empty options are the padding.
  constexpr size_t FixedLength = 2048;
  std::string Result = UserOptions ? UserOptions : "";
  Result.erase(Result.find_last_not_of(':') + 1);
  auto Add = [&](const std::string &Name, const std::string &Value) -> Status {
    bool Quoted = Value.find(':') != Value.npos || Value.starts_with('\'');
    if (Quoted && Value.find('\'') != Value.npos)
      return makeError("'{}' has both a colon and a quote, or begins with a "
                       "quote, which {} cannot hold; choose another {}",
                       Value, MEMFACET_OPTIONS_VARIABLE, Name);
    std::string_view Quote = Quoted ? "'" : "";
    Result += fmt::format("{}{}={}{}{}", Result.empty() ? "" : ":", Name, Quote,
                          Value, Quote);
    return {};
  };
  for (const OptionRow &Row : Rows)
    if (Status Added = Add(Row.Name, Row.text(*this)); !Added)
      return Added.error();
  Result.resize(std::max(Result.size(), FixedLength), ':');
  return Result;
}

Expected<threads::ReusePlan> parseReusePlan(std::string_view Text) {
  threads::ReusePlan Plan;
  if (!threads::ReusePlanReader(Text.data(), Text.size()).read(Plan))
    return usageError("'{}' is no plan of a sample of pairs; write a period, "
                      "for instance --communication=1000, or "
                      "--communication=period=1000,seed=1",
                      Text);
  return Plan;
}

Expected<uint32_t> parseContext(std::string_view Text) {
  uint32_t Value = 0;
  if (!readNumber(Text, Value) || Value > MaxContexts)
    return usageError("'{}' is not a number of calls; write 0 to {}", Text,
                      MaxContexts);
  return Value;
}

Expected<double> parseSeconds(std::string_view Text, const char *Name) {
  double Value = 0;
  const char *Begin = Text.data(), *End = Begin + Text.size();
  auto [Rest, Wrong] =
      std::from_chars(Begin, End, Value, std::chars_format::fixed);
  if (Wrong != std::errc() || Rest != End || !(Value >= 0 && Value <= 1e6))
    return usageError("'{}' is no number of seconds for {}; write for instance "
                      "30, or 0 for none",
                      Text, Name);
  return Value;
}

Expected<uint64_t> parseCount(std::string_view Text) {
  uint64_t Value = 0;
  const char *Begin = Text.data(), *End = Begin + Text.size();
  auto [Rest, Wrong] = std::from_chars(Begin, End, Value);
  std::string_view Unit(Rest, size_t(End - Rest));
  uint64_t Factor = Unit.empty()                 ? 1
                    : Unit == "K" || Unit == "k" ? 1000
                    : Unit == "M"                ? 1'000'000
                    : Unit == "G"                ? 1'000'000'000
                                                 : 0;
  if (Wrong != std::errc() || Value == 0 || Factor == 0 ||
      Value > UINT64_MAX / Factor)
    return usageError("'{}' is not a count; write for instance 1000000 or 1M",
                      Text);
  return Value * Factor;
}

Status CollectorSettings::fillNames() {
  for (std::string *Path : {&Output, &Trace, &Pairs}) {
    Expected<std::string> Filled = memfacet::record::fillNames(*Path);
    if (!Filled)
      return Filled.error();
    *Path = std::move(*Filled);
  }
  return {};
}

} // namespace memfacet::record
