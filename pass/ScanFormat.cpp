//===- pass/ScanFormat.cpp - what scanf writes, from its format -----------===//

#include "pass/ScanFormat.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace memfacet;

static uint64_t integerBytes(StringRef Length) {
  return Length == "hh" ? 1 : Length == "h" ? 2 : Length == "" ? 4 : 8;
}

static uint64_t realBytes(StringRef Length) {
  return Length == "" ? 4 : Length == "L" ? 16 : 8;
}

/// Behind "%[" up to its end, in which a ']' may come first.
static StringRef afterSet(StringRef Rest) {
  Rest.consume_front("^");
  Rest.consume_front("]");
  size_t End = Rest.find(']');
  return End == StringRef::npos ? "" : Rest.substr(End + 1);
}

SmallVector<ScanOutput, 8> memfacet::scanOutputs(StringRef Format) {
  SmallVector<ScanOutput, 8> Outputs;
  unsigned Assigned = 0;
  while (true) {
    Format = Format.substr(std::min(Format.find('%'), Format.size()));
    if (!Format.consume_front("%"))
      return Outputs;
    if (Format.consume_front("%"))
      continue;
    bool Skips = Format.consume_front("*");
    StringRef Width = Format.take_while(isDigit);
    Format = Format.drop_front(Width.size());
    if (Format.starts_with("$"))
      return {};
    bool Allocates = Format.consume_front("m");
    StringRef Length = Format.take_while(
        [](char C) { return StringRef("hlLqjzt").contains(C); });
    Format = Format.drop_front(Length.size());
    if (Format.empty())
      return {};
    char Kind = Format.front();
    Format = Format.drop_front();
    uint64_t Bytes = 0, Letters = 1;
    bool Wide = Length == "l";
    switch (Kind) {
    case 'd':
    case 'i':
    case 'o':
    case 'u':
    case 'x':
    case 'X':
    case 'n':
      Bytes = integerBytes(Length);
      break;
    case 'a':
    case 'e':
    case 'f':
    case 'g':
    case 'A':
    case 'E':
    case 'F':
    case 'G':
      Bytes = realBytes(Length);
      break;
    case 'p':
      Bytes = 8;
      break;
    case 'c':
      Width.getAsInteger(10, Letters);
      Bytes = Letters * (Wide ? 4 : 1);
      break;
    case '[':
      Format = afterSet(Format);
      break;
    case 's':
      break;
    default:
      return {};
    }
    // Of a wide text it is not known here how long it is.
    if (Bytes == 0 && Wide)
      return {};
    if (Skips)
      continue;
    Assigned += Kind != 'n';
    Outputs.push_back({Allocates ? 8 : Bytes, Assigned});
  }
}
