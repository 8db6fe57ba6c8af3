import ReportRendering

// What the trace says about what was slow.
extension TraceReport {
  /// Shorter times don't stand out.
  package static let leastSlow: Int64 = 1_000_000
  /// How many of the slowest intervals are told.
  private static let maximumSlow = 3

  /// Whether a time is a part of the trace that stands out.
  package static func standsOut(_ time: Int64, of duration: Int64) -> Bool {
    time >= leastSlow && time >= duration / 100
  }

  /// Reasons why the program was slow.
  ///
  /// - Parameters:
  ///   - cause: What samples and tasks say of one of the slowest intervals; `nil` for nothing.
  ///   - unended: What they say of the oldest one that hasn't ended, as the end of a sentence.
  /// - Returns: The reasons, none of them if nothing stands out.
  package func reasons(
    cause: (SlowInterval) -> String? = { _ in nil },
    unended: String? = nil
  ) -> [Why.Reason] {
    let slow = told(cause)
    let isTold = !slow.isEmpty && slow.allSatisfy { cause($0) != nil }
    var reasons = missingReasons() + slow.map { reason($0, cause($0)) }
    let others = [
      silenceReason(isTold: isTold), frameReason(), queueReason(), retryReason(), failureReason(),
      unendedReason(unended),
    ]
    reasons += others.compactMap { $0 }
    return reasons
  }

  /// The longest interval, for a trace in which nothing stands out.
  package var longest: String {
    guard let longest = slowest?.first else {
      return "no interval has ended among \(eventCount) events"
    }
    return "the longest interval, \(Self.name(longest)), took \(Self.duration(longest.duration))"
  }

  private func missingReasons() -> [Why.Reason] {
    var lines: [String] = []
    if isPartial {
      lines.append(
        "A part of this trace could not be read (faults: \(faults.count)), so all that follows is of the rest; see Trace."
      )
    }
    let lost = losses.discardedEvents
    if lost > 0 {
      let share = NumberFormat.percent(Double(lost) / Double(lost + eventCount), decimals: 1)
      lines.append(
        "\(lost) events were lost, \(share) of all: counts are too low, and times may be wrong. Record with --lossless; see Missing."
      )
    }
    if losses.discardedPackets > 0 {
      lines.append(
        "\(losses.discardedPackets) packets of events were lost: whole stretches of time are missing; see Missing."
      )
    }
    if losses.uncountedDiscards > 0 {
      lines.append(
        "Events were lost \(losses.uncountedDiscards) times, nobody knows how many; see Missing."
      )
    }
    return lines.map { Why.Reason(.missing, $0) }
  }

  // MARK: Slow intervals

  /// The intervals that stand out.
  private func told(_ cause: (SlowInterval) -> String?) -> [SlowInterval] {
    let all = ((slowest ?? []) + (slowestOfNames ?? [])).sorted { $0.duration > $1.duration }
    var (names, causes): (Set<String>, Set<String>) = ([], [])
    var told: [SlowInterval] = []
    for slow in all where told.count < Self.maximumSlow && isSlow(slow) {
      // What has been told of the interval around it, of a longer one of its name, or of one with the same cause, tells this one too.
      let isFirst = names.insert(slow.sortName).inserted
      let isNew = cause(slow).map { causes.insert($0).inserted } ?? true
      if isFirst, isNew, !told.contains(where: { $0.isAround(slow) }) { told.append(slow) }
    }
    return told
  }

  private func reason(_ slow: SlowInterval, _ cause: String?) -> Why.Reason {
    let id = processes.count > 1 ? "\(slow.processID ?? 0):\(slow.id)" : "\(slow.id)"
    return Why.Reason(
      .slow,
      "\(Self.name(slow)) took \(Self.duration(slow.duration)) (\(context(of: slow))): "
        + "\(cause ?? self.cause(of: slow)); see --request \(id)."
    )
  }

