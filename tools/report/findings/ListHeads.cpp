//===- ListHeads.cpp - arrays that lead to lists --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/findings/ListHeads.h"
#include "tools/report/findings/Traffic.h"
#include "tools/report/structures/Description.h"
#include <algorithm>
#include <map>

namespace memfacet::report {

bool ListHeads::areSearched() const {
  constexpr double ShortList = 2, WholeList = 0.8;
  return Length < ShortList || LookedAt < WholeList * Length;
}

namespace {

constexpr uint64_t PointerBytes = 8;

/// Where pointers of type record lie in a structure.
struct PointerPlace {
  bool Found = false;
  bool IsElement = false; ///< each element is such a pointer
  uint64_t Offset = 0;    ///< bytes in the element
  uint64_t Count = 1;     ///< pointers in the element, one after the other
  std::string Member;     ///< their name, if they are several
};

/// Returns where elements of \p S have the pointer to the first element of a
/// list of record \p Target, or an array of such pointers.
PointerPlace pointerPlace(const result::Profile &P, const result::Structure &S,
                          uint32_t Target) {
  if (pointedRecord(P, elementType(P, S)) == Target)
    return {.Found = true, .IsElement = true, .Member = {}};
  if (S.Record == result::NoRecord || S.Record == Target)
    return {};
  for (const result::RecordMember &M : P.Records[S.Record].Members)
    if (M.Count == 1 && pointedRecord(P, M.Type) == Target) {
      PointerPlace Place;
      Place.Found = true;
      Place.Offset = M.BitOffset / 8;
      Place.Count = std::max<uint64_t>(M.Bits / 8 / PointerBytes, 1);
      if (Place.Count > 1)
        Place.Member = M.Name.substr(0, M.Name.find("._M_"));
      return Place;
    }
  return {};
}

/// Returns whether \p F is to a pointer at \p Place of \p Heads. If the link is
/// the first member of \p Target, one load may follow both: then the pointer
/// looks like an element.
bool isHead(const result::Profile &P, const PointerPlace &Place,
            const result::Structure &Heads, uint32_t Target,
            const result::FieldAccess &F) {
  if (Place.IsElement)
    return true;
  if (F.Record == Heads.Record)
    return F.Offset >= Place.Offset &&
           F.Offset < Place.Offset + Place.Count * PointerBytes;
  return F.Record == Target && F.Offset == 0 &&
         std::ranges::any_of(P.Records[Target].Members, [&](auto &M) {
           return M.BitOffset == 0 && pointedRecord(P, M.Type) == Target;
         });
}

/// Counts loads of one structure that may be of pointers at one place.
struct LoadCounter {
  const result::Profile &P;
  double Loads = 0, AtRandom = 0;

  void add(const result::SiteCounts &C) {
    Loads += double(C.Accesses);
    AtRandom += double(C.Accesses) * randomShare(C);
  }
  bool isLoad(const result::SiteCounts &C) const {
    return !P.Sites[C.Site].Write;
  }
};

/// Returns how often an element of structure \p Id, of \p Record, was looked
/// at: the loads of the member that is loaded most often.
double elementVisits(const result::Profile &P, StructureId Id,
                     uint32_t Record) {
  std::map<uint32_t, double> Loads; // by offset of the member
  double Most = 0;
  for (const result::SiteCounts &C : P.BySite) {
    const result::CodeSite &Site = P.Sites[C.Site];
    if (C.Structure == Id && !Site.Write && Site.Field.Record == Record)
      Most = std::max(Most, Loads[Site.Field.Offset] += double(C.Accesses));
  }
  return Most;
}

ListHeads headsIn(const result::Profile &P, StructureId Id, uint32_t Record,
                  StructureId Array) {
  const result::Structure &Heads = P.Structures[Array.Value];
  const result::Structure &S = P.Structures[Id.Value];
  PointerPlace Place = pointerPlace(P, Heads, Record);
  if (!Place.Found || Heads.ElementBytes == 0 ||
      !(holdsSeveral(Heads) || Heads.Type.ends_with(']') || Place.Count > 1))
    return {};
  LoadCounter Counter{P};
  for (const result::SiteCounts &C : P.BySite)
    if (C.Structure == Array && Counter.isLoad(C) &&
        isHead(P, Place, Heads, Record, P.Sites[C.Site].Field))
      Counter.add(C);
  if (Counter.Loads == 0)
    return {};
  double Tables = double(Heads.PeakBytes) / double(Heads.ElementBytes);
  ListHeads H;
  H.Array = Array;
  H.Member = Place.Member;
  H.Lists = Tables * double(Place.Count);
  H.Bytes = Place.Count > 1 ? H.Lists * double(PointerBytes)
                            : double(Heads.PeakBytes);
  H.Searches = Counter.Loads;
  H.AtRandom = Counter.AtRandom >= NotableShare * Counter.Loads;
  uint64_t Elements = S.Lives.PeakObjects ? S.Lives.PeakObjects : S.Objects;
  H.Length = double(Elements) / std::max(H.Lists, 1.0);
  H.LookedAt = elementVisits(P, Id, Record) / H.Searches;
  return H;
}

} // namespace

ListHeads listHeads(const result::Profile &P, StructureId Id) {
  uint32_t Record = elementRecord(P, P.Structures[Id.Value]);
  ListHeads Most;
  if (!P.HasSiteAccesses || linksOf(P, Record) != ContainerKind::List)
    return Most;
  // A search that looks at a thousand elements is none of a hash table.
  constexpr uint64_t LongestSearch = 1000;
  uint64_t Accesses = P.Structures[Id.Value].Total.Accesses;
  for (uint32_t Other = 0; Other != P.Structures.size(); ++Other)
    if (Other != Id.Value &&
        P.Structures[Other].Total.Accesses * LongestSearch >= Accesses)
      if (ListHeads H = headsIn(P, Id, Record, StructureId(Other));
          H.Searches > Most.Searches)
        Most = H;
  return Most;
}

} // namespace memfacet::report
