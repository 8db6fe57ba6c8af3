import Foundation
import NativeViews
import Synchronization

/// Sizes of texts; those not used for a while are dropped.
///
/// There are two generations: a size found in the old one moves to the young one. Once the young one is full, it becomes the old one, whose
/// sizes are dropped.
///
/// Isolation: any thread.
final class MeasurementCache: Sendable {
  struct Key: Hashable, Sendable {
    var text: TextBlock
    var width: Double
  }

  private struct Generations {
    var young: [Key: CGSize] = [:]
    var old: [Key: CGSize] = [:]
  }

  private let limit: Int
  private let generations = Mutex(Generations())

  /// Makes a cache of about `limit` sizes.
  init(limit: Int) { self.limit = max(limit / 2, 1) }

  subscript(key: Key) -> CGSize? {
    get {
      generations.withLock { generations in
        if let size = generations.young[key] { return size }
        guard let size = generations.old[key] else { return nil }
        insert(size, for: key, into: &generations)
        return size
      }
    }
    set {
      guard let newValue else { return }
      generations.withLock { insert(newValue, for: key, into: &$0) }
    }
  }

  private func insert(_ size: CGSize, for key: Key, into generations: inout Generations) {
    if generations.young.count >= limit {
      generations.old = generations.young
      generations.young = [:]
    }
    generations.young[key] = size
  }

  /// Number of kept sizes.
  var count: Int { generations.withLock { $0.young.count + $0.old.count } }
}
