//===- Modules.cpp - events of instrumented objects -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/lifecycle/Modules.h"
#include "memfacet/Check.h"
#include "runtime/process/ModuleList.h"
#include "runtime/record/EventWriter.h"

namespace memfacet::lifecycle {

namespace {

void writeTable(record::ThreadState &T, uint32_t Number, TableRange Range) {
  while (Range.Begin < Range.End) {
    uint64_t Size = Range.End - Range.Begin;
    if (Size > MaxTableDataBytes)
      Size = MaxTableDataBytes;
    record::emitWithBytes<EventKind::TableData>(
        T, Number, Text(reinterpret_cast<const char *>(Range.Begin), Size),
        Range.Begin, Size);
    Range.Begin += Size;
  }
}

} // namespace

void writeModule(record::ThreadState &T, const process::Module &M) {
  const TableRange *R = M.Tables->Ranges;
  MEMFACET_CHECK(M.Place.Path[process::ObjectPathBytes - 1] == 0,
                 "a path ends before its room does");
  static_assert(TableCount == 11);
  // The path ends with at least one NUL.
  record::emitWithBytes<EventKind::Module>(
      T, M.Number, Text(M.Place.Path, Text(M.Place.Path).Size + 1),
      M.Place.LoadBias, R[0].Begin, R[0].End, R[1].Begin, R[1].End, R[2].Begin,
      R[2].End, R[3].Begin, R[3].End, R[4].Begin, R[4].End, R[5].Begin,
      R[5].End, R[6].Begin, R[6].End, R[7].Begin, R[7].End, R[8].Begin,
      R[8].End, R[9].Begin, R[9].End, R[10].Begin, R[10].End);
  for (uint32_t I = 0; I != TableCount; ++I)
    writeTable(T, M.Number, R[I]);
}

void writeThreadLocals(record::ThreadState &T, const process::Module &M) {
  if (!M.HasThreadLocals)
    return;
  process::forThreadLocals(*M.Tables, [&](const Global &G) {
    auto Instance = reinterpret_cast<void *(*)()>(G.Address);
    auto Address = reinterpret_cast<uint64_t>(Instance());
    record::emit<EventKind::ThreadLocal>(T, 0, reinterpret_cast<uint64_t>(&G),
                                         Address);
  });
}

void announceModules(record::ThreadState &T) {
  process::forLoadedModules(
      [&](const process::Module &M) { writeModule(T, M); });
}

void announceThreadLocals(record::ThreadState &T) {
  process::forLoadedModules(
      [&](const process::Module &M) { writeThreadLocals(T, M); });
}

} // namespace memfacet::lifecycle
