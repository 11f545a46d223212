//===- cache/CacheSpec.cpp - a model from what a user typed ---------------===//
//
//   spec  := part (';' part)*
//   part  := 'L' number '=' size ',' ways [',' ('shared' | 'private')]
//          | 'line' '=' size
//   size  := number ['K' | 'M' | 'G'] ['B' | 'iB']     (powers of 1024)
//   ways  := number | 'full'
//
//===----------------------------------------------------------------------===//

#include "analysis/cache/CacheLimits.h"
#include "analysis/cache/CacheModel.h"
#include <algorithm>
#include <charconv>

namespace memfacet {
namespace {

constexpr const char *Example = "L1=32K,8;L2=1M,8;L3=32M,16;line=64";

/// A level as typed; ways may depend on a line size that comes later.
struct TypedLevel {
  CacheLevel Level;
  bool Full = false;
  std::optional<bool> Shared;
};

std::string_view trim(std::string_view Text) {
  size_t Begin = Text.find_first_not_of(" \t");
  if (Begin == std::string_view::npos)
    return {};
  return Text.substr(Begin, Text.find_last_not_of(" \t") + 1 - Begin);
}

std::vector<std::string_view> split(std::string_view Text, char Separator) {
  std::vector<std::string_view> Parts;
  while (true) {
    size_t At = Text.find(Separator);
    Parts.push_back(trim(Text.substr(0, At)));
    if (At == std::string_view::npos)
      return Parts;
    Text.remove_prefix(At + 1);
  }
}

std::optional<uint64_t> parseNumber(std::string_view Text) {
  uint64_t Value = 0;
  auto [End, Errc] =
      std::from_chars(Text.data(), Text.data() + Text.size(), Value);
  if (Errc != std::errc() || End != Text.data() + Text.size())
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

Expected<TypedLevel> parseLevel(std::string_view Name, std::string_view Value) {
  std::vector<std::string_view> Fields = split(Value, ',');
  if (Fields.size() < 2 || Fields.size() > 3)
    return makeError("'{}={}' in the cache spec: write size and ways, for "
                     "example {}=32K,8",
                     Name, Value, Name);
  TypedLevel Typed;
  Typed.Level.Name = Name;
  std::optional<uint64_t> Bytes = parseSize(Fields[0]);
  if (!Bytes || *Bytes == 0)
    return makeError("'{}' is no size of cache level {}; write for example 32K",
                     Fields[0], Name);
  Typed.Level.Bytes = *Bytes;
  Typed.Full = Fields[1] == "full";
  if (!Typed.Full) {
    std::optional<uint64_t> Ways = parseNumber(Fields[1]);
    if (!Ways || *Ways == 0 || *Ways > UINT32_MAX)
      return makeError("'{}' is no number of ways of cache level {}; write for "
                       "example 8, or 'full'",
                       Fields[1], Name);
    Typed.Level.Ways = uint32_t(*Ways);
  }
  if (Fields.size() == 3) {
    if (Fields[2] != "shared" && Fields[2] != "private")
      return makeError("'{}' of cache level {} is neither 'shared' nor "
                       "'private'",
                       Fields[2], Name);
    Typed.Shared = Fields[2] == "shared";
  }
  return Typed;
}

Expected<CacheModel> finishModel(std::vector<TypedLevel> Typed,
                                 uint64_t LineBytes) {
  CacheModel Model;
  Model.Name = "custom";
  Model.Source = "spec";
  Model.LineBytes = uint32_t(std::min<uint64_t>(LineBytes, UINT32_MAX));
  for (size_t I = 0; I != Typed.size(); ++I) {
    CacheLevel &L = Typed[I].Level;
    bool SharedByDefault = Typed.size() >= 3 && I + 1 == Typed.size();
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

Expected<CacheModel> parseSpec(std::string_view Text) {
  std::vector<TypedLevel> Levels;
  uint64_t LineBytes = 64;
  for (std::string_view Part : split(Text, ';')) {
    if (Part.empty())
      continue;
    size_t Equals = Part.find('=');
    std::string_view Name = trim(Part.substr(0, Equals));
    std::string_view Value =
        Equals == Part.npos ? "" : trim(Part.substr(Equals + 1));
    if (Name == "line") {
      std::optional<uint64_t> Bytes = parseSize(Value);
      if (!Bytes)
        return makeError("'{}' is no line size; write for example line=64",
                         Value);
      LineBytes = *Bytes;
      continue;
    }
    if (Name != fmt::format("L{}", Levels.size() + 1))
      return makeError("'{}' in the cache spec: expected L{}=size,ways or "
                       "line=bytes, for example {}",
                       Part, Levels.size() + 1, Example);
    Expected<TypedLevel> Level = parseLevel(Name, Value);
    if (!Level)
      return Level.error();
    Levels.push_back(std::move(*Level));
  }
  return finishModel(std::move(Levels), LineBytes);
}

} // namespace

Expected<CacheModel> parseCacheModel(std::string_view Text) {
  Text = trim(Text);
  if (Text == "host")
    return hostCacheModel();
  if (Text.find('=') != Text.npos)
    return parseSpec(Text);
  std::string Names;
  for (const CacheModel &Preset : cachePresets()) {
    if (Preset.Name == Text)
      return Preset;
    Names += ", " + Preset.Name;
  }
  return makeError("unknown cache model '{}'; write host{}, or a spec such as "
                   "{}",
                   Text, Names, Example);
}

} // namespace memfacet
