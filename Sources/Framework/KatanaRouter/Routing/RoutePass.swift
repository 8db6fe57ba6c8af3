/// The way from what is on screen to a tree, as far as it has been gone.
struct RoutePass {
  enum Item {
    case step(RouteStep, isRepeated: Bool)
    /// What of a step was not begun because another part of it hangs.
    case rest(RouteStep, of: RouteStep)
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
  private var rest: Item?

  init(to target: NavigationTree, _ diff: RouteDiff, repeating repeated: [RouteStep]) {
    self.target = target
    steps = diff.steps
    updates = diff.updates
    self.repeated = repeated
  }

  /// Whether there is nothing to ask for.
  var isEmpty: Bool { steps.isEmpty && repeated.isEmpty && updates.isEmpty }

  /// Has the last item come once more.
  mutating func goBack() { position -= 1 }

  /// Has a part of a step come next.
  mutating func insert(rest: RouteStep, of planned: RouteStep) {
    self.rest = .rest(rest, of: planned)
  }

  mutating func next() -> Item? {
    if let rest {
      self.rest = nil
      return rest
    }
    defer { position += 1 }
    var place = position
    if place < steps.count { return .step(steps[place], isRepeated: false) }
    place -= steps.count
    if place < repeated.count { return .step(repeated[place], isRepeated: true) }
    place -= repeated.count
    return place < updates.count ? .update(updates[place]) : nil
  }
}
