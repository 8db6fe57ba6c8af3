import TraceAnalysis

extension TraceReport {
  /// The share of a silence from which on something that threads did counts.
  private static let leastShare: UInt64 = 10

  /// Adds what threads did in the silences of whole processes.
  ///
  /// - Parameters:
  ///   - profile: The samples.
  ///   - clockOffset: Added to a time of the samples, gives the time of an event.
  mutating func tellSilences(_ profile: SampleProfile, clockOffset: Int64) {
    let idle = profile.stacks.stacksWaitingForWork()
    for index in silences?.indices ?? 0..<0 {
      guard let silence = silences?[index], silence.begin >= clockOffset else { continue }
      let begin = UInt64(silence.begin - clockOffset)
      var sums = StackSums()
      for timeline in profile.threads.values
      where Int64(timeline.process) == silence.processID {
        sums.add(timeline, in: begin..<begin + UInt64(silence.duration), period: profile.period)
      }
      silences?[index].activity = Self.activity(
        sums,
        lasting: UInt64(silence.duration),
        profile.stacks,
        idle
      )
    }
  }

  /// What the threads of a process did; `nil` if nothing is known.
  private static func activity(
    _ sums: StackSums,
    lasting duration: UInt64,
    _ stacks: StackTable,
    _ idle: Set<Int32>
  ) -> Silence.Activity? {
    func words(_ verb: String, _ time: UInt64, _ times: [Int32: UInt64], isWaiting: Bool) -> String
    {
      let most = times.max { ($0.value, $1.key) < ($1.value, $0.key) }
      let place = most.flatMap { stacks.place(of: $0.key, isWaiting: isWaiting) }
      return "its threads \(verb) for \(SampleReport.text(time))"
        + (place.map { ", mostly \($0.text)" } ?? "")
    }
    let least = duration / leastShare
    if sums.times.running > least {
      let text = words("ran", sums.times.running, sums.running, isWaiting: false)
      return Silence.Activity(kind: .running, text: text)
    }
    let waiting = sums.waiting.filter { !idle.contains($0.key) }
    let isStopped = waiting.contains {
      stacks.waitKind(of: $0.key) == .stopped && $0.value > duration / 2
    }
    if isStopped {
      let text = "a signal or a debugger had stopped it"
      return Silence.Activity(kind: .stopped, text: text)
    }
    if sums.times.ready > least {
      let text = "its threads had no processor for \(SampleReport.text(sums.times.ready))"
      return Silence.Activity(kind: .ready, text: text)
    }
    guard !waiting.isEmpty else { return nil }
    let kinds = waiting.reduce(into: [WaitKind: UInt64]()) {
      $0[stacks.waitKind(of: $1.key), default: 0] += $1.value
    }
    let most = kinds.max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }
    guard let (kind, time) = most else { return nil }
    let own = waiting.filter { stacks.waitKind(of: $0.key) == kind }
    let text = words("waited \(kind.phrase)", time, own, isWaiting: true)
    return Silence.Activity(kind: .waiting, text: text)
  }
}
