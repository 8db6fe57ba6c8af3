public import Foundation
import NativeViews
import Tempura

/// A screen on which a view is shown.
///
/// Source: docs/semantics/tempura.md, S4.
public struct SnapshotEnvironment: Hashable, Sendable, CustomStringConvertible {
  /// Light or dark.
  public enum Appearance: String, CaseIterable, Hashable, Sendable {
    /// Dark on light.
    case light
    /// Light on dark.
    case dark
  }

  /// Size in points.
  public var size: CGSize
  /// Pixels per point.
  public var scale: CGFloat
  /// Language and region, such as `de_AT`.
  public var locale: String
  /// Light or dark; the picture's backdrop is white or black.
  public var appearance: Appearance

  /// Makes an environment.
  public init(
    size: CGSize,
    scale: CGFloat = 1,
    locale: String = "en",
    appearance: Appearance = .light
  ) {
    (self.size, self.scale, self.locale, self.appearance) = (size, scale, locale, appearance)
  }

  /// `320x480@2x.en.light`, as added to file names.
  public var description: String {
    "\(number(size.width))x\(number(size.height))@\(number(scale))x.\(locale).\(appearance.rawValue)"
  }

  /// The current environment, for code that doesn't get it passed; nil outside of a snapshot.
  ///
  /// It belongs to the task, so concurrent tests have one each, inherited by their tasks. Controllers that follow a store update in their
  /// own, whatever task changes the state.
  public static var current: SnapshotEnvironment? { ScreenContext.current as? SnapshotEnvironment }

  /// The environment that views read: the fixed one in the appearance.
  var ofViews: ViewEnvironment {
    ViewEnvironment(colorScheme: appearance == .dark ? .dark : .light)
  }

  /// Throws if no picture is possible.
  func check() throws(SnapshotError) {
    let pixels = [size.width * scale, size.height * scale]
    guard scale > 0, pixels.allSatisfy({ $0.isFinite && $0 > 0 && $0 <= 32_767 }) else {
      throw .unusableEnvironment(name: "\(self)", problem: "no picture has this size")
    }
    let isUsable = !locale.isEmpty && !locale.contains("/") && !locale.contains("\0")
    guard isUsable else {
      throw .unusableEnvironment(name: "\(self)", problem: "no file can have this locale's name")
    }
  }
}

/// The shortest text of a number.
private func number(_ value: CGFloat) -> String {
  let rounded = value.rounded()
  return rounded == value && abs(value) < 1e9 ? "\(Int(value))" : "\(Double(value))"
}

/// Screens on which a view is shown: each size with each locale, scale and appearance.
public struct SnapshotMatrix: Hashable, Sendable {
  /// Sizes in points.
  public var sizes: [CGSize]
  /// Languages and regions.
  public var locales: [String]
  /// Pixels per point.
  public var scales: [CGFloat]
  /// Light, dark or both.
  public var appearances: [SnapshotEnvironment.Appearance]

  /// Makes a matrix.
  public init(
    sizes: [CGSize],
    locales: [String] = ["en"],
    scales: [CGFloat] = [1],
    appearances: [SnapshotEnvironment.Appearance] = [.light]
  ) {
    (self.sizes, self.locales) = (sizes, locales)
    (self.scales, self.appearances) = (scales, appearances)
  }

  /// All combinations, grouped by size in pixels.
  public var environments: [SnapshotEnvironment] {
    sizes.flatMap { size in
      scales.flatMap { scale in
        locales.flatMap { locale in
          appearances.map {
            SnapshotEnvironment(size: size, scale: scale, locale: locale, appearance: $0)
          }
        }
      }
    }
  }
}
