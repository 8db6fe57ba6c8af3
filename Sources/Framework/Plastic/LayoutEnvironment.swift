public import Foundation

/// What a layout inherits: how much it scales, and the display.
public struct LayoutEnvironment: Hashable, Sendable {
  /// How many points one unit of the nearest reference size is; `nil` while none was declared.
  public private(set) var multiplier: CGFloat?

  /// How many pixels a point is.
  public let displayScale: CGFloat

  /// How frames are rounded to pixels.
  public let rounding: FrameRounding

  /// Makes the environment of a root, in which nothing scales yet.
  ///
  /// - Parameters:
  ///   - displayScale: How many pixels a point is: finite and over 0.
  ///   - rounding: How frames are rounded to pixels.
  public init(displayScale: CGFloat = 1, rounding: FrameRounding = .components) {
    guard displayScale > 0, displayScale.isFinite else {
      stop("the display's scale is \(displayScale), not finite and over 0")
    }
    self.displayScale = displayScale
    self.rounding = rounding
  }

  /// The environment in a view: that of the nearest reference size.
  ///
  /// - Parameters:
  ///   - frame: The view's.
  ///   - reference: What the view declares for itself, or `nil` to inherit.
  /// - Returns: What its layout shall be run with.
  public func entering(_ frame: CGRect, reference: ReferenceSize?) -> LayoutEnvironment {
    guard let reference else { return self }
    var environment = self
    environment.multiplier = reference.multiplier(in: frame.size)
    return environment
  }
}
