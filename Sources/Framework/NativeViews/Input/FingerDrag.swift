import Foundation

/// A finger that is down: its recent way, and the view that follows it.
///
/// Source: docs/semantics/ui.md, V6.
struct FingerDrag {
  /// Distance in points before a finger is followed; less is the jitter of a tap.
  static let slop: CGFloat = 10
  /// The last part of the way, which determines the velocity at release.
  static let recent = Duration.milliseconds(100)

  /// What a movement does.
  enum Effect {
    /// No view follows: the touched view gets the movement.
    case none
    /// A view takes the touch and follows from a place on.
    case takes(any FingerFollowing, from: CGPoint)
    /// The following view follows from a place on.
    case follows(any FingerFollowing, from: CGPoint)
  }

  private enum Stage {
    case undecided
    case follows(any FingerFollowing)
    /// The touch stays with the view on which it began, or with none.
    case left
  }

  /// Views around the touched place that may follow: first those that precede their content, then the others, each innermost first.
  private var candidates: [any FingerFollowing]
  private var stage = Stage.undecided
  /// Where the movement that must exceed the slop began.
  private var origin: CGPoint
  /// The places in the last part of the way, with times; in the root's coordinates.
  private var places: [(time: Duration, point: CGPoint)]

  var follower: (any FingerFollowing)? { if case .follows(let view) = stage { view } else { nil } }

  /// Starts with a finger that goes down.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - view: The topmost view at its place.
  @MainActor
  init(_ event: PointerEvent, on view: NativeView) {
    origin = event.location
    places = [(event.time, event.location)]
    var preceding: [any FingerFollowing] = []
    var others: [any FingerFollowing] = []
    var around: NativeView? = view
    while let view = around, !view.keepsTouches {
      around = view.parent
      guard let view = view as? any FingerFollowing,
        let start = view.convertFromRoot(event.location)
      else { continue }
      switch view.precedence(at: start) {
      case .beforeContent: preceding.append(view)
      case .afterContent: others.append(view)
      case nil: break
      }
    }
    candidates = preceding + others
  }

  /// Gives the finger to a view from the start.
  mutating func begin(_ view: any FingerFollowing) { stage = .follows(view) }

  /// Drops views with a property.
  ///
  /// - Returns: The one that was following, which must be notified.
  @MainActor
  mutating func forget(where isGone: (NativeView) -> Bool) -> (any FingerFollowing)? {
    candidates.removeAll { isGone($0) }
    guard let follower, isGone(follower) else { return nil }
    stage = .left
    return follower
  }

  /// Handles a movement of the finger.
  ///
  /// - Parameters:
  ///   - event: Where the finger is now.
  ///   - isTaken: Whether a view follows another finger.
  /// - Returns: What to do.
  @MainActor
  mutating func move(_ event: PointerEvent, isTaken: (NativeView) -> Bool) -> Effect {
    let (x, y) = (event.location.x, event.location.y)
    guard x.isFinite, y.isFinite else { return .none }
    let last = places[places.count - 1].point
    note(event)
    switch stage {
    case .left: return .none
    case .follows(let view): return .follows(view, from: last)
    case .undecided: break
    }
    let way = CGSize(width: x - origin.x, height: y - origin.y)
    let distance = (way.width * way.width + way.height * way.height).squareRoot()
    guard distance > Self.slop else { return .none }
    let axis: DragAxis = abs(way.width) > abs(way.height) ? .horizontal : .vertical
    let finger = axis == .horizontal ? way.width : way.height
    guard let view = candidates.first(where: { $0.canFollow(along: axis, by: finger) }) else {
      // All are at an end: the finger may still reverse.
      let isAtEnd = candidates.contains { $0.hasRoom(along: axis) }
      if isAtEnd { origin = event.location } else { stage = .left }
      return .none
    }
    guard !isTaken(view) else {
      stage = .left
      return .none
    }
    stage = .follows(view)
    // The slop isn't followed, so that the content starts without a jump.
    let share = Self.slop / distance
    let start = CGPoint(x: origin.x + way.width * share, y: origin.y + way.height * share)
    return .takes(view, from: start)
  }

  private mutating func note(_ event: PointerEvent) {
    // Events without times have no velocity: only the first and the last place are needed.
    if places.count > 1, places[places.count - 1].time == event.time { places.removeLast() }
    places.append((event.time, event.location))
    let old = places.firstIndex { $0.time >= event.time - Self.recent } ?? 0
    places.removeSubrange(..<old)
  }

  /// The last part of the way; `nil` if it took no time.
  func recentWay(until time: Duration) -> FingerWay? {
    guard let last = places.last,
      let first = places.first(where: { $0.time >= time - Self.recent })
    else { return nil }
    let seconds = (time - first.time).inSeconds
    guard seconds > 0 else { return nil }
    return FingerWay(start: first.point, end: last.point, seconds: seconds)
  }
}
