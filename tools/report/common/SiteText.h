//===- SiteText.h - a site of pairs and shared lines, in words ------------===//

#ifndef MEMFACET_REPORT_COMMON_SITETEXT_H
#define MEMFACET_REPORT_COMMON_SITETEXT_H

#include "analysis/profile/PairSample.h"
#include "analysis/profile/Profile.h"
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace memfacet {

/// "store put queue.c:7"; what is not known is left out.
std::string siteText(const PairSite &Site);
/// As siteText, without what is done there.
std::string placeText(const PairSite &Site);
/// kind, function, file, line, column, structure, structure_id: added to \p To.
void addSite(nlohmann::ordered_json &To, const Profile &P, const PairSite &Site,
             StructureId Structure);

} // namespace memfacet

#endif
