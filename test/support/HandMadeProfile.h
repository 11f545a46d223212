//===- HandMadeProfile.h - profiles written by hand -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_TEST_SUPPORT_HANDMADEPROFILE_H
#define MEMFACET_TEST_SUPPORT_HANDMADEPROFILE_H

#include "analysis/result/profile/Profile.h"
#include "test/support/Wings.h"

namespace memfacet::test {

/// Returns a heap structure of a profile with two levels.
inline Structure heapStructure(std::string Name, uint64_t Accesses,
                               uint64_t L1Misses, uint64_t L2Misses) {
  Structure S{};
  S.Kind = StructureKind::Heap;
  S.Name = std::move(Name);
  S.Named = true;
  S.Type = "struct node";
  S.File = "/home/me/app/build.c";
  S.Line = 12;
  S.Function = "build";
  S.ElementBytes = 64;
  S.Bytes = 4096;
  S.PeakBytes = 2048;
  S.Objects = 2;
  S.Total = {Accesses,
             Accesses - Accesses / 4,
             Accesses / 4,
             {{Accesses, L1Misses, 3}, {L1Misses, L2Misses, 1}}};
  return S;
}

inline Structure fixedStructure(StructureKind Kind, uint64_t Accesses,
                                uint64_t L1Misses) {
  Structure S = heapStructure("", Accesses, L1Misses, 0);
  S.Kind = Kind;
  S.Name = std::string("[") + structureKindName(Kind) + "]";
  S.Named = false;
  S.Type = S.File = S.Function = "";
  S.Line = 0;
  S.ElementBytes = S.Bytes = S.PeakBytes = S.Objects = 0;
  return S;
}

/// Returns a profile whose structures are [library], [unattributed] and
/// \p Structures.
inline Profile handMadeProfile(std::vector<Structure> Structures) {
  Profile P;
  P.Program = "./app";
  P.Arguments = {"--size", "3 4"};
  P.ProcessId = 77;
  P.ToolVersion = "0.1.0";
  P.Caches = {"custom",
              "spec",
              64,
              {{"L1", 32 * 1024, 8, false}, {"L2", 1024 * 1024, 16, true}}};
  P.Instructions = 1'000'000;
  P.IntervalInstructions = 500'000;
  P.Structures = {fixedStructure(StructureKind::Library, 10, 5),
                  fixedStructure(StructureKind::Unattributed, 0, 0)};
  for (Structure &S : Structures)
    P.Structures.push_back(std::move(S));
  P.Threads = {{0, 0, 1'000'000}};
  return P;
}

} // namespace memfacet::test

#endif
