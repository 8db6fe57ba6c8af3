public import Katana

/// A state of a certain size, of which an update changes one word.
public protocol BenchmarkState: State, UpdateCounting {
  /// The size as it stands in the names of the rows.
  static var label: String { get }

  /// Adds 1 to one of the words.
  mutating func touch(_ index: Int)
}
