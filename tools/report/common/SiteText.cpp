//===- SiteText.cpp - a site of pairs and shared lines, in words ----------===//

#include "tools/report/common/SiteText.h"
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace memfacet {

std::string placeText(const PairSite &Site) {
  std::string Text = Site.Function;
  if (!Site.File.empty())
    Text += fmt::format("{}{}:{}", Text.empty() ? "" : " ",
                        std::filesystem::path(Site.File).filename().string(),
                        Site.Line);
  return Text;
}

std::string siteText(const PairSite &Site) {
  std::string Text = accessKindName(Site.Kind), Place = placeText(Site);
  return Place.empty() ? Text : Text + " " + Place;
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
