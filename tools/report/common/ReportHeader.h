//===- ReportHeader.h - the lines above the table -------------------------===//

#ifndef MEMFACET_REPORT_COMMON_REPORTHEADER_H
#define MEMFACET_REPORT_COMMON_REPORTHEADER_H

#include "analysis/profile/Profile.h"

namespace memfacet {

struct HeaderLine {
  std::string Label, Text;
  bool Warning = false;
};

/// What was run, in which caches, and what a reader must doubt.
std::vector<HeaderLine> reportHeader(const Profile &P);

/// "L1 48 KiB 12-way, L2 2 MiB 16-way, L3 32 MiB 16-way shared; 64 B lines".
std::string describeCaches(const CacheModel &Caches);

/// One line for each kind of loss, none where nothing was lost.
std::vector<std::string> describeLoss(const DataLoss &Loss);

} // namespace memfacet

#endif
