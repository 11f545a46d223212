//===- Findings.cpp - from counts to what to do ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/findings/Findings.h"
#include "analysis/advise/Advice.h"
#include "tools/report/fields/FieldTables.h"
#include "tools/report/structures/Description.h"
#include <algorithm>
#include <cstdlib>

namespace memfacet::report {

namespace {

/// Structures with a smaller share of the cycles have no finding.
constexpr double LeastShare = 0.02;
/// The least share of the steps for a pattern that most accesses have, and for
/// one that many have.
constexpr double MainShare = 0.5, NotableShare = 0.3;
/// A pool pays from this number of objects on.
constexpr uint64_t LeastObjects = 64;
/// False sharing is a finding from this share of a structure's lost lines on.
constexpr double LeastFalse = 0.5;
/// A sample shows that threads share lines if it has at least LeastContested
/// such accesses, and if their share is at least LeastContestedShare of the
/// structure's accesses and LeastOfAccesses of the program's (a line from
/// another processor costs a hundred times a hit).
constexpr uint64_t LeastContested = 64;
constexpr double LeastContestedShare = 0.1, LeastOfAccesses = 0.001;
/// The part that counts, in the order of findings, of what threads may share in
/// another order.
constexpr double PossibleWeight = 0.5;
/// The bytes of an element if its size is not known: those of a number.
constexpr uint64_t OneElement = 8;
/// The part of a structure's share that counts, in the order of findings, if it
/// is not known what a change saves.
constexpr double UnboundedWeight = 0.1;

/// A change, and about which part of the structure's misses it saves.
struct Option {
  Change Remedy = Change::None;
  double Saves = 0;
  std::string Advice;
};

double cyclesOf(const result::Counts &C) {
  double Sum = 0;
  for (size_t L = 0; L != C.Levels.size(); ++L)
    Sum += double(C.Levels[L].Misses) * advise::missCycles(L, C.Levels.size());
  return Sum;
}

/// Finds the cause of one structure's misses, and the best change.
class Assessment {
public:
  Assessment(const result::Profile &P, StructureId Id, const AccessMix &Mix)
      : P(P), Id(Id), S(P.Structures[Id.Value]), Mix(Mix) {}

  std::string cause() const;
  Option best() const;

private:
  double share(result::StepKind Kind) const {
    uint64_t Known = Mix.known();
    return Known == 0 ? 0 : double(Mix.Accesses[size_t(Kind)]) / double(Known);
  }
  /// Returns the part of a line that an element of \p Bytes does not fill.
  double unfilledPart(uint64_t Bytes) const {
    return Bytes >= P.Caches.LineBytes
               ? 0
               : 1 - double(Bytes) / double(P.Caches.LineBytes);
  }
  /// Whether the structure has more misses than if each thread missed each line
  /// once.
  bool isEvicted() const {
    uint64_t Lines = S.Bytes / P.Caches.LineBytes + S.Objects;
    return S.Total.Levels.front().Misses >
           Lines * std::max<size_t>(P.Threads.size(), 1);
  }
  Option split() const;
  Option pool() const;
  Option acrossRows() const;
  Option traverse() const;
  Option byPattern() const;

