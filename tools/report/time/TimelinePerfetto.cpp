//===- TimelinePerfetto.cpp - timelines as counter tracks of Perfetto -----===//

#include "tools/report/format/Columns.h"
#include "tools/report/time/Timeline.h"

namespace memfacet {

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
  return jsonText(J, -1);
}

} // namespace memfacet
