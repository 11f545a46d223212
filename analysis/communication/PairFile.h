//===- PairFile.h - sampled pairs one by one, in a file -------------------===//

#ifndef MEMFACET_COMMUNICATION_PAIRFILE_H
#define MEMFACET_COMMUNICATION_PAIRFILE_H

#include "analysis/communication/PairTally.h"
#include <fstream>
#include <string>

namespace memfacet {

/// Comma-separated values, a line for each pair, in the order of their second
/// ends; then those that are dangling, whose second half is empty.
class PairFile {
public:
  using DescribeSite = std::function<PairSite(SiteId)>;
  using NameStructure = std::function<std::string(StructureId)>;

  PairFile(const std::string &Path, DescribeSite Site, NameStructure Structure);

  /// \p Second may be null: dangling.
  void add(uint64_t Number, const PairAccess &First, const PairAccess *Second);
  /// Whether all could be written so far.
  bool good() {
    File.flush();
    return File.good();
  }

private:
  std::string half(const PairAccess &A);

  std::ofstream File;
  DescribeSite Site;
  NameStructure Structure;
};

} // namespace memfacet

#endif
