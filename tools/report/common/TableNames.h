//===- TableNames.h - what tables call structures and files ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tables write names and paths shorter than the profile has them, and
// distinguish structures of one name. What they write is decided once for a
// profile, so it is the same in all tables and can be typed in a command.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_REPORT_COMMON_TABLENAMES_H
#define MEMFACET_REPORT_COMMON_TABLENAMES_H

#include "analysis/result/profile/Profile.h"
#include "tools/report/format/Columns.h"
#include <string>
#include <vector>

namespace memfacet::report {

enum class PathStyle { Short, Full };

/// Decides what tables write for the structures and files of \p P. \p Folder is
/// the current folder.
void nameForTables(result::Profile &P, const std::string &Folder,
                   PathStyle Style = PathStyle::Short);
/// Decides the same for structures only; P.TableFiles stay as they are.
void nameStructures(result::Profile &P);

/// Returns the name of a structure in tables: short, printable, and different
/// from all others.
std::string tableName(const result::Structure &S);
std::string tableName(const result::Profile &P, StructureId Id);

/// Makes a column for the name of a structure, to which \p Get returns a
/// reference: for people the name in tables, for programs the plain one.
template <typename StructureOf>
auto structureColumn(std::string Header, std::string Key, StructureOf Get,
                     std::string CsvKey = "") {
  return ColumnOfAnyRow{[=](auto &C) {
    C.Header = Header, C.Key = Key, C.CsvKey = CsvKey;
    C.Value = [Get](auto &R) { return Get(R).Name; };
    C.Text = [Get](auto &R) { return tableName(Get(R)); };
    C.Fits = TableColumn::Fit::CutMiddle;
  }};
}

/// Returns "src/simplex.c" as tables write it.
std::string tableFile(const result::Profile &P, const std::string &File);
/// Returns "src/simplex.c:120"; empty if the file is not known.
std::string tablePlace(const result::Profile &P, const std::string &File,
                       uint32_t Line);

/// Finds the structures of \p P that are called \p Name: a plain name, which
/// several may have, or a name in tables. If there is none, the error suggests
/// a similar name.
Expected<std::vector<StructureId>> structuresNamed(const result::Profile &P,
                                                   const std::string &Name);
/// Finds those of all \p Names.
Expected<std::vector<StructureId>>
structuresNamed(const result::Profile &P,
                const std::vector<std::string> &Names);

} // namespace memfacet::report

#endif
