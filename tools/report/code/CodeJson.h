//===- CodeJson.h - a place in the code, for programs ---------------------===//

#ifndef MEMFACET_REPORT_CODE_CODEJSON_H
#define MEMFACET_REPORT_CODE_CODEJSON_H

#include "tools/report/code/CodeRows.h"
#include <nlohmann/json.hpp>

namespace memfacet {

/// Adds accesses, levels and structures of \p Row to \p To.
void addCounts(nlohmann::ordered_json &To, const Profile &P,
               const CodeRow &Row);

} // namespace memfacet

#endif
