//===- SharingLocks.cpp - locks that threads take from each other ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/common/TableNames.h"
#include "tools/report/fields/FieldLayout.h"
#include "tools/report/format/Units.h"
#include "tools/report/threads/SharingReport.h"
#include <algorithm>

namespace memfacet::report {

namespace {

using Fit = TableColumn::Fit;

/// A lock; in CSV, at one of the places where it is taken.
struct LockRow {
  const result::Profile &P;
  const SharingLockRow &Lock;
  SharingLockPlace Place = {};

  const result::Structure &structure() const {
    return P.Structures[Lock.Structure.Value];
  }
  bool hasOffset() const { return Lock.Offset != result::SharingFight::Other; }
  std::string member() const {
    return hasOffset() ? memberName(P, structure(), Lock.Offset) : "";
  }
};

/// Returns "takeTask queue.c:31 (62.0 %)": the place that takes the lock most
/// often from another thread, and the share of these times.
std::string mainPlace(const result::Profile &P, const SharingLockRow &R) {
  if (!R.HandedOver || R.Places.empty() || !R.Places[0].HandedOver)
    return "";
  return fmt::format("{} ({})", printable(placeText(P, R.Places[0].Site)),
                     humanRate(R.Places[0].HandedOver, R.HandedOver));
}

std::string lockName(const LockRow &R) {
  std::string Name = tableName(R.structure());
  if (R.hasOffset() && R.Lock.Offset != 0)
    Name += printable(" " + R.member());
  return Name;
}

Columns<SharingLockPlace> lockPlaceColumns() {
  Columns<SharingLockPlace> Cs = partColumns<SharingLockPlace>(
      placeColumns(), [](auto &Place) -> auto & { return Place.Site; });
  addColumns<SharingLockPlace>(
      Cs, {forPrograms("taken", [](auto &Place) { return Place.Acquired; }),
           forPrograms("handed_over",
                       [](auto &Place) { return Place.HandedOver; })});
  return Cs;
}

/// Returns the columns that say which lock it is.
Columns<LockRow> nameColumns() {
  return {
      forPeople("lock", lockName, Fit::CutMiddle),
      forPrograms("structure", [](auto &R) { return R.structure().Name; }),
      forJson("structure_id", [](auto &R) { return R.Lock.Structure.Value; }),
      forPrograms(
          "offset",
          [](auto &R) { return R.hasOffset() ? Json(R.Lock.Offset) : Json(); }),
      forJson("member", [](auto &R) { return R.member(); }),
      {.Header = "kind",
       .Key = "kind",
       .Value = [](auto &R) { return lockKindName(R.Lock.Kind); },
       .Fits = Fit::CutMiddle}};
}

Columns<LockRow> lockColumns() {
  Columns<LockRow> Cs = nameColumns();
  addColumns<LockRow>(
      Cs, {{.Header = "taken",
            .Key = "taken",
            .Value = [](auto &R) { return R.Lock.Acquired; },
            .Text = [](auto &R) { return humanCount(R.Lock.Acquired); },
            .In = Forms::Json},
           {.Header = "from another",
            .Key = "handed_over",
            .Value = [](auto &R) { return R.Lock.HandedOver; },
            .Text = [](auto &R) { return humanCount(R.Lock.HandedOver); },
            .In = Forms::Json},
           forPeople("share",
                     [](auto &R) {
                       return humanRate(R.Lock.HandedOver, R.Lock.Acquired);
                     }),
           forPeople("most often",
                     [](auto &R) {
                       return R.Lock.HandedOver
                                  ? fmt::format("{} > {}", R.Lock.Giver,
                                                R.Lock.Taker)
                                  : "";
                     }),
           forPeople(
               "most often taken so at",
               [](auto &R) { return mainPlace(R.P, R.Lock); }, Fit::CutPath),
           forJson("places", [](auto &R) {
             return jsonRows(lockPlaceColumns(), R.Lock.Places);
           })});
  addColumns(Cs,
             csvColumnsOf<LockRow>(lockPlaceColumns(),
                                   [](auto &R) -> auto & { return R.Place; }));
  return Cs;
}

} // namespace

Table lockTable(const result::Profile &P, const SharingModel &M, size_t Top) {
  Columns<LockRow> Cs = lockColumns();
  Table T = emptyTable(Cs);
  for (size_t I = 0; I != std::min(Top, M.Locks.size()); ++I)
    addRow(T, Cs, {P, M.Locks[I]});
  return T;
}

Json locksJson(const result::Profile &P, const SharingModel &M) {
  Columns<LockRow> Cs = lockColumns();
  Json Locks = Json::array();
  for (const SharingLockRow &R : M.Locks)
    Locks.push_back(jsonObject(Cs, {P, R}));
  return Locks;
}

std::string lockCsv(const result::Profile &P, const SharingModel &M) {
  Columns<LockRow> Cs = lockColumns();
  std::string Text = csvHeader(Cs);
  for (const SharingLockRow &R : M.Locks) {
    // Taken in code that was not instrumented.
    SharingLockPlace Unknown = {{}, R.Acquired, R.HandedOver};
    for (const SharingLockPlace &Place : R.Places) {
      Unknown.Acquired -= Place.Acquired;
      Unknown.HandedOver -= Place.HandedOver;
      Text += csvRow(Cs, {P, R, Place});
    }
    if (Unknown.Acquired)
      Text += csvRow(Cs, {P, R, Unknown});
  }
  return Text;
}

} // namespace memfacet::report