  /// Whether an interval took long for the recording, or much longer than others of its name.
  private func isSlow(_ slow: SlowInterval) -> Bool {
    guard slow.duration >= Self.leastSlow else { return false }
    if slow.duration >= duration / 10 { return true }
    guard let all = statistics(of: slow), all.count >= 5, let median = all.p50 else { return false }
    return slow.duration / 10 >= median
  }

  private func statistics(of slow: SlowInterval) -> IntervalStatistics? {
    intervals.first { $0.sortName == slow.sortName }
  }

  private func context(of slow: SlowInterval) -> String {
    if let all = statistics(of: slow), all.count > 1, let median = all.p50 {
      return "median of \(all.count): \(Self.duration(median))"
    }
    let share = Double(slow.duration) / Double(max(duration, 1))
    return NumberFormat.percent(share, decimals: 0) + " of the recording"
  }

  /// What most of an interval's time went to.
  private func cause(of slow: SlowInterval) -> String {
    let wait = slow.wait ?? 0
    let queue = wait >= Self.leastSlow ? ", after \(Self.duration(wait)) in the queue" : ""
    if let silence = slow.silence, silence >= slow.duration / 2 {
      let activity = activity(in: slow)?.text
      return "for \(Self.duration(silence)) its whole process was silent"
        + "\(activity.map { ": \($0)" } ?? ", stopped or waiting")\(queue)"
    }
    let heart = heart(of: slow)
    let own = Self.duration(heart.selfTime)
    if heart != slow { return "\(own) of it is the own time of \(Self.name(heart)) in it\(queue)" }
    guard slow.selfTime >= slow.duration / 2 else {
      return "\(own) of it itself, the rest in what it began\(queue)"
    }
    guard let cpu = slow.cpuTime else {
      return "\(own) of it itself, computing or waiting (--samples tells)\(queue)"
    }
    return cpu >= slow.selfTime / 2
      ? "it computed for \(Self.duration(cpu))\(queue)"
      : "it had a processor for \(Self.duration(cpu)) and waited for the rest\(queue)"
  }

  /// What the process of an interval did in the longest silence that the interval overlaps.
  private func activity(in slow: SlowInterval) -> Silence.Activity? {
    silences?.first {
      $0.processID == slow.processID && $0.hostname == slow.hostname
        && $0.begin < slow.begin + slow.duration && slow.begin < $0.begin + $0.duration
    }?.activity
  }

  /// The interval in which most of the time was spent: the interval itself, or one in it, and so on.
  private func heart(of slow: SlowInterval) -> SlowInterval {
    var heart = slow
    while heart.selfTime < heart.duration / 2 {
      let below = (slowest ?? []).filter {
        $0.parents.count == heart.parents.count + 1 && heart.isAround($0)
      }
      guard let longest = below.max(by: { $0.duration < $1.duration }),
        longest.duration >= heart.duration / 2
      else { break }
      heart = longest
    }
    return heart
  }

  private static func name(_ slow: SlowInterval) -> String {
    let kind = slow.kind == .interval ? "" : slow.kind.rawValue + " "
    return "\(kind)`\(slow.name ?? "(name unknown)")`"
  }

  // MARK: Others

  private func silenceReason(isTold: Bool) -> Why.Reason? {
    // What ran is told by what it ran, and what waited by what it waited for, where that is known of each interval.
    let silences = (silences ?? []).filter {
      $0.activity?.kind == .stopped || !isTold && $0.activity?.kind != .running
    }
    guard let longest = silences.first else { return nil }
    let all = silences.reduce(0) { $0 + $1.duration }
    let activity = longest.activity?.text
    return Why.Reason(
      .silence,
      "Whole processes were silent for \(Self.duration(all)), though at work: "
        + "\(activity ?? "stopped, without a processor, or waiting as a whole") "
        + "(longest: \(Self.duration(longest.duration))); see Silences of whole processes."
    )
  }

