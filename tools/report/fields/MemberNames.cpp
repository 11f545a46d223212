//===- MemberNames.cpp - names of members ---------------------------------===//

#include "tools/report/fields/MemberNames.h"
#include "tools/report/fields/FieldLayout.h"
#include <fmt/format.h>

namespace memfacet {

/// Without what C says before a type's name.
static std::string_view plainName(std::string_view Type) {
  for (std::string_view Word : {"struct ", "class ", "union "})
    if (Type.starts_with(Word))
      return Type.substr(Word.size());
  return Type;
}

std::string fieldName(const Profile &P, const FieldAccess &Field) {
  if (Field.Record >= P.Records.size() || Field.Bytes == 0)
    return "";
  const RecordType &Record = P.Records[Field.Record];
  FieldLayout Layout(Record);
  std::vector<size_t> Units = Layout.unitsAt(Field.Offset, Field.Bytes);
  if (Units.size() != 1 || Layout.units()[Units[0]].isHole())
    return "";
  return std::string(plainName(Record.Name)) + "." +
         Layout.units()[Units[0]].Name;
}

/// "Lock" of "Lock.{a|b}": what members that share bytes are together.
static std::string withoutChoices(const std::string &Name) {
  size_t At = Name.find('{');
  return At == Name.npos || At < 2 ? Name : Name.substr(0, At - 1);
}

std::string memberName(const Profile &P, const Structure &S, uint64_t Offset) {
  const RecordType *Record =
      S.Record == NoRecord ? nullptr : &P.Records[S.Record];
  uint64_t Element = S.ElementBytes ? S.ElementBytes
                     : Record       ? Record->Bytes
                                    : 0;
  if (Element == 0)
    return fmt::format("+{}", Offset);
  std::string Text;
  bool Several = S.Objects == 0 || S.Bytes / S.Objects > Element;
  if (Several || Offset >= Element)
    Text = fmt::format("[{}]", Offset / Element);
  uint64_t Inside = Offset % Element;
  if (Record && Record->Bytes == Element) {
    FieldLayout Layout(*Record);
    std::vector<size_t> Units = Layout.unitsAt(Inside, 1);
    if (!Units.empty() && !Layout.units()[Units.front()].isHole())
      return Text + (Text.empty() ? "" : ".") +
             withoutChoices(Layout.units()[Units.front()].Name);
  }
  if (Inside != 0 || Text.empty())
    Text += fmt::format("+{}", Inside);
  return Text;
}

} // namespace memfacet
