package import TraceReading

/// Keeps the intervals of a trace for the timeline of a page.
///
/// Bounded, for a page that a browser can open: a larger trace keeps the longest intervals; the curves of a report show all.
package final class TimelineRecorder: TraceIntervalSink {
  struct Item {
    let begin: Int64
    /// When it ended; `Int64.max` if it never did.
    let end: Int64
    let label: Int32
    let track: Int32
    /// The thread of its begin and end, as an index into `TraceCatalog.threads`; ``moved`` if these differ.
    let thread: Int32

    /// Stands for the thread of an interval that changed it, as those of asynchronous functions may.
    static let moved: Int32 = -1

    var duration: Int64 { end == .max ? .max : end - begin }
  }

  /// A moment that a program marks.
  struct Mark {
    let time: Int64
    let label: Int32
  }

  /// The process and kind of one row of the timeline.
  struct TrackKey: Hashable {
    let processIndex: Int
    let kind: TraceIntervalKind
  }

  private let catalog: TraceCatalog
  private let capacity: Int
  private let maximumMarks: Int
  private(set) var items: [Item] = []
  private(set) var marks: [Mark] = []
  /// How many intervals were left out; none of them took longer than ``longestLeftOut``.
  private(set) var leftOutCount: UInt64 = 0
  private(set) var longestLeftOut: Int64 = 0
  /// One of so many marks is kept.
  private(set) var markStride: UInt64 = 1
  private var markCount: UInt64 = 0
  private var groups = Numbering<IntervalGroup.Key>()
  private var trackNumbers = Numbering<TrackKey>()
  private let interval: TraceIntervalKind

  /// Creates a recorder of the intervals of one reader.
  ///
  /// - Parameters:
  ///   - catalog: The catalog of the reader.
  ///   - capacity: How many intervals are kept: 16 bytes of the page each, 21 as text.
  ///   - maximumMarks: How many marks are kept.
  package init(catalog: TraceCatalog, capacity: Int = 500_000, maximumMarks: Int = 20_000) {
    self.catalog = catalog
    interval = FrameworkKinds(catalog).interval
    self.capacity = max(capacity, 2)
    self.maximumMarks = max(maximumMarks, 2)
  }

  package func take(_ interval: TraceInterval) {
    let item = Item(
      begin: interval.begin,
      end: interval.end ?? .max,
      label: label(interval.kind, interval.name, interval.subsystem, interval.category),
      track: track(Int(interval.id.processIndex), interval.kind),
      thread: interval.endThreadIndex.map { $0 == interval.beginThreadIndex } ?? true
        ? Int32(interval.beginThreadIndex) : Item.moved
    )
    guard leftOutCount == 0 || item.duration >= longestLeftOut else {
      leftOutCount += 1
      return
    }
    items.append(item)
    if items.count > capacity { leaveOutShortest() }
  }

  /// Takes a point; a timeline shows no other events.
  package func take(_ event: TraceEvent, fields: [TraceField]) {
    guard case .point(_, _, let name, let subsystem, let category, _) = event.payload else {
      return
    }
    markCount += 1
    guard markCount.isMultiple(of: markStride) else { return }
    marks.append(Mark(time: event.timestamp, label: label(interval, name, subsystem, category)))
    if marks.count > maximumMarks {
      marks = marks.indices.filter { $0.isMultiple(of: 2) }.map { marks[$0] }
      markStride *= 2
    }
  }

  var tracks: [TrackKey] { trackNumbers.keys }

  /// The names of the intervals and marks.
  var labels: [String] {
    groups.keys.map {
      IntervalLabel.text(
        name: $0.name.map(catalog.string),
        subsystem: $0.subsystem.map(catalog.string),
        category: $0.category.map(catalog.string)
      )
    }
  }

  /// The name of a row: the process and the kind.
  func name(of track: TrackKey) -> String {
    let process = catalog.processes[track.processIndex]
    let pid = process.processID.map { " \($0)" } ?? ""
    return
      "\(process.name ?? "process")\(pid)@\(process.hostname): \(catalog.label(of: track.kind).rawValue)"
  }

  private func leaveOutShortest() {
    items.sort { $0.duration > $1.duration }
    let kept = capacity / 2
    leftOutCount += UInt64(items.count - kept)
    longestLeftOut = items[kept].duration
    items.removeSubrange(kept...)
  }

  private func label(
    _ kind: TraceIntervalKind,
    _ name: TraceSymbol?,
    _ subsystem: TraceSymbol?,
    _ category: TraceSymbol?
  ) -> Int32 {
    let key = IntervalGroup.Key(kind: kind, name: name, subsystem: subsystem, category: category)
    return Int32(groups.number(of: key, hint: key.hint))
  }

  private func track(_ process: Int, _ kind: TraceIntervalKind) -> Int32 {
    let key = TrackKey(processIndex: process, kind: kind)
    return Int32(trackNumbers.number(of: key, hint: process &* 31 &+ Int(kind.index)))
  }
}
