/// The slides, in their order.
enum Slide: Int, CaseIterable, Sendable {
  case hill, rain, growth, party

  static let first = hill

  /// The one after this; `nil` after the last.
  var next: Slide? { Slide(rawValue: rawValue + 1) }
  /// The one before this; `nil` before the first.
  var previous: Slide? { Slide(rawValue: rawValue - 1) }
}
