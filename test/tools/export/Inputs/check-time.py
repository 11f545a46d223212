# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""usage: check-time.py chrome|perfetto FILE REPORT.json PERIOD

Counters over time add up to the report: those of the process by structure and in all,
those of threads in all. Phases follow one another. PERIOD: instructions that each value
is the sum of.
"""

import sys

from reading import read_json


def read_chrome(path):
    """Names of clocks, slices (clock, begin, end, name), counters (clock, name) -> values."""
    events = read_json(path)["traceEvents"]
    clocks, slices, counters = {}, [], {}
    for e in events:
        assert e["ph"] in "MXC" and "pid" in e and "name" in e, e
        if e["ph"] == "M" and e["name"] == "process_name":
            clocks[e["pid"]] = e["args"]["name"]
        elif e["ph"] == "X":
            begin, length = round(e["ts"] * 1000), round(e["dur"] * 1000)
            slices.append((e["pid"], begin, begin + length, e["name"]))
        elif e["ph"] == "C":
            values = counters.setdefault((e["pid"], e["name"]), [])
            values.append((round(e["ts"] * 1000), e["args"]["misses"]))
    return clocks, slices, counters


# From protos/perfetto/trace of Perfetto.
SCHEMA = {
    "Trace": {"packet": (1, ["TracePacket"])},
    "TracePacket": {
        "timestamp": (8, "uint64"),
        "trusted_packet_sequence_id": (10, "uint32"),
        "track_event": (11, "TrackEvent"),
        "sequence_flags": (13, "uint32"),
        "track_descriptor": (60, "TrackDescriptor"),
    },
    "TrackDescriptor": {
        "uuid": (1, "uint64"),
        "name": (2, "string"),
        "process": (3, "ProcessDescriptor"),
        "parent_uuid": (5, "uint64"),
        "counter": (8, "CounterDescriptor"),
    },
    "ProcessDescriptor": {"pid": (1, "int32"), "process_name": (6, "string")},
    "CounterDescriptor": {"unit_name": (6, "string")},
    "TrackEvent": {
        "type": (9, "int32"),
        "track_uuid": (11, "uint64"),
        "categories": (22, ["string"]),
        "name": (23, "string"),
        "counter_value": (30, "int64"),
    },
}
BEGIN, END, COUNTER = 1, 2, 4


def read_perfetto(path):
    from protobuf_schema import message_class, no_unknown_fields

    with open(path, "rb") as file:
        trace = message_class("Trace", SCHEMA, "proto2").FromString(file.read())
    assert no_unknown_fields(trace)
    tracks, clocks, slices, counters, opened = {}, {}, [], {}, {}
    for i, packet in enumerate(trace.packet):
        assert packet.trusted_packet_sequence_id == 1
        assert (packet.sequence_flags == 1) == (i == 0)
        if packet.HasField("track_descriptor"):
            track = packet.track_descriptor
            assert track.uuid not in tracks
            tracks[track.uuid] = track
            if track.HasField("process"):
                clocks[track.uuid] = track.process.process_name
            continue
        event = packet.track_event
        track = tracks[event.track_uuid]
        clock = track.parent_uuid
        assert clock in clocks
        if event.type == COUNTER:
            assert track.HasField("counter") and track.counter.unit_name == "misses"
            values = counters.setdefault((clock, track.name), [])
            values.append((packet.timestamp, event.counter_value))
        elif event.type == BEGIN:
            assert event.track_uuid not in opened
            opened[event.track_uuid] = packet.timestamp, event.name
        else:
            assert event.type == END
            begin, name = opened.pop(event.track_uuid)
            slices.append((clock, begin, packet.timestamp, name))
    assert not opened
    return clocks, slices, counters


def total(values, period):
    """The sum of what VALUES, each held until the next one, stand for."""
    assert values[-1][1] == 0
    result = 0
    for (begin, value), (end, _) in zip(values, values[1:]):
        assert begin < end and begin % period == end % period == 0
        result += value * ((end - begin) // period)
    return result


def check(clocks, slices, counters, report, period):
    process = next(key for key, name in clocks.items() if name == report["program"])
    levels = [level["name"] for level in report["total"]["levels"]]
    compared = 0
    for i, level in enumerate(levels):
        totals = {key: total(v, period) for key, v in counters.items() if key[1].startswith(level)}
        assert totals[process, f"{level} misses"] == report["total"]["levels"][i]["misses"]
        for structure in report["structures"]:
            want = structure["levels"][i]["misses"]
            present = totals.get((process, f"{level} misses: {structure['name']}"), 0)
            assert present == want, (structure["name"], level, present, want)
            compared += want != 0
        threads = {t["thread"]: t for t in report["threads"]}
        for number, thread in threads.items():
            clock = next(key for key, name in clocks.items() if name == f"thread {number}")
            want = sum(s["levels"][i]["misses"] for s in thread["structures"])
            assert totals[clock, f"{level} misses"] == want > 0, (number, level)
    assert compared >= 4, compared
    assert [s[3] for s in slices] == ["left", "right"] * 3
    for (_, _, end, _), (_, begin, _, _) in zip(slices, slices[1:]):
        assert begin == end
    assert slices[0][1] == 0 and {clocks[s[0]] for s in slices} == {"thread 0"}


kind, path, report, period = sys.argv[1:]
readers = {"chrome": read_chrome, "perfetto": read_perfetto}
check(*readers[kind](path), read_json(report), int(period))
