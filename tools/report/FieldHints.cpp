//===- report/FieldHints.cpp - when splitting a record may pay ------------===//

#include "tools/report/FieldTables.h"
#include "tools/report/Units.h"
#include <algorithm>
#include <numeric>

namespace memfacet {

/// The hot members are the fewest with this share of the first level's misses
/// in members, or of the accesses where nothing missed.
static constexpr uint64_t HotPercent = 95;

static uint64_t weight(const FieldRow &Row, bool ByMisses) {
  return ByMisses ? Row.Own.Misses.front() : Row.Own.accesses();
}

/// Elements of \p Bytes in a line, times the line: how dense they lie.
static uint64_t perLine(uint64_t Bytes, uint64_t Line) {
  return Bytes <= Line ? Line / Bytes : 0;
}

std::string splitHint(const FieldTable &T, uint32_t LineBytes) {
  std::vector<const FieldRow *> Members;
  for (const FieldRow &Row : T.Rows)
    if (Row.Is == FieldRow::Role::Member && Row.Own.accesses() != 0)
      Members.push_back(&Row);
  bool ByMisses = std::ranges::any_of(
      Members, [](const FieldRow *R) { return R->Own.Misses.front() != 0; });
  std::ranges::stable_sort(
      Members, {}, [&](const FieldRow *R) { return ~weight(*R, ByMisses); });
  uint64_t All = 0;
  for (const FieldRow *R : Members)
    All += weight(*R, ByMisses);
  // What moves whole elements needs all of them at one place.
  uint64_t Wide = 0;
  for (const FieldRow &Row : T.Rows)
    if (Row.Is == FieldRow::Role::Whole || Row.Is == FieldRow::Role::Several)
      Wide += weight(Row, ByMisses);
  if (All == 0 || Wide * 100 > All * (100 - HotPercent))
    return {};
  uint64_t Bytes = 0, Got = 0;
  std::string Names;
  for (const FieldRow *R : Members) {
    if (Got * 100 >= All * HotPercent)
      break;
    Got += weight(*R, ByMisses);
    Bytes += R->Bytes;
    Names += (Names.empty() ? "" : ", ") + R->Name;
  }
  uint64_t Now = perLine(T.Bytes, LineBytes), Then = perLine(Bytes, LineBytes);
  // A reader should not be sent to split what then lies no denser.
  bool Denser = Then > Now && Then != 0;
  if (!ByMisses || !Denser || Bytes * 4 > T.Bytes * 3)
    return {};
  return fmt::format(
      "{} of {} bytes have {} of the {} misses in members ({}): with the "
      "others moved elsewhere, a line of {} bytes holds {} instead of {}",
      Bytes, T.Bytes, humanRate(Got, All), "first level's", Names, LineBytes,
      counted(Then, "element"),
      Now == 0 ? "a part of one" : fmt::format("{}", Now));
}

} // namespace memfacet
