package import TraceAnalysis

// What tasks say about what was slow.
extension TaskReport {
  /// Reasons why the program was slow.
  ///
  /// - Parameter duration: The time of the whole trace.
  /// - Returns: The reasons, none of them if nothing stands out.
  package func reasons(lasting duration: Int64) -> [Why.Reason] {
    problems.map { Why.Reason(.missing, "Tasks were not recorded in \($0).") }
      + [actorReason(duration), poolReason(duration), stuckReason(duration), taskReason(duration)]
      .compactMap { $0 }
  }

  private func actorReason(_ duration: Int64) -> Why.Reason? {
    guard let row = executors.first, TraceReport.standsOut(row.longestWait, of: duration) else {
      return nil
    }
    let held =
      row.occupantStays > 0
      ? "; in the longest wait \(row.occupant) held it for \(Self.text(row.occupantTime)) (\(row.occupantStays) x)"
      : ""
    return Why.Reason(
      .actor,
      "Tasks waited \(row.waits) times for \(row.name), at most \(Self.text(row.longestWait)) and \(Self.text(row.waiting)) in all"
        + "\(held); see Actors and executors."
    )
  }

  private func poolReason(_ duration: Int64) -> Why.Reason? {
    guard let pool = pools.max(by: { $0.starvedTime < $1.starvedTime }),
      TraceReport.standsOut(pool.starvedTime, of: duration)
    else { return nil }
    return Why.Reason(
      .pool,
      "For \(Self.text(pool.starvedTime)) tasks of \(pool.process) waited while \(pool.threads) threads, as many as processors, were busy; "
        + "see The pool."
    )
  }

  private func stuckReason(_ duration: Int64) -> Why.Reason? {
    guard let row = suspended.max(by: { $0.longest < $1.longest }),
      TraceReport.standsOut(row.longest, of: duration)
    else { return nil }
    let place = row.place.map { ", in \($0.function)" } ?? ""
    return Why.Reason(
      .stuck,
      "When the trace ended, \(row.creator) had waited for \(row.call ?? row.waitsFor)\(place) for \(Self.text(row.longest)) "
        + "(tasks: \(row.count)); see Never resumed."
    )
  }

  private func taskReason(_ duration: Int64) -> Why.Reason? {
    guard let slow = slowest.first(where: \.hasEnded),
      TraceReport.standsOut(slow.life, of: duration)
    else { return nil }
    return Why.Reason(
      .task,
      "The slowest task that ended, \(slow.creator), took \(slow.sentence); see Why the slowest tasks were slow."
    )
  }
}
