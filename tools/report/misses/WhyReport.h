//===- WhyReport.h - why lines missed -------------------------------------===//

#ifndef MEMFACET_REPORT_MISSES_WHYREPORT_H
#define MEMFACET_REPORT_MISSES_WHYREPORT_H

#include "tools/report/structures/DetailView.h"
#include "tools/support/Terminal.h"
#include <string>

namespace memfacet {

/// \p P has Memory.
std::string whyText(const Profile &P, const DetailOptions &Options,
                    const Terminal &Out);
/// All structures and levels.
std::string whyJson(const Profile &P);
std::string whyCsv(const Profile &P);

/// The name of a class, in texts and in JSON: "true sharing", "true_sharing".
const char *missClassName(MissClass C);
const char *missClassKey(MissClass C);

} // namespace memfacet

#endif
