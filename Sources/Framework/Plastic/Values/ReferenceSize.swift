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
  /// - Throws: ``LayoutError/invalidReferenceSize(_:)`` if a side isn't finite and greater than 0.
  public init(_ size: CGSize, policy: ReferencePolicy = .fit) throws(LayoutError) {
    guard size.width > 0, size.height > 0, size.width.isFinite, size.height.isFinite else {
      throw .invalidReferenceSize(size)
    }
    self.size = size
    self.policy = policy
  }

  /// Makes the reference size that a description declares.
  ///
  /// - Throws: ``LayoutError/invalidReferenceSize(_:)`` if a side isn't finite and greater than 0.
  public init(of description: any PlasticReferenceSizeable.Type) throws(LayoutError) {
    try self.init(description.referenceSize, policy: description.referencePolicy)
  }

  /// The multiplier in a view of some size: the points per unit of the reference size.
  ///
  /// Source: docs/semantics/layout.md, P3.
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

/// How a view's size and its reference size give the multiplier.
public enum ReferencePolicy: Hashable, Sendable, CaseIterable {
  /// The smaller of the two ratios, so that everything fits, as in the original.
  case fit

  /// The larger of the two ratios, so that nothing stays empty.
  case fill

  /// The ratio of the widths.
  case width

  /// The ratio of the heights.
  case height
}

/// A description with the size that its layout, and its descendants', were designed for.
public protocol PlasticReferenceSizeable {
  /// The size that the layout was designed for.
  static var referenceSize: CGSize { get }

  /// How other sizes are compared with it; ``ReferencePolicy/fit`` by default.
  static var referencePolicy: ReferencePolicy { get }
}

extension PlasticReferenceSizeable {
  /// The smaller of the two ratios.
  public static var referencePolicy: ReferencePolicy { .fit }
}
