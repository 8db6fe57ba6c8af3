"""Reads what `hamon export` has written of a recording of memory, by the schemas that Perfetto and pprof publish.

usage: read_memory.py DIRECTORY    in it are heap.perfetto, heap.pprof and folded-allocated and -live; exits with 1 where one can't be
read, or they disagree

perfetto_trace_pb2 is of the package perfetto, profile_pb2 of google-cloud-profiler, which must be in PYTHONPATH.
"""

import collections
import gzip
import pathlib
import sys

import profile_pb2
from formats import check, known
from perfetto.protos.perfetto.trace import perfetto_trace_pb2

directory = pathlib.Path(sys.argv[1])


def total(form):
    return sum(int(line.rsplit(" ", 1)[1]) for line in (directory / form).read_text().splitlines())


def near(name, told, wanted):
    # Each stack is rounded to bytes.
    check(name, abs(told - wanted) <= len(profile.sample) + 1, True)


profile = profile_pb2.Profile()
profile.ParseFromString(gzip.decompress((directory / "heap.pprof").read_bytes()))
known(profile, "pprof-heap")
texts = profile.string_table
check(
    "pprof's types",
    [texts[kind.type] for kind in profile.sample_type],
    ["alloc_objects", "alloc_space", "inuse_objects", "inuse_space"],
)
near("pprof's allocated bytes", sum(sample.value[1] for sample in profile.sample), total("folded-allocated"))
near("pprof's live bytes", sum(sample.value[3] for sample in profile.sample), total("folded-live"))

trace = perfetto_trace_pb2.Trace()
trace.ParseFromString((directory / "heap.perfetto").read_bytes())
known(trace, "perfetto")
stacks, sums = set(), collections.Counter()
for packet in trace.packet:
    if packet.trusted_packet_sequence_id == 3:
        stacks |= {stack.iid for stack in packet.interned_data.callstacks}
    for heap in packet.profile_packet.process_dumps:
        check("a heap profile's process", heap.pid > 0 and heap.from_startup, True)
        for sample in heap.samples:
            check("a heap profile's stack", sample.callstack_id in stacks, True)
            sums["allocated"] += sample.self_allocated
            sums["live"] += sample.self_allocated - sample.self_freed
near("Perfetto's allocated bytes", sums["allocated"], total("folded-allocated"))
check("Perfetto's live bytes", sums["live"] >= 0, True)
