//===- CoreTables.cpp - cycles and stalls as rows -------------------------===//

#include "analysis/store/ProfileTables.h"
#include "analysis/store/Rows.h"

namespace memfacet {

CoreThreadTimes CoreTimes::total() const {
  CoreThreadTimes Sum;
  for (const CoreThreadTimes &T : Threads) {
    Sum.Instructions += T.Instructions, Sum.Operations += T.Operations;
    Sum.Cycles += T.Cycles, Sum.Busy += T.Busy;
    Sum.Computation += T.Computation, Sum.Branches += T.Branches;
    Sum.Start += T.Start;
    Sum.Predictions += T.Predictions, Sum.Mispredictions += T.Mispredictions;
  }
  return Sum;
}

std::vector<uint64_t> CoreTimes::byStructure(size_t Structures) const {
  std::vector<uint64_t> Result(Structures);
  for (const CoreStalls &S : Stalls)
    Result[S.Structure.Value] += S.Cycles;
  return Result;
}

Status storeCore(Database &D, const Profile &P) {
  const CoreTimes &C = P.Core;
  if (C.empty())
    return {};
  Rows Model(D, ProfileTable::CoreModels),
      Threads(D, ProfileTable::CoreThreads),
      Stalls(D, ProfileTable::CoreStallRows),
      Intervals(D, ProfileTable::CoreIntervals),
      Scenarios(D, ProfileTable::CoreScenarios),
      Perfect(D, ProfileTable::CorePerfect);
  Model.add(C.Name, C.Spec);
  for (const CoreThreadTimes &T : C.Threads)
    Threads.add(T.Thread, T.Instructions, T.Operations, T.Cycles, T.Busy,
                T.Computation, T.Branches, T.Start, T.Predictions,
                T.Mispredictions);
  for (const CoreStalls &S : C.Stalls)
    Stalls.add(S.Thread, S.Site, S.Structure.Value, S.Cycles);
  for (const CoreInterval &I : C.Intervals)
    Intervals.add(I.Thread, I.Interval, I.Cycles);
  for (size_t I = 0; I != C.Scenarios.size(); ++I) {
    Scenarios.add(I, C.Scenarios[I].Cycles);
    for (size_t K = 0; K != C.Scenarios[I].Perfect.size(); ++K)
      Perfect.add(I, K, C.Scenarios[I].Perfect[K].Value);
  }
  for (const Rows *Each :
       {&Model, &Threads, &Stalls, &Intervals, &Scenarios, &Perfect})
    if (Status S = Each->status(); !S)
      return S;
  return {};
}

static Status loadScenarios(Database &D, Profile &P) {
  std::vector<CoreScenario> &All = P.Core.Scenarios;
  Status S = forEachRow(D, ProfileTable::CoreScenarios, "position",
                        [&](Statement &Row) {
                          All.push_back({{}, Row.number(1)});
                          return Row.number(0) == All.size() - 1;
                        });
  if (!S)
    return S;
  return forEachRow(
      D, ProfileTable::CorePerfect, "scenario, position", [&](Statement &Row) {
        uint64_t Scenario = Row.number(0), Structure = Row.number(2);
        if (Scenario >= All.size() || Structure >= P.Structures.size() ||
            Row.number(1) != All[Scenario].Perfect.size())
          return false;
        All[Scenario].Perfect.push_back(StructureId(uint32_t(Structure)));
        return true;
      });
}

Status loadCore(Database &D, Profile &P) {
  CoreTimes &C = P.Core;
  Status S =
      forEachRow(D, ProfileTable::CoreModels, "rowid", [&](Statement &Row) {
        bool First = C.empty();
        C.Name = Row.text(0), C.Spec = Row.text(1);
        return First && !C.empty();
      });
  if (S)
    S = forEachRow(D, ProfileTable::CoreThreads, "thread", [&](Statement &Row) {
      C.Threads.push_back({uint32_t(Row.number(0)), Row.number(1),
                           Row.number(2), Row.number(3), Row.number(4),
                           Row.number(5), Row.number(6), Row.number(7),
                           Row.number(8), Row.number(9)});
      return true;
    });
  if (S)
    S = forEachRow(
        D, ProfileTable::CoreStallRows, "thread, site, structure",
        [&](Statement &Row) {
          uint64_t Site = Row.number(1), Structure = Row.number(2);
          C.Stalls.push_back({uint32_t(Row.number(0)), uint32_t(Site),
                              StructureId(uint32_t(Structure)), Row.number(3)});
          return Structure < P.Structures.size() &&
                 (Site < P.Sites.size() || Site == CoreStalls::NoSite);
        });
  if (S)
    S = forEachRow(D, ProfileTable::CoreIntervals, "thread, interval",
                   [&](Statement &Row) {
                     C.Intervals.push_back({uint32_t(Row.number(0)),
                                            uint32_t(Row.number(1)),
                                            Row.number(2)});
                     return true;
                   });
  return S ? loadScenarios(D, P) : S;
}

} // namespace memfacet
