//===- report/SiteText.cpp - a site of pairs and shared lines, in words ---===//

#include "tools/report/SiteText.h"
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace memfacet {

std::string siteText(const PairSite &Site) {
  std::string Text = accessKindName(Site.Kind);
  if (!Site.Function.empty())
    Text += " " + Site.Function;
  if (!Site.File.empty())
    Text += fmt::format(" {}:{}",
                        std::filesystem::path(Site.File).filename().string(),
                        Site.Line);
  return Text;
}

void addSite(nlohmann::ordered_json &To, const Profile &P, const PairSite &Site,
             StructureId Structure) {
  To["kind"] = accessKindName(Site.Kind);
  To["function"] = Site.Function;
  To["file"] = Site.File;
  To["line"] = Site.Line;
  To["column"] = Site.Column;
  To["structure"] = P.Structures[Structure.Value].Name;
  To["structure_id"] = Structure.Value;
}

} // namespace memfacet
