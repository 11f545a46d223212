//===- PairFile.cpp - sampled pairs one by one, in a file -----------------===//

#include "analysis/communication/PairFile.h"
#include <fmt/format.h>

namespace memfacet {

/// Quoted as RFC 4180 says.
static std::string quoted(const std::string &Text) {
  std::string Result = "\"";
  for (char C : Text)
    Result.append(C == '"' ? 2 : 1, C);
  return Result + '"';
}

PairFile::PairFile(const std::string &Path, DescribeSite Site,
                   NameStructure Structure)
    : File(Path, std::ios::binary), Site(std::move(Site)),
      Structure(std::move(Structure)) {
  File << "watch";
  for (int End : {1, 2})
    for (const char *Column :
         {"thread", "kind", "address", "bytes", "units", "all_units",
          "structure", "function", "file", "line", "column"})
      File << fmt::format(",{}{}", Column, End);
  File << '\n';
}

std::string PairFile::half(const PairAccess &A) {
  PairSite S = Site(A.Site);
  return fmt::format(",{},{},{:#x},{},{},{},{},{},{},{},{}", A.Thread,
                     accessKindName(S.Kind), A.Address, A.Bytes, A.Units,
                     A.AllUnits, quoted(Structure(A.Structure)),
                     quoted(S.Function), quoted(S.File), S.Line, S.Column);
}

void PairFile::add(uint64_t Number, const PairAccess &First,
                   const PairAccess *Second) {
  File << Number << half(First)
       << (Second ? half(*Second) : std::string(11, ',')) << '\n';
}

} // namespace memfacet
