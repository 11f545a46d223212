//===- Chrome.cpp - counts over time as Chrome's trace events -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The JSON format of trace events: "M" names processes and threads, "C" is a
// counter's new value, "X" is a slice. Times are microseconds; an instruction
// is shown as a nanosecond.
//
//===----------------------------------------------------------------------===//

#include "analysis/support/Version.h"
#include "tools/export/Formats.h"
#include "tools/export/TimeTracks.h"
#include "tools/report/format/Columns.h"

namespace memfacet::exports {

namespace {

/// Writes events, one per line.
class ChromeEvents {
public:
  explicit ChromeEvents(ExportFile &Output) : Output(Output) {}

  void add(const report::Json &Event) {
    std::string Text = report::jsonText(Event, -1);
    Text.pop_back();
    Output.print("{}  {}", First ? "" : ",\n", Text);
    First = false;
  }
  /// Names process \p Pid or, with \p Tid, a thread of that process.
  void name(const char *Property, size_t Pid, size_t Tid,
            const std::string &Name) {
    add({{"name", Property},
         {"ph", "M"},
         {"pid", Pid},
         {"tid", Tid},
         {"args", {{"name", Name}}}});
  }
  void slices(const std::vector<TimeSlice> &All, size_t Tid,
              const char *Category) {
    for (const TimeSlice &S : All)
      add({{"name", S.Name},
           {"cat", Category},
           {"ph", "X"},
           {"pid", S.Clock + 1},
           {"tid", Tid},
           {"ts", double(S.Begin) / 1000},
           {"dur", double(S.End - S.Begin) / 1000}});
  }

private:
  ExportFile &Output;
  bool First = true;
};

enum : size_t { PhaseRow = 1, InterestRow = 2 };

} // namespace

Status exportChrome(const ProfileExport &Source, ExportFile &Output) {
  Expected<TimeTracks> Tracks = timeTracks(Source.P);
  if (!Tracks)
    return Tracks.error();
  report::Json Other = {{"tool", fmt::format("memfacet {}", toolVersion())},
                        {"program", Source.P.Program},
                        {"period_instructions", Tracks->Period}};
  std::string Head = report::jsonText(Other, -1);
  Head.pop_back();
  Output.print(
      "{{\"displayTimeUnit\":\"ns\",\"otherData\":{},\"traceEvents\":[\n",
      Head);
  ChromeEvents Events(Output);
  for (size_t C = 0; C != Tracks->Clocks.size(); ++C) {
    Events.name("process_name", C + 1, 0, Tracks->Clocks[C].Name);
    Events.name("thread_name", C + 1, PhaseRow, "phases");
    if (!Tracks->Interest.empty())
      Events.name("thread_name", C + 1, InterestRow, "region of interest");
  }
  Events.slices(Tracks->Phases, PhaseRow, "phase");
  Events.slices(Tracks->Interest, InterestRow, "interest");
  for (const TimeTrack &T : Tracks->Counters)
    for (const TimeTrack::Point &P : T.Points)
      Events.add({{"name", T.Name},
                  {"ph", "C"},
                  {"pid", T.Clock + 1},
                  {"ts", double(P.Begin) / 1000},
                  {"args", {{"misses", P.Value}}}});
  Output.add("\n]}\n");
  return {};
}

} // namespace memfacet::exports
