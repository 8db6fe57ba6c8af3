/// A step that failed, kept so that it isn't repeated endlessly while nothing about it changes.
struct FailedStep {
  /// A parent has at most one step of each kind in a diff.
  struct Key: Hashable {
    enum Kind: CaseIterable {
      case pops
      case pushes
      case activation
      case update
    }

    let subject: Destination.ID?
    let kind: Kind
  }

  /// The step; `nil` for an update.
  let step: RouteStep?
  /// The nodes that come, with everything under them, or the context: different ones deserve another attempt.
  private let objects: [AnyObject]
  private var wanted: [ObjectIdentifier] { objects.map { ObjectIdentifier($0) } }
  var attempts = 1

  init(_ step: RouteStep) {
    self.step = step
    objects = step.pushedNodes.map(\.object)
  }

  init(updating destination: Destination) {
    step = nil
    objects = [destination.contents]
  }

  /// Whether it asks for the same as before, or for what is left of that.
  func isSame(as before: FailedStep) -> Bool {
    if step == before.step { return wanted == before.wanted }
    guard let parts = step?.parts, let partsBefore = before.step?.parts,
      parts.order == partsBefore.order
    else { return false }
    return Set(partsBefore.popped).isSuperset(of: parts.popped)
      && Set(before.wanted).isSuperset(of: wanted)
  }
}

/// Steps that failed and haven't succeeded since, until something else is wanted there.
struct FailedSteps {
  private var steps: [FailedStep.Key: FailedStep] = [:]
  /// The steps that are still wanted in this pass.
  private var stillFailing: Set<FailedStep.Key> = []
  /// How often an unchanged step is tried again.
  private let repetitions: Int
  private var isRetryWanted = false

  init(repetitions: Int) {
    self.repetitions = max(0, repetitions)
  }

  var isEmpty: Bool { steps.isEmpty }

  /// Whether a step hasn't failed as often as it may.
  mutating func isWorthAsking(
    _ step: @autoclosure () -> FailedStep,
    _ key: FailedStep.Key
  ) -> Bool {
    guard !isEmpty, let before = steps[key], step().isSame(as: before) else { return true }
    stillFailing.insert(key)
    return before.attempts <= repetitions
  }

  /// Schedules another try of a step: at once if it hasn't failed too often, else when it changes.
  mutating func insert(_ step: FailedStep, _ key: FailedStep.Key) {
    var step = step
    if let before = steps[key], step.isSame(as: before) { step.attempts += before.attempts }
    steps[key] = step
    stillFailing.insert(key)
    if step.attempts <= repetitions { isRetryWanted = true }
  }

  /// Forgets a step that succeeded.
  mutating func remove(_ key: FailedStep.Key) {
    if !isEmpty { steps[key] = nil }
  }

  /// Forgets all steps of a destination that is no longer on screen.
  mutating func remove(all subject: Destination.ID) {
    guard !isEmpty else { return }
    for kind in FailedStep.Key.Kind.allCases {
      remove(FailedStep.Key(subject: subject, kind: kind))
    }
  }

  mutating func removeAll() { steps = [:] }

  /// Begins a pass; returns whether a retry was wanted.
  mutating func takeRetry() -> Bool {
    defer { isRetryWanted = false }
    stillFailing = []
    return isRetryWanted
  }

  /// Forgets steps that were not wanted in the ending pass.
  mutating func endPass() {
    steps = steps.filter { stillFailing.contains($0.key) }
  }
}

extension RouteStep {
  var key: FailedStep.Key {
    let kind: FailedStep.Key.Kind =
      switch self {
      case .pop: .pops
      case .change(_, _, let pushed, _): pushed.isEmpty ? .pops : .pushes
      case .push, .reorder: .pushes
      case .changeActive: .activation
      }
    return FailedStep.Key(subject: parent?.id, kind: kind)
  }

  /// The destinations that go, and the order if something comes; `nil` if nothing goes or comes.
  fileprivate var parts: (popped: [Destination], order: DestinationList?)? {
    guard popCount + pushCount > 0 else { return nil }
    return (popped, pushCount > 0 ? order : nil)
  }

  /// The nodes that come, of the tree that is to be shown.
  fileprivate var pushedNodes: [TreeNode] {
    switch self {
    case .push(let pushed, _, let order):
      order.firstIndex(of: pushed).flatMap(order.node).map { [$0] } ?? []
    case .change(_, _, let pushed, _): pushed.indices.compactMap(pushed.node)
    case .pop, .reorder, .changeActive: []
    }
  }
}
