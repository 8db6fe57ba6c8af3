public import Foundation

/// A description that says which size its layout, and those of its descendants, were designed for.
public protocol PlasticReferenceSizeable {
  /// The size that the layout was designed for.
  static var referenceSize: CGSize { get }

  /// How other sizes are compared with it: ``ReferencePolicy/fit`` unless said otherwise.
  static var referencePolicy: ReferencePolicy { get }
}

extension PlasticReferenceSizeable {
  /// The smaller of the two ratios.
  public static var referencePolicy: ReferencePolicy { .fit }
}
