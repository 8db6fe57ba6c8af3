package import TraceReading

/// A kind of interval, by its name in reports: an update, a side effect, another program's request.
package struct IntervalKind: RawRepresentable, Hashable, Sendable, Codable,
  ExpressibleByStringLiteral
{
  /// The name in reports.
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  package init(stringLiteral name: String) { rawValue = name }

  /// The interval that a program marks with a `Signposter`; reports don't name this kind.
  package static let interval = IntervalKind(rawValue: "interval")
}

extension TraceCatalog {
  /// The name of a kind of interval in reports.
  package func label(of kind: TraceIntervalKind) -> IntervalKind {
    IntervalKind(rawValue: intervals[Int(kind.index)].label)
  }
}

/// The kinds that mean more to the analysis than being intervals.
///
/// An item of a store keeps one id from its dispatch on, for its interceptors, its update or side effect, and the listeners of the update.
struct FrameworkKinds {
  /// The store computes a new version of its state.
  let updater: TraceIntervalKind
  /// The store calls its listeners for a version.
  let listeners: TraceIntervalKind
  /// A side effect runs.
  let sideEffect: TraceIntervalKind
  /// An item passes the interceptors and is handled.
  let interceptors: TraceIntervalKind
  /// An interval of a program's `Signposter`.
  let interval: TraceIntervalKind
  /// A view tree shows its changes.
  let frame: TraceIntervalKind
  /// The phases of a frame that the report times.
  let phases: [TraceIntervalKind]
  /// The field with the version of a state that an interval makes or shows.
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

/// The kinds of the trace that are searched for a parent, or for the interval of a detail.
struct KindSearch {
  private let first: [TraceIntervalKind]
  private let neverRecent: [TraceIntervalKind]
  /// By namespace; if several kinds share an id, the innermost comes first.
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

  /// Adds a kind that the trace has.
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
