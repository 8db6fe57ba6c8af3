/// Difference of two trees: the steps from one to the other.
///
///     for step in RouteDiff(from: old, to: new).steps { print(step) }
///
/// What goes comes first, then what comes or changes, then which children become active: R9 says in which order. What
/// stays under the same ancestors is neither pushed nor popped, and what doesn't is, each once. Whoever carries out steps
/// without a `Router` compares from what is on screen, with the active children that screens remember (R11).
///
/// Complexity: O(n) of what the trees don't share, besides one comparison of references for each child
/// of a destination in which something differs; constant for trees that are the same in memory.
///
/// Source: docs/semantics/router.md, R9, R10, R11.
public struct RouteDiff: Equatable, Sendable {
  /// A destination that was taken from one parent to another: popped there and pushed here.
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
  /// The trees are borrowed: where they are the same nothing is retained.
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

  /// Destinations that stay where they are and have another context, as the new tree has it; parents come first.
  ///
  /// Contexts that are `Equatable` are compared; others count as changed wherever the destination was
  /// made anew.
  ///
  /// Complexity: as the diff itself; the steps don't need it, and don't wait for it.
  public var updates: [Destination] { steps.updates }

  /// Destinations that are popped in one place and pushed in another, in the order of the pushes.
  ///
  /// Complexity: O(k) of the destinations in the steps.
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
