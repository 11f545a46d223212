//===- SharingTables.cpp - lines that threads share, as rows --------------===//

#include "analysis/store/ProfileTables.h"
#include "analysis/store/Rows.h"

namespace memfacet {

const char *sharingClassName(SharingClass Class) {
  constexpr const char *Names[] = {"private",           "read-shared",
                                   "producer-consumer", "migratory",
                                   "falsely-shared",    "mixed"};
  static_assert(std::size(Names) == SharingClasses);
  return Names[size_t(Class)];
}

const char *paddingKindName(PaddingKind Kind) {
  constexpr const char *Names[] = {"objects", "elements", "members"};
  static_assert(std::size(Names) == PaddingKinds);
  return Names[size_t(Kind)];
}

/// Whether \p Name is one of \p Count enumerators' names, as \p NameOf says.
template <typename Enumeration, typename Naming>
static bool readName(const std::string &Name, size_t Count, Naming NameOf,
                     Enumeration &To) {
  for (size_t I = 0; I != Count; ++I)
    if (Name == NameOf(Enumeration(I))) {
      To = Enumeration(I);
      return true;
    }
  return false;
}

static Status storeParts(Database &D, const SharingTable &S) {
  Rows Classes(D, ProfileTable::SharingClasses);
  Rows Locks(D, ProfileTable::SharingLocks);
  Rows LockSites(D, ProfileTable::SharingLockSites);
  Rows Fights(D, ProfileTable::SharingFights);
  Rows Paddings(D, ProfileTable::SharingPaddings);
  for (const SharingClassCount &C : S.Classes)
    Classes.add(C.Structure.Value, std::string_view(sharingClassName(C.Class)),
                C.Lines, C.Units, C.True, C.False);
  for (size_t I = 0; I != S.Locks.size(); ++I) {
    const LockHandOver &L = S.Locks[I];
    Locks.add(I, L.Structure.Value, L.Offset, L.Kind, L.From, L.To, L.Count);
    if (L.Site != LockHandOver::NoSite)
      LockSites.add(I, L.Site);
  }
  for (size_t I = 0; I != S.Fights.size(); ++I) {
    const SharingFight &F = S.Fights[I];
    Fights.add(I, F.Writer, F.Victim, F.WriterOffset, F.VictimOffset,
               F.WriterByte, F.VictimByte, F.Misses, F.Certain);
  }
  for (size_t I = 0; I != S.Paddings.size(); ++I) {
    const SharingPadding &P = S.Paddings[I];
    Paddings.add(I, P.Structure.Value,
                 std::string_view(paddingKindName(P.Kind)), P.Stride, P.Before,
                 P.After, P.AllBefore, P.AllAfter, P.ColdBefore, P.ColdAfter);
  }
  for (const Rows *Each : {&Classes, &Locks, &LockSites, &Fights, &Paddings})
    if (Status Stored = Each->status(); !Stored)
      return Stored;
  return {};
}

Status storeSharing(Database &D, const Profile &P) {
  const SharingTable &S = P.Sharing;
  Rows Tables(D, ProfileTable::Sharing), Sites(D, ProfileTable::SharingSites);
  Rows Vertices(D, ProfileTable::SharingVertices);
  Rows Edges(D, ProfileTable::SharingEdges);
  if (!S.empty())
    Tables.add(S.Map, S.Ranges);
  for (size_t I = 0; I != S.Sites.size(); ++I) {
    const PairSite &Site = S.Sites[I];
    Sites.add(I, Site.File, Site.Line, Site.Column, Site.Function,
              std::string_view(accessKindName(Site.Kind)));
  }
  for (size_t I = 0; I != S.Vertices.size(); ++I) {
    const SharingVertex &V = S.Vertices[I];
    Vertices.add(I, V.Site, V.Structure.Value, V.Thread, V.Units, V.Cold,
                 V.True, V.False, V.Certain, V.Coarse, V.Fine, V.Invalidations,
                 V.Upgrades);
  }
  for (const SharingEdge &E : S.Edges)
    Edges.add(E.From, E.To, E.Cold, E.True, E.False, E.Bytes);
  for (const Rows *Each : {&Tables, &Sites, &Vertices, &Edges})
    if (Status Stored = Each->status(); !Stored)
      return Stored;
  return storeParts(D, S);
}

static Status loadSites(Database &D, SharingTable &S) {
  return forEachRow(D, ProfileTable::SharingSites, "id", [&](Statement &Row) {
    PairSite Site = {Row.text(1), Row.text(4), uint32_t(Row.number(2)),
                     uint32_t(Row.number(3)), AccessKind::Load};
    if (Row.number(0) != S.Sites.size() ||
        !readAccessKind(Row.text(5), Site.Kind))
      return false;
    S.Sites.push_back(std::move(Site));
    return true;
  });
}

static Status loadVertices(Database &D, const Profile &P, SharingTable &S) {
  return forEachRow(
      D, ProfileTable::SharingVertices, "id", [&](Statement &Row) {
        uint64_t Site = Row.number(1), Structure = Row.number(2);
        if (Row.number(0) != S.Vertices.size() || Site >= S.Sites.size() ||
            Structure >= P.Structures.size())
          return false;
        S.Vertices.push_back({uint32_t(Site), StructureId(uint32_t(Structure)),
                              uint32_t(Row.number(3)), Row.number(4),
                              Row.number(5), Row.number(6), Row.number(7),
                              Row.number(8), Row.number(9), Row.number(10),
                              Row.number(11), Row.number(12)});
        return true;
      });
}

static Status loadEdges(Database &D, SharingTable &S) {
  return forEachRow(
      D, ProfileTable::SharingEdges, "first, second", [&](Statement &Row) {
        uint64_t From = Row.number(0), To = Row.number(1);
        if (From >= S.Vertices.size() || To >= S.Vertices.size())
          return false;
        S.Edges.push_back({uint32_t(From), uint32_t(To), Row.number(2),
                           Row.number(3), Row.number(4), Row.number(5)});
        return true;
      });
}

static Status loadClasses(Database &D, const Profile &P, SharingTable &S) {
  return forEachRow(
      D, ProfileTable::SharingClasses, "structure, rowid", [&](Statement &Row) {
        SharingClassCount C = {StructureId(uint32_t(Row.number(0))),
                               SharingClass::Private,
                               Row.number(2),
                               Row.number(3),
                               Row.number(4),
                               Row.number(5)};
        if (Row.number(0) >= P.Structures.size() ||
            !readName(Row.text(1), SharingClasses, sharingClassName, C.Class))
          return false;
        S.Classes.push_back(C);
        return true;
      });
}

static Status loadLocks(Database &D, const Profile &P, SharingTable &S) {
  return forEachRow(
      D, ProfileTable::SharingLocks, "position", [&](Statement &Row) {
        if (Row.number(1) >= P.Structures.size())
          return false;
        S.Locks.push_back({StructureId(uint32_t(Row.number(1))), Row.number(2),
                           uint32_t(Row.number(3)), uint32_t(Row.number(4)),
                           uint32_t(Row.number(5)), Row.number(6)});
        return true;
      });
}

static Status loadLockSites(Database &D, SharingTable &S) {
  return forEachRow(D, ProfileTable::SharingLockSites, "position",
                    [&](Statement &Row) {
                      uint64_t Lock = Row.number(0), Site = Row.number(1);
                      if (Lock >= S.Locks.size() || Site >= S.Sites.size())
                        return false;
                      S.Locks[Lock].Site = uint32_t(Site);
                      return true;
                    });
}

static Status loadFights(Database &D, SharingTable &S) {
  return forEachRow(
      D, ProfileTable::SharingFights, "position", [&](Statement &Row) {
        uint64_t Writer = Row.number(1), Victim = Row.number(2);
        if (Writer >= S.Vertices.size() || Victim >= S.Vertices.size())
          return false;
        S.Fights.push_back({uint32_t(Writer), uint32_t(Victim), Row.number(3),
                            Row.number(4), uint32_t(Row.number(5)),
                            uint32_t(Row.number(6)), Row.number(7),
                            Row.number(8)});
        return true;
      });
}

static Status loadPaddings(Database &D, const Profile &P, SharingTable &S) {
  return forEachRow(
      D, ProfileTable::SharingPaddings, "position", [&](Statement &Row) {
        SharingPadding Pad = {StructureId(uint32_t(Row.number(1))),
                              PaddingKind::Objects,
                              Row.number(3),
                              Row.number(4),
                              Row.number(5),
                              Row.number(6),
                              Row.number(7),
                              Row.number(8),
                              Row.number(9)};
        if (Row.number(1) >= P.Structures.size() ||
            !readName(Row.text(2), PaddingKinds, paddingKindName, Pad.Kind))
          return false;
        S.Paddings.push_back(Pad);
        return true;
      });
}

Status loadSharing(Database &D, Profile &P, bool HasLockSites) {
  SharingTable &S = P.Sharing;
  Status Read =
      forEachRow(D, ProfileTable::Sharing, "rowid", [&](Statement &Row) {
        bool Once = S.empty();
        S.Map = Row.text(0), S.Ranges = Row.number(1) != 0;
        return Once && !S.empty();
      });
  if (!Read)
    return Read;
  if (Read = loadSites(D, S); !Read)
    return Read;
  if (Read = loadVertices(D, P, S); !Read)
    return Read;
  if (Read = loadEdges(D, S); !Read)
    return Read;
  if (Read = loadClasses(D, P, S); !Read)
    return Read;
  if (Read = loadLocks(D, P, S); !Read)
    return Read;
  if (HasLockSites)
    if (Read = loadLockSites(D, S); !Read)
      return Read;
  if (Read = loadFights(D, S); !Read)
    return Read;
  return loadPaddings(D, P, S);
}

} // namespace memfacet
