/// A key that says itself at which place of an array its view is found.
///
/// Enumerations without associated values need not adopt it: their one byte is their index. Keys with
/// associated values are found by hashing unless they adopt it. Other keys of one byte, such as a letter in
/// either case, adopt it where values of different bytes are equal, for without it the byte alone counts.
///
/// ```swift
/// enum Board: IndexedKey {
///   case cell(row: Int, column: Int)
///   var layoutIndex: Int { switch self { case .cell(let row, let column): row * 9 + column } }
/// }
/// ```
public protocol IndexedKey: Hashable, Sendable {
  /// The place: at least 0, the same for equal keys, another for each that isn't, and dense, for an array of
  /// as many is made.
  var layoutIndex: Int { get }
}

extension Int: IndexedKey {
  /// Itself.
  @inlinable public var layoutIndex: Int { self }
}
