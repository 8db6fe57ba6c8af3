/// What an interval is the time of.
public enum IntervalKind: String, Sendable, Codable, CaseIterable {
  /// The store computes a new version of its state: `katana:update_begin` to `update_end`.
  case updater
  /// The store tells its listeners of a version: `katana:listeners_begin` to `listeners_end`.
  case listeners
  /// A side effect runs: `katana:effect_begin` to `effect_end`.
  case sideEffect = "side effect"
  /// An item is led through the interceptors, and handled: `katana:interceptors_begin` to
  /// `interceptors_end`.
  case interceptors
  /// Two routes are compared: `katana:route_diff_begin` to `route_diff_end`.
  case routing
  /// A router carries out a step: `katana:route_step_begin` to `route_step_end`.
  case routeStep = "route step"
  /// Views are laid out: `katana:layout_begin` to `layout_end`.
  case layout
  /// A view tree is brought in step with its description: `katana:reconcile_begin` to
  /// `reconcile_end`.
  case reconciliation
  /// What a program marks with a `Signposter`: `signpost:interval_begin` to `interval_end`.
  case interval

  /// Its place among all kinds.
  var ordinal: Int {
    switch self {
    case .updater: 0
    case .listeners: 1
    case .sideEffect: 2
    case .interceptors: 3
    case .routing: 4
    case .layout: 5
    case .reconciliation: 6
    case .interval: 7
    case .routeStep: 8
    }
  }
}
