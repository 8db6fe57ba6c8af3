/// The way from what is on screen to a tree, as far as it has been gone.
struct RoutePass {
  enum Item {
    case step(RouteStep, isRepeated: Bool)
    case update(Destination)
  }

  let target: NavigationTree
  /// Whether all that was asked for until now has come true.
  var isComplete = true
  /// What failed before and is still wanted.
  var stillFailing: Set<FailedStep.Key> = []
  private let steps: RouteSteps
  private let repeated: [RouteStep]
  private let updates: [Destination]
  private var position = 0

  init(to target: NavigationTree, _ diff: RouteDiff, repeating repeated: [RouteStep]) {
    self.target = target
    steps = diff.steps
    updates = diff.updates
    self.repeated = repeated
  }

  /// Whether there is nothing to ask for.
  var isEmpty: Bool { steps.isEmpty && repeated.isEmpty && updates.isEmpty }

  mutating func next() -> Item? {
    defer { position += 1 }
    var place = position
    if place < steps.count { return .step(steps[place], isRepeated: false) }
    place -= steps.count
    if place < repeated.count { return .step(repeated[place], isRepeated: true) }
    place -= repeated.count
    return place < updates.count ? .update(updates[place]) : nil
  }
}
