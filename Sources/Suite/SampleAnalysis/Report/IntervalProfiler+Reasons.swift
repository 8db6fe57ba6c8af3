import SampleFiles
import TraceAnalysis

// Why intervals were slow, in sentences.
extension IntervalProfiler {
  /// The longest intervals and those that haven't ended, with their reasons or with what would tell these.
  ///
  /// Those of one name and cause are one row. Asked for once, after the whole trace.
  ///
  /// - Parameters:
  ///   - words: What a task did in a wait of it; `nil` if no tasks were recorded.
  ///   - locks: The waits for locks.
  /// - Returns: The reasons.
  func reasons(_ words: ((Int32) -> String)?, _ locks: LockWaits) -> IntervalReasons {
    let open = unended.compactMap { interval -> Slow? in
      let work = tasks?.takeWork(of: interval.id, begun: interval.begin)
      let end =
        work.map { interval.begin + Int64(clamping: $0.total) }
        ?? Int64(clamping: profile.span.upperBound) + clockOffset
      guard hasSamples || work != nil, end > interval.begin,
        let part = part(interval, until: end, work, isShared: false)
      else { return nil }
      return Slow(key: part.key, wall: UInt64(part.range.count), part: part)
    }
    let others = (covered + longest.values).sorted { $0.wall > $1.wall }
    return IntervalReasons(
      slowest: Array(rows(slow, words, locks).prefix(Self.slowRows)),
      unended: Array(rows(open, words, locks).prefix(Self.slowRows)),
      covered: rows(others, words, locks)
    )
  }

  /// The same, by tasks alone.
  package func reasons(_ words: ((Int32) -> String)?) -> IntervalReasons {
    reasons(words, LockWaits(profile))
  }

  private func rows(
    _ intervals: [Slow],
    _ words: ((Int32) -> String)?,
    _ locks: LockWaits
  ) -> [IntervalReasons.Slow] {
    var rows: [IntervalReasons.Slow] = []
    var places: [[String]: Int] = [:]
    for slow in intervals {
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
        IntervalReasons.Slow(
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
    return rows
  }

  /// How many samples more than were taken make time in the kernel certain.
  private static let leastUnseen: UInt64 = 20

  /// A clause without a full stop, and what other intervals with the same cause have in common with it.
  private struct Reason {
    var text: String
    var cause: String

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
    let wanted = sums.times.running + sums.times.ready
    let most = max(wanted, sums.times.waiting, hasSamples ? 0 : part.work?.onThread ?? 0)
    if part.absence.count > most { return suspension(part, in: name, hasTasks: words != nil) }
    if let wait = part.work?.waits.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }),
      wait.value > most
    {
      let clause = words?(wait.key) ?? "suspended"
      return Reason(wait.value, name.isEmpty ? clause : name.dropFirst() + " " + clause)
    }
    guard most > 0 else { return Reason(none, "nothing is known of its thread\(name)") }
    if let work = part.work, !hasSamples {
      let remedy = ": record with --samples to see what for"
      return Reason(
        none,
        "its task had a thread for \(SampleReport.text(work.onThread))\(name)\(remedy)",
        cause: "a thread\(name)"
      )
    }
    let isWaiting = most > wanted
    var reason =
      isWaiting
      ? waiting(sums, in: name, locks)
      : running(sums, in: name)
    let stacks = isWaiting ? sums.waiting : sums.running
    if part.work == nil, words == nil,
      StackTable.longest(stacks).map(profile.stacks.isOfJob) ?? false
    {
      let doubt = "; its thread runs tasks, perhaps others: record with --concurrency"
      reason.text += doubt
      reason.cause += doubt
    }
    return reason
  }

  /// What ran, and how much of the time no processor was there for it.
  private func running(_ sums: StackSums, in name: String) -> Reason {
    let (times, table) = (sums.times, profile.stacks)
    let faults = table.faultTime(in: sums)
    let unseen = times.running - min(times.running, sums.sampledTime)
    var what = "running\(name)"
    var more = ""
    if let place = mostly(sums.running) {
      more = ", mostly \(place)"
    } else {
      more =
        ", and no sample in it: record with a higher --samples than \(profile.description.frequency) Hz"
    }
    if 2 * faults > sums.sampledTime {
      (what, more) = ("\(what) in page faults", more)
    } else if !profile.description.includesKernel, 2 * unseen > times.running,
      unseen > Self.leastUnseen * profile.period
    {
      more =
        ", \(SampleReport.text(unseen)) of it in the kernel, for page faults or system calls: "
        + "with kernel.perf_event_paranoid at 1 samples tell which\(more)"
    }
    let cause = what + (mostly(sums.running) ?? "")
    guard times.ready > times.running else {
      let ready =
        10 * times.ready > times.running
        ? "; \(SampleReport.text(times.ready)) ready to run, without a processor" : ""
      return Reason(times.running, what + more + ready, cause: cause)
    }
    return Reason(
      times.ready,
      "ready to run\(name), without a processor; \(SampleReport.text(times.running)) \(what)\(more)",
      cause: "ready; " + cause
    )
  }

  /// What a thread waited for.
  private func waiting(_ sums: StackSums, in name: String, _ locks: LockWaits) -> Reason {
    let time = sums.times.waiting
    guard let stack = StackTable.longest(sums.waiting) else {
      return Reason(
        time,
        "blocked\(name), of which no stack is known: only waits of some milliseconds are looked at"
      )
    }
    if let reason = lock(time, in: name, stack, sums, locks) { return reason }
    let kind = profile.stacks.waitKind(of: stack)
    let place = kind == .stopped ? "" : ", mostly \(place(stack, isWaiting: true))"
    return Reason(time, "blocked \(kind.phrase)\(name)\(place)")
  }

  /// Where most of some running time was; `nil` without samples.
  private func mostly(_ running: [Int32: UInt64]) -> String? {
    var places: [String: UInt64] = [:]
    for (stack, time) in running { places[place(stack, isWaiting: false), default: 0] += time }
    return places.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
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
    let ranIn = mostly(sums.running)
    // What ran for less than a part of it explains nothing.
    let ran = (10 * sums.times.running < part.absence.count ? nil : ranIn).map {
      "; meanwhile its process ran for \(SampleReport.text(sums.times.running)), mostly \($0)"
    }
    let text = "suspended\(name), not told for what: \(remedy)"
    return Reason(
      part.absence.count,
      text + (ran ?? ""),
      cause: text + (ran == nil ? "" : ranIn ?? "")
    )
  }

  private func place(_ stack: Int32, isWaiting: Bool) -> String {
    profile.stacks.place(of: stack, isWaiting: isWaiting)?.text ?? "in code that can't be told"
  }
}
