//===- TraceFile.h - a trace of one test ----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_TEST_SUPPORT_TRACEFILE_H
#define MEMFACET_TEST_SUPPORT_TRACEFILE_H

#include "analysis/words/trace/TraceWriter.h"
#include "test/support/FixedLengths.h"
#include "test/support/StreamBuilder.h"
#include "test/support/TemporaryFile.h"
#include "test/support/Wings.h"

namespace memfacet::test {

/// A test with segments of threads, and the file to which they are written.
class TraceFile : public testing::Test, protected TemporaryFile {
protected:
  TraceFile() : TemporaryFile(".mft") {}

  void write() const {
    FixedLengths Lengths;
    std::unique_ptr<TraceWriter> Writer =
        good(TraceWriter::create(Path, Lengths));
    for (const auto &[Thread, S] : Segments)
      EXPECT_TRUE(Writer->segment({ThreadId(Thread), S.words()}));
    EXPECT_TRUE(Writer->finish({}));
  }

  std::vector<std::pair<uint32_t, StreamBuilder>> Segments;
};

} // namespace memfacet::test

#endif
