//===- LayoutCures.cpp - elements laid out anew ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/advise/Advice.h"
#include "analysis/result/profile/Pieces.h"
#include "tools/report/common/TableNames.h"
#include "tools/report/fields/FieldTables.h"
#include "tools/report/findings/Cures.h"
#include "tools/report/format/Units.h"
#include "tools/support/Say.h"
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace memfacet::report {

/// A pool pays from this number of objects on.
static constexpr uint64_t LeastObjects = 64;

double Subject::share(result::StepKind Kind) const {
  uint64_t Known = Mix.known();
  return Known == 0 ? 0 : double(Mix.Accesses[size_t(Kind)]) / double(Known);
}

bool Subject::isSampled() const {
  return double(Mix.known()) >= MainShare * double(Mix.known() + Mix.Unknown);
}

double Subject::random() const {
  return share(result::StepKind::Linked) + share(result::StepKind::Indirect) +
         share(result::StepKind::Irregular) + share(result::StepKind::Search);
}

double Subject::unfilledPart(uint64_t Bytes) const {
  return Bytes >= P.Caches.LineBytes
             ? 0
             : 1 - double(Bytes) / double(P.Caches.LineBytes);
}

double Subject::rounds(size_t Level) const {
  uint64_t Lines = std::max<uint64_t>(S.Bytes / P.Caches.LineBytes, 1);
  return double(misses(Level)) / double(Lines);
}

uint64_t Subject::leastMisses() const {
  const auto &Intervals = P.Lines.ByStructure;
  if (Id.Value >= Intervals.size() || Intervals[Id.Value].empty())
    return misses(0);
  return std::min(misses(0), Intervals[Id.Value].front().Low);
}

bool Subject::isEvicted() const {
  if (P.Memory.Known && Id.Value < P.Memory.ByStructure.size()) {
    const caches::LevelDetail &D = P.Memory.ByStructure[Id.Value].Levels[0];
    uint64_t Evicted = D.ofClass(caches::MissClass::Capacity) +
                       D.ofClass(caches::MissClass::Conflict);
    // Most misses of chosen lines may have no class.
    const uint64_t Classified = D.Misses - D.unclassified();
    if (Classified * 2 >= D.Misses)
      return Evicted * 2 >= Classified;
  }
  uint64_t Lines = S.Bytes / P.Caches.LineBytes + S.Objects;
  return leastMisses() > Lines * std::max<size_t>(P.Threads.size(), 1);
}

/// Returns whether \p T is of the elements of \p S. The memory of a container
/// has the container's type; then the size of its elements says which record
/// they are.
static bool isElement(const FieldTable &T, const result::Structure &S) {
  return T.IsElement || (S.ElementBytes != 0 && T.Bytes == S.ElementBytes);
}

/// Returns the part of the cycles that is left if of each element only \p Hot
/// of \p Bytes bytes are fetched. Steps along the elements fetch as many lines
/// as there are bytes; others miss where the bytes do not fit into a level.
static double restOfSplit(const Subject &T, uint64_t Bytes, uint64_t Hot) {
  double Line = double(T.P.Caches.LineBytes);
  double Elements = double(T.S.PeakBytes) / double(T.S.ElementBytes);
  double OldFootprint =
      Elements * std::min(double(Bytes), std::ceil(double(Hot) / Line) * Line);
  double NewFootprint = Elements * double(Hot);
  double All = 0, Rest = 0;
  for (size_t L = 0; L != T.S.Total.Levels.size(); ++L) {
    double Room = double(T.P.Caches.Levels[L].Bytes);
    double Cycles =
        double(T.misses(L)) * advise::missCycles(L, T.S.Total.Levels.size());
    double Once = NewFootprint / Line / std::max(double(T.misses(L)), 1.0);
    double Sequential =
        NewFootprint <= Room ? Once : NewFootprint / OldFootprint;
    double AtRandom = NewFootprint <= Room ? Once
                                           : (1 - Room / NewFootprint) /
                                                 (1 - Room / OldFootprint);
    All += Cycles;
    Rest += Cycles * std::min(1.0, T.random() * AtRandom +
                                       (1 - T.random()) * Sequential);
  }
  return All == 0 ? 1 : Rest / All;
}

/// Returns whether several threads access \p T, and one of them writes there.
static bool isShared(const Subject &T) {
  uint64_t Threads = 0, Stores = 0;
  for (const result::ThreadCounts &C : T.P.ByThread)
    if (C.Structure == T.Id && C.Total.Accesses != 0)
      ++Threads, Stores += C.Total.Stores;
  return Threads > 1 && Stores != 0;
}

/// Handles elements that are larger than all of their members.
static Cure packCure(uint64_t Bytes, const HotMembers &Members, double Saves) {
  Cure C;
  C.Remedy = Change::Pack;
  C.Saves = Saves;
  C.Advice = fmt::format(
      "{} of its {} bytes are padding: declare {}the members with the largest "
      "alignment first ({} bytes)",
      Bytes - Members.Bytes - Members.ColdBytes, Bytes,
      Members.IsAligned ? "it without an alignment of its own, " : "",
      Members.PackedBytes);
  C.More = {"Costs a second line where an element then lies across two"};
  return C;
}

/// Returns whether the members have reserved names: the record is one of a
/// standard library, which a program cannot split.
static bool isOfLibrary(const FieldTable &F) {
  return std::ranges::any_of(F.Rows, [](const FieldRow &Row) {
    std::string_view Last = Row.Name;
    if (Last.rfind('.') != Last.npos)
      Last.remove_prefix(Last.rfind('.') + 1);
    if (Last.rfind(':') != Last.npos)
      Last.remove_prefix(Last.rfind(':') + 1);
    return Row.Kind == FieldRow::Role::Member &&
           (Last.starts_with("_M_") || Last.starts_with("__"));
  });
}

/// Handles elements that are moved from place to place as a whole, as sorting
/// does, though little of them is looked at there.
static Cure movedCure(const Subject &T, const FieldTable &F) {
  constexpr double LeastMoved = 0.1;
  constexpr uint64_t IndexBytes = 4;
  uint64_t Stored = 0, Whole = 0, Looked = 0, Used = 0;
  std::string Names;
  for (const FieldRow &Row : F.Rows) {
    if (Row.Kind == FieldRow::Role::Whole)
      Stored += Row.Counts.Stores, Whole += Row.Counts.accesses();
    if (Row.Kind != FieldRow::Role::Member || Row.Counts.accesses() == 0)
      continue;
    Looked += Row.Counts.accesses();
    Used += Row.Bytes;
    Names += (Names.empty() ? "" : ", ") + Row.Name;
  }
  double Elements = double(T.S.PeakBytes) / double(F.Bytes);
  uint64_t Bytes = (Used + IndexBytes + 7) / 8 * 8;
  bool Applies = Used != 0 && Bytes * 2 <= F.Bytes &&
                 double(Stored) >= 2 * Elements &&
                 double(Whole) >= LeastMoved * double(F.Total.accesses()) &&
                 Looked * 4 >= Stored;
  if (!Applies)
    return {};
  Cure C;
  C.Remedy = Change::Split;
  C.Saves = 1 - restOfSplit(T, F.Bytes, Bytes);
  C.Advice = fmt::format(
      "its elements are moved as a whole, though only {} of their {} bytes are "
      "looked at there ({}): keep the others in an array where they stay, and "
      "their index in the element",
      Used, F.Bytes, printable(Names));
  C.More = {"Costs another line where an element is taken out"};
  return C;
}

Cure splitCure(const Subject &T) {
  if (!T.P.HasSiteAccesses || T.S.ElementBytes == 0)
    return {};
  StructureFields Fields = fieldsOf(T.P, T.Id);
  for (FieldTable &F : Fields.Tables) {
    F.IsElement = isElement(F, T.S);
    HotMembers Hot = hotMembers(F, Fields.unknownUses());
    // Lines of their own keep threads apart.
    if (!F.IsElement || isOfLibrary(F) || (Hot.IsAligned && isShared(T)))
      continue;
    double OfAll = double(F.Total.accesses()) /
                   double(std::max<uint64_t>(Fields.Total.accesses(), 1));
    auto Saves = [&](uint64_t NewBytes) {
      return OfAll * (1 - restOfSplit(T, F.Bytes, NewBytes));
    };
    // What is left after that may be split next time.
    constexpr double MostOfSplit = 0.8;
    double Packed =
        Hot.arePadded(F.Bytes) && !isShared(T) ? Saves(Hot.PackedBytes) : 0;
    if (Packed > 0 && Packed >= MostOfSplit * Saves(Hot.recordBytes()))
      return packCure(F.Bytes, Hot, Packed);
    if (Cure Moved = movedCure(T, F); Moved.Remedy != Change::None)
      return Moved;
    if (!Hot.areFew(F.Bytes))
      continue;
    Cure C;
    C.Remedy = Change::Split;
    C.Saves = Saves(Hot.recordBytes());
    C.Advice = fmt::format(
        "{} of its {} bytes have {} of the accesses ({}): move the others "
        "elsewhere",
        Hot.Bytes, F.Bytes, humanRate(Hot.Accesses, Hot.All),
        printable(Hot.Names));
    C.More = {"Costs a second line where an element is used as a whole"};
    return C;
  }
  return {};
}

/// Returns how many types of records half of the accesses or more are to; 0:
/// fewer accesses. \p Declared, and a type that is a part of another one, do
/// not count.
static size_t recordTypes(const Subject &T,
                          uint32_t Declared = result::NoRecord) {
  std::map<uint32_t, uint64_t> Accesses = {{Declared, 0}}; ///< by record
  for (const result::SiteCounts &C : T.P.BySite)
    if (C.Structure == T.Id)
      Accesses[T.P.Sites[C.Site].Field.Record] += C.Accesses;
  uint64_t All = 0, Found = 0;
  std::set<std::string_view> Parts;
  for (auto [Record, Count] : Accesses) {
    All += Count;
    if (Record == result::NoRecord)
      continue;
    Found += Record == Declared ? 0 : Count;
    for (const result::RecordPart &Part : T.P.Records[Record].Parts)
      Parts.insert(Part.Type);
  }
  std::erase_if(Accesses, [&](const auto &Entry) {
    auto [Record, Count] = Entry;
    return Record == result::NoRecord || Record == Declared || Count == 0 ||
           Parts.contains(T.P.Records[Record].Name);
  });
  return double(Found) < MainShare * double(All) ? 0 : Accesses.size();
}

/// Returns the cure that asks for annotations. \p Condition says what must be
/// an allocator's.
static Cure annotation(std::string_view Condition) {
  Cure C;
  C.Remedy = Change::Annotate;
  C.Advice =
      fmt::format("if {} of the program's own, write in the function that "
                  "hands out its pieces \"return MEMFACET_ALLOC(piece, "
                  "bytes);\", and where they come back "
                  "\"MEMFACET_FREE(piece);\"",
                  Condition);
  return C;
}

/// An allocator's memory has at least as many bytes.
static constexpr uint64_t LeastBlock = 4096;

static bool isByteArray(const result::Structure &S) {
  return S.Kind == result::StructureKind::Global && S.ElementBytes == 1 &&
         S.Bytes >= LeastBlock;
}

static Cure arrayAnnotation(const result::Structure &S) {
  return annotation(fmt::format("{} is the memory of an allocator", S.Name));
}

void addAnnotation(const Subject &T, Cure &C) {
  if (C.Remedy != Change::Annotate && isByteArray(T.S) && recordTypes(T) != 0)
    C.More.push_back(arrayAnnotation(T.S).Advice);
}

static Cure blockAnnotation(const result::Structure &S) {
  return annotation(fmt::format("{} requests it for an allocator", S.Function));
}

/// Returns whether \p S has blocks that a function may divide.
static bool areBlocks(const result::Structure &S) {
  return (S.Kind == result::StructureKind::Mapping ||
          S.Kind == result::StructureKind::Heap) &&
         !arePieces(S) && !S.Function.empty() &&
         S.Bytes >= LeastBlock * std::max<uint64_t>(S.Objects, 1);
}

/// The declared type is most probably that of a block, or of a free piece of
/// it.
Cure otherRecordsCure(const Subject &T) {
  if (T.S.Record == result::NoRecord || !areBlocks(T.S) ||
      recordTypes(T, T.S.Record) < 2)
    return {};
  return blockAnnotation(T.S);
}

/// Most probably an allocator of the program's own, which was not recognised.
/// An array with records of one type may be a table or a buffer.
Cure annotateCure(const Subject &T) {
  const result::Structure &S = T.S;
  if (isByteArray(S) && recordTypes(T) > 1)
    return arrayAnnotation(S);
  bool IsMapped = S.Kind == result::StructureKind::Mapping;
  bool IsUntyped = S.Type.empty() || S.Type == "char[]" ||
                   (IsMapped && S.Type.ends_with("char")) ||
                   S.Type.find(" | ") != S.Type.npos;
  if (!areBlocks(S) || !IsUntyped || T.random() < MainShare)
    return {};
  return blockAnnotation(S);
}

/// Searches look at as many elements of an evenly filled hash table with one
/// element for a list, if they find what they look for.
static constexpr double FewLookedAt = 1.5;

/// A search that looks at twice as many elements as need be, or more, and stops
/// before the end of the list, is one of a hash table.
static bool hasLongLists(const Subject &T) {
  return T.Heads.areEntered() && T.Heads.areSearched() &&
         T.Heads.LookedAt >= 2 * FewLookedAt;
}

bool isHashNode(const Subject &T) {
  if (containerKind(T.P, T.S) == ContainerKind::Hash)
    return true;
  return T.Heads.areEntered() && T.Heads.areSearched();
}

static std::string countText(double Count) {
  return Count < 10 ? fmt::format("{:.1f}", Count)
                    : humanCount(uint64_t(std::llround(Count)));
}

Cure widenCure(const Subject &T) {
  if (!hasLongLists(T))
    return {};
  constexpr double LongList = 2;
  const ListHeads &H = T.Heads;
  std::string Array = tableName(T.P, H.Array);
  if (!H.Member.empty())
    Array = fmt::format("{} of {}", printable(H.Member), Array);
  Cure C;
  C.Remedy = Change::Widen;
  C.Saves = 1 - FewLookedAt / H.LookedAt;
  std::string Known = fmt::format(
      "{} has {} lists of {} elements on average, and a search looks at {}",
      Array, humanCount(uint64_t(std::llround(H.Lists))), countText(H.Length),
      countText(H.LookedAt));
  C.Advice =
      H.Length >= LongList
          ? fmt::format("{}: give the table {} times as many lists (buckets)",
                        Known, countText(H.Length))
          : fmt::format("{}: use a hash that spreads keys more evenly", Known);
  if (H.Length >= LongList)
    C.More = {fmt::format("Costs {} for the pointers",
                          humanBytes(uint64_t(H.Length * H.Bytes)))};
  return C;
}

/// Handles many separate objects, one of which is reached from another. Nodes
/// of a hash table have no order of use: each search begins at another one. Nor
/// have the objects of a priority queue.
Cure poolCure(const Subject &T) {
  const result::Structure &S = T.S;
  bool Applies = S.Kind == result::StructureKind::Heap && !arePieces(S) &&
                 S.Objects >= LeastObjects && S.ElementBytes != 0 &&
                 !holdsSeveral(S) && T.random() >= NotableShare &&
                 T.unfilledPart(objectBytes(S)) > 0 && !isHashNode(T) &&
                 !isSearchedTree(T) && !areCompared(T);
  if (!Applies)
    return {};
  Cure C;
  C.Remedy = Change::Pool;
  C.Saves = T.unfilledPart(objectBytes(S));
  C.Advice = fmt::format("allocate its {} objects of {} one after the other, "
                         "in the order of their use (a pool)",
                         humanCount(S.Objects), sizeText(S));
  constexpr uint64_t PointerBytes = 8;
  if (objectBytes(S) <= PointerBytes &&
      T.share(result::StepKind::Linked) < MainShare)
    C.More = {"Or, if one pointer points to each, keep it where the pointer "
              "is"};
  return C;
}

} // namespace memfacet::report
