//===- Din.cpp - traces of accesses for Dinero ----------------------------===//

#include "analysis/import/Din.h"
#include "analysis/import/ShortLines.h"
#include <cerrno>
#include <charconv>
#include <cstring>

namespace memfacet {

std::optional<DinLine> parseDinLine(std::string_view Line) {
  constexpr std::string_view Blanks = " \t\r";
  size_t Label = Line.find_first_not_of(Blanks);
  if (Label == Line.npos || Line[Label] < '0' || Line[Label] > '4')
    return std::nullopt;
  size_t At = Line.find_first_not_of(Blanks, Label + 1);
  if (At == Line.npos || At == Label + 1)
    return std::nullopt;
  std::string_view Text = Line.substr(At);
  if (Text.starts_with("0x") || Text.starts_with("0X"))
    Text.remove_prefix(2);
  Text = Text.substr(0, Text.find_first_of(Blanks));
  DinLine To = {unsigned(Line[Label] - '0'), 0};
  const char *Begin = Text.data(), *End = Begin + Text.size();
  auto [Behind, Wrong] = std::from_chars(Begin, End, To.Address, 16);
  if (Wrong != std::errc() || Behind != End)
    return std::nullopt;
  return To;
}

Expected<DinReader> DinReader::open(const std::string &Path) {
  std::ifstream File(Path, std::ios::binary);
  if (!File || (File.peek(), File.bad()))
    return makeError("cannot read '{}': {}", Path, std::strerror(errno));
  return DinReader(std::move(File), Path);
}

Expected<std::optional<TextAccess>> DinReader::next() {
  using Kind = TextAccess::Kind;
  constexpr Kind Kinds[] = {Kind::Load, Kind::Store, Kind::Instruction};
  while (nextLine(File, Line)) {
    ++Number;
    if (Line.find_first_not_of(" \t\r") == Line.npos)
      continue;
    std::optional<DinLine> D = parseDinLine(Line);
    if (!D)
      return makeError("'{}' line {}: '{}' is no access; expected a label from "
                       "0 to 4 and an address in base 16, such as '0 7fff0010'",
                       Path, Number, Line.substr(0, 40));
    if (D->Label < std::size(Kinds))
      return std::optional(TextAccess{Kinds[D->Label], D->Address, 1});
  }
  return std::optional<TextAccess>();
}

} // namespace memfacet
