//===- CacheSpec.cpp - parses a cache model that a user typed -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   spec  := part (';' part)* | name (';' rest)*
//   part  := 'L' number '=' size ',' ways (',' word)* | rest
//   rest  := 'line' '=' size | 'page' '=' size | 'tlb' '=' entries ',' ways
//          | 'coherence' '=' ('mesi' | 'none')
//   word  := 'shared' [':' threads] | 'private' | see applyLevelWord
//   name  := 'host' | a preset
//   size  := number ['K' | 'M' | 'G'] ['B' | 'iB']     (powers of 1024)
//   ways  := number | 'full'
//
//===----------------------------------------------------------------------===//

#include "analysis/caches/model/CacheLimits.h"
#include "analysis/caches/model/CacheModel.h"
#include "analysis/support/Text.h"
#include "memfacet/Check.h"
#include <algorithm>

namespace memfacet::caches {
namespace {

constexpr const char *Example = "L1=32K,8;L2=1M,8;L3=32M,16;line=64";

/// A level as typed. The number of ways may depend on a line size that comes
/// later.
struct TypedLevel {
  CacheLevel Level;
  bool Full = false;
  std::optional<bool> Shared;
  /// Words so far, without those for sharing.
  std::vector<std::string_view> Words;
};

std::string_view trim(std::string_view Text) {
  size_t Begin = Text.find_first_not_of(" \t");
  if (Begin == std::string_view::npos)
    return {};
  return Text.substr(Begin, Text.find_last_not_of(" \t") + 1 - Begin);
}

std::vector<std::string_view> trimmedParts(std::string_view Text,
                                           char Separator) {
  std::vector<std::string_view> Parts = split(Text, Separator);
  for (std::string_view &Part : Parts)
    Part = trim(Part);
  return Parts;
}

std::optional<uint64_t> parseNumber(std::string_view Text) {
  uint64_t Value = 0;
  if (!readNumber(Text, Value))
    return std::nullopt;
  return Value;
}

std::optional<uint64_t> parseSize(std::string_view Text) {
  if (Text.ends_with("iB") || Text.ends_with("ib"))
    Text.remove_suffix(2);
  else if (Text.ends_with('B') || Text.ends_with('b'))
    Text.remove_suffix(1);
  if (Text.empty())
    return std::nullopt;
  unsigned Shift = 0;
  switch (Text.back()) {
  case 'k':
  case 'K':
    Shift = 10;
    break;
  case 'm':
  case 'M':
    Shift = 20;
    break;
  case 'g':
  case 'G':
    Shift = 30;
    break;
  default:
    break;
  }
  if (Shift)
    Text.remove_suffix(1);
  std::optional<uint64_t> Value = parseNumber(Text);
  if (!Value || *Value > MaxCacheBytes >> Shift)
    return std::nullopt;
  return *Value << Shift;
}

/// Returns the number of ways; 0 for 'full'.
std::optional<uint32_t> parseWays(std::string_view Text) {
  if (Text == "full")
    return 0;
  std::optional<uint64_t> Ways = parseNumber(Text);
  if (!Ways || *Ways == 0 || *Ways > UINT32_MAX)
    return std::nullopt;
  return uint32_t(*Ways);
}

/// Returns the subject of a word of a level. A level may have one word for each
/// subject.
std::string_view subjectOf(std::string_view Word) {
  Word = Word.substr(0, Word.find(':'));
  if (Word == "next" || Word == "stride")
    return "what it prefetches";
  if (Word == "inclusive" || Word == "exclusive")
    return "what it holds of the levels inside of it";
  if (Word == "victim")
    return "how large its victim cache is";
  if (Word == "writethrough")
    return "where stores go";
  return "which line leaves a full set";
}

/// Returns an error if an earlier word has the same subject as \p Word.
Status checkWord(const TypedLevel &Typed, std::string_view Word) {
  for (std::string_view Other : Typed.Words)
    if (subjectOf(Other) == subjectOf(Word))
      return usageError("'{}' of cache level {}: '{}' says {}; leave one out",
                        Word, Typed.Level.Name, Other, subjectOf(Word));
  return {};
}

Status applyWord(TypedLevel &Typed, std::string_view Word) {
  bool Shares = Word == "shared" || Word == "private";
  bool InGroups = Word.starts_with("shared:");
  if ((Shares || InGroups) && Typed.Shared)
    return usageError("'{}' of cache level {}: who shares it was said before; "
                      "leave one out",
                      Word, Typed.Level.Name);
  if (Shares) {
    Typed.Shared = Word == "shared";
    return {};
  }
  if (InGroups) {
    std::optional<uint64_t> Threads = parseNumber(Word.substr(7));
    if (!Threads || *Threads == 0 || *Threads > MaxSharingThreads)
      return usageError("'{}' of cache level {}: write how many threads share "
                        "one, for example shared:4",
                        Word, Typed.Level.Name);
    Typed.Shared = false;
    Typed.Level.Threads = uint32_t(*Threads);
    return {};
  }
  if (Status Applied = applyLevelWord(Typed.Level, Word); !Applied)
    return Applied;
  if (Status Unique = checkWord(Typed, Word); !Unique)
    return Unique;
  Typed.Words.push_back(Word);
  return {};
}

Expected<TypedLevel> parseLevel(std::string_view Name, std::string_view Value) {
  std::vector<std::string_view> Fields = trimmedParts(Value, ',');
  if (Fields.size() < 2)
    return usageError("'{}={}' in the cache spec: write size and ways, for "
                      "example {}=32K,8",
                      Name, Value, Name);
  TypedLevel Typed;
  Typed.Level.Name = Name;
  std::optional<uint64_t> Bytes = parseSize(Fields[0]);
  if (!Bytes || *Bytes == 0)
    return usageError(
        "'{}' is no size of cache level {}; write for example 32K", Fields[0],
        Name);
  Typed.Level.Bytes = *Bytes;
  std::optional<uint32_t> Ways = parseWays(Fields[1]);
  if (!Ways)
    return usageError("'{}' is no number of ways of cache level {}; write for "
                      "example 8, or 'full'",
                      Fields[1], Name);
  Typed.Level.Ways = *Ways;
  Typed.Full = *Ways == 0;
  for (size_t I = 2; I < Fields.size(); ++I)
    if (Status S = applyWord(Typed, Fields[I]); !S)
      return S.error();
  return Typed;
}

Expected<TlbLevel> parseTlb(std::string_view Value) {
  std::vector<std::string_view> Fields = trimmedParts(Value, ',');
  std::optional<uint64_t> Entries = parseNumber(Fields[0]);
  std::optional<uint32_t> Ways =
      Fields.size() == 2 ? parseWays(Fields[1]) : std::nullopt;
  if (!Entries || *Entries == 0 || *Entries > MaxTlbEntries || !Ways)
    return usageError("'tlb={}' in the cache spec: write entries and ways, for "
                      "example tlb=64,4 or tlb=64,full",
                      Value);
  return TlbLevel{uint32_t(*Entries), *Ways ? *Ways : uint32_t(*Entries)};
}

/// Applies a part of a spec that is no level. Returns false if \p Name is no
/// such part.
Expected<bool> applyRest(CacheModel &Model, std::string_view Name,
                         std::string_view Value) {
  if (Name == "line" || Name == "page") {
    std::optional<uint64_t> Bytes = parseSize(Value);
    if (!Bytes)
      return usageError("'{}' is no {} size; write for example {}", Value, Name,
                        Name == "line" ? "line=64" : "page=4K");
    if (Name == "line")
      Model.LineBytes = uint32_t(std::min<uint64_t>(*Bytes, UINT32_MAX));
    else
      Model.PageBytes = *Bytes;
    return true;
  }
  if (Name == "tlb") {
    Expected<TlbLevel> Tlb = parseTlb(Value);
    if (!Tlb)
      return Tlb.error();
    Model.Tlbs.push_back(*Tlb);
    return true;
  }
  if (Name != "coherence")
    return false;
  if (Value != "mesi" && Value != "none")
    return usageError("unknown coherence '{}'; write coherence=mesi or "
                      "coherence=none",
                      Value);
  Model.Coherent = Value == "mesi";
  return true;
}

Expected<CacheModel> finishModel(std::vector<TypedLevel> Typed,
                                 CacheModel Model) {
  MEMFACET_CHECK(Typed.empty() || Model.Levels.empty(),
                 "a model that has a name has its levels");
  for (size_t I = 0; I != Typed.size(); ++I) {
    CacheLevel &L = Typed[I].Level;
    bool SharedByDefault =
        Typed.size() >= 3 && I + 1 == Typed.size() && L.Threads == 1;
    L.Shared = Typed[I].Shared.value_or(SharedByDefault);
    if (Typed[I].Full && Model.LineBytes != 0)
      L.Ways =
          uint32_t(std::min<uint64_t>(L.Bytes / Model.LineBytes, UINT32_MAX));
    Model.Levels.push_back(std::move(L));
  }
  if (Status S = checkCacheModel(Model); !S)
    return S.error();
  return Model;
}

/// Parses the parts of a spec. \p Model has the levels of a named model, or
/// none.
Expected<CacheModel> parseParts(const std::vector<std::string_view> &Parts,
                                CacheModel Model) {
  std::vector<TypedLevel> Levels;
  /// Names of parts that may occur only once.
  std::vector<std::string_view> UsedNames;
  bool Named = !Model.Levels.empty();
  for (std::string_view Part : Parts) {
    if (Part.empty())
      continue;
    size_t Equals = Part.find('=');
    std::string_view Name = trim(Part.substr(0, Equals));
    std::string_view Value =
        Equals == Part.npos ? "" : trim(Part.substr(Equals + 1));
    Expected<bool> Applied = applyRest(Model, Name, Value);
    if (!Applied)
      return Applied.error();
    if (*Applied) {
      if (std::ranges::find(UsedNames, Name) != UsedNames.end())
        return usageError("'{}' in the cache spec: {}= was said before; leave "
                          "one out",
                          Part, Name);
      if (Name != "tlb")
        UsedNames.push_back(Name);
      continue;
    }
    if (Named)
      return usageError("'{}' after a cache model's name: write tlb=, page= or "
                        "coherence=, for example zen4;coherence=mesi",
                        Part);
    if (Name != fmt::format("L{}", Levels.size() + 1))
      return usageError("'{}' in the cache spec: expected L{}=size,ways or "
                        "line=bytes, for example {}",
                        Part, Levels.size() + 1, Example);
    Expected<TypedLevel> Level = parseLevel(Name, Value);
    if (!Level)
      return Level.error();
    Levels.push_back(std::move(*Level));
  }
  return finishModel(std::move(Levels), std::move(Model));
}

Expected<CacheModel> namedModel(std::string_view Name) {
  if (Name == "host")
    return hostCacheModel();
  std::string Names;
  for (const CacheModel &Preset : cachePresets()) {
    if (Preset.Name == Name)
      return Preset;
    Names += ", " + Preset.Name;
  }
  return usageError("unknown cache model '{}'; write host{}, or a spec such as "
                    "{}",
                    Name, Names, Example);
}

} // namespace

Expected<CacheModel> parseCacheModel(std::string_view Text) {
  std::vector<std::string_view> Parts = trimmedParts(Text, ';');
  CacheModel Model;
  Model.Name = "custom";
  Model.Source = "spec";
  if (Parts[0].find('=') == Parts[0].npos && !trim(Text).starts_with(';')) {
    Expected<CacheModel> Named = namedModel(Parts[0]);
    if (!Named)
      return Named;
    Model = std::move(*Named);
    Parts.erase(Parts.begin());
  }
  return parseParts(Parts, std::move(Model));
}

} // namespace memfacet::caches
