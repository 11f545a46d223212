//===- LevelWords.cpp - what a level is, word by word ---------------------===//

#include "analysis/cache/LevelWords.h"
#include <charconv>

namespace memfacet {
namespace {

/// A word, maybe with a number: "next", "next:4".
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
  const char *End = Text.data() + Text.size();
  auto [Rest, Wrong] = std::from_chars(Text.data() + Colon + 1, End, Value);
  if (Wrong != std::errc() || Rest != End || Value == 0)
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

/// Whether \p W is one that says what is fetched.
bool applyPrefetch(CacheLevel &L, const Word &W) {
  if (W.Name != "next" && W.Name != "stride")
    return false;
  L.Fetches = W.Name == "next" ? Prefetch::NextLine : Prefetch::Stride;
  L.PrefetchLines = W.Number.value_or(1);
  return true;
}

/// Whether \p Name is one that takes no number.
bool applyPlain(CacheLevel &L, std::string_view Name) {
  if (Name == "lru")
    L.Policy = Replacement::Lru;
  else if (Name == "plru")
    L.Policy = Replacement::Plru;
  else if (Name == "random")
    L.Policy = Replacement::Random;
  else if (Name == "rrip")
    L.Policy = Replacement::Rrip;
  else if (Name == "inclusive")
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
  constexpr const char *Policies[] = {"", ",plru", ",random", ",rrip"};
  constexpr const char *Holdings[] = {"", ",inclusive", ",exclusive"};
  std::string Text = Policies[size_t(L.Policy)];
  Text += Holdings[size_t(L.Holds)];
  if (L.WriteThrough)
    Text += ",writethrough";
  Text += prefetchText(L);
  if (L.VictimLines)
    Text += fmt::format(",victim:{}", L.VictimLines);
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
  return makeError("'{}' says nothing of cache level {}; write shared, "
                   "shared:THREADS, private, lru, plru, random, rrip, "
                   "inclusive, exclusive, writethrough, next, next:LINES, "
                   "stride, stride:LINES or victim:LINES",
                   Text, L.Name);
}

} // namespace memfacet