  private func frameReason() -> Why.Reason? {
    func late(_ tree: FrameSummary) -> UInt64 { tree.late ?? 0 }
    guard let tree = frames?.max(by: { late($0) < late($1) }), late(tree) > 0 else { return nil }
    let rest = tree.total - tree.reconcile - tree.layout - tree.commit
    let parts = [
      ("reconciliation", tree.reconcile), ("layout", tree.layout), ("commits", tree.commit),
      ("none of its phases", rest),
    ]
    let most = parts.max { $0.1 < $1.1 } ?? parts[0]
    let share = NumberFormat.percent(Double(most.1) / Double(max(tree.total, 1)), decimals: 0)
    return Why.Reason(
      .frames,
      "\(late(tree)) of \(tree.count) frames of `\(tree.name ?? "(others)")` took longer than 16.7 ms (longest: "
        + "\(Self.duration(tree.maximum))); \(share) of their time is in \(most.0); see Frames."
    )
  }

  private func queueReason() -> Why.Reason? {
    let waited = intervals.filter { ($0.queueWait?.maximum ?? 0) >= Self.leastSlow }
    guard let row = waited.max(by: { ($0.queueWait?.maximum ?? 0) < ($1.queueWait?.maximum ?? 0) }),
      let wait = row.queueWait
    else { return nil }
    return Why.Reason(
      .queue,
      "\(row.kind.rawValue) `\(row.name ?? "(name unknown)")` waited up to \(Self.duration(wait.maximum)) in the queue (median: "
        + "\(Self.duration(wait.p50))), at most \(wait.maximumDepth) before it; it takes \(Self.duration(row.p50)) itself; "
        + "see Wait in the queue."
    )
  }

  private func retryReason() -> Why.Reason? {
    guard let row = retries?.max(by: { $0.delay < $1.delay }) else { return nil }
    let most = row.errors.max { ($0.value, $1.key) < ($1.value, $0.key) }
    let error = most.map { ", mostly after \($0.key)" } ?? ""
    return Why.Reason(
      .retries,
      "`\(row.name)` was tried again \(row.count) times\(error), which took \(Self.duration(row.delay)) of back-off; "
        + "see Items tried again."
    )
  }

  private func failureReason() -> Why.Reason? {
    func failures(_ row: IntervalStatistics) -> UInt64 { row.outcomes?["failure"] ?? 0 }
    guard let row = intervals.max(by: { failures($0) < failures($1) }), failures(row) > 0 else {
      return nil
    }
    return Why.Reason(
      .failures,
      "\(failures(row)) of \(row.count) times \(row.kind.rawValue) `\(row.name ?? "(name unknown)")` failed; "
        + "see How intervals have ended."
    )
  }

  private func unendedReason(_ told: String?) -> Why.Reason? {
    guard let row = intervals.max(by: { $0.unendedCount < $1.unendedCount }), row.unendedCount > 0
    else { return nil }
    if let told {
      return Why.Reason(
        .unended,
        "\(losses.unendedIntervals) intervals had not ended at the end; the oldest, \(told); "
          + "see CPU time and parallelism of intervals."
      )
    }
    return Why.Reason(
      .unended,
      "\(losses.unendedIntervals) intervals had not ended at the end, \(row.unendedCount) of them \(row.kind.rawValue) "
        + "`\(row.name ?? "(name unknown)")`: no duration has them; see CPU time and parallelism of intervals."
    )
  }
}

extension SlowInterval {
  /// Whether another interval began in this one, and ended in it.
  fileprivate func isAround(_ other: SlowInterval) -> Bool {
    processID == other.processID && hostname == other.hostname && other.begin >= begin
      && other.begin + other.duration <= begin + duration
      && other.parents.starts(with: parents + [pathName])
  }

  /// Its name in ``parents``: a program's own interval is not prefixed with its kind.
  private var pathName: String {
    kind == .interval && name != nil
      ? name ?? "" : [kind.rawValue, name].compactMap { $0 }.joined(separator: " ")
  }
}
