//===- Lackey.cpp - traces of accesses as text, and caches for them -------===//

#include "analysis/import/Lackey.h"
#include "analysis/import/ShortLines.h"
#include <cerrno>
#include <charconv>
#include <cstring>
#include <string_view>

namespace memfacet {

static std::optional<TextAccess::Kind> kindOf(std::string_view Mark) {
  if (Mark == "I ")
    return TextAccess::Kind::Instruction;
  if (Mark == " L")
    return TextAccess::Kind::Load;
  if (Mark == " S")
    return TextAccess::Kind::Store;
  if (Mark == " M")
    return TextAccess::Kind::Modify;
  return std::nullopt;
}

/// No instruction accesses more: the largest saves a processor's state.
static constexpr uint32_t MostBytes = 1 << 16;

std::optional<TextAccess> parseLackeyLine(std::string_view Line) {
  std::optional<TextAccess::Kind> Kind = kindOf(Line.substr(0, 2));
  size_t Begin = Line.find_first_not_of(' ', 2);
  size_t Comma = Line.find(',');
  if (!Kind || Begin == Line.npos || Comma == Line.npos || Begin > Comma)
    return std::nullopt;
  TextAccess A{*Kind, 0, 0};
  const char *Text = Line.data(), *End = Text + Line.size();
  auto [AfterAddress, Wrong] =
      std::from_chars(Text + Begin, Text + Comma, A.Address, 16);
  if (Wrong != std::errc() || AfterAddress != Text + Comma)
    return std::nullopt;
  auto [AfterSize, WrongSize] = std::from_chars(Text + Comma + 1, End, A.Size);
  if (WrongSize != std::errc() || AfterSize != End || A.Size == 0 ||
      A.Size > MostBytes)
    return std::nullopt;
  return A;
}

Expected<LackeyReader> LackeyReader::open(const std::string &Path) {
  std::ifstream File(Path, std::ios::binary);
  // A folder opens, but cannot be read.
  if (!File || (File.peek(), File.bad()))
    return makeError("cannot read '{}': {}", Path, std::strerror(errno));
  return LackeyReader(std::move(File), Path);
}

Expected<std::optional<TextAccess>> LackeyReader::next() {
  while (nextLine(File, Line)) {
    ++Number;
    if (Line.empty() || Line.starts_with("==") || Line.starts_with("--"))
      continue;
    std::optional<TextAccess> A = parseLackeyLine(Line);
    if (A)
      return A;
    return makeError("'{}' line {}: '{}' is no access; expected what 'valgrind "
                     "--tool=lackey --trace-mem=yes' prints, such as "
                     "' L 1fff0006f8,8'",
                     Path, Number, Line.substr(0, 40));
  }
  return std::optional<TextAccess>();
}

WholeAccessCaches::WholeAccessCaches(const CacheModel &Model)
    : LineBytes(Model.LineBytes) {
  for (const CacheLevel &L : Model.Levels)
    Levels.emplace_back(L.sets(LineBytes), L.Ways, L.Policy);
  const CacheLevel &First = Model.Levels[0];
  ForInstructions.emplace_back(First.sets(LineBytes), First.Ways, First.Policy);
  for (auto &Each : Counts)
    Each.resize(Levels.size());
}

/// All lines are looked up, whatever the first one does.
bool WholeAccessCaches::missesAt(CacheArray &Cache, uint64_t First,
                                 uint64_t Last) {
  bool Misses = false;
  for (uint64_t Line = First; Line <= Last; ++Line) {
    if (HeldLine *Held = Cache.find(Line)) {
      Cache.use(*Held);
      continue;
    }
    HeldLine New;
    New.Line = Line;
    Cache.take(New, Cache.allWays());
    Misses = true;
  }
  return Misses;
}

void WholeAccessCaches::access(const TextAccess &A) {
  bool IsData = A.Is != TextAccess::Kind::Instruction;
  uint64_t First = A.Address / LineBytes;
  uint64_t Last = (A.Address + A.Size - 1) / LineBytes;
  for (size_t L = 0; L != Levels.size(); ++L) {
    LevelCount &Count = Counts[IsData][L];
    ++Count.Accesses;
    CacheArray &Cache = L == 0 && !IsData ? ForInstructions[0] : Levels[L];
    if (!missesAt(Cache, First, Last))
      return;
    ++Count.Misses;
  }
}

} // namespace memfacet
