//===- Stacks.cpp - counts of a profile as stacks of frames ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/export/Stacks.h"
#include "memfacet/Check.h"
#include "memfacet/WrittenNames.h"
#include "tools/support/Say.h"
#include <algorithm>
#include <charconv>
#include <filesystem>

namespace memfacet::exports {

namespace {

/// How many counts come before those of levels in the order of exportMetrics.
constexpr size_t CountsBefore = 3;

using CountList = std::vector<uint64_t>;

void addCounts(CountList &Sum, const CountList &Added) {
  MEMFACET_CHECK(Sum.size() == Added.size(),
                 "counts are in the order of exportMetrics");
  for (size_t I = 0; I != Sum.size(); ++I)
    Sum[I] += Added[I];
}

bool isZero(const CountList &C) {
  return std::ranges::all_of(C, [](uint64_t N) { return N == 0; });
}

/// Returns the frame of a call such as "main:63:3", or of a place such as
/// "31:20", of a structure's context.
StackFrame frameOfCall(std::string_view Text) {
  StackFrame Frame;
  size_t Column = Text.rfind(':');
  size_t Line = Column == Text.npos || Column == 0
                    ? Text.npos
                    : Text.rfind(':', Column - 1);
  if (Line == Text.npos)
    return {std::string(Text), "", 0};
  Frame.Name = Text.substr(0, Line);
  std::from_chars(Text.data() + Line + 1, Text.data() + Column, Frame.Line);
  return Frame;
}

/// Returns the calls in a name such as "n (at 31:20 from addTwo:36:3 <
/// main:63:3)", outermost first. The name does not have their files.
std::vector<StackFrame> callsIn(std::string_view Name) {
  constexpr std::string_view CallerMark = " from ", Outer = " < ";
  size_t SiteBegin = Name.rfind(" (at ");
  size_t Begin =
      SiteBegin == Name.npos ? SiteBegin : Name.find(CallerMark, SiteBegin);
  if (Begin == Name.npos || !Name.ends_with(')'))
    return {};
  std::string_view Calls = Name.substr(Begin + CallerMark.size());
  Calls.remove_suffix(1);
  std::vector<StackFrame> Frames;
  for (size_t End = 0; End != Calls.npos;) {
    End = Calls.find(Outer);
    Frames.push_back(frameOfCall(Calls.substr(0, End)));
    if (End != Calls.npos)
      Calls.remove_prefix(End + Outer.size());
  }
  std::ranges::reverse(Frames);
  return Frames;
}

StackFrame structureFrame(const result::Structure &S) {
  return {S.title(), S.File, S.Line};
}

std::vector<StackFrame> allocationFrames(const result::Structure &S) {
  std::vector<StackFrame> Frames = callsIn(S.Name);
  if (!S.Function.empty())
    Frames.push_back({functionName(S.Function), S.File, S.Line});
  else if (S.Line != 0)
    Frames.push_back(
        {fmt::format("[{}]", result::structureKindName(S.Kind)), "", 0});
  if (S.Line != 0)
    Frames.push_back({briefPlace(S.File, S.Line), S.File, S.Line});
  Frames.push_back(structureFrame(S));
  return Frames;
}

/// Returns the stack of accesses of site \p S to one structure, or to any if
/// \p Structure is invalid.
CostStack accessStack(const result::Profile &P, const result::CodeSite &S,
                      StructureId Structure, uint64_t Accesses,
                      const std::vector<uint64_t> &Misses) {
  CostStack Stack;
  Stack.Structure = Structure;
  Stack.Frames.push_back({functionName(S.Function), S.File, S.Line});
  if (S.Line != 0)
    Stack.Frames.push_back({briefPlace(S.File, S.Line), S.File, S.Line});
  if (Structure.valid())
    Stack.Frames.push_back(structureFrame(P.Structures[Structure.Value]));
  Stack.Counts.resize(CountsBefore + 2 * P.Caches.Levels.size());
  Stack.Counts[0] = Accesses;
  Stack.Counts[S.Write ? 2 : 1] = Accesses;
  for (size_t L = 0; L != Misses.size(); ++L)
    Stack.Counts[CountsBefore + 2 * L] = Misses[L];
  return Stack;
}

/// Adds a stack of write-backs for each structure. Which access wrote last is
/// not recorded.
void addWritebacks(const result::Profile &P, std::vector<CostStack> &Stacks) {
  size_t Levels = P.Caches.Levels.size();
  for (uint32_t Id = 0; Id != P.Structures.size(); ++Id) {
    const result::Structure &S = P.Structures[Id];
    CountList Counts(CountsBefore + 2 * Levels);
    for (size_t L = 0; L != std::min(Levels, S.Total.Levels.size()); ++L)
      Counts[CountsBefore + 2 * L + 1] = S.Total.Levels[L].Writebacks;
    if (!isZero(Counts))
      Stacks.push_back({{{WritebacksFrame, "", 0}, structureFrame(S)},
                        StructureId(Id),
                        std::nullopt,
                        std::move(Counts)});
  }
}

/// Adds a stack of counts without a place, so that \p Stacks add up to the
/// totals of \p P.
void addUnknown(const result::Profile &P, std::vector<CostStack> &Stacks) {
  size_t Levels = P.Caches.Levels.size();
  CountList Left = exportCounts(P.total(), Levels), Sum(Left.size());
  for (const CostStack &S : Stacks)
    addCounts(Sum, S.Counts);
  for (size_t I = 0; I != Left.size(); ++I)
    Left[I] -= std::min(Left[I], Sum[I]);
  if (!isZero(Left))
    Stacks.push_back({{{"[not known by place]", "", 0}},
                      StructureId(),
                      std::nullopt,
                      std::move(Left)});
}

} // namespace

std::vector<ExportMetric> exportMetrics(const caches::CacheModel &Caches) {
  std::vector<ExportMetric> All = {
      {"accesses", "accesses"}, {"loads", "loads"}, {"stores", "stores"}};
  for (const caches::CacheLevel &L : Caches.Levels) {
    All.push_back({lowerCase(L.Name) + "-misses", L.Name + " misses"});
    All.push_back({lowerCase(L.Name) + "-writebacks", L.Name + " write-backs"});
  }
  return All;
}

Expected<size_t> findExportMetric(const caches::CacheModel &Caches,
                                  const std::string &Key) {
  std::vector<std::string> Known;
  for (const ExportMetric &M : exportMetrics(Caches)) {
    if (M.Key == Key)
      return Known.size();
    Known.push_back(M.Key);
  }
  return usageError("unknown metric '{}'{}; metrics: {}", Key,
                    didYouMean(Key, Known), fmt::join(Known, ", "));
}

std::string defaultExportMetric(const caches::CacheModel &Caches) {
  return exportMetrics(Caches)[Caches.Levels.empty() ? 0 : CountsBefore].Key;
}

std::vector<uint64_t> exportCounts(const result::Counts &C, size_t Levels) {
  CountList Counts = {C.Accesses, C.Loads, C.Stores};
  for (size_t L = 0; L != Levels; ++L) {
    bool Known = L < C.Levels.size();
    Counts.push_back(Known ? C.Levels[L].Misses : 0);
    Counts.push_back(Known ? C.Levels[L].Writebacks : 0);
  }
  return Counts;
}

std::string functionName(const std::string &Function) {
  return Function.empty() ? "[unknown function]" : writtenName(Function);
}

std::string briefPlace(const std::string &File, uint32_t Line) {
  std::string Name = std::filesystem::path(File).filename().string();
  return fmt::format("{}:{}", Name.empty() ? "?" : Name, Line);
}

std::vector<CostStack> allocationStacks(const result::Profile &P,
                                        bool ByThread) {
  size_t Levels = P.Caches.Levels.size();
  std::vector<CostStack> Stacks;
  auto Add = [&](StructureId Id, std::optional<uint32_t> Thread,
                 const result::Counts &Total) {
    CountList Counts = exportCounts(Total, Levels);
    if (!isZero(Counts))
      Stacks.push_back({allocationFrames(P.Structures[Id.Value]), Id, Thread,
                        std::move(Counts)});
  };
  if (ByThread && !P.ByThread.empty()) {
    for (const result::ThreadCounts &T : P.ByThread)
      Add(T.Structure, T.Thread, T.Total);
    addUnknown(P, Stacks);
  } else {
    for (uint32_t Id = 0; Id != P.Structures.size(); ++Id)
      Add(StructureId(Id), std::nullopt, P.Structures[Id].Total);
  }
  return Stacks;
}

std::vector<CostStack> accessStacks(const result::Profile &P) {
  std::vector<CostStack> Stacks;
  std::vector<uint64_t> Left;
  for (const result::CodeSite &S : P.Sites)
    Left.push_back(S.Accesses);
  for (const result::SiteCounts &C : P.BySite) {
    Left[C.Site] -= std::min(Left[C.Site], C.Accesses);
    Stacks.push_back(
        accessStack(P, P.Sites[C.Site], C.Structure, C.Accesses, C.Misses));
  }
  // Profiles of early versions have no accesses by site and structure.
  for (size_t I = 0; I != Left.size(); ++I)
    if (Left[I] != 0)
      Stacks.push_back(accessStack(P, P.Sites[I], StructureId(), Left[I], {}));
  addWritebacks(P, Stacks);
  addUnknown(P, Stacks);
  return Stacks;
}

} // namespace memfacet::exports
