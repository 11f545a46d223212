//===- Lackey.cpp - traces of accesses as text, and caches for them -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/import/Lackey.h"
#include "analysis/support/Text.h"

namespace memfacet::measure {

static std::optional<TextAccess::Kind> kindOf(char Mark) {
  switch (Mark) {
  case 'I':
    return TextAccess::Kind::Instruction;
  case 'L':
    return TextAccess::Kind::Load;
  case 'S':
    return TextAccess::Kind::Store;
  case 'M':
    return TextAccess::Kind::Modify;
  default:
    return std::nullopt;
  }
}

std::optional<TextAccess> parseLackeyLine(std::string_view Line) {
  std::optional<TextAccess::Kind> Kind = kindOf(Line.empty() ? ' ' : Line[0]);
  if (!Kind || Line.size() < 2 || (Line[1] != ' ' && Line[1] != '\t'))
    return std::nullopt;
  Line.remove_prefix(1);
  skipBlanks(Line);
  std::optional<uint64_t> Address = takeHex(Line);
  skipBlanks(Line);
  if (!Address || !Line.starts_with(','))
    return std::nullopt;
  Line.remove_prefix(1);
  skipBlanks(Line);
  TextAccess A{*Kind, *Address, 0};
  if (!readNumber(Line, A.Size) || A.Size == 0 || A.Size > MostAccessBytes)
    return std::nullopt;
  return A;
}

bool isValgrindLine(std::string_view Line) {
  return Line.starts_with("==") || Line.starts_with("--") ||
         Line.starts_with("**") || Line.starts_with("SB ");
}

Expected<std::optional<TextAccess>> LackeyReader::next() {
  while (true) {
    Expected<std::optional<std::string_view>> Line = Lines.next();
    if (!Line)
      return Line.error();
    if (!*Line)
      return std::optional<TextAccess>();
    if (isValgrindLine(**Line))
      continue;
    std::optional<TextAccess> A = parseLackeyLine(**Line);
    if (!A)
      return Lines.wrong(
          "what 'valgrind --tool=lackey --trace-mem=yes --log-file=FILE' "
          "writes, such as ' L 1fff0006f8,8'");
    if (A->Type == TextAccess::Kind::Instruction)
      Pc = A->Address;
    A->Pc = Pc;
    return A;
  }
}

WholeAccessCaches::WholeAccessCaches(const caches::CacheModel &Model)
    : LineBytes(Model.LineBytes) {
  for (const caches::CacheLevel &L : Model.Levels)
    Levels.emplace_back(L.sets(LineBytes), L.Ways, L.Policy);
  const caches::CacheLevel &First = Model.Levels[0];
  ForInstructions.emplace_back(First.sets(LineBytes), First.Ways, First.Policy);
  for (auto &PerKind : Counts)
    PerKind.resize(Levels.size());
}

/// Looks up all lines, also after a miss.
bool WholeAccessCaches::missesAt(caches::CacheArray &Cache, uint64_t First,
                                 uint64_t Last) {
  bool Misses = false;
  for (uint64_t Line = First; Line <= Last; ++Line) {
    if (caches::HeldLine *Found = Cache.find(Line)) {
      Cache.use(*Found);
      continue;
    }
    caches::HeldLine New;
    New.Line = Line;
    Cache.take(New, Cache.allWays());
    Misses = true;
  }
  return Misses;
}

void WholeAccessCaches::access(const TextAccess &A) {
  bool IsData = A.Type != TextAccess::Kind::Instruction;
  uint64_t First = A.Address / LineBytes;
  uint64_t Last = (A.Address + A.Size - 1) / LineBytes;
  for (size_t L = 0; L != Levels.size(); ++L) {
    LevelCount &Count = Counts[IsData][L];
    ++Count.Accesses;
    caches::CacheArray &Cache =
        L == 0 && !IsData ? ForInstructions[0] : Levels[L];
    if (!missesAt(Cache, First, Last))
      return;
    ++Count.Misses;
  }
}

} // namespace memfacet::measure
