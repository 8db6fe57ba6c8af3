import Foundation

/// What the layout of views depends on apart from their sizes: how texts are measured, and pixels per point.
///
/// A number, so that each view has room to remember the display it was last laid out for.
package struct DisplayTraits: Hashable, Sendable {
  private let number: UInt8

  /// The traits of a view that isn't shown: characters are blocks, and a point is a pixel.
  package static let unshown = DisplayTraits(number: 0)
  /// The traits of a view whose children were never placed.
  static let none = DisplayTraits(number: .max)
  /// The traits of all displays after numbers have run out.
  private static let unnumbered = DisplayTraits(number: .max - 1)

  private struct Display: Hashable {
    let measurer: AnyHashable
    let scale: CGFloat

    init(_ measurer: any TextMeasuring, _ scale: CGFloat) {
      self.measurer =
        (measurer as? any Hashable).map { AnyHashable($0) }
        ?? AnyHashable(ObjectIdentifier(type(of: measurer)))
      self.scale = scale
    }
  }

  @MainActor private static var numbers = [Display(BlockTextMeasurer(), 1): unshown]

  private init(number: UInt8) { self.number = number }

  @MainActor
  init(of backend: any ViewBackend) {
    let display = Display(backend.measurer, backend.displayScale)
    let count = Self.numbers.count
    self =
      Self.numbers[display]
      ?? (count < Self.unnumbered.number ? Self(number: UInt8(count)) : .unnumbered)
    if number != Self.unnumbered.number { Self.numbers[display] = self }
  }

  /// Whether layouts are the same; traits without a number don't equal themselves, so nothing is remembered for them.
  package static func == (left: DisplayTraits, right: DisplayTraits) -> Bool {
    left.number == right.number && left.number != unnumbered.number
  }

  /// Whether views were placed for another display.
  func wereOther(than other: DisplayTraits) -> Bool {
    number != Self.none.number && self != other
  }
}
