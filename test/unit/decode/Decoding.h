//===- Decoding.h - a decoder that keeps what it decodes ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_TEST_UNIT_DECODE_DECODING_H
#define MEMFACET_TEST_UNIT_DECODE_DECODING_H

#include "analysis/decode/Decoder.h"
#include "test/support/Sinks.h"
#include "test/support/StreamBuilder.h"
#include "test/support/Test.h"

namespace memfacet::test {

using Counts = ByInterval<uint64_t>;
using Starts = ByInterval<std::set<uint64_t>>;

/// Decodes records of blocks in Tables.
struct Decoding {
  TableBuilder Tables;
  ModuleSet Modules;
  ModuleBuilder Builder{Modules};
  BatchKeeper Keeper;
  Decoder Decode;

  explicit Decoding(const DecoderOptions &Options = {}, bool WantsSync = false)
      : Decode(Builder, keeper(WantsSync), Options) {}

  /// Returns a stream whose words come after the tables.
  StreamBuilder start() const { return StreamBuilder().module(0, Tables); }
  void run(const StreamBuilder &S, uint32_t Thread = 0) {
    ASSERT_TRUE(Decode.segment({ThreadId(Thread), S.words()}));
  }
  void runAll(const StreamBuilder &S, uint32_t Thread = 0) {
    run(S, Thread);
    Decode.finish();
  }
  /// Returns counts of instructions, at the end.
  Counts intervals() {
    Decode.finish();
    return Keeper.Instructions;
  }
  /// All there is: records of \p Row with these slots.
  void records(uint64_t Row, const std::vector<std::vector<uint64_t>> &Rows) {
    StreamBuilder S = start();
    for (const std::vector<uint64_t> &Slots : Rows)
      S.block(Row, Slots);
    runAll(S);
  }
  void execute(uint64_t Row, uint64_t Count, uint32_t Thread = 0) {
    StreamBuilder S;
    for (uint64_t I = 0; I != Count; ++I)
      S.block(Row, {0x1000});
    run(S, Thread);
  }
  /// By site.
  std::map<uint32_t, uint64_t> executions() const {
    std::map<uint32_t, uint64_t> Executed = Keeper.Executions;
    std::erase_if(Executed,
                  [](const auto &Entry) { return Entry.second == 0; });
    return Executed;
  }

private:
  BatchKeeper &keeper(bool WantsSync) {
    Keeper.Sync = WantsSync;
    return Keeper;
  }
};

} // namespace memfacet::test

#endif
