import ReportRendering

extension TraceReport {
  /// The section on the time of frames, and on how long updates took to be shown.
  func frameSection() -> ReportSection? {
    var paragraphs = [
      "What their time went to, and how long it took from the begin of an update to the end of the first frame "
        + "that shows it. The first frame of a tree counts for no update. Late is longer than 16.7 ms, the time of a frame at 60 Hz."
    ]
    if frames?.contains(where: \.hasSeveralStores) == true {
      paragraphs.append(
        "In a process with several stores nobody can tell whose version a frame shows: updates aren't followed there."
      )
    }
    return Self.section(
      "Frames",
      about: paragraphs,
      of: frames,
      headers: [
        "tree", "pid", "frames", "late", "p50", "p99", "max", "reconcile", "layout", "commit",
        "rest", "updates shown", "p50", "p90", "p99", "max",
      ],
      alignments: [.left]
    ) { row in
      func share(_ part: Int64) -> String {
        guard row.total > 0 else { return "-" }
        return NumberFormat.string(100 * Double(part) / Double(row.total), decimals: 1) + "%"
      }
      let latency = row.latency
      return [
        row.name ?? "(others)", Self.text(row.processID), "\(row.count)", Self.text(row.late),
        Self.duration(row.p50), Self.duration(row.p99), Self.duration(row.maximum),
        share(row.reconcile), share(row.layout), share(row.commit),
        share(row.total - row.reconcile - row.layout - row.commit),
        Self.text(latency?.count), Self.duration(latency?.p50),
        Self.duration(latency?.p90), Self.duration(latency?.p99), Self.duration(latency?.maximum),
      ]
    }
  }
}
