//===- Views.cpp - the views of a profile as CSV and JSON -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// docs/queries.md describes the views. docs/schema/views.schema.json is the
// JSON Schema of the JSON form; a test validates the output by it.
//
//===----------------------------------------------------------------------===//

#include "analysis/result/store/Views.h"
#include "tools/export/Formats.h"
#include "tools/export/QueryRows.h"
#include "tools/report/common/ReportHeader.h"

namespace memfacet::exports {

Status exportCsv(const ProfileExport &Source, ExportFile &Output) {
  Expected<result::QueryFile> Q = result::QueryFile::fromProfile(Source.P);
  if (!Q)
    return Q.error();
  Expected<result::QueryResult> R = Q->ask("SELECT * FROM " + Source.Grouping);
  return R ? rowsAsCsv(*R, Output) : R.error();
}

Status exportJson(const ProfileExport &Source, ExportFile &Output) {
  const result::Profile &P = Source.P;
  Expected<result::QueryFile> Q = result::QueryFile::fromProfile(P);
  if (!Q)
    return Q.error();
  report::Json Head = report::jsonHead(P);
  Head.erase("schema_version");
  Head["view_version"] = result::ProfileViewVersion;
  Head["caches"] = report::cachesJson(P.Caches);
  Head["instructions"] = P.Instructions;
  Head["interval_instructions"] = P.IntervalInstructions;
  Head["notes"] = P.Notes;
  Head["loss"] = report::describeLoss(P.Loss);
  std::string Text = report::jsonText(Head, -1);
  // The views replace the last brace and newline.
  Text.resize(Text.size() - 2);
  Output.add(Text + ",\n\"views\":{");
  std::string_view Separator;
  for (const result::QueryFile::Source &V : Q->views()) {
    Output.print("{}\n\"{}\":", std::exchange(Separator, ","), V.Name);
    Expected<result::QueryResult> R = Q->ask("SELECT * FROM " + V.Name);
    if (!R)
      return R.error();
    if (Status Wrote = rowsAsJson(*R, Output); !Wrote)
      return Wrote;
  }
  Output.add("\n}}\n");
  return {};
}

} // namespace memfacet::exports
