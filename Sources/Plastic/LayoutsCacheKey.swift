import Foundation

/// All that a layout depends on.
struct LayoutsCacheKey: Hashable, Sendable {
  let width: CGFloat
  let height: CGFloat
  let environment: LayoutEnvironment
  let description: ObjectIdentifier
  let content: any Hashable & Sendable
  let hierarchy: any ComparableHierarchy

  static func == (left: LayoutsCacheKey, right: LayoutsCacheKey) -> Bool {
    left.width == right.width && left.height == right.height
      && left.environment == right.environment && left.description == right.description
      // Numbers of different types are equal as AnyHashable, and have different hashes here.
      && type(of: left.content) == type(of: right.content)
      && AnyHashable(left.content) == AnyHashable(right.content)
      && (left.hierarchy === right.hierarchy || left.hierarchy.isEqual(to: right.hierarchy))
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(width)
    hasher.combine(height)
    hasher.combine(environment)
    hasher.combine(description)
    hasher.combine(content)
    hasher.combine(hierarchy.fingerprint)
  }
}

/// The content of a hierarchy, whatever its keys.
protocol ComparableHierarchy: AnyObject, Sendable {
  var fingerprint: Int { get }
  func isEqual(to other: any ComparableHierarchy) -> Bool
}

extension HierarchyContent: ComparableHierarchy {
  func isEqual(to other: any ComparableHierarchy) -> Bool {
    guard let other = other as? HierarchyContent<Key> else { return false }
    return fingerprint == other.fingerprint && declarations == other.declarations
  }
}
