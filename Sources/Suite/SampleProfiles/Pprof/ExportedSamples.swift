import SampleFiles

/// The samples of a trace, for other tools.
package struct ExportedSamples: Sendable {
  /// A stack that ran or waited in a thread.
  package struct Entry: Sendable {
    package let thread: SampleProfile.ThreadID
    /// The stack's place, -1 if unknown.
    package let stack: Int32
    package var count: UInt64 = 0
    package var running: UInt64 = 0
    package var waiting: UInt64 = 0
  }

  package let profile: SampleProfile
  /// Added to a time of the samples, gives the time of an event, or the time since the Unix epoch.
  package let clockOffset: Int64

  package init(_ profile: SampleProfile, clockOffset: Int64) {
    self.profile = profile
    self.clockOffset = clockOffset
  }

  /// The threads, in the order of their numbers.
  package var threads: [ThreadTimeline] {
    profile.threads.values.sorted { ($0.process, $0.thread) < ($1.process, $1.thread) }
  }

  /// Converts to a time since the Unix epoch.
  package func time(_ time: UInt64) -> Int64 { Int64(time) + clockOffset }

  /// The time of each thread in each stack, the threads and stacks in order.
  package func sums() -> [Entry] {
    var entries: [Entry] = []
    for timeline in threads {
      var places: [Int32: Int] = [:]
      let begin = entries.count
      func place(_ stack: Int32) -> Int {
        if let place = places[stack] { return place }
        entries.append(Entry(thread: timeline.id, stack: stack))
        places[stack] = entries.count - 1
        return entries.count - 1
      }
      for sample in timeline.samples {
        let place = place(sample.stack)
        entries[place].count += 1
        entries[place].running += profile.period
      }
      timeline.forEachWait(in: 0..<UInt64.max) { stack, time in
        entries[place(stack)].waiting += time
      }
      entries[begin...].sort { $0.stack < $1.stack }
    }
    return entries
  }

  /// The program of the process with most samples; `nil` if unknown.
  package var program: CodeAddress? {
    var counts: [Int32: Int] = [:]
    for timeline in threads { counts[timeline.process, default: 0] += timeline.samples.count }
    let process = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    return process.flatMap { profile.stacks.program(of: $0) }
  }

  /// The waits of a thread that took any time, each with its begin, length and stack.
  package func waits(of timeline: ThreadTimeline) -> [(begin: UInt64, time: UInt64, stack: Int32)] {
    timeline.stretches.enumerated().compactMap { index, stretch in
      let end = timeline.end(of: index)
      guard stretch.state == .waiting, end > stretch.begin else { return nil }
      return (stretch.begin, end - stretch.begin, stretch.stack)
    }
  }
}
