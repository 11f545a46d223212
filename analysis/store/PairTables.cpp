//===- PairTables.cpp - sampled pairs as rows -----------------------------===//

#include "analysis/store/ProfileTables.h"
#include "analysis/store/Rows.h"

namespace memfacet {

static constexpr AccessKind AccessKinds[] = {
    AccessKind::Load, AccessKind::Store, AccessKind::ReadModifyWrite};

const char *accessKindName(AccessKind Kind) {
  switch (Kind) {
  case AccessKind::Load:
    return "load";
  case AccessKind::Store:
    return "store";
  case AccessKind::ReadModifyWrite:
    return "atomic";
  }
  return "";
}

bool readAccessKind(const std::string &Name, AccessKind &To) {
  for (AccessKind Kind : AccessKinds)
    if (Name == accessKindName(Kind)) {
      To = Kind;
      return true;
    }
  return false;
}

Status storePairs(Database &D, const Profile &P) {
  const PairSample &S = P.Pairs;
  Rows Samples(D, ProfileTable::PairSamples), Sites(D, ProfileTable::PairSites);
  Rows Vertices(D, ProfileTable::PairVertices), Pairs(D, ProfileTable::Pairs);
  Rows Distances(D, ProfileTable::PairDistances);
  Rows Fields(D, ProfileTable::PairFields);
  Rows Before(D, ProfileTable::PairBefore);
  Rows Bytes(D, ProfileTable::PairBytes);
  Rows Overlaps(D, ProfileTable::PairOverlaps);
  Rows Threads(D, ProfileTable::PairThreads);
  if (!S.empty())
    Samples.add(S.Period, S.Seed);
  for (size_t I = 0; I != S.Sites.size(); ++I) {
    const PairSite &Site = S.Sites[I];
    Sites.add(I, Site.File, Site.Line, Site.Column, Site.Function,
              std::string_view(accessKindName(Site.Kind)));
    if (Site.Field.Record != NoRecord)
      Fields.add(I, Site.Field.Record, Site.Field.Offset, Site.Field.Bytes);
  }
  for (size_t I = 0; I != S.Vertices.size(); ++I) {
    const PairVertex &V = S.Vertices[I];
    Vertices.add(I, V.Site, V.Structure.Value, V.Thread, V.Firsts, V.Dangling);
    if (V.Before != UnknownBefore)
      Before.add(I, V.Before);
    if (V.Bytes)
      Bytes.add(I, V.Bytes);
  }
  for (size_t I = 0; I != S.Pairs.size(); ++I) {
    const PairCount &C = S.Pairs[I];
    Pairs.add(I, C.First, C.Second, C.Pairs);
    if (C.Overlapping)
      Overlaps.add(I, C.Overlapping);
    for (size_t O = 0; O != C.Distances.size(); ++O)
      if (C.Distances[O])
        Distances.add(I, O, C.Distances[O]);
  }
  for (const PairThread &T : S.Threads)
    Threads.add(T.Thread, T.Units, T.Missed);
  for (const Rows *Each : {&Samples, &Sites, &Vertices, &Pairs, &Distances,
                           &Threads, &Fields, &Before, &Bytes, &Overlaps})
    if (Status Stored = Each->status(); !Stored)
      return Stored;
  return {};
}

static Status loadVertices(Database &D, const Profile &P, PairSample &S) {
  return forEachRow(D, ProfileTable::PairVertices, "id", [&](Statement &Row) {
    uint64_t Site = Row.number(1), Structure = Row.number(2);
    if (Row.number(0) != S.Vertices.size() || Site >= S.Sites.size() ||
        Structure >= P.Structures.size())
      return false;
    S.Vertices.push_back({uint32_t(Site), StructureId(uint32_t(Structure)),
                          uint32_t(Row.number(3)), Row.number(4),
                          Row.number(5)});
    return true;
  });
}

static Status loadCounts(Database &D, PairSample &S) {
  Status Read = forEachRow(D, ProfileTable::Pairs, "id", [&](Statement &Row) {
    uint64_t First = Row.number(1), Second = Row.number(2);
    if (Row.number(0) != S.Pairs.size() || First >= S.Vertices.size() ||
        Second >= S.Vertices.size())
      return false;
    S.Pairs.push_back(
        {uint32_t(First), uint32_t(Second), Row.number(3), 0, {}});
    return true;
  });
  if (!Read)
    return Read;
  return forEachRow(
      D, ProfileTable::PairDistances, "pair, octave", [&](Statement &Row) {
        uint64_t Pair = Row.number(0), Octave = Row.number(1);
        if (Pair >= S.Pairs.size() || Octave >= DistanceOctaves)
          return false;
        std::vector<uint64_t> &Distances = S.Pairs[Pair].Distances;
        Distances.resize(Octave + 1);
        Distances[Octave] = Row.number(2);
        return true;
      });
}

Status loadPairDetails(Database &D, Profile &P) {
  PairSample &S = P.Pairs;
  Status Read =
      forEachRow(D, ProfileTable::PairFields, "site", [&](Statement &Row) {
        uint64_t Site = Row.number(0), Record = Row.number(1);
        if (Site >= S.Sites.size() || Record >= P.Records.size())
          return false;
        S.Sites[Site].Field = {uint32_t(Record), uint32_t(Row.number(2)),
                               Row.number(3)};
        return true;
      });
  if (!Read)
    return Read;
  Read = forEachRow(D, ProfileTable::PairBefore, "vertex", [&](Statement &Row) {
    if (Row.number(0) >= S.Vertices.size())
      return false;
    S.Vertices[Row.number(0)].Before = uint32_t(Row.number(1));
    return true;
  });
  if (!Read)
    return Read;
  Read = forEachRow(D, ProfileTable::PairBytes, "vertex", [&](Statement &Row) {
    if (Row.number(0) >= S.Vertices.size())
      return false;
    S.Vertices[Row.number(0)].Bytes = Row.number(1);
    return true;
  });
  if (!Read)
    return Read;
  return forEachRow(D, ProfileTable::PairOverlaps, "pair", [&](Statement &Row) {
    if (Row.number(0) >= S.Pairs.size())
      return false;
    S.Pairs[Row.number(0)].Overlapping = Row.number(1);
    return true;
  });
}

Status loadPairs(Database &D, Profile &P) {
  PairSample &S = P.Pairs;
  Status Read =
      forEachRow(D, ProfileTable::PairSamples, "rowid", [&](Statement &Row) {
        bool Once = S.empty();
        S.Period = Row.number(0), S.Seed = Row.number(1);
        return Once && S.Period != 0;
      });
  if (!Read)
    return Read;
  Read = forEachRow(D, ProfileTable::PairSites, "id", [&](Statement &Row) {
    PairSite Site = {Row.text(1),
                     Row.text(4),
                     uint32_t(Row.number(2)),
                     uint32_t(Row.number(3)),
                     AccessKind::Load,
                     {}};
    if (Row.number(0) != S.Sites.size() ||
        !readAccessKind(Row.text(5), Site.Kind))
      return false;
    S.Sites.push_back(std::move(Site));
    return true;
  });
  if (!Read)
    return Read;
  if (Read = loadVertices(D, P, S); !Read)
    return Read;
  if (Read = loadCounts(D, S); !Read)
    return Read;
  return forEachRow(D, ProfileTable::PairThreads, "thread",
                    [&](Statement &Row) {
                      S.Threads.push_back({uint32_t(Row.number(0)),
                                           Row.number(1), Row.number(2)});
                      return true;
                    });
}

} // namespace memfacet
