//===- FieldHints.cpp - whether splitting a record may pay ----------------===//

#include "tools/report/fields/FieldTables.h"
#include "tools/report/format/Units.h"
#include <algorithm>
#include <utility>

namespace memfacet {

/// The hot members are the fewest with this share of the accesses to members.
/// Not of the misses: those are the member's that comes first in a line, though
/// the others come with it.
static constexpr uint64_t HotPercent = 95;

/// Elements of \p Bytes that lie in a line, 0 where it takes more than one.
static uint64_t perLine(uint64_t Bytes, uint64_t Line) {
  return Bytes <= Line ? Line / Bytes : 0;
}

namespace {
struct Weighed {
  const FieldRow *Row;
  uint64_t Accesses; ///< those of whole elements left out
};
} // namespace

/// Most accesses first.
static std::vector<Weighed> membersOf(const FieldTable &T, uint64_t OfWhole) {
  std::vector<Weighed> Members;
  for (const FieldRow &Row : T.Rows)
    if (Row.Is == FieldRow::Role::Member)
      Members.push_back({&Row, Row.Own.accesses() + Row.InWider -
                                   std::min(Row.InWider, OfWhole)});
  std::ranges::sort(Members, {}, [](const Weighed &W) {
    return std::pair(~W.Accesses, W.Row->Offset);
  });
  return Members;
}

std::string splitHint(const FieldTable &T, uint32_t LineBytes) {
  uint64_t OfWhole = 0, All = 0;
  for (const FieldRow &Row : T.Rows)
    if (Row.Is == FieldRow::Role::Whole)
      OfWhole += Row.Own.accesses();
  std::vector<Weighed> Members = membersOf(T, OfWhole);
  for (const Weighed &W : Members)
    All += W.Accesses;
  // What moves whole elements wants them in one place.
  bool Moved = OfWhole * 100 > All * (100 - HotPercent);
  if (All == 0 || Moved || T.Total.Misses.front() == 0)
    return {};
  uint64_t Bytes = 0, Got = 0;
  std::string Names;
  for (const auto &[Row, Accesses] : Members) {
    if (Got * 100 >= All * HotPercent)
      break;
    Got += Accesses;
    Bytes += Row->Bytes;
    Names += (Names.empty() ? "" : ", ") + Row->Name;
  }
  uint64_t Now = perLine(T.Bytes, LineBytes), Then = perLine(Bytes, LineBytes);
  if (Then <= Now || Bytes * 4 > T.Bytes * 3)
    return {};
  return fmt::format(
      "{} of {} bytes have {} of the accesses to members ({}): with the others "
      "moved elsewhere, a line of {} bytes holds {} instead of {}",
      Bytes, T.Bytes, humanRate(Got, All), Names, LineBytes,
      counted(Then, "element"),
      Now == 0 ? "a part of one" : fmt::format("{}", Now));
}

} // namespace memfacet
