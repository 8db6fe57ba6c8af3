"""Reads what `hamon results --export` has written with programs that others have written.

usage: read.py DIRECTORY    the forms of results.json are in it; exits with 1 where one can't be read
"""

import csv
import json
import pathlib
import re
import sys

from junitparser import Error, Failure, JUnitXml
from line_protocol_parser import parse_line

directory = pathlib.Path(sys.argv[1])
COUNTS = ("instructions", "allocations", "objects", "retains", "releases", "bytes", "frees")
results = json.loads((pathlib.Path(__file__).parent / "results.json").read_text())
rows = {row["name"]: row for row in results["rows"]}


def check(what, found, expected):
    if found != expected:
        sys.exit(f"error: {what}: found {found!r}, expected {expected!r}")


def counts(row):
    found = row.get("counts") or {}
    return {name: found[name] for name in COUNTS if name in found}


# CSV: a line for each row.
with open(directory / "csv", newline="") as file:
    lines = list(csv.DictReader(file))
check("CSV's rows", [line["row"] for line in lines], [row["name"] for row in results["rows"]])
for line in lines:
    median = rows[line["row"]]["wall"]["median"]
    check(f"CSV's median of {line['row']}", round(float(line["median_ns"]), 3), round(median, 3))

# JUnit: a test for each row, failure, bar, and for the end that the run didn't reach.
cases = [case for suite in JUnitXml.fromfile(str(directory / "junit")) for case in suite]
kinds = [type(result) for case in cases for result in case.result]
check(
    "junit's tests",
    len(cases),
    len(rows) + len(results["failures"]) + len(results["bars"]) + 1,
)
check("junit's errors", kinds.count(Error), len(results["failures"]) + 1)
check(
    "junit's failures",
    kinds.count(Failure),
    sum(not bar["holds"] for bar in results["bars"]),
)
suite = next(iter(JUnitXml.fromfile(str(directory / "junit"))))
check("junit's sums", (suite.tests, suite.failures, suite.errors), (len(cases), 1, 2))

# Line protocol: a line a row, and what separates comes back as it was.
lines = [parse_line(line) for line in (directory / "influx").read_text().splitlines()]
check("influx's lines", len(lines), len(rows))
for line, row in zip(lines, rows.values()):
    # A line break can't be written in a tag.
    check("influx's row", line["tags"]["row"], re.sub("\n", "_", row["name"]))
    check("influx's median", line["fields"]["median"], row["wall"]["median"])
    for name, count in counts(row).items():
        check(f"influx's {name}", line["fields"][name], count)
    check("influx's samples", line["fields"]["samples"], len(row["wallSamples"]))
    for parameter in row["parameters"]:
        check(
            "influx's parameter",
            line["tags"][f"parameter_{parameter['key']}"],
            parameter["value"],
        )

# JSON: checked against its schema elsewhere; here that the numbers are the ones.
jmh = json.loads((directory / "jmh").read_text())
check("jmh's rows", len(jmh), len(rows))
for entry, row in zip(jmh, rows.values()):
    samples = [sample / row["iterationsPerSample"] for sample in row["wallSamples"]]
    check("jmh's samples", entry["primaryMetric"]["rawData"], [samples])
    check(
        "jmh's counts",
        {name: metric["score"] for name, metric in entry["secondaryMetrics"].items()},
        counts(row),
    )
bencher = json.loads((directory / "bencher").read_text())
check("bencher's rows", len(bencher), len(rows))
for name, row in rows.items():
    measures = bencher[f"{results['suite']}/{name}"]
    metric = measures["latency"]
    check(
        "bencher's counts",
        {key: measures[key]["value"] for key in measures if key in COUNTS},
        counts(row),
    )
    check("bencher's median", metric["value"], row["wall"]["median"])
    check(
        "bencher's interval",
        metric["lower_value"] <= metric["value"] <= metric["upper_value"],
        True,
    )
action = json.loads((directory / "github-action-benchmark").read_text())
ours = [row for row in rows.values() if row["kind"] == "ours"]
check(
    "github-action-benchmark's values",
    [entry["value"] for entry in action],
    [
        value
        for row in ours
        for value in (row["wall"]["median"], *(round(count, 2) for count in counts(row).values()))
    ],
)

# HdrHistogram's percentiles: those of the histogram that others count from the same samples.
from hdrh.histogram import HdrHistogram

files = sorted((directory / "hgrm").iterdir())
check("hgrm's files", len(files), len(rows))
for row in rows.values():
    name = re.sub(r"[^\w.=-]", "_", f"{results['suite']}-{row['name']}")
    histogram = HdrHistogram(1, 10**15, 3)
    for sample in row["wallSamples"]:
        histogram.record_value(int(sample / row["iterationsPerSample"] * 1000))
    text = (directory / "hgrm" / f"{name}.hgrm").read_text()
    pattern = r"^ *([\d.]+) +([\d.]+) +(\d+)"
    # Implementations differ by a rank in rounding.
    rank = 100 / len(row["wallSamples"])
    for value, quantile, _ in re.findall(pattern, text, re.MULTILINE):
        least, most = (
            histogram.get_value_at_percentile(min(max(float(quantile) * 100 + step, 0), 100))
            for step in (-rank, rank)
        )
        if not least * 0.998 - 2 <= float(value) * 1000 <= most * 1.002 + 2:
            sys.exit(
                f"error: {name}: {quantile} is {value}, others count {least} to {most} ps"
            )

# Markdown: each table's lines have as many columns as its rule.
columns = None
for line in (directory / "markdown").read_text().splitlines():
    if line.startswith("|"):
        count = len(re.findall(r"(?<!\\)\|", line))
        check(f"the columns of {line!r}", count, columns or count)
        columns = count
    else:
        columns = None
print(f"read: the forms of {len(rows)} rows, with other people's programs")
