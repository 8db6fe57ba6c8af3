import SampleFiles
import TraceAnalysis
import TraceReading

// What tells of the time of an interval.
extension IntervalProfiler {
  /// What tells of an interval's time; `nil` for one from before the samples' clock.
  func part(
    _ interval: TraceInterval,
    until end: Int64,
    _ work: IntervalWork?,
    isShared: Bool
  ) -> Part? {
    let begin = interval.begin - clockOffset
    guard begin > 0 else { return nil }
    let range = UInt64(begin)..<UInt64(end - clockOffset)
    let endThread = interval.endThreadIndex ?? interval.beginThreadIndex
    let isMoved = endThread != interval.beginThreadIndex
    let firstID = SampleProfile.ThreadID(interval.beginThreadIndex, in: catalog)
    let lastID = isMoved ? SampleProfile.ThreadID(endThread, in: catalog) : firstID
    let first = profile.threads[firstID]
    let last = isMoved ? profile.threads[lastID] : first
    let absence: Range<UInt64>
    if work != nil {
      absence = range.upperBound..<range.upperBound
    } else if let first, let last, !isShared {
      absence = self.absence(first, last, in: range, isMoved: isMoved)
    } else {
      absence = range
    }
    return Part(
      id: interval.id,
      key: Key(kind: interval.kind, name: interval.name),
      range: range,
      first: firstID,
      last: lastID,
      work: work,
      absence: absence
    )
  }

  /// The time in which an interval was suspended; empty, at its end, if its thread was with it all the time.
  private func absence(
    _ first: ThreadTimeline,
    _ last: ThreadTimeline,
    in range: Range<UInt64>,
    isMoved: Bool
  ) -> Range<UInt64> {
    guard isMoved else {
      return waitsForWork(of: first, in: range, orUnknown: false)
        ?? range.upperBound..<range.upperBound
    }
    let left = waitsForWork(of: first, in: range, orUnknown: true)?.lowerBound ?? range.lowerBound
    let came = waitsForWork(of: last, in: range, orUnknown: true)?.upperBound ?? range.upperBound
    return min(left, came)..<max(left, came)
  }

  /// The time from a thread's first wait for work to its last; `nil` without any.
  private func waitsForWork(
    of timeline: ThreadTimeline,
    in range: Range<UInt64>,
    orUnknown: Bool
  ) -> Range<UInt64>? {
    guard orUnknown || !stacksWaitingForWork.isEmpty else { return nil }
    var found: Range<UInt64>?
    timeline.forEachWait(during: range) { stack, wait in
      guard stack < 0 ? orUnknown : stacksWaitingForWork.contains(stack) else { return }
      found = (found?.lowerBound ?? wait.lowerBound)..<wait.upperBound
    }
    return found
  }
}
