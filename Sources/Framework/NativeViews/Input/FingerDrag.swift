import Foundation

/// A finger that is down: where it has been lately, and whether it scrolls.
///
/// Source: docs/semantics/ui.md, V6.
struct FingerDrag {
  /// Distance in points that a finger goes before it scrolls; less than that is the unrest of a tap.
  static let slop: CGFloat = 10
  /// The last part of the way, whose velocity is that of the release.
  static let recent = Duration.milliseconds(100)

  /// What a movement does.
  enum Effect {
    /// Nothing for scroll views: the view that has the touch is told.
    case none
    /// A scroll view takes the touch, and is scrolled from a place on.
    case takes(ScrollView, from: CGPoint)
    /// The scroll view that has the touch is scrolled from a place on.
    case scrolls(ScrollView, from: CGPoint)
  }

  private enum Stage {
    case undecided
    case scrolls(ScrollView)
    /// The touch stays with the view on which it began, or with nobody.
    case left
  }

  /// Those around the place where it went down, innermost first.
  private var candidates: [ScrollView]
  private var stage = Stage.undecided
  /// Where the movement began that is to be longer than the slop.
  private var origin: CGPoint
  /// Where it was in the last part of its way, and since when; in the coordinates of the root.
  private var places: [(time: Duration, point: CGPoint)]

  /// The scroll view that follows the finger.
  var scrollView: ScrollView? { if case .scrolls(let view) = stage { view } else { nil } }

  /// Takes note of a finger that goes down.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - view: The view on top at its place.
  @MainActor
  init(_ event: PointerEvent, on view: NativeView) {
    candidates = []
    origin = event.location
    places = [(event.time, event.location)]
    var around: NativeView? = view
    while let view = around, !view.keepsTouches {
      if let view = view as? ScrollView { candidates.append(view) }
      around = view.parent
    }
  }

  /// Gives the finger to a scroll view from the beginning.
  mutating func begin(_ view: ScrollView) { stage = .scrolls(view) }

  /// Forgets scroll views with a property.
  @MainActor
  mutating func forget(where isGone: (ScrollView) -> Bool) {
    candidates.removeAll { isGone($0) }
    if let scrollView, isGone(scrollView) { stage = .left }
  }

  /// Follows the finger.
  ///
  /// - Parameters:
  ///   - event: Where it is now.
  ///   - isTaken: Whether a scroll view follows another finger.
  /// - Returns: What is to be done.
  @MainActor
  mutating func move(_ event: PointerEvent, isTaken: (ScrollView) -> Bool) -> Effect {
    let (x, y) = (event.location.x, event.location.y)
    guard x.isFinite, y.isFinite else { return .none }
    let last = places[places.count - 1].point
    note(event)
    switch stage {
    case .left: return .none
    case .scrolls(let view): return .scrolls(view, from: last)
    case .undecided: break
    }
    let way = CGSize(width: x - origin.x, height: y - origin.y)
    let distance = (way.width * way.width + way.height * way.height).squareRoot()
    guard distance > Self.slop else { return .none }
    let axis: ScrollAxis = abs(way.width) > abs(way.height) ? .horizontal : .vertical
    let finger = axis == .horizontal ? way.width : way.height
    guard let view = candidates.first(where: { $0.canScroll(along: axis, by: -finger) }) else {
      // At an end of all: the finger may still turn around.
      let isAtEnd = candidates.contains { $0.hasRoom(along: axis) }
      if isAtEnd { origin = event.location } else { stage = .left }
      return .none
    }
    guard !isTaken(view) else {
      stage = .left
      return .none
    }
    stage = .scrolls(view)
    // What the slop has swallowed isn't scrolled, so that the content begins without a jump.
    let share = Self.slop / distance
    let start = CGPoint(x: origin.x + way.width * share, y: origin.y + way.height * share)
    return .takes(view, from: start)
  }

  private mutating func note(_ event: PointerEvent) {
    // Events without times have no velocity, and need no places but the first and the last.
    if places.count > 1, places[places.count - 1].time == event.time { places.removeLast() }
    places.append((event.time, event.location))
    let old = places.firstIndex { $0.time >= event.time - Self.recent } ?? 0
    places.removeSubrange(..<old)
  }

  /// The way of the finger in the last part of its way, and the time that this has taken.
  func recentWay(until time: Duration) -> (from: CGPoint, to: CGPoint, seconds: Double)? {
    guard let last = places.last,
      let first = places.first(where: { $0.time >= time - Self.recent })
    else { return nil }
    let seconds = (time - first.time).inSeconds
    return seconds > 0 ? (first.point, last.point, seconds) : nil
  }
}

/// Directions in which contents are scrolled.
enum ScrollAxis {
  case horizontal
  case vertical
}
