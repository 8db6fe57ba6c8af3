/// The difference of two trees: the steps from one to the other.
///
///     for step in RouteDiff(from: old, to: new).steps { print(step) }
///
/// First come the pops, then the pushes and changes, then the changes of active children; R9 has the exact order. What stays under the same
/// ancestors is neither pushed nor popped; everything else is, each once. Code that carries out steps without a `Router` must compare from
/// what is on screen, with the active children that screens remember (R11).
///
/// Complexity: O(n) in what the trees don't share, plus one comparison of references for each child of a destination in which something
/// differs; constant for trees that are the same in memory.
///
/// Source: docs/semantics/router.md, R9, R10, R11.
public struct RouteDiff: Equatable, Sendable {
  /// A destination that moved from one parent to another: popped there and pushed here.
  public struct Move: Equatable, Sendable {
    /// The destination.
    public let destination: Destination
    /// The parent before; `nil` if it was the root.
    public let old: Destination?
    /// The parent now; `nil` if it is the root.
    public let new: Destination?
  }

  /// The steps, in order.
  public let steps: RouteSteps

  /// Compares two trees.
  ///
  /// The trees are borrowed: if they are the same, nothing is retained.
  public init(from old: borrowing NavigationTree, to new: borrowing NavigationTree) {
    if old.isIdentical(to: new) {
      steps = RouteSteps()
    } else {
      steps = Self.compare(copy old, copy new)
    }
  }

  private static func compare(_ old: NavigationTree, _ new: NavigationTree) -> RouteSteps {
    var differ = TreeDiffer(from: old, to: new)
    differ.compare()
    return differ.steps
  }

  /// Whether there are no steps.
  public var isEmpty: Bool { steps.isEmpty }

  /// Destinations that stay where they are with another context, as in the new tree; parents come first.
  ///
  /// `Equatable` contexts are compared; others count as changed if the destination was made anew.
  ///
  /// Complexity: as the diff itself; the steps don't need it, and don't wait for it.
  public var updates: [Destination] { steps.updates }

  /// Destinations that are popped in one place and pushed in another, in the order of the pushes.
  ///
  /// Complexity: O(k) in the destinations of the steps.
  public var moves: [Move] {
    var old: [Destination: Destination?] = [:]
    for step in steps {
      for popped in step.popped { old.updateValue(step.parent, forKey: popped) }
    }
    guard !old.isEmpty else { return [] }
    var moves: [Move] = []
    for step in steps {
      for pushed in step.pushed {
        guard let before = old[pushed], before != step.parent else { continue }
        moves.append(Move(destination: pushed, old: before, new: step.parent))
      }
    }
    return moves
  }
}
