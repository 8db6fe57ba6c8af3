import ReportRendering

extension TraceReport {
  /// What the threads of a process did together.
  private struct ProcessSum {
    var process: ThreadSummary
    var threads = 0

    /// With a further thread.
    mutating func add(_ thread: ThreadSummary) {
      func sum(_ left: Int64?, _ right: Int64?) -> Int64? {
        left == nil ? right : left.map { $0 &+ (right ?? 0) }
      }
      threads += 1
      guard threads > 1 else { return }
      process.process = process.process ?? thread.process
      process.eventCount += thread.eventCount
      process.running = sum(process.running, thread.running)
      process.ready = sum(process.ready, thread.ready)
      process.blocked = sum(process.blocked, thread.blocked)
    }
  }

  /// The processes of all threads, the one with most events first, then the one that ran longest.
  private func processSums() -> [ProcessSum] {
    var sums: [String: ProcessSum] = [:]
    for thread in threads ?? [] {
      sums[Self.processKey(thread), default: ProcessSum(process: thread)].add(thread)
    }
    func order(_ sum: ProcessSum) -> (UInt64, Int64, String) {
      (sum.process.eventCount, sum.process.running ?? 0, Self.processKey(sum.process))
    }
    return sums.values.sorted {
      let (left, right) = (order($0), order($1))
      return (left.0, left.1, right.2) > (right.0, right.1, left.2)
    }
  }

  private static func processKey(_ thread: ThreadSummary) -> String {
    "\(thread.hostname) \(thread.processID ?? -1)"
  }

  /// Sorts the threads: process by process, the one with most events first, then the one that ran longest.
  package mutating func sortThreads() {
    var places: [String: Int] = [:]
    for sum in processSums().reversed() { places[Self.processKey(sum.process)] = places.count }
    func order(_ thread: ThreadSummary) -> (Int, UInt64, Int64, Int64) {
      let place = places[Self.processKey(thread)] ?? -1
      return (place, thread.eventCount, thread.running ?? 0, -(thread.threadID ?? 0))
    }
    threads?.sort { order($0) > order($1) }
  }

  /// The sections on processes, if there are several, and on their threads.
  package func threadSections() -> [ReportSection] {
    [processSection(), threadSection()].compactMap { $0 }
  }

  private func cells(ofProcess thread: ThreadSummary) -> [String] {
    let host = Set((threads ?? []).map(\.hostname)).count > 1 ? "@\(thread.hostname)" : ""
    return [(thread.process ?? "-") + host, Self.text(thread.processID)]
  }

  private func processSection() -> ReportSection? {
    let sums = processSums()
    return Self.section(
      "Processes",
      of: sums.count > 1 ? sums : nil,
      headers: ["process", "pid", "threads", "events", "running", "ready", "blocked"],
      alignments: [.left]
    ) { sum in
      let process = sum.process
      return cells(ofProcess: process) + [
        "\(sum.threads)", "\(process.eventCount)", Self.duration(process.running),
        Self.duration(process.ready), Self.duration(process.blocked),
      ]
    }
  }

  private func threadSection() -> ReportSection? {
    func since(_ time: Int64?) -> String {
      time.map { "+" + Self.duration($0 - (firstTimestamp ?? 0)) } ?? "-"
    }
    let isTimed = threads?.contains { $0.running != nil } ?? false
    let hasEvents = threads?.contains { $0.firstEvent != nil } ?? false
    // The name of a process stands once, before its threads.
    var last: [String] = []
    return Self.section(
      "Processes and threads",
      about: isTimed ? [] : ["What threads ran and waited is known with hamon record --samples."],
      of: threads,
      headers: ["process", "pid", "thread", "tid", "events", "running", "ready", "blocked"]
        + (hasEvents ? ["first event", "last event"] : []),
      alignments: [.left, .right, .left]
    ) { row in
      let own = cells(ofProcess: row)
      defer { last = own }
      return (own == last ? ["", ""] : own) + [
        row.name ?? "-", Self.text(row.threadID), "\(row.eventCount)",
        Self.duration(row.running), Self.duration(row.ready), Self.duration(row.blocked),
      ] + (hasEvents ? [since(row.firstEvent), since(row.lastEvent)] : [])
    }
  }
}
