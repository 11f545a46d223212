//===- FakeCollector.h - the other side of a region -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_TEST_RUNTIME_FAKECOLLECTOR_H
#define MEMFACET_TEST_RUNTIME_FAKECOLLECTOR_H

#include "test/runtime/support/Stream.h"

namespace memfacet::test {

/// Collects a region into a Stream. One thread.
class FakeCollector {
public:
  /// Maps the region of \p Fd.
  explicit FakeCollector(int Fd);
  ~FakeCollector();
  FakeCollector(const FakeCollector &) = delete;
  FakeCollector &operator=(const FakeCollector &) = delete;

  /// A new region as `memfacet record` makes it; the descriptor is inherited.
  static int makeRegion(uint32_t Reserved);

  RegionHeader &header() const;
  bool mapped() const { return Base; }
  void attach();
  /// Copies, clears and frees what was handed over. Sleeps up to
  /// \p Milliseconds if there is nothing. The number of chunks.
  unsigned drain(unsigned Milliseconds);
  /// Copies what is still being filled, up to the first zero word that no
  /// record covers; for a program that has ended.
  void takeFilling();
  /// Do not free chunks: the program runs dry.
  bool KeepChunks = false;

  Stream Result;

private:
  ChunkHeader *at(uint32_t Index) const;
  void take(ChunkHeader &C, uint64_t Words);
  void giveBack(uint32_t Index);

  char *Base = nullptr;
  uint64_t Bytes = 0;
};

} // namespace memfacet::test

#endif
