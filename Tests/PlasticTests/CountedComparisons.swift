import Foundation
import Plastic
import Synchronization

/// Counts comparisons of what refers to it.
final class ComparisonCounter: Sendable {
  private let comparisons = Atomic<Int>(0)

  func note() { comparisons.add(1, ordering: .relaxed) }

  /// How often something was compared since it was asked for.
  func take() -> Int { comparisons.exchange(0, ordering: .relaxed) }
}

/// Something, the comparisons of which are counted; a key, a content and what is measured.
struct Counted: SizeMeasuring {
  let id: Int
  let counter: ComparisonCounter
  /// What it says as its hash.
  var hash: Int?

  static func == (left: Counted, right: Counted) -> Bool {
    left.counter.note()
    return left.id == right.id
  }

  func hash(into hasher: inout Hasher) { hasher.combine(hash ?? id) }

  func size(within limit: CGSize, scale: (Value) -> CGFloat) -> CGSize {
    CGSize(width: CGFloat(id), height: 1)
  }
}
