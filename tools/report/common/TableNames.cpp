//===- TableNames.cpp - what tables call structures and files -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/common/TableNames.h"
#include "analysis/result/profile/KnownWords.h"
#include "tools/report/common/ReportModel.h"
#include "tools/report/common/SourcePaths.h"
#include "tools/support/Say.h"
#include "tools/support/ShortName.h"
#include "tools/support/Terminal.h"
#include <algorithm>
#include <fmt/format.h>

namespace memfacet::report {

namespace {

std::string printableName(const std::string &Name) {
  return printable(shortName(Name));
}

/// Returns "rows (long)"; empty if the type is unknown.
std::string nameWithType(const result::Profile &, const result::Structure &S) {
  return S.Type.empty() ? "" : fmt::format("{} ({})", S.Name, S.Type);
}

/// Returns "rows (heap)": a container and its memory often have one type and
/// place.
std::string nameWithKind(const result::Profile &, const result::Structure &S) {
  return fmt::format("{} ({})", S.Name, result::structureKindName(S.Kind));
}

/// Returns "rows (sets/build.c:79)"; empty if the place is unknown.
std::string nameWithPlace(const result::Profile &P,
                          const result::Structure &S) {
  std::string Place = tablePlace(P, S.File, S.Line);
  return Place.empty() ? "" : fmt::format("{} ({})", S.Name, Place);
}

using Structures = std::vector<result::Structure *>;

/// Gives \p Group, structures of one name, titles that differ from one another
/// and from those of \p Titled of that name: with the type where that differs,
/// else with the kind, else with the place, else with a number above
/// \p Numbers. Returns the last number.
size_t distinguish(const result::Profile &P, const Structures &Titled,
                   Structures Group, size_t Numbers) {
  for (auto Longer : {nameWithType, nameWithKind, nameWithPlace}) {
    std::map<std::string, size_t> Uses;
    for (const Structures *All :
         {&Titled, static_cast<const Structures *>(&Group)})
      for (const result::Structure *S : *All)
        ++Uses[printableName(Longer(P, *S))];
    std::erase_if(Group, [&](result::Structure *S) {
      std::string Name = Longer(P, *S);
      bool IsUnique = !Name.empty() && Uses[printableName(Name)] == 1;
      if (IsUnique)
        S->Title = std::move(Name);
      return IsUnique;
    });
  }
  for (result::Structure *S : Group)
    S->Title = fmt::format("{} #{}", S->Name, ++Numbers);
  return Numbers;
}

/// Returns whether the path and line of \p S end with \p Place, "build.c:79".
bool isPlaceOf(const result::Structure &S, std::string_view Place) {
  std::string Whole = fmt::format("{}:{}", S.File, S.Line);
  return Whole == Place || (Whole.ends_with(Place) &&
                            Whole[Whole.size() - Place.size() - 1] == '/');
}

bool hasName(const result::Structure &S, std::string_view Name) {
  return Name == S.Name || Name == printableName(S.Name);
}

bool hasTitle(const result::Structure &S, std::string_view Name) {
  return Name == S.title() || Name == tableName(S);
}

/// Returns whether a table that was made in another folder, or with other
/// structures of that name, may call \p S \p Name.
bool mayHaveTitle(const result::Structure &S, std::string_view Name) {
  for (const std::string &Base : {S.Name, printableName(S.Name)}) {
    if (!Name.starts_with(Base + " (") || !Name.ends_with(')'))
      continue;
    std::string_view More =
        Name.substr(Base.size() + 2, Name.size() - Base.size() - 3);
    if (!More.empty() &&
        (More == S.Type || More == shortName(S.Type) ||
         More == result::structureKindName(S.Kind) || isPlaceOf(S, More)))
      return true;
  }
  return false;
}

/// Returns whether \p S is one of "[stacks of 30 threads]", a row of tables.
bool isAmongStacks(const result::Structure &S, std::string_view Name) {
  if (Name.starts_with('['))
    Name.remove_prefix(1);
  return Name.starts_with("stacks of ") && result::isThreadStack(S) &&
         S.Total.Accesses != 0;
}

/// Returns whether \p S is "[stack]" and \p Name is "stack": shells want quotes
/// around brackets.
bool hasNameInBrackets(const result::Structure &S, std::string_view Name) {
  return S.Name == fmt::format("[{}]", Name);
}

template <typename Rows>
void addFiles(std::set<std::string> &Files, const Rows &Source) {
  for (const auto &Row : Source)
    Files.insert(Row.File);
}

} // namespace

void nameStructures(result::Profile &P) {
  std::map<std::string, Structures> ByName;
  for (result::Structure &S : P.Structures) {
    S.Title.clear();
    if (!isFixed(S))
      ByName[printableName(S.Name)].push_back(&S);
  }
  for (auto &[Name, Namesakes] : ByName) {
    // A large program has thousands of structures that it never accesses. They
    // do not make the names of others longer.
    Structures Used, Idle;
    for (result::Structure *S : Namesakes)
      (wasTouched(*S) ? Used : Idle).push_back(S);
    size_t Numbers = 0;
    if (Used.size() > 1)
      Numbers = distinguish(P, {}, Used, 0);
    if (Namesakes.size() > 1)
      distinguish(P, Used, Idle, Numbers);
  }
}

void nameForTables(result::Profile &P, const std::string &Folder,
                   PathStyle Style) {
  P.TableFiles.clear();
  if (Style == PathStyle::Short) {
    std::set<std::string> Files, Source;
    addFiles(Files, P.Sites);
    addFiles(Files, P.BlindSpots);
    addFiles(Files, P.Pairs.Sites);
    addFiles(Files, P.Sharing.Sites);
    addFiles(Files, P.Vectors.Blocks);
    Source = Files;
    for (const result::Structure &S : P.Structures) {
      Files.insert(S.File);
      // Without a line, it may be a file that the program maps.
      if (S.Line != 0)
        Source.insert(S.File);
    }
    P.TableFiles = shortPaths(Files, Folder, projectRoot(Source));
  }
  nameStructures(P);
}

std::string tableName(const result::Structure &S) {
  return printableName(S.title());
}

std::string tableName(const result::Profile &P, StructureId Id) {
  return tableName(P.Structures[Id.Value]);
}

std::string tableFile(const result::Profile &P, const std::string &File) {
  auto It = P.TableFiles.find(File);
  return It == P.TableFiles.end() ? File : It->second;
}

std::string tablePlace(const result::Profile &P, const std::string &File,
                       uint32_t Line) {
  std::string Place = tableFile(P, File);
  if (!Place.empty() && Line != 0)
    Place += fmt::format(":{}", Line);
  return Place;
}

Expected<std::vector<StructureId>> structuresNamed(const result::Profile &P,
                                                   const std::string &Name) {
  for (auto *IsCalled :
       {hasName, hasTitle, mayHaveTitle, hasNameInBrackets, isAmongStacks}) {
    std::vector<StructureId> Found;
    for (uint32_t Id = 0; Id != P.Structures.size(); ++Id)
      if (IsCalled(P.Structures[Id], Name))
        Found.push_back(StructureId(Id));
    if (!Found.empty())
      return Found;
  }
  std::vector<std::string> Known;
  for (const result::Structure &S : P.Structures) {
    Known.push_back(S.Name);
    if (S.title() != S.Name)
      Known.push_back(S.title());
  }
  std::string Hint = didYouMean(Name, Known);
  return makeError("no structure is called '{}'{}", Name,
                   Hint.empty() ? "; 'memfacet report --all' lists them"
                                : Hint);
}

Expected<std::vector<StructureId>>
structuresNamed(const result::Profile &P,
                const std::vector<std::string> &Names) {
  std::vector<StructureId> All;
  for (const std::string &Name : Names) {
    Expected<std::vector<StructureId>> Found = structuresNamed(P, Name);
    if (!Found)
      return Found.error();
    All.insert(All.end(), Found->begin(), Found->end());
  }
  return All;
}

} // namespace memfacet::report
