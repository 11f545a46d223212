//===- Sarif.cpp - findings for code scanning -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/format/Sarif.h"
#include "analysis/support/Version.h"
#include "memfacet/Check.h"
#include "tools/report/format/Columns.h"
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>

namespace memfacet::report {

using Json = nlohmann::ordered_json;

/// Returns a path as a URI reference (RFC 3986), relative to \p Folder if it is
/// below.
static std::string uriOf(const std::string &File, const std::string &Folder) {
  std::filesystem::path Path = File;
  if (Path.is_absolute()) {
    std::filesystem::path Inside = Path.lexically_relative(Folder);
    if (!Inside.empty() && *Inside.begin() != "..")
      Path = Inside;
  }
  std::string Uri = Path.is_absolute() ? "file://" : "";
  constexpr std::string_view Plain = "/-._~";
  for (char C : Path.lexically_normal().string()) {
    bool Keep = (C >= 'a' && C <= 'z') || (C >= 'A' && C <= 'Z') ||
                (C >= '0' && C <= '9') || Plain.find(C) != Plain.npos;
    Uri += Keep ? std::string(1, C) : fmt::format("%{:02X}", uint8_t(C));
  }
  return Uri;
}

static Json placeJson(const SarifPlace &P, const std::string &Folder) {
  Json Physical = {{"artifactLocation", {{"uri", uriOf(P.File, Folder)}}}};
  if (P.Line) {
    Physical["region"] = {{"startLine", P.Line}};
    if (P.Column)
      Physical["region"]["startColumn"] = P.Column;
  }
  Json Place = {{"physicalLocation", std::move(Physical)}};
  if (!P.Message.empty())
    Place["message"] = {{"text", P.Message}};
  return Place;
}

static Json placesJson(const std::vector<SarifPlace> &Places,
                       const std::string &Folder, bool Numbered) {
  Json All = Json::array();
  for (const SarifPlace &P : Places) {
    if (P.File.empty())
      continue;
    Json Place = placeJson(P, Folder);
    if (Numbered)
      Place["id"] = All.size();
    All.push_back(std::move(Place));
  }
  return All;
}

static Json ruleJson(const SarifRule &R) {
  return {{"id", R.Id},
          {"name", R.Name},
          {"shortDescription", {{"text", R.Text + "."}}},
          {"help", {{"text", R.Help}}},
          {"defaultConfiguration", {{"level", "warning"}}}};
}

size_t SarifLog::rule(const SarifRule &Rule) {
  MEMFACET_CHECK(!Rule.Id.empty(), "results name their rule by it");
  auto It = std::ranges::find(Rules, Rule.Id, &SarifRule::Id);
  if (It == Rules.end())
    It = Rules.insert(It, Rule);
  return size_t(It - Rules.begin());
}

std::string sarifText(const std::vector<SarifRule> &Rules,
                      const std::vector<SarifResult> &Results,
                      const std::string &Folder) {
  MEMFACET_CHECK(Folder.empty() || std::filesystem::path(Folder).is_absolute(),
                 "paths become relative to it");
  for (const SarifResult &R : Results)
    MEMFACET_CHECK(R.Rule < Rules.size(), "a result is of one of the rules");
  Json RuleList = Json::array(), ResultList = Json::array();
  for (const SarifRule &R : Rules)
    RuleList.push_back(ruleJson(R));
  for (const SarifResult &R : Results) {
    Json Result = {{"ruleId", Rules[R.Rule].Id},
                   {"ruleIndex", R.Rule},
                   {"level", R.Warning ? "warning" : "note"},
                   {"message", {{"text", R.Message}}},
                   {"locations", placesJson(R.Places, Folder, false)}};
    if (Json Related = placesJson(R.Related, Folder, true); !Related.empty())
      Result["relatedLocations"] = std::move(Related);
    for (const auto &[Name, Value] : R.Properties)
      Result["properties"][Name] = Value;
    ResultList.push_back(std::move(Result));
  }
  Json Driver = {{"name", "memfacet"},
                 {"version", toolVersion()},
                 {"informationUri", "https://memfacet.example"},
                 {"rules", std::move(RuleList)}};
  Json Log = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
              {"version", "2.1.0"},
              {"runs", Json::array({{{"tool", {{"driver", std::move(Driver)}}},
                                     {"results", std::move(ResultList)}}})}};
  return jsonText(Log);
}

std::string sarifFolder() {
  std::error_code Ignored;
  return std::filesystem::current_path(Ignored).string();
}

Status writeSarif(const std::string &Path, const std::string &Text) {
  std::ofstream File(Path, std::ios::binary);
  File << Text;
  if (!File.flush())
    return makeError("cannot write '{}': {}; choose another file with --sarif",
                     Path, std::strerror(errno));
  return {};
}

} // namespace memfacet::report
