/// The running animations of a tree.
///
/// Complexity: a frame costs as much as the animated views, whatever the size of the tree.
@MainActor
final class Timeline {
  /// The animation that properties set now belong to.
  static var recording: AnimationRun? {
    get { unsafe current }
    set { unsafe current = newValue }
  }
  // SAFETY: without the check of exclusive access, which each set property would pay for: only the accessors use it, and they call nothing
  // in between.
  @exclusivity(unchecked) private static var current: AnimationRun?

  /// Motions of views; ended ones stay until the next frame.
  private var motions: [ViewMotion] = []
  /// Ended animations whose completions are still to be called.
  private var ended: [AnimationRun] = []
  private var count = 0
  private var now = Duration.zero

  /// Whether another frame has work to do.
  var isActive: Bool { !motions.isEmpty || !ended.isEmpty }
  /// Whether a view is moving.
  var isMoving: Bool { motions.contains { isRunning($0) } }

  /// Makes changes, and starts the animation of the properties they set.
  func run(
    _ animation: ViewAnimation?,
    at time: Duration,
    changes: () -> Void,
    completion: ((AnimationOutcome) -> Void)?
  ) {
    now = max(now, time)
    count += 1
    let isImmediate = animation.map { $0.duration + $0.delay == .zero } ?? true
    let run = AnimationRun(
      number: count,
      pace: isImmediate ? nil : animation.map { AnimationPace($0) },
      begin: now,
      beginsFromCurrentValue: animation?.beginsFromCurrentValue ?? true,
      timeline: self
    )
    run.completion = completion
    let outer = Timeline.recording
    Timeline.recording = run
    changes()
    Timeline.recording = outer
    end(run, .finished)
  }

  func add(_ motion: ViewMotion) { motions.append(motion) }

  /// Counts one property of an animation as ended.
  func end(_ run: AnimationRun, _ outcome: AnimationOutcome) {
    if outcome == .interrupted { run.outcome = .interrupted }
    run.remaining -= 1
    if run.remaining == 0, run.completion != nil { ended.append(run) }
  }

  /// Ends a view's animations; the view then shows its properties' values.
  func interrupt(_ view: NativeView) {
    guard let motion = view.rare?.motion else { return }
    step(motion, at: nil, .interrupted)
    // It stays in the list until the next frame: searching the list for each of many views would take long.
    view.rare?.motion = nil
  }

  private func isRunning(_ motion: ViewMotion) -> Bool {
    !motion.view.animated.isEmpty && motion.view.rare?.motion === motion
  }

  /// Ends the animations of all views.
  func endAll(_ outcome: AnimationOutcome) {
    let all = motions
    motions = []
    for motion in all where motion.view.rare?.motion === motion {
      step(motion, at: nil, outcome)
      motion.view.rare?.motion = nil
    }
  }

  /// Moves all values on the screen to their places at a time.
  ///
  /// - Parameter time: A time before the last frame counts as the last frame's.
  func advance(to time: Duration) {
    now = max(now, time)
    guard !motions.isEmpty else { return }
    // Loops instead of closures, since each call of one would check for the main actor.
    var running = 0
    for (place, motion) in motions.enumerated() where motion.view.rare?.motion === motion {
      step(motion, at: now, .finished)
      if motion.view.animated.isEmpty {
        motion.view.rare?.motion = nil
      } else {
        if running != place { motions[running] = motion }
        running += 1
      }
    }
    if running < motions.count { motions.removeSubrange(running...) }
  }

  /// Calls the completions of animations that have ended, in the order in which they started.
  func complete() {
    guard !ended.isEmpty else { return }
    var runs = ended
    ended = []
    runs.sort { $0.number < $1.number }
    let outer = Timeline.recording
    Timeline.recording = nil
    for run in runs { run.completion.take()?(run.outcome) }
    Timeline.recording = outer
  }

  private func step(_ motion: ViewMotion, at time: Duration?, _ outcome: AnimationOutcome) {
    let view = motion.view
    if view.animated.contains(.frame) {
      step(&motion.frame, to: view.frame, .frame, .frame, view, time, outcome)
    }
    if view.animated.contains(.alpha) {
      step(&motion.alpha, to: view.alpha, .alpha, .alpha, view, time, outcome)
    }
    if view.animated.contains(.transform) {
      step(&motion.transform, to: view.transform, .transform, .transform, view, time, outcome)
    }
    if view.animated.contains(.backgroundColor) {
      step(
        &motion.backgroundColor,
        to: view.backgroundColor,
        .backgroundColor,
        .backgroundColor,
        view,
        time,
        outcome
      )
    }
    if view.animated.contains(.borderColor) {
      step(&motion.borderColor, to: view.borderColor, .borderColor, .border, view, time, outcome)
    }
  }

  /// Moves one property; to its end if there is no time, or the time is after it.
  private func step<Value: Interpolated>(
    _ track: inout PropertyTrack<Value>?,
    to target: Value,
    _ property: AnimatedProperties,
    _ change: ViewProperties,
    _ view: NativeView,
    _ time: Duration?,
    _ outcome: AnimationOutcome
  ) {
    guard let current = track else { return }
    let run = current.run
    var share: Double?
    if let time { share = run.progress(at: time) }
    let value: Value
    switch share {
    case nil: value = target
    case .some(let share) where current.takeover == nil && share == 0: value = current.start
    case .some(let share):
      if let takeover = current.takeover, let time {
        let progress = takeover.progress(at: (time - run.begin).inSeconds)
        value = .interpolate(from: current.start, to: target, at: progress)
        break
      }
      value = .interpolate(from: current.start, to: target, by: share)
    }
    if value != current.current { view.didChange(change) }
    if share == nil {
      track = nil
      view.animated.subtract(property)
      end(run, outcome)
    } else {
      track?.current = value
    }
  }
}
