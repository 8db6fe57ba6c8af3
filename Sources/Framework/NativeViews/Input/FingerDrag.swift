import Foundation

/// A finger that is down: where it has been lately, and who follows it.
///
/// Source: docs/semantics/ui.md, V6.
struct FingerDrag {
  /// Distance in points that a finger goes before it is followed; less than that is the unrest of a tap.
  static let slop: CGFloat = 10
  /// The last part of the way, whose velocity is that of the release.
  static let recent = Duration.milliseconds(100)

  /// What a movement does.
  enum Effect {
    /// Nobody follows: the view that has the touch is told.
    case none
    /// A view takes the touch, and follows from a place on.
    case takes(any FingerFollowing, from: CGPoint)
    /// The view that follows does so from a place on.
    case follows(any FingerFollowing, from: CGPoint)
  }

  private enum Stage {
    case undecided
    case follows(any FingerFollowing)
    /// The touch stays with the view on which it began, or with nobody.
    case left
  }

  /// Those around the place where it went down that may follow: first those that precede their content, then all others, each
  /// innermost first.
  private var candidates: [any FingerFollowing]
  private var stage = Stage.undecided
  /// Where the movement began that is to be longer than the slop.
  private var origin: CGPoint
  /// Where it was in the last part of its way, and since when; in the coordinates of the root.
  private var places: [(time: Duration, point: CGPoint)]

  /// The view that follows the finger.
  var follower: (any FingerFollowing)? { if case .follows(let view) = stage { view } else { nil } }

  /// Takes note of a finger that goes down.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - view: The view on top at its place.
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

  /// Gives the finger to a view from the beginning.
  mutating func begin(_ view: any FingerFollowing) { stage = .follows(view) }

  /// Forgets views with a property.
  ///
  /// - Returns: The one of them that has followed until now, which is to be told.
  @MainActor
  mutating func forget(where isGone: (NativeView) -> Bool) -> (any FingerFollowing)? {
    candidates.removeAll { isGone($0) }
    guard let follower, isGone(follower) else { return nil }
    stage = .left
    return follower
  }

  /// Follows the finger.
  ///
  /// - Parameters:
  ///   - event: Where it is now.
  ///   - isTaken: Whether a view follows another finger.
  /// - Returns: What is to be done.
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
      // At an end of all: the finger may still turn around.
      let isAtEnd = candidates.contains { $0.hasRoom(along: axis) }
      if isAtEnd { origin = event.location } else { stage = .left }
      return .none
    }
    guard !isTaken(view) else {
      stage = .left
      return .none
    }
    stage = .follows(view)
    // What the slop has swallowed isn't followed, so that the content begins without a jump.
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

  /// The last part of the way; `nil` where it has taken no time.
  func recentWay(until time: Duration) -> FingerWay? {
    guard let last = places.last,
      let first = places.first(where: { $0.time >= time - Self.recent })
    else { return nil }
    let seconds = (time - first.time).inSeconds
    guard seconds > 0 else { return nil }
    return FingerWay(start: first.point, end: last.point, seconds: seconds)
  }
}
