public import Foundation

/// The size that a layout was designed for, and how another size compares with it.
public struct ReferenceSize: Hashable, Sendable {
  /// The size that the layout was designed for.
  public let size: CGSize

  /// How sizes are compared with it.
  public let policy: ReferencePolicy

  /// Makes a reference size.
  ///
  /// - Parameters:
  ///   - size: The size that the layout was designed for.
  ///   - policy: How sizes are compared with it.
  /// - Throws: ``LayoutError/invalidReferenceSize(_:)`` if a side isn't finite and over 0.
  public init(_ size: CGSize, policy: ReferencePolicy = .fit) throws(LayoutError) {
    guard size.width > 0, size.height > 0, size.width.isFinite, size.height.isFinite else {
      throw .invalidReferenceSize(size)
    }
    self.size = size
    self.policy = policy
  }

  /// Takes what a description declares.
  ///
  /// - Throws: ``LayoutError/invalidReferenceSize(_:)`` if a side isn't finite and over 0.
  public init(of description: any PlasticReferenceSizeable.Type) throws(LayoutError) {
    try self.init(description.referenceSize, policy: description.referencePolicy)
  }

  /// How many points one unit of the reference size is in a view of some size.
  ///
  /// Source: SEMANTICS.md, P3.
  public func multiplier(in size: CGSize) -> CGFloat {
    let horizontal = size.width / self.size.width
    let vertical = size.height / self.size.height
    return switch policy {
    case .fit: min(horizontal, vertical)
    case .fill: max(horizontal, vertical)
    case .width: horizontal
    case .height: vertical
    }
  }
}
