//===- EvictionReport.h - who evicts whom ---------------------------------===//
//
// The eviction matrix: Agaram et al., Decomposing Memory Performance: Data
// Structures and Phases, ISMM 2006, section 3.5 and Figure 6.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_REPORT_MISSES_EVICTIONREPORT_H
#define MEMFACET_REPORT_MISSES_EVICTIONREPORT_H

#include "tools/report/structures/DetailView.h"
#include "tools/support/Terminal.h"
#include <string>

namespace memfacet {

/// Rows lose lines that are missed again, columns make them leave. Rows and
/// columns are the same structures in the same order.
struct EvictionMatrix {
  std::vector<DetailRow> Rows;
  std::vector<std::vector<EvictionCounts>> Counts; ///< [victim][evictor]
  EvictionCounts Same, Different;                  ///< of one structure, of two
};
/// Of the level and the top of \p Options; two of the "others" are different
/// structures all the same.
EvictionMatrix evictionMatrix(const Profile &P, const DetailOptions &Options);

/// \p P has Memory.
std::string evictionText(const Profile &P, const DetailOptions &Options,
                         const Terminal &Out);
/// All levels and structures.
std::string evictionJson(const Profile &P);
std::string evictionCsv(const Profile &P);

} // namespace memfacet

#endif
