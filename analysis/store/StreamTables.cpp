//===- StreamTables.cpp - streams as rows ---------------------------------===//

#include "analysis/store/IntervalCodec.h"
#include "analysis/store/ProfileTables.h"
#include "analysis/store/Rows.h"
#include <limits>

namespace memfacet {

namespace {

/// Fetches bytes from the file, which stays the same when another takes its
/// name.
class StreamsInFile final : public StreamSource {
public:
  explicit StreamsInFile(std::shared_ptr<Database> D) : File(std::move(D)) {}

  Expected<std::string> fetch(const Stream &S) override {
    Expected<Statement> Select = File->prepare(fmt::format(
        "SELECT packed FROM {} WHERE thread = {} AND structure = {} AND "
        "measure = {}",
        tableOf(ProfileTable::Streams).Name, S.Thread, S.Structure.Value,
        uint32_t(S.Of)));
    if (!Select)
      return Select.error();
    Expected<bool> Row = Select->next();
    if (!Row)
      return Row.error();
    if (!*Row)
      return damaged(ProfileTable::Streams);
    std::span<const uint8_t> Bytes = Select->blob(0);
    return std::string(reinterpret_cast<const char *>(Bytes.data()),
                       Bytes.size());
  }

private:
  std::shared_ptr<Database> File;
};

} // namespace

Status storeStreams(Database &D, const Profile &P) {
  Rows R(D, ProfileTable::Streams);
  for (const Stream &S : P.Streams.All) {
    Expected<std::string> Bytes = P.Streams.bytes(S);
    if (!Bytes)
      return Bytes.error();
    R.add(S.Thread, S.Structure.Value, uint32_t(S.Of), S.Intervals, S.Total,
          S.Bytes, S.Check, Blob{*Bytes});
  }
  return R.status();
}

Status loadStreams(std::shared_ptr<Database> D, Profile &P) {
  // Without the bytes: SQLite does not even look at the pages they are in.
  Expected<Statement> Row = D->prepare(fmt::format(
      "SELECT thread, structure, measure, intervals, total, bytes, check_value "
      "FROM {} ORDER BY thread, structure, measure",
      tableOf(ProfileTable::Streams).Name));
  if (!Row)
    return Row.error();
  while (true) {
    Expected<bool> More = Row->next();
    if (!More)
      return More.error();
    if (!*More)
      break;
    for (int Column : {0, 1, 2, 3})
      if (Row->number(Column) > std::numeric_limits<uint32_t>::max())
        return damaged(ProfileTable::Streams);
    StructureId Structure(uint32_t(Row->number(1)));
    if (Structure.valid() && Structure.Value >= P.Structures.size())
      return damaged(ProfileTable::Streams);
    P.Streams.All.push_back({uint32_t(Row->number(0)),
                             Structure,
                             Measure(uint32_t(Row->number(2))),
                             uint32_t(Row->number(3)),
                             Row->number(4),
                             Row->number(5),
                             Row->number(6),
                             {}});
  }
  P.Streams.Source = std::make_shared<StreamsInFile>(std::move(D));
  return {};
}

Status loadOldIntervals(Database &D, const Profile &P,
                        std::vector<IntervalCounts> &Rows) {
  return forEachRow(D, ProfileTable::IntervalStreams, "thread, structure",
                    [&](Statement &Row) {
                      uint64_t Id = Row.number(1);
                      return Id < P.Structures.size() &&
                             decodeIntervals(Row.blob(2),
                                             P.Caches.Levels.size(),
                                             uint32_t(Row.number(0)),
                                             StructureId(uint32_t(Id)), Rows);
                    });
}

} // namespace memfacet
