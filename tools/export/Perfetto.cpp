//===- Perfetto.cpp - counts over time as a Perfetto trace ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The file is a list of packets. Each packet defines a track or is an event on
// a track. The numbers of the fields are those of Perfetto's
// protos/perfetto/trace. An instruction is shown as a nanosecond.
//
//===----------------------------------------------------------------------===//

#include "tools/export/Formats.h"
#include "tools/export/Protobuf.h"
#include "tools/export/TimeTracks.h"

namespace memfacet::exports {

namespace {

namespace trace {
enum : uint32_t { Packet = 1 };
}
namespace packet {
enum : uint32_t {
  Timestamp = 8,
  Sequence = 10,
  Event = 11,
  SequenceFlags = 13,
  Track = 60
};
}
namespace track {
enum : uint32_t { Uuid = 1, Name = 2, Process = 3, Parent = 5, Counter = 8 };
}
namespace process {
enum : uint32_t { Pid = 1, Name = 6 };
}
namespace counter {
enum : uint32_t { UnitName = 6 };
}
namespace event {
enum : uint32_t { Type = 9, Track = 11, Category = 22, Name = 23, Value = 30 };
enum : uint64_t { SliceBegin = 1, SliceEnd = 2, CounterType = 4 };
} // namespace event

class PerfettoPackets {
public:
  explicit PerfettoPackets(ExportFile &Output) : Output(Output) {}

  /// Adds a group of tracks. Returns the group's number.
  uint64_t addClock(const TimeClock &C) {
    ProtoMessage Process, Track;
    Process.number(process::Pid, Uuids + 1).text(process::Name, C.Name);
    Track.message(track::Process, Process);
    return define(Track);
  }
  uint64_t addSlices(uint64_t Clock, const char *Name) {
    ProtoMessage Track;
    Track.text(track::Name, Name).number(track::Parent, Clock);
    return define(Track);
  }
  uint64_t addCounter(uint64_t Clock, const std::string &Name) {
    ProtoMessage Track, Counter;
    Counter.text(counter::UnitName, "misses");
    Track.text(track::Name, Name)
        .number(track::Parent, Clock)
        .message(track::Counter, Counter);
    return define(Track);
  }
  void slice(uint64_t Track, const TimeSlice &S, const char *Category) {
    ProtoMessage Begin, End;
    Begin.number(event::Type, event::SliceBegin)
        .number(event::Track, Track)
        .text(event::Category, Category)
        .text(event::Name, S.Name);
    add(S.Begin, Begin);
    End.number(event::Type, event::SliceEnd).number(event::Track, Track);
    add(S.End, End);
  }
  void value(uint64_t Track, const TimeTrack::Point &P) {
    ProtoMessage Event;
    Event.number(event::Type, event::CounterType)
        .number(event::Track, Track)
        .number(event::Value, P.Value);
    add(P.Begin, Event);
  }

private:
  static constexpr uint64_t OnlySequence = 1;
  /// A flag of the first packet: the reader has no state of the sequence yet.
  static constexpr uint64_t StateCleared = 1;

  uint64_t define(ProtoMessage &Track) {
    Track.number(track::Uuid, ++Uuids);
    ProtoMessage Packet;
    Packet.number(packet::Sequence, OnlySequence);
    if (Uuids == 1)
      Packet.number(packet::SequenceFlags, StateCleared);
    Packet.message(packet::Track, Track);
    write(Packet);
    return Uuids;
  }
  void add(uint64_t Time, const ProtoMessage &Event) {
    ProtoMessage Packet;
    Packet.number(packet::Timestamp, Time)
        .number(packet::Sequence, OnlySequence)
        .message(packet::Event, Event);
    write(Packet);
  }
  void write(const ProtoMessage &Packet) {
    ProtoMessage Trace;
    Output.add(Trace.message(trace::Packet, Packet).bytes());
  }

  ExportFile &Output;
  uint64_t Uuids = 0;
};

} // namespace

Status exportPerfetto(const ProfileExport &Source, ExportFile &Output) {
  Expected<TimeTracks> Tracks = timeTracks(Source.P);
  if (!Tracks)
    return Tracks.error();
  PerfettoPackets Packets(Output);
  std::vector<uint64_t> Clocks;
  for (const TimeClock &C : Tracks->Clocks)
    Clocks.push_back(Packets.addClock(C));
  auto AddSlices = [&](const std::vector<TimeSlice> &All, const char *Name,
                       const char *Category) {
    std::vector<uint64_t> TrackOf(Clocks.size());
    for (const TimeSlice &S : All) {
      if (TrackOf[S.Clock] == 0)
        TrackOf[S.Clock] = Packets.addSlices(Clocks[S.Clock], Name);
      Packets.slice(TrackOf[S.Clock], S, Category);
    }
  };
  AddSlices(Tracks->Phases, "phases", "phase");
  AddSlices(Tracks->Interest, "region of interest", "interest");
  for (const TimeTrack &T : Tracks->Counters) {
    uint64_t Track = Packets.addCounter(Clocks[T.Clock], T.Name);
    for (const TimeTrack::Point &P : T.Points)
      Packets.value(Track, P);
  }
  return {};
}

} // namespace memfacet::exports
