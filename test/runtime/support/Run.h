//===- Run.h - running a test program -------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_TEST_RUNTIME_RUN_H
#define MEMFACET_TEST_RUNTIME_RUN_H

#include "test/runtime/support/FakeCollector.h"
#include "test/support/Test.h"

namespace memfacet::test {

struct Outcome {
  int Status = 0; ///< as waitpid says
  std::string Output;
  std::string Errors;
  Stream Recorded;
  uint64_t LostChunks = 0;
  uint64_t LiveThreads = 0;
};

struct RunOptions {
  std::string Options = {}; ///< MEMFACET_OPTIONS
  uint32_t Chunks = 32;     ///< reserved
  bool Collect = true;      ///< false: never free a chunk
  std::string Folder = {};  ///< to run in
  std::vector<std::string> Environment = {};
};

/// Runs test program \p Name under a collector in this process, as
/// `memfacet record` does.
Outcome runUnderCollector(const std::string &Name,
                          const std::vector<std::string> &Arguments,
                          const RunOptions &Settings = {});

/// Runs it by itself; it starts the fake collector, whose stream is read.
Outcome runByItself(const std::string &Name,
                    const std::vector<std::string> &Arguments,
                    const RunOptions &Settings = {});

using Slots = std::vector<uint64_t>;
using Words = std::vector<uint64_t>;

/// What a program's main thread says between two records, of which the first
/// has \p First.
struct BetweenRecords {
  Outcome O;
  std::vector<Item> Items;

  explicit BetweenRecords(const std::string &Name,
                          const std::vector<std::string> &Arguments = {},
                          uint64_t First = 0xbe9);
  /// Returns the words of event \p I without the order number.
  Words words(size_t I) const {
    return {Items.at(I).Words.begin() + 1, Items.at(I).Words.end()};
  }
  uint32_t argument(size_t I) const { return eventArgument(Items[I].Header); }
};

/// Expects that \p Numbers are 1, 2, 3 and so on.
inline void expectCounting(const Slots &Numbers,
                           std::optional<size_t> Count = {}) {
  ASSERT_EQ(Numbers.size(), Count.value_or(Numbers.size()));
  for (size_t I = 0; I != Numbers.size(); ++I)
    ASSERT_EQ(Numbers[I], I + 1);
}

/// A folder that is empty and goes away.
class TemporaryFolder {
public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;
  std::string path(const std::string &Name) const { return Path + "/" + Name; }
  /// Paths of the files whose names begin with \p Prefix and end with \p
  /// Suffix.
  std::vector<std::string> files(const std::string &Prefix,
                                 const std::string &Suffix = "") const;
  const std::string &folder() const { return Path; }

private:
  std::string Path;
};

} // namespace memfacet::test

#endif
