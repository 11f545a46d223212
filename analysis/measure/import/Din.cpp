//===- Din.cpp - traces of accesses for Dinero ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/import/Din.h"

namespace memfacet::measure {

namespace {

struct Label {
  std::optional<TextAccess::Kind> Type; ///< none: skipped
  bool HasSize;
};

std::optional<Label> labelOf(char Letter) {
  using Kind = TextAccess::Kind;
  switch (Letter >= 'A' && Letter <= 'Z' ? Letter - 'A' + 'a' : Letter) {
  case '0':
    return Label{Kind::Load, false};
  case '1':
    return Label{Kind::Store, false};
  case '2':
    return Label{Kind::Instruction, false};
  case '3':
  case '4':
    return Label{std::nullopt, false};
  case 'r':
  case 'm':
    return Label{Kind::Load, true};
  case 'w':
    return Label{Kind::Store, true};
  case 'i':
    return Label{Kind::Instruction, true};
  case 'c':
  case 'v':
    return Label{std::nullopt, true};
  default:
    return std::nullopt;
  }
}

/// Takes blanks, a number and the end of its word off the front of \p Text.
std::optional<uint64_t> takeNumber(std::string_view &Text) {
  size_t FullSize = Text.size();
  skipBlanks(Text);
  if (Text.size() == FullSize)
    return std::nullopt;
  std::optional<uint64_t> Value = takeHex(Text);
  bool Ends = Text.empty() || Text.front() == ' ' || Text.front() == '\t';
  return Ends ? Value : std::nullopt;
}

} // namespace

std::optional<DinLine> parseDinLine(std::string_view Line) {
  std::optional<Label> Known = labelOf(Line.empty() ? ' ' : Line.front());
  if (!Known)
    return std::nullopt;
  Line.remove_prefix(1);
  std::optional<uint64_t> Address = takeNumber(Line);
  std::optional<uint64_t> Size = Known->HasSize ? takeNumber(Line) : 1;
  if (!Address || !Size ||
      (Known->Type && (*Size == 0 || *Size > MostAccessBytes)))
    return std::nullopt;
  return DinLine{Known->Type, *Address, uint32_t(*Size)};
}

bool looksLikeDin(std::string_view Line) {
  return Line.size() > 1 && labelOf(Line[0]) &&
         (Line[1] == ' ' || Line[1] == '\t') && Line.find(',') == Line.npos;
}

Expected<std::optional<TextAccess>> DinReader::next() {
  while (true) {
    Expected<std::optional<std::string_view>> Line = Lines.next();
    if (!Line)
      return Line.error();
    if (!*Line)
      return std::optional<TextAccess>();
    std::optional<DinLine> D = parseDinLine(**Line);
    if (!D)
      return Lines.wrong("a label from 0 to 4 and an address in base 16, such "
                         "as '0 7fff0010', or a letter of r w i m c v, an "
                         "address and a size, such as 'r 7fff0010 8'");
    if (!D->Type)
      continue;
    if (D->Type == TextAccess::Kind::Instruction)
      Pc = D->Address;
    return std::optional(TextAccess{*D->Type, D->Address, D->Size, 0, Pc});
  }
}

} // namespace memfacet::measure
