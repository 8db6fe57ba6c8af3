public import Katana

/// A state of a certain size, of which an update changes one word.
///
/// This module's declarations are public, not `package`: only of public types do other modules see the witness tables,
/// without which they can't specialize, and each update of a row would be a call through one.
public protocol BenchmarkState: State, UpdateCounting {
  /// The size as it stands in the names of the rows.
  static var label: String { get }

  /// Adds 1 to one of the words.
  mutating func touch(_ index: Int)
}
