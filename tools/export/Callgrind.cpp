//===- Callgrind.cpp - costs of lines, as Callgrind writes them -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The format is in Valgrind's manual ("Callgrind Format Specification"),
// version 1: positions are lines; names of files and functions are written once
// and then by number. There are no calls, because none are recorded.
//
//===----------------------------------------------------------------------===//

#include "analysis/support/Printable.h"
#include "analysis/support/Version.h"
#include "memfacet/Check.h"
#include "tools/export/Formats.h"
#include "tools/export/Stacks.h"
#include "tools/report/common/ReportHeader.h"
#include <algorithm>
#include <map>
#include <unordered_map>

namespace memfacet::exports {

namespace {

/// Numbers names: writes "(1) name" the first time, then "(1)".
class NumberedNames {
public:
  std::string write(const std::string &Name) {
    auto [Entry, New] = Numbers.try_emplace(Name, Numbers.size() + 1);
    return New ? fmt::format("({}) {}", Entry->second, onOneLine(Name))
               : fmt::format("({})", Entry->second);
  }

private:
  static std::string onOneLine(const std::string &Name) {
    return Name.empty() ? "???" : printable(Name);
  }

  std::unordered_map<std::string, size_t> Numbers;
};

/// The costs of the lines of a function, or of a structure, in one file.
struct FunctionCosts {
  /// The file of the function.
  std::string File;
  /// Counts in the order of exportMetrics, by file and line.
  std::map<std::pair<std::string, uint32_t>, std::vector<uint64_t>> Lines;
};

using CostsByFunction =
    std::map<std::pair<std::string, std::string>, FunctionCosts>;

void addTo(FunctionCosts &Costs, const std::string &File, uint32_t Line,
           const std::vector<uint64_t> &Counts) {
  std::vector<uint64_t> &Sum = Costs.Lines[{File, Line}];
  Sum.resize(Counts.size());
  for (size_t I = 0; I != Counts.size(); ++I)
    Sum[I] += Counts[I];
}

/// Returns the costs by (file, name) of functions or, with \p ByStructure, of
/// structures: a structure is written as a function whose lines access it.
CostsByFunction costsByFunction(const result::Profile &P, bool ByStructure) {
  CostsByFunction All;
  for (const CostStack &S : accessStacks(P)) {
    MEMFACET_CHECK(!S.Frames.empty(),
                   "a cost has a place, or a frame that says so");
    const StackFrame &Code = S.Frames.front();
    // The place of write-backs is that of their structure.
    bool IsWriteback = Code.Name == WritebacksFrame;
    const StackFrame &Place = IsWriteback ? S.Frames.back() : Code;
    std::string File = Place.File, Name = Code.Name;
    if (ByStructure) {
      const result::Structure *Owner =
          S.Structure.valid() ? &P.Structures[S.Structure.Value] : nullptr;
      File = Owner ? Owner->File : "";
      Name = Owner ? Owner->title() : "[not known by structure]";
    } else if (IsWriteback) {
      Name += " " + S.Frames.back().Name;
    }
    FunctionCosts &Costs = All[{File, Name}];
    Costs.File = File;
    addTo(Costs, Place.File, Place.Line, S.Counts);
  }
  return All;
}

/// Returns names of events and their meaning. The format needs names of one
/// word, such as "L1m".
std::vector<std::pair<std::string, std::string>>
callgrindEvents(const caches::CacheModel &Caches) {
  std::vector<std::pair<std::string, std::string>> Events = {
      {"Accesses", "accesses: loads and stores"},
      {"Loads", "loads"},
      {"Stores", "stores"}};
  for (const caches::CacheLevel &L : Caches.Levels) {
    Events.push_back({L.Name + "m", L.Name + " misses"});
    Events.push_back({L.Name + "wb", L.Name + " write-backs"});
  }
  return Events;
}

void writeHead(const ProfileExport &Source, ExportFile &Output) {
  const result::Profile &P = Source.P;
  std::vector<std::string> Words = {P.Program};
  Words.insert(Words.end(), P.Arguments.begin(), P.Arguments.end());
  std::string Command = printable(fmt::format("{}", fmt::join(Words, " ")));
  Output.print("# callgrind format\nversion: 1\ncreator: memfacet {}\npid: {}\n"
               "cmd: {}\npart: 1\n\n",
               toolVersion(), P.ProcessId, Command);
  for (const report::HeaderLine &Line : report::reportHeader(P))
    if (Line.Label != "program")
      Output.print("desc: {}: {}\n", Line.Label, printable(Line.Text));
  Output.add("\npositions: line\n");
  std::vector<std::string> Names;
  for (const auto &[Name, Text] : callgrindEvents(P.Caches)) {
    Output.print("event: {} : {}\n", Name, Text);
    Names.push_back(Name);
  }
  Output.print("events: {}\n", fmt::join(Names, " "));
}

void writeFunction(const std::string &Name, const FunctionCosts &F,
                   NumberedNames &Files, NumberedNames &Functions,
                   ExportFile &Output) {
  Output.print("\nfl={}\nfn={}\n", Files.write(F.File), Functions.write(Name));
  std::string In = F.File;
  for (const auto &[Place, Counts] : F.Lines) {
    const auto &[File, Line] = Place;
    if (File != In)
      Output.print("{}={}\n", File == F.File ? "fe" : "fi", Files.write(File));
    In = File;
    Output.print("{} {}\n", Line, fmt::join(Counts, " "));
  }
}

} // namespace

Status exportCallgrind(const ProfileExport &Source, ExportFile &Output) {
  const result::Profile &P = Source.P;
  writeHead(Source, Output);
  std::vector<uint64_t> Totals =
      exportCounts(P.total(), P.Caches.Levels.size());
  Output.print("summary: {}\n", fmt::join(Totals, " "));
  NumberedNames Files, Functions;
  for (const auto &[Key, F] :
       costsByFunction(P, Source.Grouping == "structure"))
    writeFunction(Key.second, F, Files, Functions, Output);
  Output.print("\ntotals: {}\n", fmt::join(Totals, " "));
  return {};
}

} // namespace memfacet::exports
