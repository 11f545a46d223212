//===- DescribeReport.cpp - descriptions as text, JSON and CSV ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "memfacet/Check.h"
#include "memfacet/ContainerRoles.h"
#include "tools/report/common/Places.h"
#include "tools/report/common/ReportHeader.h"
#include "tools/report/format/Units.h"
#include "tools/report/structures/Description.h"
#include <algorithm>

namespace memfacet::report {

const char *patternText(result::StepKind Kind) {
  switch (Kind) {
  case result::StepKind::Linked:
    return "pointer chasing";
  case result::StepKind::Indirect:
    return "irregular (by loaded indices or pointers)";
  case result::StepKind::Search:
    return "search (by comparisons)";
  default:
    return result::stepKindName(Kind);
  }
}

std::string containerText(const result::Profile &P,
                          const result::Structure &S) {
  bool Linked = linksOf(P, elementRecord(P, S)) != ContainerKind::Unknown;
  switch (containerKind(P, S)) {
  case ContainerKind::Array:
    return Linked ? "array of linked elements" : "array";
  case ContainerKind::List:
    return "linked list";
  case ContainerKind::Tree:
    return "tree";
  case ContainerKind::Linked:
    return "linked by pointers";
  case ContainerKind::Hash:
    return isContainer(S.Type, "unordered_") || S.Name.ends_with("(buckets)")
               ? "hash table"
               : "hash table, or other array of lists";
  case ContainerKind::Object:
    return S.Objects == 1 ? "single object" : "single objects";
  case ContainerKind::Unknown:
    break;
  }
  return "unknown";
}

namespace {

/// The most strides to show, and the least share of one, in per cent.
constexpr size_t MostStrides = 3;
constexpr uint64_t LeastStridePercent = 5;

std::string count(uint64_t Count, const char *Noun) {
  return fmt::format("{} {}{}", humanCount(Count), Noun, Count == 1 ? "" : "s");
}

/// Returns "array; 65.5 K elements of 8 B; 1 object; 512 KiB".
std::string shapeText(const result::Profile &P, const result::Structure &S) {
  std::string Text = containerText(P, S);
  if (S.Objects == 0)
    return Text;
  if (S.ElementBytes != 0) {
    std::string Size = humanBytes(S.ElementBytes);
    uint64_t PerObject = S.Bytes / S.Objects / S.ElementBytes;
    Text += !holdsSeveral(S) ? fmt::format("; elements of {}", Size)
            : S.Objects == 1
                ? fmt::format("; {} of {}", count(PerObject, "element"), Size)
                : fmt::format("; {} of {} in each object on average",
                              count(PerObject, "element"), Size);
  }
  Text += "; " + count(S.Objects, "object");
  uint64_t AtOnce = S.Lives.PeakObjects;
  if (AtOnce != 0 && AtOnce < S.Objects)
    Text += fmt::format(", at most {} at once", humanCount(AtOnce));
  Text += "; " + humanBytes(S.PeakBytes);
  if (S.Bytes != S.PeakBytes)
    Text += fmt::format(" at once, {} in all", humanBytes(S.Bytes));
  return Text;
}

/// Returns " (+4096 B 98.0 %, -8 B 2.0 %)"; shares are of \p Steps.
std::string strideText(const AccessMix &Mix, uint64_t Steps) {
  std::string Text;
  size_t Shown = 0;
  for (const result::Stride &S : Mix.Strides)
    if (S.Steps * 100 >= Steps * LeastStridePercent && Shown++ < MostStrides)
      Text += fmt::format("{}{:+} B {}", Text.empty() ? " (" : ", ", S.Bytes,
                          humanRate(std::min(S.Steps, Steps), Steps));
  return Text.empty() ? Text : Text + ")";
}

std::string accessText(const AccessMix &Mix) {
  std::vector<uint64_t> Parts(Mix.Accesses.begin(), Mix.Accesses.end());
  Parts.push_back(Mix.Unknown);
  std::vector<uint32_t> Tenths = sharesInTenths(Parts);
  std::vector<size_t> Order;
  for (size_t I = 0; I != Parts.size(); ++I)
    if (Tenths[I] != 0)
      Order.push_back(I);
  std::ranges::sort(Order, {},
                    [&](size_t I) { return std::pair(1000 - Tenths[I], I); });
  std::string Text;
  for (size_t I : Order) {
    const char *Name = I == result::StepKinds
                           ? "too rare in the sample"
                           : patternText(result::StepKind(I));
    Text += fmt::format("{}{} {}", Text.empty() ? "" : ", ", Name,
                        tenthsText(Tenths[I]));
    if (I == size_t(result::StepKind::Strided))
      Text += strideText(Mix, Parts[I]);
  }
  return Text;
}

/// Returns ", 12.0 % of the run", or "" with a region of interest, whose length
/// is not known.
std::string runShareText(const result::Profile &P, uint64_t Instructions) {
  if (P.hasInterest())
    return "";
  return fmt::format(", {} of the run",
                     humanRate(Instructions, P.Instructions));
}

std::string livesText(const result::Profile &P, const result::Structure &S) {
  const result::ObjectLives &L = S.Lives;
  if (L.Timed == 1)
    return fmt::format("{} instructions{}{}", humanCount(L.Instructions),
                       runShareText(P, L.Instructions),
                       L.AtEnd ? "; never released" : "");
  uint64_t Average = L.Instructions / L.Timed;
  std::string Text =
      fmt::format("{} instructions on average", humanCount(Average));
  // No life that is known one by one may be as long as the others.
  if (L.Longest >= Average)
    Text += fmt::format(", at most {}{}", humanCount(L.Longest),
                        runShareText(P, L.Longest));
  if (L.Brief != 0)
    Text += fmt::format("; {} released within {} instructions",
                        humanRate(L.Brief, L.Followed),
                        humanCount(P.IntervalInstructions));
  if (L.AtEnd != 0)
    Text += fmt::format("; {} never released", humanCount(L.AtEnd));
  return Text;
}

std::string lifetimeText(const result::Profile &P, const result::Structure &S) {
  if (S.Lives.Timed != 0)
    return livesText(P, S);
  switch (S.Kind) {
  case result::StructureKind::Global:
  case result::StructureKind::Literals:
    return "its program's or library's";
  case result::StructureKind::ThreadLocal:
    return "its thread's";
  case result::StructureKind::Local:
    return "its scope's";
  default:
    return "";
  }
}

std::string missText(const result::Profile &P, const result::Structure &S) {
  // Libraries access their memory mostly themselves.
  if (S.Kind == result::StructureKind::Library && S.Total.Accesses == 0)
    return "not seen: code that is not instrumented accesses it";
  MEMFACET_CHECK(S.Total.Levels.size() <= P.Caches.Levels.size(),
                 "each level has a name");
  result::Counts All = P.total();
  std::string Text = count(S.Total.Accesses, "access");
  if (S.Total.Accesses != 1)
    Text.replace(Text.size() - 1, 1, "es");
  for (size_t L = 0; L != S.Total.Levels.size(); ++L) {
    const result::LevelCounts &C = S.Total.Levels[L];
    Text += fmt::format("; {} misses {}, {} of all", P.Caches.Levels[L].Name,
                        humanCount(C.Misses),
                        humanRate(C.Misses, All.Levels[L].Misses));
  }
  return Text;
}

std::string blockText(const result::Profile &P, StructureId Id,
                      const AccessMix &Mix, const Terminal &Out) {
  MEMFACET_CHECK(Id.Value < P.Structures.size(),
                 "structuresNamed has found it in this profile");
  const result::Structure &S = P.Structures[Id.Value];
  std::string Title = S.title() + "  " + result::structureKindName(S.Kind);
  if (!S.Type.empty())
    Title += "  " + S.Type;
  if (std::string Place = shortPlace(P, S); !Place.empty())
    Title += "  " + Place;
  std::string Text = styled(Out, Style::Bold, printable(Title)) + "\n";
  auto Add = [&](const char *Label, const std::string &Line) {
    if (!Line.empty())
      Text += fmt::format("  {:<10} {}\n", Label, Line);
  };
  Add("container", shapeText(P, S));
  Add("accesses", accessText(Mix));
  Add("lifetime", lifetimeText(P, S));
  Add("cost", missText(P, S));
  return Text;
}

Json patternJson(const AccessMix &Mix) {
  Json J = {{"sampled", Mix.Sampled}};
  for (size_t I = 0; I != result::StepKinds; ++I)
    J[result::stepKindName(result::StepKind(I))] = Mix.Accesses[I];
  J["unknown"] = Mix.Unknown;
  J["strides"] = Json::array();
  for (const result::Stride &S : Mix.Strides)
    J["strides"].push_back({{"bytes", S.Bytes}, {"accesses", S.Steps}});
  return J;
}

Json lifetimeJson(const result::ObjectLives &L) {
  return {{"objects", L.Timed},     {"never_released", L.AtEnd},
          {"sum", L.Instructions},  {"longest", L.Longest},
          {"followed", L.Followed}, {"within_interval", L.Brief}};
}

/// Returns the most frequent stride; JSON has them all.
result::Stride firstStride(const AccessMix &Mix) {
  return Mix.Strides.empty() ? result::Stride() : Mix.Strides.front();
}

/// Returns what JSON and CSV have of a structure in addition to its
/// description.
Columns<StructureId> sizeColumns(const result::Profile &P) {
  auto FieldOf = [&P](auto Get) {
    return [=, &P](auto &Id) { return Get(P.Structures[Id.Value]); };
  };
  auto Element = FieldOf([](auto &S) { return S.ElementBytes; });
  return {
      forJson("element_bytes", Element),
      forPrograms("bytes", FieldOf([](auto &S) { return S.Bytes; })),
      forCsv("element_bytes", Element),
      forPrograms("peak_bytes", FieldOf([](auto &S) { return S.PeakBytes; })),
      forPrograms("objects", FieldOf([](auto &S) { return S.Objects; }))};
}

/// Returns the columns for lifetimes and patterns, in CSV.
Columns<StructureId>
csvColumns(const result::Profile &P,
           const std::shared_ptr<std::vector<AccessMix>> &Mixes) {
  auto Lives = [&P](const char *Key, auto Get) {
    return Column<StructureId>{
        .Key = Key,
        .Value = [=,
                  &P](auto &Id) { return Get(P.Structures[Id.Value].Lives); },
        .In = Forms::Csv};
  };
  auto Mix = [Mixes](const char *Key, auto Get) {
    return Column<StructureId>{
        .Key = Key,
        .Value = [=](auto &Id) { return Get((*Mixes)[Id.Value]); },
        .In = Forms::Csv};
  };
  Columns<StructureId> Cs = {
      Lives("peak_objects", [](auto &L) { return L.PeakObjects; }),
      Lives("lifetime_sum", [](auto &L) { return L.Instructions; }),
      Lives("longest", [](auto &L) { return L.Longest; }),
      Lives("within_interval", [](auto &L) { return L.Brief; }),
      Lives("never_released", [](auto &L) { return L.AtEnd; }),
      forCsv("accesses",
             [&P](auto &Id) { return P.Structures[Id.Value].Total.Accesses; }),
      Mix("sampled", [](auto &M) { return M.Sampled; })};
  for (size_t I = 0; I != result::StepKinds; ++I)
    Cs.push_back(Mix(result::stepKindName(result::StepKind(I)),
                     [I](auto &M) { return M.Accesses[I]; }));
  addColumns<StructureId>(
      Cs,
      {Mix("unknown", [](auto &M) { return M.Unknown; }),
       Mix("stride", [](auto &M) { return firstStride(M).Bytes; }),
       Mix("stride_accesses", [](auto &M) { return firstStride(M).Steps; })});
  return Cs;
}

} // namespace

Columns<StructureId> descriptionColumns(const result::Profile &P) {
  auto Mixes = std::make_shared<std::vector<AccessMix>>(accessMixes(P));
  auto StructureOf = [&P](auto &Id) -> auto & {
    return P.Structures[Id.Value];
  };
  auto Container = [=, &P](auto &Id) {
    return containerKindName(containerKind(P, StructureOf(Id)));
  };
  Columns<StructureId> Cs = {
      forCsv("name", [=](auto &Id) { return StructureOf(Id).Name; }),
      forCsv("kind",
             [=](auto &Id) {
               return result::structureKindName(StructureOf(Id).Kind);
             }),
      forCsv("type", [=](auto &Id) { return StructureOf(Id).Type; }),
      forPrograms("container", Container),
      forJson("linked_elements",
              [=, &P](auto &Id) {
                return linksOf(P, StructureOf(Id).Record) !=
                       ContainerKind::Unknown;
              }),
      forJson("peak_objects",
              [=](auto &Id) { return StructureOf(Id).Lives.PeakObjects; }),
      forJson("pattern",
              [=](auto &Id) { return patternJson((*Mixes)[Id.Value]); }),
      forJson("lifetime",
              [=](auto &Id) { return lifetimeJson(StructureOf(Id).Lives); })};
  for (const Column<StructureId> &C : sizeColumns(P))
    if (C.isInCsv())
      Cs.push_back(forCsv(C.Key, C.Value));
  addColumns(Cs, csvColumns(P, Mixes));
  return Cs;
}

std::string describeText(const result::Profile &P,
                         const std::vector<StructureId> &Structures,
                         const Terminal &Out) {
  uint64_t Sampled = 0;
  for (const result::SiteCounts &C : P.BySite)
    Sampled += C.Steps.Sampled;
  uint64_t All = P.total().Accesses;
  std::string Text = headerText(P, Out);
  Text += fmt::format("{:<13} of {} of {} accesses ({})\n", "patterns",
                      humanCount(Sampled), humanCount(All),
                      humanRate(Sampled, All));
  std::vector<AccessMix> Mixes = accessMixes(P);
  for (StructureId Id : Structures)
    Text += "\n" + blockText(P, Id, Mixes[Id.Value], Out);
  return Text;
}

std::string describeJson(const result::Profile &P,
                         const std::vector<StructureId> &Structures) {
  Columns<StructureId> Sizes = sizeColumns(P), Cs = descriptionColumns(P);
  Json List = Json::array();
  for (StructureId Id : Structures) {
    Json S = structureHead(P, Id);
    S.update(jsonObject(Sizes, Id));
    S["accesses"] = P.Structures[Id.Value].Total.Accesses;
    S.update(jsonObject(Cs, Id));
    List.push_back(std::move(S));
  }
  Json J = jsonHead(P);
  J["instructions"] = P.Instructions;
  J["interval_instructions"] = P.IntervalInstructions;
  J["structures"] = std::move(List);
  return jsonText(J);
}

std::string describeCsv(const result::Profile &P,
                        const std::vector<StructureId> &Structures) {
  return csvText(descriptionColumns(P), Structures);
}

} // namespace memfacet::report
