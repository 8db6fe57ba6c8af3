import ReportRendering

extension TraceReport {
  /// Sorts the threads: process by process, the one with most events first, then the one that ran longest.
  package mutating func sortThreads() {
    var places: [String: Int] = [:]
    for process in processes.reversed() {
      places["\(process.hostname) \(process.processID ?? -1)"] = places.count
    }
    func order(_ thread: ThreadSummary) -> (Int, UInt64, Int64, Int64) {
      let place = places["\(thread.hostname) \(thread.processID ?? -1)"] ?? -1
      return (place, thread.eventCount, thread.running ?? 0, -(thread.threadID ?? 0))
    }
    threads?.sort { order($0) > order($1) }
  }

  /// The section on processes and their threads.
  func threadSection() -> ReportSection? {
    let severalHosts = Set(processes.map(\.hostname)).count > 1
    func process(_ thread: ThreadSummary) -> [String] {
      let host = severalHosts ? "@\(thread.hostname)" : ""
      return [(thread.process ?? "-") + host, Self.text(thread.processID)]
    }
    func since(_ time: Int64?) -> String {
      time.map { "+" + Self.duration($0 - (firstTimestamp ?? 0)) } ?? "-"
    }
    let isTimed = threads?.contains { $0.running != nil } ?? false
    // The name of a process stands once, before its threads.
    var last: [String] = []
    return Self.section(
      "Processes and threads",
      about: isTimed ? [] : ["What threads ran and waited is known with hamon record --samples."],
      of: threads,
      headers: [
        "process", "pid", "thread", "tid", "events", "running", "ready", "blocked", "first event",
        "last event",
      ],
      alignments: [.left, .right, .left]
    ) { row in
      let own = process(row)
      defer { last = own }
      return (own == last ? ["", ""] : own) + [
        row.name ?? "-", Self.text(row.threadID), "\(row.eventCount)",
        Self.duration(row.running), Self.duration(row.ready), Self.duration(row.blocked),
        since(row.firstEvent), since(row.lastEvent),
      ]
    }
  }
}
