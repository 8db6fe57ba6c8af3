/// Steps from one stack of screens to another.
///
///     for step in LinearRoute(from: ["tabs", "counter", "info"], to: ["tabs", "stats"]) {
///       print(step)  // pop 2 info, then change 1 counter to stats
///     }
///
/// What only the old stack has is popped from its end, the screen at which the two diverge is changed, and what only the new one has is
/// pushed. A segment may occur several times.
///
/// Shape: both stacks and the length of their common prefix; each step is made on access.
///
/// Source: docs/semantics/router.md, R12.
public struct LinearRoute<Segment: Equatable & Sendable>: RandomAccessCollection, Sendable {
  /// One step.
  @frozen
  public enum Step: Equatable, Sendable {
    /// A screen appears at a depth.
    case push(Int, Segment)
    /// The screen at a depth goes away.
    case pop(Int, Segment)
    /// The screen at a depth is replaced.
    case change(Int, from: Segment, to: Segment)
  }

  @usableFromInline let old: [Segment]
  @usableFromInline let new: [Segment]

  /// The number of segments that both begin with.
  public let commonCount: Int

  @usableFromInline let popCount: Int
  @usableFromInline let changeCount: Int

  /// The number of steps.
  public let endIndex: Int

  /// Compares two stacks of screens.
  ///
  /// Complexity: one comparison for each segment in common.
  @inlinable
  public init(from old: [Segment], to new: [Segment]) {
    var common = 0
    let shorter = Swift.min(old.count, new.count)
    while common < shorter, old[common] == new[common] { common += 1 }
    self.init(from: old, to: new, commonCount: common)
  }

  @inlinable
  init(from old: [Segment], to new: [Segment], commonCount: Int) {
    self.old = old
    self.new = new
    self.commonCount = commonCount
    changeCount = commonCount < Swift.min(old.count, new.count) ? 1 : 0
    popCount = old.count - commonCount - changeCount
    endIndex = popCount + changeCount + new.count - commonCount - changeCount
  }

  /// The first step: 0.
  @inlinable
  public var startIndex: Int { 0 }

  /// A step.
  @inlinable
  public subscript(position: Int) -> Step {
    if position < popCount {
      let depth = old.count - 1 - position
      return .pop(depth, old[depth])
    }
    let depth = commonCount + position - popCount
    if changeCount == 1, position == popCount {
      return .change(depth, from: old[depth], to: new[depth])
    }
    return .push(depth, new[depth])
  }
}

extension LinearRoute.Step: CustomStringConvertible {
  /// The step in one line, such as `change 1 counter to stats`.
  public var description: String {
    switch self {
    case .push(let depth, let segment): "push \(depth) \(segment)"
    case .pop(let depth, let segment): "pop \(depth) \(segment)"
    case .change(let depth, let old, let new): "change \(depth) \(old) to \(new)"
    }
  }
}
