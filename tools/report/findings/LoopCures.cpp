//===- LoopCures.cpp - loops that walk otherwise --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/advise/Advice.h"
#include "memfacet/ContainerRoles.h"
#include "tools/report/common/TableNames.h"
#include "tools/report/findings/Cures.h"
#include "tools/report/format/Units.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <numeric>

namespace memfacet::report {

/// The bytes of an element if its size is not known: those of a number.
static constexpr uint64_t OneElement = 8;
/// Pages that a second-level TLB holds, and their size.
static constexpr uint64_t TlbPages = 1536, PageBytes = 4096;

std::string sitePlace(const result::Profile &P, uint32_t Site) {
  if (Site >= P.Sites.size())
    return "";
  return tablePlace(P, P.Sites[Site].File, P.Sites[Site].Line);
}

uint64_t elementBytes(const Subject &T) {
  if (T.S.ElementBytes != 0)
    return T.S.ElementBytes;
  // A record with an open end is as long as the object.
  return T.S.Record == result::NoRecord ? OneElement : objectBytes(T.S);
}

/// Returns how many objects are there for most of the time. A container that
/// grows has two only while it moves its elements. Where not all lives are
/// followed, the longest may be longer: then they are fewer.
static uint64_t usualObjects(const Subject &T) {
  const result::ObjectLives &L = T.S.Lives;
  uint64_t Peak = std::max<uint64_t>(L.PeakObjects, 1);
  if (L.Longest == 0)
    return Peak;
  uint64_t Usual = (L.Instructions + L.Longest / 2) / L.Longest;
  return std::clamp<uint64_t>(Usual, 1, Peak);
}

/// Returns "parts of 65.5 K elements (512 KiB, half of L2)": half of the
/// largest level that is smaller than the structure and where lines miss again.
/// A larger element is cut itself: "parts of 24 KiB (half of L1)". Of many
/// small objects, a part is some: "parts of 400 objects (24 KiB, half of L1)".
/// Empty: there is none.
static std::string partText(const Subject &T) {
  constexpr double LeastRounds = 1.5;
  for (size_t L = T.S.Total.Levels.size(); L-- != 0;) {
    const caches::CacheLevel &Level = T.P.Caches.Levels[L];
    if (T.S.PeakBytes <= Level.Bytes || T.rounds(L) < LeastRounds)
      continue;
    uint64_t Bytes = Level.Bytes / 2, Elements = Bytes / elementBytes(T);
    if (Elements == 0)
      return fmt::format("parts of {} (half of {})", humanBytes(Bytes),
                         Level.Name);
    uint64_t Objects = std::max<uint64_t>(T.S.Lives.PeakObjects, 1);
    if (holdsSeveral(T.S) && Bytes / Objects < T.P.Caches.LineBytes)
      return fmt::format(
          "parts of {} objects ({}, half of {})",
          humanCount(std::max<uint64_t>(
              Bytes / std::max<uint64_t>(T.S.PeakBytes / Objects, 1), 1)),
          humanBytes(Bytes), Level.Name);
    if (uint64_t Usual = usualObjects(T); holdsSeveral(T.S) && Usual > 1)
      return fmt::format("parts of {} elements of each of {} objects ({} "
                         "together, half of {})",
                         humanCount(std::max<uint64_t>(Elements / Usual, 1)),
                         humanCount(Usual), humanBytes(Bytes), Level.Name);
    return fmt::format("parts of {} elements ({}, half of {})",
                       humanCount(Elements), humanBytes(Bytes), Level.Name);
  }
  return "";
}

/// Handles arrays that are walked across their rows. A step from row to row is
/// sequential, too; if such steps mostly miss, not much of a row is accessed.
/// Elements with members are no rows, whatever container has them.
Cure acrossRowsCure(const Subject &T) {
  const result::Structure &S = T.S;
  bool Applies = elementRecord(T.P, S) == result::NoRecord && !isProbed(T) &&
                 T.unfilledPart(S.ElementBytes) == 0 &&
                 T.share(result::StepKind::Sequential) >= NotableShare &&
                 2 * T.misses(0) >= S.Total.Accesses;
  if (!Applies)
    return {};
  Cure C;
  C.Remedy = Change::Traverse;
  C.Saves = T.share(result::StepKind::Sequential) * T.unfilledPart(OneElement);
  C.Advice = fmt::format("each step is in another row of {}: walk along the "
                         "rows (exchange the loops, or transpose it)",
                         humanBytes(S.ElementBytes));
  return C;
}

/// Returns what a stride that reaches few sets wants; empty: it reaches enough.
static std::string paddingText(const Subject &T, int64_t Stride) {
  uint64_t Line = T.P.Caches.LineBytes;
  uint64_t Sets = T.P.Caches.Levels[0].sets(uint32_t(Line));
  uint64_t Bytes = uint64_t(std::abs(Stride));
  uint64_t Reached = Sets / std::gcd(Sets, std::max<uint64_t>(Bytes / Line, 1));
  if (Bytes % Line != 0 || Reached * 4 > Sets)
    return "";
  return fmt::format("If the loops must stay, pad each row by {} B: steps of "
                     "{} B reach {} of {} sets",
                     Line, Bytes, Reached, Sets);
}

/// Handles arrays that are walked across their lines. Where the sites with such
/// steps use each line as a whole before it leaves, it is walked in order. Keys
/// choose the order in a hash table, however even their distances are.
Cure traverseCure(const Subject &T) {
  if (T.Mix.Strides.empty() || isProbed(T) ||
      containerKind(T.P, T.S) == ContainerKind::Hash ||
      T.share(result::StepKind::Strided) < NotableShare)
    return {};
  const result::Stride &Top = T.Mix.Strides.front();
  double Line = double(T.P.Caches.LineBytes);
  // A step leads from one small object to another: there is nothing along it.
  uint64_t Objects = std::max<uint64_t>(T.S.Objects, 1);
  if (double(std::abs(Top.Bytes)) < Line || T.Traffic.StridedMisses == 0 ||
      double(T.S.Bytes) <= double(Objects) * Line)
    return {};
  double Used = T.Traffic.StridedBytes / (T.Traffic.StridedMisses * Line);
  if (Used == 0)
    Used = std::min(1.0, double(elementBytes(T)) / Line);
  if (Used >= MainShare)
    return {};
  Cure C;
  C.Remedy = Change::Traverse;
  C.Saves = T.Traffic.StridedCycles / missCost(T.S.Total) * (1 - Used);
  C.Site = T.Traffic.StridedSite;
  C.Advice = fmt::format("each step of {:+} B is another line: walk it along "
                         "its elements (exchange the loops, or transpose it)",
                         Top.Bytes);
  if (std::string Text = paddingText(T, Top.Bytes); !Text.empty())
    C.More = {Text};
  return C;
}

/// Returns after how many rounds of a loop the line of an index arrives that is
/// asked for now, if loops take as many instructions as all code.
static uint64_t prefetchDistance(const Subject &T) {
  constexpr double MemoryCycles = 200, Most = 64;
  uint32_t Site = T.Traffic.CostliestSite;
  if (Site >= T.P.Sites.size())
    return 1;
  double Accesses = 0;
  const result::CodeSite &Costly = T.P.Sites[Site];
  for (const result::CodeSite &Other : T.P.Sites)
    if (Other.Field.Block == Costly.Field.Block)
      Accesses += double(Other.Accesses);
  double Rounds = std::max(double(Costly.Accesses), 1.0);
  double PerAccess =
      double(T.P.Instructions) / std::max(double(T.P.total().Accesses), 1.0);
  double Length = std::max(Accesses, Rounds) / Rounds * PerAccess;
  return uint64_t(std::clamp(std::ceil(MemoryCycles / Length), 1.0, Most));
}

StructureId Subject::chain() const {
  uint32_t Site = Traffic.CostliestSite;
  if (Site >= P.Sites.size() || share(result::StepKind::Indirect) < MainShare)
    return {};
  for (const result::SiteCounts &C : P.BySite)
    if (C.Structure != Id &&
        P.Sites[C.Site].Field.Block == P.Sites[Site].Field.Block &&
        stepShare(C, {result::StepKind::Linked}) >= MainShare)
      return C.Structure;
  return {};
}

/// Adds what also helps accesses at random. The next element of a list is not
/// known before this one is there.
static void addForRandom(const Subject &T, Cure &C) {
  if (T.share(result::StepKind::Indirect) >= MainShare && !T.chain().valid()) {
    uint64_t Rounds = prefetchDistance(T);
    C.More.push_back(fmt::format(
        "Or ask for the line {} of the loop before (__builtin_prefetch): the "
        "index is known by then. Costs an instruction, and the bandwidth stays "
        "the same",
        Rounds == 1 ? "a round" : fmt::format("some {} rounds", Rounds)));
  }
  uint64_t TlbMisses = 0;
  if (T.Id.Value < T.P.Memory.ByStructure.size())
    TlbMisses = T.P.Memory.ByStructure[T.Id.Value].Tlbs[0].Misses;
  uint64_t Pages = T.S.PeakBytes / PageBytes;
  if (TlbMisses * 100 < T.S.Total.Accesses && Pages <= TlbPages)
    return;
  C.More.push_back(fmt::format(
      "Huge pages (madvise, MADV_HUGEPAGE) save the TLB misses{}: it has {} "
      "pages of 4 KiB. Costs memory up to 2 MiB",
      TlbMisses ? fmt::format(" ({})", humanCount(TlbMisses)) : "",
      humanCount(Pages)));
}

static Cure orderCure(const Subject &T, std::string Advice) {
  Cure C;
  C.Remedy = Change::Order;
  C.Advice = std::move(Advice);
  addForRandom(T, C);
  return C;
}

/// Adds that elements may be narrower, to advice on numbers at random.
static void addForNumbers(const Subject &T, Cure &C) {
  constexpr std::array<std::string_view, 5> Wide = {"double", "long", "int64_t",
                                                    "uint64_t", "size_t"};
  std::string_view Type = elementType(T.P, T.S);
  bool AreNumbers = T.S.ElementBytes == sizeof(uint64_t) &&
                    std::ranges::any_of(Wide, [&](std::string_view Name) {
                      return Type.ends_with(Name);
                    });
  if (!AreNumbers || !holdsSeveral(T.S))
    return;
  C.More.insert(
      C.More.begin(),
      fmt::format("Or make its elements narrower, if their values allow: with "
                  "4 bytes each it has {}, with 1 byte {}",
                  humanBytes(T.S.PeakBytes / 2),
                  humanBytes(T.S.PeakBytes / 8)));
}

/// Handles what is used again and again from end to end. \p Parts is
/// partText's.
static Cure repeatedCure(const Subject &T, const std::string &Parts) {
  Cure C;
  if (T.share(result::StepKind::Repeated) >= MainShare && T.isEvicted()) {
    C.Remedy = Change::KeepApart;
    C.Advice = "it is used again and again, but other structures evict it";
    return C;
  }
  bool IsWalked = T.share(result::StepKind::Sequential) +
                      T.share(result::StepKind::Strided) >=
                  MainShare;
  if (!IsWalked || Parts.empty())
    return noCure(T);
  C.Remedy = Change::Tile;
  // The lines of objects that others replaced came less often.
  bool WereReplaced = usualObjects(T) < T.S.Lives.PeakObjects;
  C.Advice =
      fmt::format("it is a stream that comes {}{} times: do more with "
                  "each part while it is in the cache, in {}",
                  WereReplaced ? "at least " : "",
                  humanCount(uint64_t(std::llround(T.rounds(0)))), Parts);
  C.More = {"Costs the start of inner loops once for each part"};
  return C;
}

Cure patternCure(const Subject &T) {
  // Keys at even distances enter a table by strides.
  bool IsHash = containerKind(T.P, T.S) == ContainerKind::Hash;
  double Entered =
      T.random() + (IsHash ? T.share(result::StepKind::Strided) : 0);
  if (isHashNode(T) && Entered >= NotableShare)
    return orderCure(T, "it is entered at random: keep the first entry in the "
                        "table itself, or make its elements smaller");
  if (Cure Unknown = annotateCure(T); Unknown.Remedy != Change::None)
    return Unknown;
  if (isSearchedTree(T))
    return orderCure(T, "it is searched from its root each time: a sorted "
                        "array, if it seldom changes, or a tree with many keys "
                        "in a node (B-tree) looks at fewer lines");
  if (T.Lists.valid() && T.random() >= NotableShare)
    return orderCure(
        T, fmt::format("it leads to the lists of {}, and is entered at random: "
                       "keep the first element of each list in it, or what a "
                       "search compares",
                       tableName(T.P, T.Lists)));
  if (T.share(result::StepKind::Linked) >= MainShare)
    return orderCure(T, "store its elements in the order in which pointers "
                        "reach them");
  if (StructureId Chain = T.chain(); Chain.valid())
    return orderCure(
        T, fmt::format("each step along {} leads to another piece of it: keep "
                       "what is looked at first, or a hash of it, in the "
                       "element that points to it",
                       tableName(T.P, Chain)));
  if (std::string Advice = searchAdvice(T); !Advice.empty())
    return orderCure(T, Advice);
  std::string Parts = partText(T);
  if (T.random() >= MainShare) {
    Cure C = orderCure(
        T, fmt::format("sort the work by address, or do it in {}",
                       Parts.empty() ? "parts that fit a cache" : Parts));
    addForNumbers(T, C);
    return C;
  }
  if (isProbed(T))
    return orderCure(T, "it is entered at random and searched from there: keep "
                        "what the search compares in an array without the "
                        "rest, or make the elements smaller");
  return repeatedCure(T, Parts);
}

/// Returns "compulsory 97.0 %, conflict 3.0 %", of the level's misses.
static std::string causesText(const caches::LevelDetail &D) {
  static constexpr std::array<const char *, caches::MissClassCount> Names = {
      "compulsory", "capacity", "conflict", "true sharing", "false sharing"};
  std::string Text;
  for (size_t I = 0; I != Names.size(); ++I)
    if (D.ByClass[I] * 100 >= D.Misses && D.ByClass[I] != 0)
      Text += fmt::format("{}{} {}", Text.empty() ? "" : ", ", Names[I],
                          humanRate(D.ByClass[I], D.Misses));
  return Text;
}

Cure noCure(const Subject &T) {
  std::string Known, Causes;
  if (T.P.Memory.Known && T.Id.Value < T.P.Memory.ByStructure.size())
    Causes = causesText(T.P.Memory.ByStructure[T.Id.Value].Levels[0]);
  uint64_t AtOnce = T.S.Lives.PeakObjects;
  bool IsReplaced = AtOnce != 0 && AtOnce < T.S.Objects;
  if (T.S.Bytes != 0)
    Known = T.isEvicted()
                ? fmt::format("each line misses {:.1f} times on average",
                              T.rounds(0))
                : fmt::format("lines miss when {} for the first time",
                              T.P.Threads.size() > 1 ? "a thread comes to them"
                              : IsReplaced           ? "an object uses them"
                                                     : "they are used");
  if (!Causes.empty())
    Known = Known.empty() ? Causes : fmt::format("{} ({})", Known, Causes);
  bool IsWalked = T.isSampled() && T.share(result::StepKind::Sequential) +
                                           T.share(result::StepKind::Strided) >=
                                       MainShare;
  if (IsWalked)
    Known += (Known.empty() ? "" : "; ") +
             std::string("a stream, which processors prefetch");
  if (T.P.HasDescriptions && !T.isSampled())
    Known += (Known.empty() ? "" : "; ") +
             std::string("too rare in the sample to say how it is accessed");
  Cure C;
  C.Advice = "no known cure" + (Known.empty() ? "" : ": " + Known);
  return C;
}

/// A few steps say nothing of accesses that were not in the sample.
Cure bestCure(const Subject &T) {
  std::vector<Cure> All = {splitCure(T), widenCure(T), fillCure(T),
                           swapCure(T)};
  if (T.isSampled())
    for (Cure &C : std::array{poolCure(T), traverseCure(T), acrossRowsCure(T)})
      All.push_back(std::move(C));
  Cure Best;
  for (Cure &C : All)
    if (C.Remedy != Change::None && C.Saves > Best.Saves)
      Best = std::move(C);
  // Elements of the declared type are no elements then.
  if (Cure Blocks = otherRecordsCure(T); Blocks.Remedy != Change::None)
    Best = std::move(Blocks);
  // [stack] is what many functions have there, not one thing to change.
  if (T.S.Kind == result::StructureKind::Stack)
    Best = noCure(T);
  else if (Best.Remedy == Change::None)
    Best = T.isSampled() ? patternCure(T) : noCure(T);
  addAnnotation(T, Best);
  if (Best.Site == StructureTraffic::NoSite)
    Best.Site = T.Traffic.CostliestSite;
  return Best;
}

} // namespace memfacet::report
