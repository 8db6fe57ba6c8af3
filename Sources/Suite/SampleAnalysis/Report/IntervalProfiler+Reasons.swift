import SampleFiles
import TraceAnalysis

// Why intervals were slow, in sentences.
extension IntervalProfiler {
  /// The longest intervals with their reasons, or with what would tell these; those of one name and cause are one row.
  ///
  /// - Parameters:
  ///   - words: What a task did in a wait of it; `nil` if no tasks were recorded.
  ///   - locks: The waits for locks.
  /// - Returns: The longest first.
  func sentences(_ words: ((Int32) -> String)?, _ locks: LockWaits) -> [SampleReport.Slow] {
    var rows: [SampleReport.Slow] = []
    var places: [[String]: Int] = [:]
    for slow in slow {
      let part = slow.part
      let isItself = part.key == slow.key && UInt64(part.range.count) == slow.wall
      let reason = reason(part, in: isItself ? "" : " in `\(name(part.key))`", words, locks)
      let kind = catalog.label(of: slow.key.kind).rawValue
      let cause = [kind, name(slow.key), reason.cause]
      if let place = places[cause] {
        rows[place].count += 1
        rows[place].shortest = slow.wall
        continue
      }
      places[cause] = rows.count
      rows.append(
        SampleReport.Slow(
          kind: kind,
          name: name(slow.key),
          wall: slow.wall,
          sentence: "\(SampleReport.text(slow.wall)): \(reason.text)",
          count: 1,
          shortest: slow.wall,
          begin: Int64(part.range.lowerBound) + clockOffset,
          length: UInt64(part.range.count),
          process: part.first.process,
          thread: part.first.thread
        )
      )
    }
    return Array(rows.prefix(Self.slowRows))
  }

  /// A clause without a full stop, and what other intervals with the same cause have in common with it.
  private struct Reason {
    let text: String
    let cause: String

    init(_ time: (some BinaryInteger)?, _ text: String, cause: String? = nil) {
      self.text = (time.map { SampleReport.text($0) + " " } ?? "") + text
      self.cause = cause ?? text
    }
  }

  /// What most of the time went to, by the innermost meaningful functions.
  ///
  /// - Parameters:
  ///   - part: The part of the interval to describe.
  ///   - name: Words for that part; empty for the interval itself.
  ///   - words: What a task did in a wait of it; `nil` if no tasks were recorded.
  ///   - locks: The waits for locks.
  /// - Returns: The reason, or what would tell it.
  private func reason(
    _ part: Part,
    in name: String,
    _ words: ((Int32) -> String)?,
    _ locks: LockWaits
  ) -> Reason {
    let (first, last) = (profile.threads[part.first], profile.threads[part.last])
    let none: UInt64? = nil
    if part.work == nil, first == nil {
      return Reason(none, "not told\(name), for its thread wasn't sampled")
    }
    var sums = StackSums()
    part.add(to: &sums, first, last, period: profile.period)
    let most = max(sums.times.running, sums.times.ready, sums.times.waiting)
    if part.absence.count > most { return suspension(part, in: name, hasTasks: words != nil) }
    if let wait = part.work?.waits.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }),
      wait.value > most
    {
      let clause = words?(wait.key) ?? "suspended"
      return Reason(wait.value, name.isEmpty ? clause : name.dropFirst() + " " + clause)
    }
    guard most > 0 else { return Reason(none, "nothing is known of its thread\(name)") }
    if most == sums.times.ready {
      return Reason(most, "ready to run\(name), without a processor")
    }
    let isWaiting = most == sums.times.waiting
    guard let stack = Self.longest(isWaiting ? sums.waiting : sums.running) else {
      return Reason(
        most,
        isWaiting
          ? "blocked\(name), of which no stack is known: only waits of some milliseconds are looked at"
          : "running\(name), and no sample in it: record with a higher --samples than "
            + "\(profile.description.frequency) Hz"
      )
    }
    guard isWaiting else {
      return Reason(most, "running\(name), mostly \(place(stack, isWaiting: false))")
    }
    let kind = profile.stacks.waitKind(of: stack)
    if let reason = lock(most, in: name, stack, sums, locks) { return reason }
    let place = kind == .stopped ? "" : ", mostly \(place(stack, isWaiting: true))"
    return Reason(most, "blocked \(kind.phrase)\(name)\(place)")
  }

  /// What is known of who held a lock; `nil` for nothing, or if the stack waits for something else.
  private func lock(
    _ time: UInt64,
    in name: String,
    _ stack: Int32,
    _ sums: StackSums,
    _ locks: LockWaits
  ) -> Reason? {
    guard let longest = sums.longest[stack],
      let wait = locks.wait(of: longest.thread, at: longest.range.lowerBound)
    else { return nil }
    var stories = LockWaits.Stories()
    guard let holding = locks.holding(of: wait, &stories) else { return nil }
    let isMost = UInt64(longest.range.count) >= time / 10 * 9
    let which =
      isMost
      ? "the lock that " : "locks, \(SampleReport.text(longest.range.count)) at once for one that "
    let waiter = holding.waiter.map { name.isEmpty ? " in \($0)" : " (\($0))" }
    let opening = "waiting\(name)\(waiter ?? "") for "
    return Reason(
      time,
      "\(opening)\(which)\(holding.words)",
      cause: "\(opening)\(holding.holder ?? "")\(holding.clause)"
    )
  }

  /// What is known of the time in which an interval was suspended for an unknown reason.
  private func suspension(_ part: Part, in name: String, hasTasks: Bool) -> Reason {
    let remedy = hasTasks ? "no recorded task began it" : "record with --concurrency"
    var sums = StackSums()
    for timeline in profile.threads.values where timeline.process == part.first.process {
      sums.add(timeline, in: part.absence, period: profile.period)
    }
    let ranIn = Self.longest(sums.running).map { place($0, isWaiting: false) }
    let ran = ranIn.map {
      "; meanwhile its process ran for \(SampleReport.text(sums.times.running)), mostly \($0)"
    }
    let text = "suspended\(name), not told for what: \(remedy)"
    return Reason(part.absence.count, text + (ran ?? ""), cause: text + (ranIn ?? ""))
  }

  private static func longest(_ stacks: [Int32: UInt64]) -> Int32? {
    stacks.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }

  private func place(_ stack: Int32, isWaiting: Bool) -> String {
    profile.stacks.place(of: stack, isWaiting: isWaiting)?.text ?? "in code that can't be told"
  }
}
