//===- LibFuzzer.cpp - the target that the program is called by -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// usage: fuzz-NAME [libFuzzer's options and folders]
//        fuzz-NAME --seeds FOLDER
//
//===----------------------------------------------------------------------===//

#include "test/fuzz/Targets.h"
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

using namespace memfacet::fuzz;

static const Target *Chosen = nullptr;

extern "C" int LLVMFuzzerInitialize(int *Count, char ***Values) {
  if (*Count == 3 && std::string_view((*Values)[1]) == "--seeds") {
    writeSeeds((*Values)[2]);
    std::exit(0);
  }
  std::string_view Name = (*Values)[0];
  Name = Name.substr(Name.rfind('-') + 1);
  Chosen = findTarget(Name);
  if (!Chosen) {
    std::fprintf(stderr, "call it fuzz-NAME by a link; names:\n");
    for (const Target &T : AllTargets)
      std::fprintf(stderr, "  %-12s%s\n", T.Name, T.Feeds);
    std::exit(2);
  }
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Bytes) {
  Chosen->Run({reinterpret_cast<const char *>(Data), Bytes});
  return 0;
}