  const result::Profile &P;
  const StructureId Id;
  const result::Structure &S;
  const AccessMix &Mix;
};

std::string Assessment::cause() const {
  size_t Most =
      size_t(std::ranges::max_element(Mix.Accesses) - Mix.Accesses.begin());
  if (Mix.known() == 0)
    return "";
  return fmt::format("{} {}", patternText(result::StepKind(Most)),
                     humanRate(Mix.Accesses[Most], Mix.known()));
}

/// Handles elements of which a part is seldom used.
Option Assessment::split() const {
  if (!P.HasSiteAccesses || S.ElementBytes == 0)
    return {};
  StructureFields Fields = fieldsOf(P, Id);
  for (const FieldTable &T : Fields.Tables) {
    HotMembers Hot = hotMembers(T);
    if (!T.IsElement || !Hot.areFew(T.Bytes))
      continue;
    double OfAll = double(T.Total.accesses()) /
                   double(std::max<uint64_t>(Fields.Total.accesses(), 1));
    return {Change::Split,
            OfAll * (1 - double(Hot.recordBytes()) / double(T.Bytes)),
            fmt::format("{} of its {} bytes have {} of the accesses ({}): move "
                        "the others elsewhere",
                        Hot.Bytes, T.Bytes, humanRate(Hot.Accesses, Hot.All),
                        printable(Hot.Names))};
  }
  return {};
}

/// Handles many separate objects, one of which is reached from another.
Option Assessment::pool() const {
  double Reached = share(result::StepKind::Linked) +
                   share(result::StepKind::Indirect) +
                   share(result::StepKind::Irregular);
  bool Applies = S.Kind == result::StructureKind::Heap &&
                 S.Objects >= LeastObjects && S.ElementBytes != 0 &&
                 !holdsSeveral(S) && Reached >= NotableShare &&
                 unfilledPart(S.ElementBytes) > 0;
  if (!Applies)
    return {};
  return {Change::Pool, unfilledPart(S.ElementBytes),
          fmt::format("allocate its {} objects of {} one after the other, in "
                      "the order of their use (a pool)",
                      humanCount(S.Objects), humanBytes(S.ElementBytes))};
}

/// Handles arrays that are walked across their rows. A step from row to row is
/// sequential, too; if such steps mostly miss, not much of a row is accessed.
Option Assessment::acrossRows() const {
  uint64_t Misses = S.Total.Levels.front().Misses;
  bool Applies = S.Record == result::NoRecord &&
                 unfilledPart(S.ElementBytes) == 0 &&
                 share(result::StepKind::Sequential) >= NotableShare &&
                 2 * Misses >= S.Total.Accesses;
  if (!Applies)
    return {};
  return {Change::Traverse,
          share(result::StepKind::Sequential) * unfilledPart(OneElement),
          fmt::format("each step is in another row of {}: walk along the rows "
                      "(exchange the loops, or transpose it)",
                      humanBytes(S.ElementBytes))};
}

/// Handles arrays that are walked across their lines.
Option Assessment::traverse() const {
  if (Mix.Strides.empty() || share(result::StepKind::Strided) < NotableShare)
    return {};
  const result::Stride &Top = Mix.Strides.front();
  uint64_t Element = S.ElementBytes == 0 ? OneElement : S.ElementBytes;
  if (uint64_t(std::abs(Top.Bytes)) < P.Caches.LineBytes)
    return {};
  return {Change::Traverse,
          share(result::StepKind::Strided) * unfilledPart(Element),
          fmt::format("each step of {:+} B is another line: walk it along its "
                      "elements (exchange the loops, or transpose it)",
                      Top.Bytes)};
}

/// Handles patterns where it is not known what a change saves.
Option Assessment::byPattern() const {
  double Random = share(result::StepKind::Linked) +
                  share(result::StepKind::Indirect) +
                  share(result::StepKind::Irregular);
  if (containerKind(P, S) == ContainerKind::Hash && Random >= MainShare)
    return {Change::Order, 0,
            "it is entered at random: keep the first entry in the table "
            "itself, or make the table smaller"};
  if (share(result::StepKind::Linked) >= MainShare)
    return {Change::Order, 0,
            "store its elements in the order in which pointers reach them"};
  if (Random >= MainShare)
    return {Change::Order, 0,
            "sort the work by address, or do it in parts that fit a cache"};
  if (share(result::StepKind::Repeated) >= MainShare && isEvicted())
    return {Change::KeepApart, 0,
            "it is used again and again, but other structures evict it"};
  if (share(result::StepKind::Sequential) >= MainShare)
    return {Change::Tile, 0,
            "it is read from end to end: do more with each part while it is in "
            "the cache"};
  return {};
}

Option Assessment::best() const {
  Option Best;
  for (const Option &O : {split(), pool(), traverse(), acrossRows()})
    if (O.Remedy != Change::None && O.Saves > Best.Saves)
      Best = O;
  return Best.Remedy == Change::None ? byPattern() : Best;
}

/// Misses of lines that other threads' writes took away, and those of them
/// where the writes were to other bytes.
struct LostLines {
  uint64_t All = 0, False = 0;
};

std::vector<LostLines> lostLines(const result::Profile &P) {
  std::vector<LostLines> Result(P.Structures.size());
  for (const result::SharingVertex &V : P.Sharing.Vertices) {
    Result[V.Structure.Value].All += V.misses();
    Result[V.Structure.Value].False += V.False;
  }
  return Result;
}

bool isFalselyShared(const LostLines &L) {
  return L.All != 0 && double(L.False) >= LeastFalse * double(L.All);
}

/// A structure whose lines threads take from each other, or may take in another
/// order.
struct Contest {
  StructureId Structure = {};
  const result::SharingHint *Hint = nullptr; ///< null: no sample
  uint64_t False = 0; ///< misses of false sharing in this run
  double Share = 0;   ///< of the structure's accesses that may miss for it
  double Cycles = 0;
};

/// Returns the cycles of a miss of a lost line, which comes from the last
/// level.
double lostCycles(size_t Levels) {
  double Sum = advise::missCycles(0, Levels);
  for (size_t L = 1; L + 1 < Levels; ++L)
    Sum += advise::missCycles(L, Levels);
  return Sum;
}

/// Returns the share of accesses that may miss according to the sample; 0 if
/// the sample is too small.
double contestedShare(const result::Profile &P, const result::SharingHint &H) {
  if (H.Structure.Value >= P.Structures.size() || H.Sampled == 0)
    return 0;
  double Share = std::min(double(H.Contested) / double(H.Sampled), 1.0);
  double Many = Share * double(P.Structures[H.Structure.Value].Total.Accesses);
  bool IsEnough = H.Contested >= LeastContested &&
                  Share >= LeastContestedShare &&
                  Many >= LeastOfAccesses * double(P.total().Accesses);
  return IsEnough ? Share : 0;
}

/// Returns the structures with enough of these misses in this run, and those of
/// the sample.
std::vector<Contest> contests(const result::Profile &P) {
  std::vector<Contest> All(P.Structures.size());
  std::vector<LostLines> Losses = lostLines(P);
  for (const result::SharingHint &H : P.SharingHints)
    if (double Share = contestedShare(P, H); Share > 0)
      All[H.Structure.Value] = {.Hint = &H, .Share = Share};
  std::vector<Contest> Result;
  for (uint32_t Id = 0; Id != All.size(); ++Id) {
    Contest &C = All[Id];
    C.Structure = StructureId(Id);
    bool Matters = isFalselyShared(Losses[Id]) &&
                   Losses[Id].False >= LeastContested &&
                   double(Losses[Id].False) >=
                       LeastOfAccesses * double(P.total().Accesses);
    C.False = Matters ? Losses[Id].False : 0;
    double Many =
        std::max(double(C.False), PossibleWeight * C.Share *
                                      double(P.Structures[Id].Total.Accesses));
    C.Cycles = Many * lostCycles(P.Caches.Levels.size());
    if (C.False != 0 || C.Hint)
      Result.push_back(C);
  }
  return Result;
}

std::string contestText(const result::Profile &P, const Contest &C) {
  uint64_t Accesses = P.Structures[C.Structure.Value].Total.Accesses;
  std::string Text;
  if (C.Hint)
    Text = fmt::format("{}threads access different bytes of {} and write "
                       "there",
                       // A sample may have seen only one of the threads.
                       C.Hint->Threads > 1 ? fmt::format("{} ", C.Hint->Threads)
                                           : std::string(),
                       counted(C.Hint->Lines, "line"));
  if (C.False != 0)
    Text += fmt::format("{}{} times a thread lost a line because another one "
                        "wrote other bytes of it: give each thread lines of "
                        "its own",
                        C.Hint ? "; " : "", humanCount(C.False));
  else
    Text += fmt::format(
        ": in another order than that of this run, up to {} of its {} accesses "
        "may miss for that",
        humanRate(uint64_t(C.Share * 1000), 1000), humanCount(Accesses));
  return Text;
}

Finding findingOf(const result::Profile &P, const Contest &C) {
  return {C.Structure, 0,  C.False != 0 ? Change::Unshare : Change::MayShare,
          0,           "", contestText(P, C)};
}

/// A finding, and its worth as a share of all cycles.
struct Ranked {
  Finding Entry;
  double Worth;
};

} // namespace

/// \p Whole: the cycles of all misses, not 0.
static void addCostly(const result::Profile &P, double Whole,
                      std::vector<Ranked> &Ranking) {
  std::vector<AccessMix> Mixes = accessMixes(P);
  for (uint32_t Id = 0; Id != P.Structures.size(); ++Id) {
    double Share = cyclesOf(P.Structures[Id].Total) / Whole;
    if (Share < LeastShare)
      continue;
    Assessment Subject(P, StructureId(Id), Mixes[Id]);
    Option Best = Subject.best();
    double Saves = Best.Saves * Share;
    Ranking.push_back({{StructureId(Id), Share, Best.Remedy, Saves,
                        Subject.cause(), Best.Advice},
                       Saves > 0 ? Saves : Share * UnboundedWeight});
  }
}

std::vector<Finding> findingsOf(const result::Profile &P, size_t Most) {
  std::vector<Ranked> All;
  double Whole = cyclesOf(P.total());
  if (Whole > 0)
    addCostly(P, Whole, All);
  std::vector<Contest> Contests = contests(P);
  double Sum = Whole;
  for (const Contest &C : Contests)
    Sum += C.Cycles;
  for (Ranked &R : All)
    R.Worth *= Whole / Sum;
  for (const Contest &C : Contests)
    All.push_back({findingOf(P, C), C.Cycles / Sum});
  std::ranges::stable_sort(All, std::greater(), &Ranked::Worth);
  std::vector<Finding> Result;
  for (size_t I = 0; I != std::min(All.size(), Most); ++I)
    Result.push_back(std::move(All[I].Entry));
  return Result;
}

} // namespace memfacet::report
