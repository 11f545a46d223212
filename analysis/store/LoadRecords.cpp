//===- LoadRecords.cpp - records and what is of them ----------------------===//

#include "analysis/store/ProfileTables.h"
#include "analysis/store/Rows.h"

namespace memfacet {

static Status loadLayouts(Database &D, Profile &P) {
  Status S = forEachRow(D, ProfileTable::Records, "id", [&](Statement &Row) {
    P.Records.push_back({Row.text(1), Row.number(2), {}, {}});
    return Row.number(0) == P.Records.size() - 1;
  });
  if (!S)
    return S;
  S = forEachRow(D, ProfileTable::RecordMembers, "record, position",
                 [&](Statement &Row) {
                   uint64_t Id = Row.number(0);
                   if (Id >= P.Records.size())
                     return false;
                   P.Records[Id].Members.push_back(
                       {Row.text(2), Row.text(3), Row.number(4), Row.number(5),
                        Row.number(6), Row.number(7)});
                   return true;
                 });
  if (!S)
    return S;
  return forEachRow(D, ProfileTable::RecordParts, "record, position",
                    [&](Statement &Row) {
                      uint64_t Id = Row.number(0);
                      if (Id >= P.Records.size())
                        return false;
                      P.Records[Id].Parts.push_back(
                          {Row.text(2), Row.number(3), Row.number(4)});
                      return true;
                    });
}

Status loadRecords(Database &D, Profile &P) {
  if (Status S = loadLayouts(D, P); !S)
    return S;
  Status S = forEachRow(
      D, ProfileTable::StructureRecords, "structure", [&](Statement &Row) {
        uint64_t Id = Row.number(0), Record = Row.number(1);
        if (Id >= P.Structures.size() || Record >= P.Records.size())
          return false;
        P.Structures[Id].Record = uint32_t(Record);
        return true;
      });
  if (!S)
    return S;
  return forEachRow(D, ProfileTable::SiteFields, "site", [&](Statement &Row) {
    uint64_t Id = Row.number(0), Record = Row.number(2);
    if (Id >= P.Sites.size() || Record >= P.Records.size())
      return false;
    P.Sites[Id].Field = {uint32_t(Record), uint32_t(Row.number(3)),
                         Row.number(4), uint32_t(Row.number(1))};
    return true;
  });
}

} // namespace memfacet
