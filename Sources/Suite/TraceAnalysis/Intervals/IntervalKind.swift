package import TraceReading

/// A kind of interval, by its name in reports: an update, a side effect, another program's request.
package struct IntervalKind: RawRepresentable, Hashable, Sendable, Codable,
  ExpressibleByStringLiteral
{
  /// The name in reports.
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  package init(stringLiteral name: String) { rawValue = name }

  /// The interval that a program marks with a `Signposter`, which needs no word for it.
  package static let interval = IntervalKind(rawValue: "interval")
}

extension TraceCatalog {
  /// The name of a kind of interval in reports.
  package func label(of kind: TraceIntervalKind) -> IntervalKind {
    IntervalKind(rawValue: intervals[Int(kind.index)].label)
  }
}

/// The kinds that mean more to the analysis than that they are intervals.
///
/// An item of a store has one id from its dispatch on: its interceptors, its update or side effect, and the
/// listeners of the update.
struct FrameworkKinds {
  /// The store computes a new version of its state.
  let updater: TraceIntervalKind
  /// The store tells its listeners of a version.
  let listeners: TraceIntervalKind
  /// A side effect runs.
  let sideEffect: TraceIntervalKind
  /// An item is led through the interceptors, and handled.
  let interceptors: TraceIntervalKind
  /// A program marks it with a `Signposter`.
  let interval: TraceIntervalKind
  /// A view tree shows what has changed.
  let frame: TraceIntervalKind
  /// The parts of a frame that have a time of their own in the report.
  let phases: [TraceIntervalKind]
  /// The field that says which version of a state an interval makes or shows.
  let version: TraceSymbol

  init(_ catalog: TraceCatalog) {
    func kind(_ begin: String) -> TraceIntervalKind {
      guard let kind = catalog.kind(ofBegin: begin) else {
        preconditionFailure("the event table has no \(begin)")
      }
      return kind
    }
    updater = kind("katana:update_begin")
    listeners = kind("katana:listeners_begin")
    sideEffect = kind("katana:effect_begin")
    interceptors = kind("katana:interceptors_begin")
    interval = kind("signpost:interval_begin")
    frame = kind("katana:frame_begin")
    version = catalog.symbol(for: "version")
    phases = ["katana:reconcile_begin", "katana:layout_begin", "katana:commit_begin"].map(kind)
  }
}

/// The kinds among which a parent, or the interval of a detail, is looked for: those that the trace has.
struct KindSearch {
  private let first: [TraceIntervalKind]
  private let neverRecent: [TraceIntervalKind]
  /// By the number of their ids; where several have one id the innermost comes first.
  private var open: [[TraceIntervalKind]] = []
  private var ended: [[TraceIntervalKind]] = []

  init(_ kinds: FrameworkKinds) {
    first = [kinds.interval, kinds.listeners, kinds.updater, kinds.sideEffect, kinds.interceptors]
    // Their id is that of an update or side effect, which says more.
    neverRecent = [kinds.listeners, kinds.interceptors]
  }

  /// The kinds of the intervals that may be open with an id.
  func kinds(in namespace: Int) -> [TraceIntervalKind] {
    namespace < open.count ? open[namespace] : []
  }

  /// The kinds of the intervals that may have ended lately with an id.
  func recentKinds(in namespace: Int) -> [TraceIntervalKind] {
    namespace < ended.count ? ended[namespace] : []
  }

  /// Takes note of a kind that the trace has.
  mutating func insert(_ kind: TraceIntervalKind, namespace: Int) {
    while open.count <= namespace {
      open.append([])
      ended.append([])
    }
    guard !open[namespace].contains(kind) else { return }
    let rank = { [first] (kind: TraceIntervalKind) in
      first.firstIndex(of: kind) ?? first.count + Int(kind.index)
    }
    open[namespace].append(kind)
    open[namespace].sort { rank($0) < rank($1) }
    ended[namespace] = open[namespace].filter { !neverRecent.contains($0) }
  }
}
