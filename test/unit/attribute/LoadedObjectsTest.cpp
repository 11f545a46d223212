//===- LoadedObjectsTest.cpp ----------------------------------------------===//

#include "analysis/attribute/HeapObjects.h"
#include "test/support/Test.h"

namespace {

constexpr StructureId First(5), Second(6);

TEST(LoadedObjects, CodeIsTheObjectsWhoseDataFollows) {
  LoadedObjects Objects;
  // Read-only data, code, data.
  Objects.add(0x1000, 0x2000, First);
  Objects.add(0x3000, 0x4000, First);
  // Code first.
  Objects.add(0x8000, 0x9000, Second);
  EXPECT_EQ(Objects.around(0x2800), First);
  EXPECT_EQ(Objects.around(0x7000), Second);
  EXPECT_EQ(Objects.around(0x9000), StructureRegistry::Library);
  EXPECT_EQ(Objects.around(0), StructureRegistry::Library);
}

TEST(LoadedObjects, CodeFarAwayIsNobodys) {
  LoadedObjects Objects;
  Objects.add(0x700000000000, 0x700000001000, First);
  EXPECT_EQ(Objects.around(0x400000), StructureRegistry::Library);
  EXPECT_EQ(Objects.around(0x6fffffff0000), First);
}

TEST(LoadedObjects, WhatIsUnloadedOwnsNothing) {
  LoadedObjects Objects;
  Objects.add(0x3000, 0x4000, First);
  Objects.remove(0x3000, 0x4000);
  EXPECT_EQ(Objects.around(0x2800), StructureRegistry::Library);
  // Another one comes to its place.
  Objects.add(0x3000, 0x4000, First);
  Objects.add(0x2000, 0x5000, Second);
  EXPECT_EQ(Objects.around(0x1800), Second);
  EXPECT_EQ(Objects.around(0x2800), StructureRegistry::Library);
}

} // namespace
