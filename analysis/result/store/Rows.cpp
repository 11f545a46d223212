//===- Rows.cpp - rows of tables, written and read ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/result/store/Rows.h"

namespace memfacet::result {

void RowWriter::add(const TableDefinition &T, const void *Row,
                    std::span<const uint64_t> Numbers) {
  if (Statement *S = insertionInto(T))
    Result = T.insert(*S, Row, Numbers);
}

Statement *RowWriter::insertionInto(const TableDefinition &T) {
  if (!Result)
    return nullptr;
  auto It = Insertions.find(T.Name);
  if (It != Insertions.end())
    return &It->second;
  Expected<Statement> S = D.prepare(T.text().insertion());
  if (!S) {
    Result = S.error();
    return nullptr;
  }
  return &Insertions.emplace(T.Name, std::move(*S)).first->second;
}

Status RowReader::read(const TableText &T,
                       const std::function<bool(const Statement &)> &Visit) {
  Expected<Statement> S = D.prepare(T.Selection);
  if (!S)
    return S.error();
  for (uint64_t BytesBefore = 0;;) {
    Expected<bool> More = S->next();
    if (!More)
      return More.error();
    if (!*More)
      return {};
    if (!Visit(*S) || !spend(S->bytesRead() - BytesBefore + LeastRow))
      return damaged(T.Name);
    BytesBefore = S->bytesRead();
  }
}

} // namespace memfacet::result
