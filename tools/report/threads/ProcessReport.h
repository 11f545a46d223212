//===- ProcessReport.h - what processes may take from each other ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tables of a merged profile (common/ProcessLines.h).
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_REPORT_THREADS_PROCESSREPORT_H
#define MEMFACET_REPORT_THREADS_PROCESSREPORT_H

#include "analysis/result/profile/Profile.h"
#include "tools/support/Terminal.h"

namespace memfacet::report {

/// \p Named: these structures only; empty: all.
std::string processText(const result::Profile &P,
                        const std::vector<StructureId> &Named,
                        const Terminal &Out);
std::string processJson(const result::Profile &P,
                        const std::vector<StructureId> &Named);
std::string processCsv(const result::Profile &P,
                       const std::vector<StructureId> &Named);

} // namespace memfacet::report

#endif
