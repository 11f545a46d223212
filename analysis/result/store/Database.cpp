//===- Database.cpp - as much of SQLite as a profile needs ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/result/store/Database.h"
#include "memfacet/Check.h"
#include <sqlite3.h>

namespace memfacet::result {

void Statement::Finalize::operator()(sqlite3_stmt *S) const {
  sqlite3_finalize(S);
}
void Database::Close::operator()(sqlite3 *D) const { sqlite3_close(D); }

static Error lastError(sqlite3 *D) {
  switch (D ? sqlite3_errcode(D) : SQLITE_NOMEM) {
  case SQLITE_CORRUPT:
    return {"it is damaged; copy it again, or record it again"};
  case SQLITE_NOTADB:
    return {"not a MemFacet profile"};
  case SQLITE_NOMEM:
    return {"out of memory"};
  default:
    return {sqlite3_errmsg(D)};
  }
}

void Statement::bind(int Position, uint64_t Value) {
  MEMFACET_CHECK(Position > 0, "SQLite counts parameters from 1");
  sqlite3_bind_int64(Self.get(), Position, sqlite3_int64(Value));
}

void Statement::bind(int Position, std::string_view Text) {
  // A null pointer would bind NULL.
  const char *Data = Text.empty() ? "" : Text.data();
  sqlite3_bind_text64(Self.get(), Position, Data, Text.size(), SQLITE_STATIC,
                      SQLITE_UTF8);
}

void Statement::bind(int Position, Blob Bytes) {
  const char *Data = Bytes.Bytes.empty() ? "" : Bytes.Bytes.data();
  sqlite3_bind_blob64(Self.get(), Position, Data, Bytes.Bytes.size(),
                      SQLITE_STATIC);
}

Status Statement::finish() {
  int Step = sqlite3_step(Self.get());
  sqlite3_reset(Self.get());
  sqlite3_clear_bindings(Self.get());
  if (Step != SQLITE_DONE)
    return lastError(sqlite3_db_handle(Self.get()));
  return {};
}

Expected<bool> Statement::next() {
  int Step = sqlite3_step(Self.get());
  if (Step == SQLITE_ROW)
    return true;
  if (Step == SQLITE_DONE)
    return false;
  return lastError(sqlite3_db_handle(Self.get()));
}

uint64_t Statement::number(int Column) const {
  return uint64_t(sqlite3_column_int64(Self.get(), Column));
}

std::string Statement::text(int Column) const {
  std::span<const uint8_t> Bytes = blob(Column);
  return {reinterpret_cast<const char *>(Bytes.data()), Bytes.size()};
}

std::span<const uint8_t> Statement::blob(int Column) const {
  const void *Data = sqlite3_column_blob(Self.get(), Column);
  int Size = sqlite3_column_bytes(Self.get(), Column);
  if (!Data || Size <= 0)
    return {};
  BytesRead += uint64_t(Size);
  return {static_cast<const uint8_t *>(Data), size_t(Size)};
}

Expected<Database> Database::open(const std::string &Path, Mode M) {
  sqlite3 *Raw = nullptr;
  int Flags = M == Mode::Read ? SQLITE_OPEN_READONLY
                              : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  // One thread at a time: a lock for each row would be a tenth of its cost.
  Flags |= SQLITE_OPEN_NOMUTEX;
  int Result = sqlite3_open_v2(Path.c_str(), &Raw, Flags, nullptr);
  Database D(Raw);
  if (Result != SQLITE_OK)
    return lastError(Raw);
  // Foreign files must not run anything: no functions or virtual tables from
  // their schema.
  sqlite3_db_config(Raw, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_db_config(Raw, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  if (Status S = D.run("PRAGMA cell_size_check = ON"); !S)
    return S.error();
  return D;
}

Status Database::run(const std::string &Sql) {
  if (sqlite3_exec(Self.get(), Sql.c_str(), nullptr, nullptr, nullptr) !=
      SQLITE_OK)
    return lastError(Self.get());
  return {};
}

Expected<Statement> Database::prepare(const std::string &Sql) {
  sqlite3_stmt *Raw = nullptr;
  if (sqlite3_prepare_v2(Self.get(), Sql.c_str(), -1, &Raw, nullptr) !=
      SQLITE_OK)
    return lastError(Self.get());
  return Statement(Raw);
}

Expected<uint64_t> Database::number(const std::string &Sql) {
  Expected<Statement> S = prepare(Sql);
  if (!S)
    return S.error();
  Expected<bool> Row = S->next();
  if (!Row)
    return Row.error();
  if (!*Row)
    return makeError("'{}' gives nothing", Sql);
  return S->number(0);
}

Expected<uint64_t> Database::size() {
  Expected<uint64_t> Pages = number("PRAGMA page_count");
  if (!Pages)
    return Pages;
  Expected<uint64_t> Bytes = number("PRAGMA page_size");
  if (!Bytes)
    return Bytes;
  return *Pages * *Bytes;
}

} // namespace memfacet::result
