/// The children of before, in buckets by their replace key, each in order.
///
/// It is no part of the generic node, so that it is specialized as in the originals.
@MainActor
struct MiniatureReuse {
  private struct Bucket {
    var children: [(node: any AnyMiniatureNode, index: Int)]
    // In the place of removing the first, which would move the others.
    var next = 0
  }

  private var buckets: [Int: Bucket] = [:]

  init(_ children: [any AnyMiniatureNode]) {
    for (index, child) in children.enumerated() {
      let key = child.anyDescription.replaceKey
      buckets[key, default: Bucket(children: [])].children.append((child, index))
    }
  }

  /// Takes the first child that may be reused for a description, with its place; `nil` if there is none left.
  mutating func popFirst(
    for description: any AnyMiniatureDescription
  ) -> (node: any AnyMiniatureNode, index: Int)? {
    guard let slot = buckets.index(forKey: description.replaceKey) else { return nil }
    let next = buckets.values[slot].next
    guard next < buckets.values[slot].children.count else { return nil }
    buckets.values[slot].next += 1
    return buckets.values[slot].children[next]
  }
}

extension MiniaturePlatformView {
  /// Leaves those of the tree's own children that are mentioned, in the order in which they are.
  ///
  /// - Parameter indexes: Their places among the children there are.
  func arrangeChildren(by indexes: [Int]) {
    let shown = managedChildren()
    let isAscending = zip(indexes, indexes.dropFirst()).allSatisfy(<)
    if !isAscending {
      for index in indexes { bringChildToFront(shown[index]) }
    }
    var isMentioned = Array(repeating: false, count: shown.count)
    for index in indexes { isMentioned[index] = true }
    for (index, child) in shown.enumerated() where !isMentioned[index] { removeChild(child) }
  }
}
