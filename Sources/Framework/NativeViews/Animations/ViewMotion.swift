public import Foundation

package struct AnimatedProperties: OptionSet, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  static let frame = AnimatedProperties(rawValue: 1 << 0)
  static let alpha = AnimatedProperties(rawValue: 1 << 1)
  static let transform = AnimatedProperties(rawValue: 1 << 2)
  static let backgroundColor = AnimatedProperties(rawValue: 1 << 3)
  static let borderColor = AnimatedProperties(rawValue: 1 << 4)
}

/// The animation of one property from a value to the view's.
struct PropertyTrack<Value: Interpolated> {
  let start: Value
  /// The value on the screen.
  var current: Value
  let run: AnimationRun
  /// A spring of its own that it follows instead of the run's.
  var takeover: SpringTakeover?
}

/// The animated properties of one view.
@MainActor
package final class ViewMotion {
  let view: NativeView
  var frame: PropertyTrack<CGRect>?
  var alpha: PropertyTrack<CGFloat>?
  var transform: PropertyTrack<AffineTransform>?
  var backgroundColor: PropertyTrack<Color>?
  var borderColor: PropertyTrack<Color>?

  init(of view: NativeView) { self.view = view }
}

/// One call of ``ViewTree/animate(_:changes:completion:)``.
@MainActor
final class AnimationRun {
  /// Counts the calls; completions in one frame run in this order.
  let number: Int
  /// `nil` if properties change at once.
  let pace: AnimationPace?
  let begin: Duration
  let beginsFromCurrentValue: Bool
  unowned let timeline: Timeline
  /// Properties that are still moving, plus one while changes are being made.
  var remaining = 1
  var outcome = AnimationOutcome.finished
  var completion: ((AnimationOutcome) -> Void)?
  /// The progress at a time, the same for all properties.
  private var latest: (time: Duration, progress: Double?)?

  /// The fraction of the way at a time; `nil` at the end and after it.
  func progress(at time: Duration) -> Double? {
    if let latest, latest.time == time { return latest.progress }
    let progress = pace?.progress(at: time - begin)
    latest = (time, progress)
    return progress
  }

  /// The time of its latest frame, or of its start.
  var latestTime: Duration { latest?.time ?? begin }

  init(
    number: Int,
    pace: AnimationPace?,
    begin: Duration,
    beginsFromCurrentValue: Bool,
    timeline: Timeline
  ) {
    (self.number, self.pace, self.begin) = (number, pace, begin)
    (self.beginsFromCurrentValue, self.timeline) = (beginsFromCurrentValue, timeline)
  }
}

extension NativeView {
  /// The values that a backend shows: those of running animations, or else the properties.
  public final var presented: PresentedProperties {
    var values = PresentedProperties(
      frame: frame,
      alpha: alpha,
      transform: transform,
      backgroundColor: backgroundColor,
      borderColor: borderColor
    )
    guard !animated.isEmpty, let motion = rare?.motion else { return values }
    if let track = motion.frame { values.frame = track.current }
    if let track = motion.alpha { values.alpha = track.current }
    if let track = motion.transform { values.transform = track.current }
    if let track = motion.backgroundColor { values.backgroundColor = track.current }
    if let track = motion.borderColor { values.borderColor = track.current }
    return values
  }

  /// The frame that a backend shows; cheaper than `presented.frame`.
  public final var presentedFrame: CGRect {
    animated.contains(.frame) ? rare?.motion?.frame?.current ?? frame : frame
  }

  /// Whether setting a property may start or end an animation.
  final var concernsAnimations: Bool { !animated.isEmpty || Timeline.recording != nil }

  /// Called after an animatable property was set, even to the same value, while ``concernsAnimations``.
  @inline(never)
  final func didSet<Value: Interpolated>(
    _ track: ReferenceWritableKeyPath<ViewMotion, PropertyTrack<Value>?>,
    _ property: AnimatedProperties,
    _ change: ViewProperties,
    from old: Value,
    to new: Value
  ) {
    let running = animated.contains(property) ? rare?.motion?[keyPath: track] : nil
    guard let run = Timeline.recording, let tree, run.timeline === tree.timeline else {
      // An animation to this same value continues.
      guard let running, old != new else { return }
      rare?.motion?[keyPath: track] = nil
      animated.subtract(property)
      running.run.timeline.end(running.run, .interrupted)
      return didChange(change)
    }
    if let running, running.run === run { return }
    let start = run.beginsFromCurrentValue ? running?.current ?? old : old
    if let running { run.timeline.end(running.run, .interrupted) }
    // A track not shown yet has its initial velocity.
    let takeover =
      run.beginsFromCurrentValue
      ? running.flatMap { run.takeover(from: $0, to: old, now: new) } : nil
    let isMoving = run.pace != nil && (start != new || takeover != nil)
    let next =
      isMoving ? PropertyTrack(start: start, current: start, run: run, takeover: takeover) : nil
    if isMoving { run.remaining += 1 }
    guard isMoving || running != nil else { return }
    let motion = motion()
    motion[keyPath: track] = next
    if isMoving { animated.formUnion(property) } else { animated.subtract(property) }
    didChange(change)
  }

  private func motion() -> ViewMotion {
    let properties = rare ?? RareProperties()
    rare = properties
    if let motion = properties.motion { return motion }
    let motion = ViewMotion(of: self)
    properties.motion = motion
    tree?.timeline.add(motion)
    return motion
  }
}
