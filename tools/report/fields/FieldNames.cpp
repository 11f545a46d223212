//===- FieldNames.cpp - which member an access is of ----------------------===//

#include "tools/report/fields/FieldNames.h"
#include "tools/report/fields/FieldLayout.h"

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

} // namespace memfacet
