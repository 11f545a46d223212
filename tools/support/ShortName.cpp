//===- ShortName.cpp - names as tables write them -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/support/ShortName.h"
#include "memfacet/WrittenNames.h"

namespace memfacet {

std::string shortName(std::string_view Written, size_t Most) {
  constexpr std::string_view Unnamed = "(anonymous namespace)::";
  std::string Name(Written);
  for (size_t Position = 0;
       (Position = Name.find(Unnamed, Position)) != Name.npos;)
    Name.erase(Position, Unnamed.size());
  NamePieces Pieces;
  if (!NameReader(Name).read(Pieces))
    return Name;
  std::string Text = NameWriter(true, ~0u, false).write(Pieces);
  if (Text.size() <= Most)
    return Text;
  Text = NameWriter(true, ~0u, true).write(Pieces);
  for (unsigned Depth = 4; Text.size() > Most && Depth-- != 0;)
    Text = NameWriter(true, Depth, true).write(Pieces);
  return readableName(std::move(Text), Name);
}

} // namespace memfacet
