import Foundation

/// All that a layout depends on.
struct LayoutsCacheKey: Sendable {
  let width: CGFloat
  let height: CGFloat
  let environment: LayoutEnvironment
  let description: ObjectIdentifier
  let content: any Hashable & Sendable
  let hierarchy: any ComparableHierarchy

  /// A hash of all.
  ///
  /// Complexity: O(1) besides the content's, and the hierarchy's where it wasn't asked for before.
  var digest: Int {
    var hasher = Hasher()
    hasher.combine(width)
    hasher.combine(height)
    hasher.combine(environment)
    hasher.combine(description)
    hasher.combine(content)
    hasher.combine(hierarchy.fingerprint)
    return hasher.finalize()
  }

  /// Whether both are the same layout; false for what isn't equal to itself, such as NaN.
  func isSame(as other: LayoutsCacheKey) -> Bool {
    width == other.width && height == other.height && environment == other.environment
      && description == other.description && content.isSame(as: other.content)
      && (hierarchy === other.hierarchy || hierarchy.isEqual(to: other.hierarchy))
  }
}

/// What was declared of a hierarchy, whatever its keys.
protocol ComparableHierarchy: AnyObject, Sendable {
  var fingerprint: UInt64 { get }
  func isEqual(to other: any ComparableHierarchy) -> Bool
}
