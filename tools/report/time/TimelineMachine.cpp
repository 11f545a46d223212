//===- TimelineMachine.cpp - timelines for other programs -----------------===//

#include "tools/report/common/MachineReport.h"
#include "tools/report/format/Csv.h"
#include "tools/report/time/Timeline.h"
#include <algorithm>
#include <nlohmann/json.hpp>

namespace memfacet {

namespace {

using Json = nlohmann::ordered_json;

std::string dumped(const Json &J, int Indent) {
  return J.dump(Indent, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json ids(const TimelineRow &Row) {
  Json List = Json::array();
  for (StructureId Id : Row.Members)
    List.push_back(Id.Value);
  return List;
}

/// Counts as they are; of rates the parts and wholes, too.
Json rowJson(const Timeline &T, const TimelineRow &Row) {
  Json J = {{"name", Row.Name}, {"structures", ids(Row)}};
  if (!T.Metric.isRate()) {
    J["total"] = Row.PartSum;
    J["values"] = Row.Part;
    return J;
  }
  J["overall"] = Row.overall(T.Metric);
  J["values"] = Row.values(T.Metric);
  J["parts"] = Row.Part;
  J["wholes"] = Row.Whole;
  return J;
}

uint64_t endOfPoint(const Timeline &T, size_t Point) {
  return std::min((Point + 1) * T.Period, T.End);
}

} // namespace

std::string timelineJson(const Profile &P, const Timeline &T) {
  Json Rows = Json::array();
  for (const TimelineRow &Row : T.Rows)
    Rows.push_back(rowJson(T, Row));
  Json J = {{"schema_version", ReportSchemaVersion},
            {"tool_version", P.ToolVersion},
            {"program", P.Program},
            {"arguments", P.Arguments},
            {"metric", T.Metric.Name},
            {"scale", T.Metric.Scale},
            {"interval_instructions", T.Base},
            {"period", T.Period},
            {"period_reason", T.Why},
            {"points", T.Points},
            {"end", T.End}};
  if (T.Thread)
    J["thread"] = *T.Thread;
  J["rows"] = std::move(Rows);
  J["total"] = rowJson(T, T.Total);
  return dumped(J, 2);
}

std::string timelineCsv(const Timeline &T) {
  std::string Text = csvLine(
      {"structure", "id", "metric", "begin", "end", "value", "part", "whole"});
  auto Add = [&](const TimelineRow &Row) {
    std::string Id =
        Row.Members.size() == 1 ? fmt::format("{}", Row.Members[0].Value) : "";
    for (size_t I = 0; I != T.Points; ++I)
      Text +=
          csvLine({Row.Name, Id, T.Metric.Name, fmt::format("{}", I * T.Period),
                   fmt::format("{}", endOfPoint(T, I)),
                   fmt::format("{}", Row.at(T.Metric, I)),
                   fmt::format("{}", Row.Part[I]),
                   T.Metric.isRate() ? fmt::format("{}", Row.Whole[I]) : ""});
  };
  for (const TimelineRow &Row : T.Rows)
    Add(Row);
  Add(T.Total);
  return Text;
}

namespace {

/// Microseconds, of which the format has times; an instruction is shown as a
/// nanosecond.
double shownTime(uint64_t Instructions) { return double(Instructions) / 1000; }

Json counter(const std::string &Name, uint64_t Instructions, Json Value) {
  return {{"name", Name},
          {"ph", "C"},
          {"pid", 1},
          {"ts", shownTime(Instructions)},
          {"args", {{"value", std::move(Value)}}}};
}

/// A value holds until the next one, so only changes are told.
void addTrack(const Timeline &T, const TimelineRow &Row, Json &To) {
  std::string Name = T.Metric.Text + ": " + Row.Name;
  auto Value = [&](size_t I) {
    return T.Metric.isRate() ? Json(Row.at(T.Metric, I)) : Json(Row.Part[I]);
  };
  for (size_t I = 0; I != T.Points; ++I)
    if (I == 0 || Value(I) != Value(I - 1))
      To.push_back(counter(Name, I * T.Period, Value(I)));
  To.push_back(counter(Name, T.End, 0));
}

} // namespace

std::string timelinePerfetto(const Profile &P,
                             const std::vector<Timeline> &Tracks) {
  Json Events = Json::array();
  Events.push_back({{"name", "process_name"},
                    {"ph", "M"},
                    {"pid", 1},
                    {"args", {{"name", P.Program}}}});
  for (const Timeline &T : Tracks) {
    addTrack(T, T.Total, Events);
    for (const TimelineRow &Row : T.Rows)
      addTrack(T, Row, Events);
  }
  // Phases are told on their thread's clock.
  std::optional<uint32_t> Thread = Tracks.front().Thread;
  if (P.Threads.size() == 1)
    Thread = P.Threads.front().Thread;
  for (const Marker &M : P.Markers)
    if (Thread == M.Thread)
      Events.push_back(
          {{"name",
            M.Kind == MarkerKind::Phase ? M.Name : markerKindName(M.Kind)},
           {"ph", "i"},
           {"s", "p"},
           {"pid", 1},
           {"tid", M.Thread},
           {"ts", shownTime(M.Instructions)}});
  Json J = {{"traceEvents", std::move(Events)},
            {"displayTimeUnit", "ns"},
            {"otherData",
             {{"clock", "1 ns is 1 IR instruction"},
              {"tool_version", P.ToolVersion}}}};
  return dumped(J, -1);
}

} // namespace memfacet
