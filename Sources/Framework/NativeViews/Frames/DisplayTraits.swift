import Foundation

/// What the layout of views depends on apart from their sizes: how texts are measured, pixels per point, and the environment.
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
    let environment: ViewEnvironment

    init(_ measurer: any TextMeasuring, _ scale: CGFloat, _ environment: ViewEnvironment) {
      self.measurer =
        (measurer as? any Hashable).map { AnyHashable($0) }
        ?? AnyHashable(ObjectIdentifier(type(of: measurer)))
      (self.scale, self.environment) = (scale, environment)
    }
  }

  @MainActor private static var numbers = [Display(BlockTextMeasurer(), 1, .fixed): unshown]
  /// Environments by number of their traits.
  @MainActor private static var environments = [ViewEnvironment.fixed]

  private init(number: UInt8) { self.number = number }

  @MainActor
  init(of backend: any ViewBackend, in environment: ViewEnvironment) {
    let display = Display(backend.measurer, backend.displayScale, environment)
    if let known = Self.numbers[display] {
      self = known
      return
    }
    let count = Self.numbers.count
    self = count < Self.unnumbered.number ? Self(number: UInt8(count)) : .unnumbered
    guard number != Self.unnumbered.number else { return }
    Self.numbers[display] = self
    Self.environments.append(environment)
  }

  /// The environment; `nil` if it isn't remembered.
  @MainActor var environment: ViewEnvironment? {
    if number == Self.none.number { return .fixed }
    return number < Self.environments.count ? Self.environments[Int(number)] : nil
  }

  /// Whether it is that of a view that was in no tree.
  var isOfUnshown: Bool { number == Self.none.number || number == Self.unshown.number }

  /// Whether layouts are the same; traits without a number don't equal themselves, so nothing is remembered for them.
  package static func == (left: DisplayTraits, right: DisplayTraits) -> Bool {
    left.number == right.number && left.number != unnumbered.number
  }

  /// Whether views were placed for another display.
  func wereOther(than other: DisplayTraits) -> Bool {
    number != Self.none.number && self != other
  }
}
