//===- Csv.h - comma-separated values -------------------------------------===//

#ifndef MEMFACET_REPORT_FORMAT_CSV_H
#define MEMFACET_REPORT_FORMAT_CSV_H

#include <string>
#include <vector>

namespace memfacet {

using CsvCells = std::vector<std::string>;

/// One line, quoted as RFC 4180 says where it must be.
std::string csvLine(const CsvCells &Row);

} // namespace memfacet

#endif
