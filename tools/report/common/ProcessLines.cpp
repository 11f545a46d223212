//===- ProcessLines.cpp - lines that processes take from each other -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/common/ProcessLines.h"
#include "analysis/support/Printable.h"
#include <algorithm>
#include <cmath>
#include <fmt/ranges.h>
#include <map>
#include <set>
#include <utility>

namespace memfacet::report {

namespace {

/// The accesses of one process to a structure, or to a line of it.
struct ProcessUse {
  uint32_t Process = 0;
  double Accesses = 0, Writes = 0;
  uint64_t Bytes = 0, Written = 0;
};

/// Returns how often \p U misses at most because of the writes of \p Others
/// that \p Counts(other) is true for.
template <typename Filter>
double mostMisses(const ProcessUse &U, const std::vector<ProcessUse> &Others,
                  Filter Counts) {
  double Writes = 0;
  for (const ProcessUse &O : Others)
    if (O.Process != U.Process && Counts(O))
      Writes += O.Writes;
  return std::min(U.Accesses, Writes);
}

/// Adds up the misses of one structure.
class StructureMisses {
public:
  /// Adds the processes that use one line.
  void addLine(const std::vector<ProcessUse> &Uses) {
    double OldSum = All;
    for (const ProcessUse &U : Uses) {
      double Misses = mostMisses(U, Uses, [](auto &) { return true; });
      All += Misses;
      False += mostMisses(U, Uses, [&](const ProcessUse &O) {
        return (O.Written & U.Bytes) == 0;
      });
      if (Misses > 0)
        Processes.insert(U.Process);
    }
    Lines += All > OldSum;
  }
  /// Returns the sums, which are no more than what \p Whole, the processes that
  /// use the structure, allow.
  ProcessLines sum(StructureId Id, const std::vector<ProcessUse> &Whole) const {
    double Most = 0;
    for (const ProcessUse &U : Whole)
      Most += mostMisses(U, Whole, [](auto &) { return true; });
    return {Id, uint64_t(std::llround(std::min(All, Most))),
            uint64_t(std::llround(std::min(False, Most))), Lines,
            Processes.size()};
  }

private:
  double All = 0, False = 0;
  uint64_t Lines = 0;
  std::set<uint32_t> Processes;
};

} // namespace

std::vector<ProcessLines> processLines(const result::Profile &P) {
  std::map<uint32_t, std::vector<ProcessUse>> Whole;
  std::map<std::pair<uint32_t, uint32_t>, double> Scales;
  for (const result::MappingUse &U : P.Mappings.Uses) {
    Whole[U.Structure.Value].push_back(
        {U.Process, double(U.Accesses), double(U.Stores)});
    if (U.Sampled != 0)
      Scales[{U.Structure.Value, U.Process}] =
          double(U.Accesses) / double(U.Sampled);
  }
  std::map<std::pair<uint32_t, uint64_t>, std::vector<ProcessUse>> Lines;
  for (const result::MappingLine &L : P.Mappings.Lines) {
    double Scale = Scales[{L.Structure.Value, L.Process}];
    Lines[{L.Structure.Value, L.Line}].push_back(
        {L.Process, Scale * double(L.Accesses), Scale * double(L.Writes),
         L.Bytes, L.Written});
  }
  std::map<uint32_t, StructureMisses> Sums;
  for (const auto &[Key, Uses] : Lines)
    Sums[Key.first].addLine(Uses);
  std::vector<ProcessLines> Result;
  for (const auto &[Id, S] : Sums)
    if (ProcessLines L = S.sum(StructureId(Id), Whole[Id]); L.Misses != 0)
      Result.push_back(L);
  std::ranges::stable_sort(Result, std::greater(), &ProcessLines::Misses);
  return Result;
}

bool hasProcessLines(const result::Profile &P) {
  return !P.Ranks.empty() && !processLines(P).empty();
}

std::string writtenMappings(const result::Profile &P) {
  std::vector<std::string> Names;
  uint32_t Last = StructureId().Value;
  for (const result::MappingUse &U : P.Mappings.Uses)
    if (U.Stores != 0 &&
        U.Structure.Value != std::exchange(Last, U.Structure.Value))
      Names.push_back(printable(P.Structures[U.Structure.Value].Name));
  if (Names.empty())
    return {};
  constexpr size_t MostShown = 3;
  std::string Rest;
  if (Names.size() > MostShown) {
    Rest = fmt::format(" and {} others", Names.size() - MostShown);
    Names.resize(MostShown);
  }
  return fmt::format("{}{}", fmt::join(Names, ", "), Rest);
}

} // namespace memfacet::report
