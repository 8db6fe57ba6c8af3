"""Reads what `hamon export` has written of a recording with samples, by the schemas that Perfetto and pprof publish.

usage: read_trace.py DIRECTORY    in it are perfetto, pprof and firefox; exits with 1 where one can't be read, or they disagree

perfetto_trace_pb2 is of the package perfetto, profile_pb2 of google-cloud-profiler, which must be in PYTHONPATH.
"""

import collections
import gzip
import json
import pathlib
import sys

import profile_pb2
from formats import check, known
from perfetto.protos.perfetto.trace import perfetto_trace_pb2

directory = pathlib.Path(sys.argv[1])


# pprof
profile = profile_pb2.Profile()
profile.ParseFromString(gzip.decompress((directory / "pprof").read_bytes()))
known(profile, "pprof")
texts = profile.string_table
check("pprof's types", [texts[kind.type] for kind in profile.sample_type], ["samples", "on-cpu", "off-cpu"])
functions = {function.id: texts[function.name] for function in profile.function}
locations = {location.id: functions[location.line[0].function_id] for location in profile.location}
mappings = {mapping.id for mapping in profile.mapping}
for location in profile.location:
    check("pprof's mapping", location.mapping_id in mappings | {0}, True)
ran, waited = collections.Counter(), collections.Counter()
for sample in profile.sample:
    stack = ";".join(locations[number] for number in reversed(sample.location_id))
    ran[stack] += sample.value[0]
    waited[stack] += sample.value[2]

# Perfetto
trace = perfetto_trace_pb2.Trace()
trace.ParseFromString((directory / "perfetto").read_bytes())
known(trace, "perfetto")
names = {"function": {}, "frame": {}, "stack": {}}
tracks, samples, depth, sources, states = set(), collections.Counter(), collections.Counter(), set(), collections.Counter()
event_names, begun = {}, set()
TYPE = perfetto_trace_pb2.TrackEvent
targets = set()
events = []
for packet in trace.packet:
    sequence = packet.trusted_packet_sequence_id
    if sequence not in begun:
        begun.add(sequence)
        check("the first packet of a sequence clears its state", packet.sequence_flags & 1, 1)
    interned = packet.interned_data
    if sequence == 2:
        for name in interned.function_names:
            names["function"][name.iid] = name.str.decode()
        for frame in interned.frames:
            names["frame"][frame.iid] = names["function"][frame.function_name_id]
        for stack in interned.callstacks:
            names["stack"][stack.iid] = ";".join(names["frame"][number] for number in stack.frame_ids)
    for name in interned.event_names:
        event_names[name.iid] = name.name
    if packet.HasField("track_descriptor"):
        descriptor = packet.track_descriptor
        check("a track's parent", descriptor.parent_uuid in tracks | {0}, True)
        tracks.add(descriptor.uuid)
    if packet.HasField("perf_sample"):
        samples[names["stack"][packet.perf_sample.callstack_iid]] += 1
    if packet.HasField("track_event"):
        event = packet.track_event
        check("an event's track", event.track_uuid in tracks, True)
        if event.name_iid:
            check("an event's name", event.name_iid in event_names, True)
        events.append((packet.timestamp, event))
        sources.update(event.flow_ids)
        targets.update(event.terminating_flow_ids)
events.sort(key=lambda entry: entry[0])
open_slices = collections.defaultdict(list)
for timestamp, event in events:
    if event.type == TYPE.TYPE_SLICE_BEGIN:
        open_slices[event.track_uuid].append((timestamp, event))
    elif event.type == TYPE.TYPE_SLICE_END:
        begin, slice = open_slices[event.track_uuid].pop()
        if slice.name.startswith("blocked"):
            stack = names["stack"][slice.callstack_iid] if slice.callstack_iid else "[unknown]"
            states[stack] += timestamp - begin
check("arrows that come from nowhere", targets - sources, set())
check("samples by stack, in Perfetto and pprof", +samples, +ran)
check("waits by stack, in Perfetto and pprof", +states, +waited)

# Firefox
firefox = json.loads((directory / "firefox").read_text())
shared = firefox["shared"]
for name, table in shared.items():
    if name != "stringArray":
        for column, values in table.items():
            if column != "length":
                check(f"firefox: {name}.{column}", len(values), table["length"])
stacks = shared["stackTable"]
paths = []
for frame, prefix in zip(stacks["frame"], stacks["prefix"]):
    name = shared["stringArray"][shared["funcTable"]["name"][shared["frameTable"]["func"][frame]]]
    paths.append(name if prefix is None else f"{paths[prefix]};{name}")
found, weights = collections.Counter(), collections.Counter()
for thread in firefox["threads"]:
    parts = thread["samples"]
    for column in ("stack", "timeDeltas", "weight"):
        check(f"firefox: samples.{column}", len(parts[column]), parts["length"])
    waits = parts["weightType"] == "tracing-ms"
    for stack, weight in zip(parts["stack"], parts["weight"]):
        (weights if waits else found)["[unknown]" if stack is None else paths[stack]] += weight
    markers = thread["markers"]
    for column, values in markers.items():
        if column != "length":
            check(f"firefox: markers.{column}", len(values), markers["length"])
check("samples by stack, in Firefox's form and pprof", +found, +ran)
for stack, time in weights.items():
    check(f"wait in {stack}, to the microsecond", abs(time * 1e6 - waited[stack]) < 1000, True)
print(f"{sum(ran.values())} samples, {len(waited)} stacks, {len(events)} events and {len(targets)} arrows can be read")
