//===- Database.h - as much of SQLite as a profile needs ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RESULT_STORE_DATABASE_H
#define MEMFACET_RESULT_STORE_DATABASE_H

#include "analysis/support/Error.h"
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace memfacet::result {

/// Bytes that are stored as such, not as text.
struct Blob {
  std::string_view Bytes;
};

/// A prepared statement. Numbers are stored in 64 bits, as they are.
class Statement {
public:
  /// Runs the statement once with \p Values for its parameters, in order.
  template <typename... Values> Status insert(const Values &...V) {
    int Position = 0;
    (bind(++Position, V), ...);
    return finish();
  }
  /// Sets parameter \p Position, from 1. Texts and bytes must stay until
  /// finish().
  void bind(int Position, uint64_t Value);
  void bind(int Position, std::string_view Text);
  void bind(int Position, Blob Bytes);
  /// Runs the statement once with what was bound.
  Status finish();

  /// Goes on to the next row. Returns whether there is one.
  Expected<bool> next();
  uint64_t number(int Column) const;
  std::string text(int Column) const;
  /// Returns bytes that are valid until the next row.
  std::span<const uint8_t> blob(int Column) const;
  /// Returns the bytes of texts and blobs that were read so far.
  uint64_t bytesRead() const { return BytesRead; }

private:
  friend class Database;
  struct Finalize {
    void operator()(sqlite3_stmt *S) const;
  };
  explicit Statement(sqlite3_stmt *S) : Self(S) {}

  std::unique_ptr<sqlite3_stmt, Finalize> Self;
  mutable uint64_t BytesRead = 0;
};

/// One open file.
class Database {
public:
  enum class Mode { Read, Create };
  static Expected<Database> open(const std::string &Path, Mode M);

  Status run(const std::string &Sql);
  Expected<Statement> prepare(const std::string &Sql);
  /// Returns the only value of the only row of \p Sql.
  Expected<uint64_t> number(const std::string &Sql);
  /// Returns the bytes of the file.
  Expected<uint64_t> size();

private:
  struct Close {
    void operator()(sqlite3 *D) const;
  };
  explicit Database(sqlite3 *D) : Self(D) {}
  std::unique_ptr<sqlite3, Close> Self;
};

} // namespace memfacet::result

#endif
