//===- Options.cpp - MEMFACET_OPTIONS, parsed -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/process/Options.h"

namespace memfacet::process {

namespace {
struct Description {
  Text Name, Help;
  Text Words; ///< accepted values, separated by '|'; empty: any value
};
constexpr Description Descriptions[] = {
#define MEMFACET_DESCRIBE(Name, Default, Help, Words, ...)                     \
  {Text(#Name), Text(Help), Text(Words)},
    MEMFACET_RUNTIME_OPTIONS(MEMFACET_DESCRIBE)
        MEMFACET_COLLECTOR_OPTIONS(MEMFACET_DESCRIBE)
#undef MEMFACET_DESCRIBE
};

bool accepts(const Description &D, Text Value) {
  Text Rest = D.Words;
  if (Rest.empty())
    return true;
  while (!Rest.empty()) {
    size_t End = Rest.find('|');
    if (Text(Rest.Data, End) == Value)
      return true;
    Rest = Rest.suffix(End == Rest.Size ? End : End + 1);
  }
  return false;
}

/// Returns the position of the colon after the first option of \p Options, or
/// the end. A value in single quotes may contain colons.
size_t endOfFirst(Text Options) {
  size_t Colon = Options.find(':'), Equals = Options.find('=');
  if (Equals + 1 >= Colon || Options.Data[Equals + 1] != '\'')
    return Colon;
  size_t ValueStart = Equals + 2;
  size_t Quote = ValueStart + Options.suffix(ValueStart).find('\'');
  return Quote + Options.suffix(Quote).find(':');
}

Text stripQuotes(Text Value) {
  bool IsQuoted = Value.Size >= 2 && Value.Data[0] == '\'' &&
                  Value.Data[Value.Size - 1] == '\'';
  return IsQuoted ? Text(Value.Data + 1, Value.Size - 2) : Value;
}
} // namespace

void Options::parse(const char *Value) {
  Text Input(Value);
  size_t Room = sizeof(Variable) - variableName().Size - 1;
  if (Input.Size > Room) {
    Diagnostic() << MEMFACET_OPTIONS_VARIABLE << " is longer than "
                 << uint64_t(Room) << " bytes; ignored";
    return;
  }
  copyBytes(Variable + variableName().Size, Input.Data, Input.Size);
  Text Rest(Variable + variableName().Size, Input.Size);
  while (!Rest.empty()) {
    size_t End = endOfFirst(Rest);
    parseOne(Text(Rest.Data, End));
    Rest = Rest.suffix(End == Rest.Size ? End : End + 1);
  }
}

void Options::parseOne(Text Assignment) {
  if (Assignment.empty())
    return;
  size_t Equals = Assignment.find('=');
  Text Name(Assignment.Data, Equals);
  for (unsigned I = 0; I != Count; ++I) {
    if (Descriptions[I].Name != Name || Equals == Assignment.Size)
      continue;
    Text Value = stripQuotes(Assignment.suffix(Equals + 1));
    if (accepts(Descriptions[I], Value))
      Values[I] = Value;
    else
      Diagnostic() << "option '" << Assignment << "' in "
                   << MEMFACET_OPTIONS_VARIABLE << " does not take '" << Value
                   << "'; expected " << Descriptions[I].Words;
    return;
  }
  Diagnostic() << "unknown option '" << Assignment << "' in "
               << MEMFACET_OPTIONS_VARIABLE << "; try "
               << MEMFACET_OPTIONS_VARIABLE << "=help=1";
}

void Options::printHelp() const {
  for (unsigned I = 0; I != Count; ++I)
    Diagnostic() << Descriptions[I].Name << "=" << Values[I] << "  ("
                 << Descriptions[I].Help << ")";
}

} // namespace memfacet::process
