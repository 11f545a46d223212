//===- CacheModel.cpp - a model as text -----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/model/CacheModel.h"
#include "analysis/support/Text.h"
#include <algorithm>

namespace memfacet::caches {
namespace {

std::string bytesText(uint64_t Bytes) {
  constexpr struct {
    char Unit;
    unsigned Shift;
  } Units[] = {{'G', 30}, {'M', 20}, {'K', 10}};
  for (auto [Unit, Shift] : Units)
    if (Bytes >> Shift && Bytes % (uint64_t(1) << Shift) == 0)
      return fmt::format("{}{}", Bytes >> Shift, Unit);
  return fmt::format("{}", Bytes);
}

std::string sharingText(const CacheLevel &L, bool SharedByDefault) {
  if (!L.Shared && L.Threads > 1)
    return fmt::format(",shared:{}", L.Threads);
  if (L.Shared != SharedByDefault)
    return L.Shared ? ",shared" : ",private";
  return {};
}

} // namespace

std::string CacheModel::spec() const {
  std::string Text;
  for (size_t I = 0; I != Levels.size(); ++I) {
    const CacheLevel &L = Levels[I];
    // The parser's default: three levels or more share the last one.
    bool SharedByDefault = Levels.size() >= 3 && I + 1 == Levels.size();
    Text += fmt::format("{}={},{}{}{};", L.Name, bytesText(L.Bytes), L.Ways,
                        sharingText(L, SharedByDefault), levelWords(L));
  }
  Text += fmt::format("line={}", LineBytes);
  for (const TlbLevel &T : Tlbs)
    Text += fmt::format(";tlb={},{}", T.Entries, T.Ways);
  if (PageBytes != 4096)
    Text += fmt::format(";page={}", bytesText(PageBytes));
  return Text + (Coherent ? ";coherence=mesi" : "");
}

namespace {

/// A word, with or without a number: "next", "next:4".
struct Word {
  std::string_view Name;
  std::optional<uint32_t> Number;
};

std::optional<Word> splitWord(std::string_view Text) {
  size_t Colon = Text.find(':');
  Word W{Text.substr(0, Colon), std::nullopt};
  if (Colon == Text.npos)
    return W;
  uint32_t Value = 0;
  if (!readNumber(Text.substr(Colon + 1), Value) || Value == 0)
    return std::nullopt;
  W.Number = Value;
  return W;
}

std::string prefetchText(const CacheLevel &L) {
  if (L.Fetches == Prefetch::None)
    return {};
  std::string Text = L.Fetches == Prefetch::NextLine ? ",next" : ",stride";
  if (L.PrefetchLines != 1)
    Text += fmt::format(":{}", L.PrefetchLines);
  return Text;
}

/// Applies \p W if it says what is prefetched. Returns whether it does.
bool applyPrefetch(CacheLevel &L, const Word &W) {
  if (W.Name != "next" && W.Name != "stride")
    return false;
  L.Fetches = W.Name == "next" ? Prefetch::NextLine : Prefetch::Stride;
  L.PrefetchLines = W.Number.value_or(1);
  return true;
}

/// Applies \p Name if it is a replacement policy. Returns whether it is.
bool applyReplacement(CacheLevel &L, std::string_view Name) {
  for (size_t I = 0; I != std::size(ReplacementRows); ++I)
    if (Name == ReplacementRows[I].Word) {
      L.Policy = Replacement(I);
      return true;
    }
  return false;
}

/// Applies \p Name if it is a word without a number. Returns whether it is.
bool applyPlain(CacheLevel &L, std::string_view Name) {
  if (applyReplacement(L, Name))
    return true;
  if (Name == "inclusive")
    L.Holds = Inclusion::Inclusive;
  else if (Name == "exclusive")
    L.Holds = Inclusion::Exclusive;
  else if (Name == "writethrough")
    L.WriteThrough = true;
  else
    return false;
  return true;
}

} // namespace

std::string levelWords(const CacheLevel &L) {
  constexpr const char *Holdings[] = {"", ",inclusive", ",exclusive"};
  std::string Text;
  if (L.Policy != Replacement())
    Text += fmt::format(",{}", ReplacementRows[size_t(L.Policy)].Word);
  Text += Holdings[size_t(L.Holds)];
  if (L.WriteThrough)
    Text += ",writethrough";
  Text += prefetchText(L);
  if (L.VictimLines)
    Text += fmt::format(",victim:{}", L.VictimLines);
  return Text;
}

std::string replacementWords() {
  std::string Text;
  for (const auto &Row : ReplacementRows)
    Text += fmt::format("{}{}", Text.empty() ? "" : ", ", Row.Word);
  return Text;
}

Status applyLevelWord(CacheLevel &L, std::string_view Text) {
  std::optional<Word> W = splitWord(Text);
  if (W && !W->Number && applyPlain(L, W->Name))
    return {};
  if (W && applyPrefetch(L, *W))
    return {};
  if (W && W->Name == "victim" && W->Number) {
    L.VictimLines = *W->Number;
    return {};
  }
  return usageError("'{}' says nothing of cache level {}; write shared, "
                    "shared:THREADS, private, {}, inclusive, exclusive, "
                    "writethrough, next, next:LINES, stride, stride:LINES or "
                    "victim:LINES",
                    Text, L.Name, replacementWords());
}

} // namespace memfacet::caches
