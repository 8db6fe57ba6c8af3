import Foundation

/// What the places of views depend on besides their sizes: how texts are measured, and how many pixels a point is.
///
/// A number, so that each view has room to remember where its children were placed last.
package struct DisplayTraits: Sendable {
  private let number: UInt8

  /// Those of a view that nothing shows: characters are blocks, and a point is a pixel.
  package static let unshown = DisplayTraits(number: 0)
  /// Those of a view whose children were never placed.
  static let none = DisplayTraits(number: .max)
  /// Those of all displays for which there is no number any more.
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

  /// Whether views are placed the same.
  package func agree(with other: DisplayTraits) -> Bool {
    number == other.number && number != Self.unnumbered.number
  }

  /// Whether views were placed for another display.
  func wereOther(than other: DisplayTraits) -> Bool {
    number != Self.none.number && !agree(with: other)
  }
}
