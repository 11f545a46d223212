//===- Instrumented.h - what the pass inserts, by hand --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For C programs that stand in for instrumented ones. Block K of the table has
// K slots.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_TEST_RUNTIME_INSTRUMENTED_H
#define MEMFACET_TEST_RUNTIME_INSTRUMENTED_H

#include <stdint.h>

extern __thread uint64_t *__memfacet_cursor
    __attribute__((tls_model("initial-exec")));
extern __thread uint64_t *__memfacet_limit
    __attribute__((tls_model("initial-exec")));
extern __thread uint64_t __memfacet_site
    __attribute__((tls_model("initial-exec")));
extern __thread uint64_t __memfacet_depth
    __attribute__((tls_model("initial-exec")));
extern __thread uint64_t __memfacet_contexts[64]
    __attribute__((tls_model("initial-exec")));
void __memfacet_next(void) __attribute__((preserve_all));
void __memfacet_register(const void *);
void __memfacet_unregister(const void *);
void __memfacet_version_mismatch_check_v21(void);

struct TestBlock {
  int32_t Sites, References, Function, Location, Operations;
  uint32_t Ordinal, Instructions;
  uint16_t SiteCount, SlotCount;
  uint32_t Flags, Id;
  int32_t BlockBefore;
};
#define TEST_BLOCK(K) {0, 0, 0, 0, 0, K, 1, 0, K, 0, 100 + K, 0}
static struct TestBlock TestBlocks[8] = {
    TEST_BLOCK(0), TEST_BLOCK(1), TEST_BLOCK(2), TEST_BLOCK(3),
    TEST_BLOCK(4), TEST_BLOCK(5), TEST_BLOCK(6), TEST_BLOCK(7)};

struct TestGlobal {
  uint64_t Address, Size;
  int32_t Name, Type, File;
  uint32_t Line;
  int32_t Function;
  uint32_t Flags;
  int32_t LinkageName;
  uint32_t ElementSize;
};
static __thread uint64_t TestThreadLocal;
static void *testThreadLocal(void) { return &TestThreadLocal; }
static struct TestGlobal TestGlobals[1];

struct TestTables {
  uint32_t Version, Count;
  struct {
    const void *Begin, *End;
  } Ranges[11];
  const char *Collector;
};
static struct TestTables TestModule;

static inline uint64_t *beginRecord(unsigned K) {
  uint64_t *Cursor = __memfacet_cursor;
  if (Cursor >= __memfacet_limit) {
    __memfacet_next();
    Cursor = __memfacet_cursor;
  }
  *(volatile uint64_t *)Cursor = (uint64_t)&TestBlocks[K];
  __memfacet_cursor = Cursor + 1 + K;
  return Cursor + 1;
}

/// A record of block 1.
static inline void recordOne(uint64_t Address) {
  uint64_t *Slots = beginRecord(1);
  *(volatile uint64_t *)Slots = Address;
}

__attribute__((constructor(101))) static void registerTestModule(void) {
  TestGlobals[0].Address = (uint64_t)testThreadLocal;
  TestGlobals[0].Size = 8;
  TestGlobals[0].Flags = 2; // GlobalThreadLocal
  TestModule.Version = 21;
  TestModule.Count = 11;
  TestModule.Ranges[0].Begin = TestBlocks;
  TestModule.Ranges[0].End = TestBlocks + 8;
  TestModule.Ranges[4].Begin = TestGlobals;
  TestModule.Ranges[4].End = TestGlobals + 1;
  __memfacet_version_mismatch_check_v21();
  __memfacet_register(&TestModule);
  __memfacet_register(&TestModule); // idempotent
}
__attribute__((destructor(101))) static void unregisterTestModule(void) {
  __memfacet_unregister(&TestModule);
}

#endif
