import ReportRendering
package import TraceAnalysis

// What samples say about what was slow.
extension SampleReport {
  /// With fewer samples nobody can tell where the time was spent.
  private static let leastSamples = 10

  /// Reasons why the program was slow.
  package func reasons() -> [Why.Reason] {
    var reasons: [Why.Reason] = []
    if let fault = faults.first {
      reasons.append(
        Why.Reason(.missing, "The samples aren't whole (faults: \(faults.count)): \(fault).")
      )
    }
    if lost > 0 {
      reasons.append(
        Why.Reason(
          .missing,
          "\(lost) records of samples were lost: what threads did meanwhile may be wrong; see Samples."
        )
      )
    }
    return reasons + [lockReason(), processorReason(), functionReason()].compactMap { $0 }
  }

  /// What threads did, for samples in which nothing stands out.
  package var longest: String {
    "threads ran for \(Self.text(times.running)) and were blocked for \(Self.text(times.waiting))"
  }

  private func lockReason() -> Why.Reason? {
    func locked(_ row: Interval) -> UInt64 { row.waits[WaitKind.lock.rawValue] ?? 0 }
    let row = intervals.max { locked($0) < locked($1) }
    let isTold =
      row.map { locked($0) >= UInt64(TraceReport.leastSlow) && locked($0) >= $0.wall / 10 } ?? false
    if let row, isTold {
      let holder = holder(ofMost: locked(row))
      return Why.Reason(
        .lock,
        "`\(row.name)` was blocked on locks for \(Self.text(locked(row))) of its \(Self.text(row.wall)) in all "
          + "(\(row.count) times)\(holder.map { ", \($0); see Contended locks." } ?? "; see What intervals did.")"
      )
    }
    // A program without intervals, or other threads than theirs.
    let total = locks.reduce(0) { $0 + $1.total }
    guard let holder = holder(ofMost: total), intervals.isEmpty, total >= times.sum / 10 else {
      return nil
    }
    return Why.Reason(
      .lock,
      "Threads were blocked on locks for \(Self.text(total)) in all "
        + "(\(locks.reduce(0) { $0 + $1.count }) times), \(holder); see Contended locks."
    )
  }

  /// What held most of the locks that some threads waited for, as a clause; `nil` if that isn't known, for the waits for others, perhaps
  /// of the same threads, took too long.
  private func holder(ofMost time: UInt64) -> String? {
    let others = locks.dropFirst().reduce(0) { $0 + $1.total }
    guard let lock = locks.first, let holder = lock.holder, others <= time / 2 else { return nil }
    let doubt = lock.evidence == LockWait.Evidence.owner.name ? "" : "probably "
    return "mostly for one that \(doubt)\(holder) held, which \(lock.activity ?? "")"
  }

  private func processorReason() -> Why.Reason? {
    let wanted = times.running + times.ready
    guard times.ready >= UInt64(TraceReport.leastSlow), times.ready >= wanted / 10 else {
      return nil
    }
    let share = NumberFormat.percent(Double(times.ready) / Double(wanted), decimals: 0)
    return Why.Reason(
      .processor,
      "Threads that could run had no processor for \(Self.text(times.ready)), \(share) of the time in which they could; "
        + "see Samples."
    )
  }

  private func functionReason() -> Why.Reason? {
    let all = functions.reduce(0) { $0 + $1.running }
    let own = functions.sorted {
      ($0.runningWithSystem, $1.name) > ($1.runningWithSystem, $0.name)
    }
    let shown = own.prefix(3).filter { $0.runningWithSystem * 20 >= max(all, 1) }.map { function in
      let share = Double(function.runningWithSystem) / Double(max(all, 1))
      return "`\(function.name)` \(NumberFormat.percent(share, decimals: 0))"
    }
    guard samples >= Self.leastSamples, !shown.isEmpty else { return nil }
    return Why.Reason(
      .functions,
      "Threads ran for \(Self.text(times.running)); of the program's functions mostly \(shown.joined(separator: ", ")), "
        + "each with what it called of the system; see Functions."
    )
  }
}

extension TraceReport {
  /// Adds what threads did by samples, and the threads that emitted no events.
  ///
  /// - Parameters:
  ///   - profile: The samples.
  ///   - clockOffset: Added to a time of the samples, gives the time of an event; `nil` if unknown.
  package mutating func add(_ profile: SampleProfile, clockOffset: Int64?) {
    if let clockOffset { tellSilences(profile, clockOffset: clockOffset) }
    var rest = profile.threads.filter { $0.value.times(in: 0..<UInt64.max).sum > 0 }
    func set(_ times: ThreadTimeline.Times, of thread: inout ThreadSummary) {
      thread.running = Int64(clamping: times.running)
      thread.ready = Int64(clamping: times.ready)
      thread.blocked = Int64(clamping: times.waiting)
    }
    for index in threads?.indices ?? 0..<0 {
      guard let thread = threads?[index] else { continue }
      let id = SampleProfile.ThreadID(
        process: Int32(truncatingIfNeeded: thread.processID ?? -1),
        thread: Int32(truncatingIfNeeded: thread.threadID ?? -1)
      )
      guard let timeline = rest.removeValue(forKey: id) else { continue }
      var changed = thread
      set(timeline.times(in: 0..<UInt64.max), of: &changed)
      threads?[index] = changed
    }
    for timeline in rest.values {
      let process = processes.first { $0.processID == Int64(timeline.process) }
      let name = profile.name(of: timeline)
      let first = profile.threads[
        SampleProfile.ThreadID(process: timeline.process, thread: timeline.process)
      ]
      var thread = ThreadSummary(
        hostname: process?.hostname ?? processes.first?.hostname ?? "",
        processID: Int64(timeline.process),
        process: process?.name ?? first.map { profile.name(of: $0) },
        threadID: Int64(timeline.thread),
        name: name.isEmpty ? nil : name,
        eventCount: 0
      )
      set(timeline.times(in: 0..<UInt64.max), of: &thread)
      threads?.append(thread)
    }
    sortThreads()
  }
}
