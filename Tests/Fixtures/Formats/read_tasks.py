"""Reads what `hamon export --format perfetto` has written of a recording of tasks, by the schema that Perfetto publishes.

usage: read_tasks.py FILE TASKS    exits with 1 where it can't be read, or tells of fewer than TASKS tasks

perfetto_trace_pb2 is of the package perfetto, which must be in PYTHONPATH.
"""

import collections
import pathlib
import sys

from formats import check, known
from perfetto.protos.perfetto.trace import perfetto_trace_pb2

trace = perfetto_trace_pb2.Trace()
trace.ParseFromString(pathlib.Path(sys.argv[1]).read_bytes())
known(trace, "perfetto")
TYPE = perfetto_trace_pb2.TrackEvent
names, tracks, counters, events = {}, {}, set(), []
for packet in trace.packet:
    for name in packet.interned_data.event_names:
        names[name.iid] = name.name
    if packet.HasField("track_descriptor"):
        descriptor = packet.track_descriptor
        check("a track's parent", descriptor.parent_uuid in tracks or descriptor.parent_uuid == 0, True)
        parent = tracks.get(descriptor.parent_uuid, "")
        tracks[descriptor.uuid] = f"{parent}/{descriptor.name}" if descriptor.name else parent
        if descriptor.HasField("counter"):
            counters.add(descriptor.uuid)
    if packet.HasField("track_event"):
        event = packet.track_event
        check("an event's track", event.track_uuid in tracks, True)
        check("a counter's track", event.track_uuid in counters, event.type == TYPE.TYPE_COUNTER)
        events.append((packet.timestamp, event))
# The viewer takes those of one time in the order of the file.
events.sort(key=lambda entry: entry[0])
open_slices, slices = collections.defaultdict(list), collections.Counter()
sources, targets = {}, {}
for timestamp, event in events:
    stack, track = open_slices[event.track_uuid], tracks[event.track_uuid]
    for flow in event.flow_ids:
        sources[flow] = timestamp
    for flow in event.terminating_flow_ids:
        targets[flow] = timestamp
    if event.type == TYPE.TYPE_SLICE_BEGIN:
        stack.append(event)
        slices[track.split("/")[1] if "/" in track else "", len(stack)] += 1
        if "executor" in event.categories:
            check("slices on an executor's track", len(stack), 1)
    elif event.type == TYPE.TYPE_SLICE_END:
        check("an end on a track where something is open", len(stack) > 0, True)
        stack.pop()
for track, stack in open_slices.items():
    check(f"slices that never end, on {tracks[track]}", len(stack) <= 1, True)
check("arrows that come from nowhere", targets.keys() - sources.keys(), set())
check("arrows that lead back in time", [flow for flow, time in targets.items() if time < sources[flow]], [])
tasks, states, stays = slices["tasks", 1], slices["tasks", 2], slices["actors and executors", 1]
check("tasks", tasks >= int(sys.argv[2]), True)
check("what they did", states >= 2 * tasks, True)
check("who ran on executors", stays > 0, True)
check("no deeper slices", slices["tasks", 3], 0)
check("arrows to most of them", len(targets) >= tasks - 2, True)
print(f"{tasks} tasks, {states} stretches, {stays} stays on executors and {len(targets)} arrows can be read")
