//===- Texts.cpp - files of text, and names -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/owners/names/WrapperNames.h"
#include "analysis/result/profile/RecordType.h"
#include "analysis/study/clustering/VectorFile.h"
#include "analysis/study/points/PointFile.h"
#include "memfacet/ContainerRoles.h"
#include "memfacet/FunctionNames.h"
#include "memfacet/SourceSymbols.h"
#include "memfacet/UsedTypes.h"
#include "test/fuzz/Feed.h"
#include "test/fuzz/Targets.h"
#include "tools/support/ShortName.h"
#include "tools/support/TextLayout.h"
#include <cmath>

namespace memfacet::fuzz {

void fuzzVectors(std::string_view Bytes) {
  Feed In(Bytes);
  VectorFileOptions Options;
  Options.Dimensions = 1 + In.take<uint8_t>() % 4;
  Expected<VectorFile> V = parseVectors(In.rest(), Options);
  use(V);
  // A file that may be compressed.
  static const MemoryFile File;
  if (In.rest().starts_with("\x1f\x8b")) {
    File.put(In.rest());
    use(readVectorFile(File.path(), Options));
  }
}

void fuzzPoints(std::string_view Bytes) {
  Feed In(Bytes);
  auto Length = In.take<uint8_t>();
  std::string_view Points = In.bytes(Length);
  Expected<ChosenIntervals> P = parsePoints(Points, In.rest(), 0);
  if (!P)
    return;
  double Sum = 0;
  for (const ChosenInterval &I : P->Points)
    Sum += I.Weight;
  if (P->Points.empty() || !(std::abs(Sum - 1) < 1e-6))
    contradiction("weights of points do not add up to 1");
  if (P->Cut) {
    Expected<ChosenIntervals> Copy =
        parsePoints(cutLine(*P->Cut) + "\n0 0\n", "", 0);
    if (!Copy || Copy->Cut != P->Cut)
      contradiction("a line that says how to cut is read as another one");
  }
}

void fuzzLayouts(std::string_view Bytes) {
  std::optional<RecordType> R = parseLayout(Bytes);
  use(R);
}

void fuzzWrappers(std::string_view Bytes) {
  Feed In(Bytes);
  std::string_view Function = In.bytes(In.take<uint8_t>());
  Expected<WrapperNames> Names = WrapperNames::parse(In.rest(), "names");
  if (!Names)
    return;
  use(Names->verdict(Function));
  use(Names->verdict("ns::Class<int>::method"));
  use(Names->isLibraryAllocator(Function));
}

void fuzzNames(std::string_view Bytes) {
  std::string Written = writtenName(Bytes);
  use(shortName(Written));
  use(readableName(std::string(Bytes), Written));
  use(sourceSymbol(Bytes));
  DemangledName Name(Bytes);
  use(Name.symbol());
  use(Name.function());
  for (size_t Width : {1, 8, 40}) {
    use(elided(Bytes, Width));
    use(elidedPath(Bytes, Width));
    use(cutAtEnd(Bytes, Width));
    use(wrapped(Bytes, 2, Width));
    use(fitted(Bytes, Width));
  }
}

} // namespace memfacet::fuzz
