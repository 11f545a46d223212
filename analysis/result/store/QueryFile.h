//===- QueryFile.h - questions to a profile in SQL ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RESULT_STORE_QUERYFILE_H
#define MEMFACET_RESULT_STORE_QUERYFILE_H

#include "analysis/result/profile/Profile.h"
#include <memory>
#include <string>
#include <variant>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace memfacet::result {

/// A cell is nothing, a whole number, a number, text, or bytes.
struct QueryBytes {
  std::string Bytes;
  bool operator==(const QueryBytes &) const = default;
};
using QueryValue =
    std::variant<std::monostate, int64_t, double, std::string, QueryBytes>;

/// The result of one statement, row by row. The QueryFile outlives it.
class QueryResult {
public:
  const std::vector<std::string> &columns() const { return Names; }
  /// Reads the next row into \p Row. Returns whether there is one.
  Expected<bool> next(std::vector<QueryValue> &Row);

private:
  friend class QueryFile;
  struct Finalize {
    void operator()(sqlite3_stmt *S) const;
  };
  std::unique_ptr<sqlite3_stmt, Finalize> Self;
  std::vector<std::string> Names;
};

/// A profile that is open for reading in SQL: its tables, its views (Views.h)
/// and `intervals`. Nothing can be changed, and no other file can be opened.
class QueryFile {
public:
  /// A table or view, and its columns.
  struct Source {
    std::string Name;
    std::vector<std::string> Columns;
  };

  /// Verifies all of the profile at \p Path, as readProfile does. One of an
  /// earlier version is converted in memory.
  static Expected<QueryFile> open(const std::string &Path);
  /// Does the same where \p P was already read from \p Path.
  static Expected<QueryFile> open(const std::string &Path, Profile P);
  /// Does the same for a profile that may be in no file, by way of a file that
  /// is removed as soon as it is open.
  static Expected<QueryFile> fromProfile(Profile P);

  /// Returns the views, intervals among them, then the tables.
  const std::vector<Source> &views() const { return Views; }
  const std::vector<Source> &tables() const { return Tables; }
  const Profile &profile() const { return *P; }

  /// Begins one statement. The error says what is wrong with it.
  Expected<QueryResult> ask(const std::string &Sql) const;

private:
  struct Close {
    void operator()(sqlite3 *D) const;
  };
  QueryFile() = default;
  static Expected<QueryFile> openFile(const std::string &Path, Profile P);
  Status findSources();
  Status checkViews() const;

  std::unique_ptr<Profile> P; ///< stays where it is: SQLite knows its address
  std::unique_ptr<sqlite3, Close> Self;
  std::vector<Source> Views, Tables;
};

} // namespace memfacet::result

#endif
