//===- Page.cpp - a profile as one HTML file ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/html/Page.h"
#include "tools/html/PageFiles.h"
#include "tools/html/PageParts.h"
#include "tools/html/Sha256.h"
#include "tools/report/diff/DiffReport.h"

namespace memfacet::html {

namespace {

/// Returns "'sha256-...'", which allows a script or style in the page's policy.
std::string allowed(std::string_view Text) {
  std::array<uint8_t, 32> Sum = sha256(Text);
  return fmt::format(
      "'sha256-{}'",
      base64({reinterpret_cast<char *>(Sum.data()), Sum.size()}));
}

Expected<report::Json> profilePart(const result::Profile &P,
                                   const std::string &File,
                                   const PageOptions &Options,
                                   PageNumbers &Numbers) {
  Expected<report::Json> Time = timePart(P, Options.Files.size(), Numbers);
  if (!Time)
    return Time.error();
  Expected<report::Json> Phases = phasesPart(P, Numbers);
  if (!Phases)
    return Phases.error();
  return report::Json{{"file", File},
                      {"head", headPart(P)},
                      {"structures", structuresPart(P)},
                      {"time", std::move(*Time)},
                      {"phases", std::move(*Phases)},
                      {"evictions", evictionsPart(P)},
                      {"fields", fieldsPart(P)},
                      {"curves", curvesPart(P, Numbers)},
                      {"volatility", volatilityPart(P)},
                      {"communication", communicationPart(P)},
                      {"source", sourcePart(P, File, Options.Source)}};
}

/// Returns the page around \p Data. Apart from \p Data, it has nothing of a
/// profile.
std::string pageAround(std::string_view Data) {
  std::string Styles = std::string(pagePlotStyle()) + std::string(pageStyle());
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\""
      "default-src 'none'; script-src {} {}; style-src {}; base-uri 'none'; "
      "form-action 'none'\">\n"
      "<meta name=\"viewport\" "
      "content=\"width=device-width, initial-scale=1\">\n"
      "<title>MemFacet</title>\n<style>{}</style>\n</head>\n{}"
      "<script type=\"application/octet-stream\" id=\"data\">{}</script>\n"
      "<!-- The first script is uPlot:\n{}\n-->\n"
      "<script>{}</script>\n<script>{}</script>\n</body>\n</html>\n",
      allowed(pagePlotScript()), allowed(pageScript()), allowed(Styles), Styles,
      pageBody(), Data, pagePlotLicence(), pagePlotScript(), pageScript());
}

} // namespace

Expected<std::string> htmlPage(std::span<const result::Profile> Profiles,
                               const PageOptions &Options) {
  PageNumbers Numbers;
  report::Json Head = {{"profiles", report::Json::array()},
                       {"advice", Options.Advice},
                       {"source", Options.Source},
                       {"compare", nullptr}};
  for (size_t I = 0; I != Profiles.size(); ++I) {
    Expected<report::Json> Part =
        profilePart(Profiles[I], Options.Files[I], Options, Numbers);
    if (!Part)
      return Part.error();
    Head["profiles"].push_back(std::move(*Part));
  }
  if (Profiles.size() == 2) {
    Expected<report::Difference> Both =
        report::diffProfiles(Profiles.first(1), Profiles.last(1));
    if (!Both)
      return Both.error();
    report::Json Compared = report::Json::parse(report::diffJson(*Both, {}));
    Compared["instructions"] = {Both->Instructions[0][0],
                                Both->Instructions[1][0]};
    Head["compare"] = std::move(Compared);
  }
  Expected<std::string> Data = packedData(Head, Numbers);
  if (!Data)
    return Data.error();
  return pageAround(*Data);
}

} // namespace memfacet::html
