//===- DescriptionJson.h - a description as JSON --------------------------===//

#ifndef MEMFACET_REPORT_STRUCTURES_DESCRIPTIONJSON_H
#define MEMFACET_REPORT_STRUCTURES_DESCRIPTIONJSON_H

#include "tools/report/structures/Description.h"
#include <nlohmann/json.hpp>

namespace memfacet {

/// Adds the keys `container`, `linked_elements`, `peak_objects`, `pattern` and
/// `lifetime`.
void addDescription(nlohmann::ordered_json &To, const Profile &P,
                    const Structure &S, const AccessMix &Mix);

} // namespace memfacet

#endif
