/// 64 KB within the value itself: whoever copies it through a frame is found out.
public struct InlineState: BenchmarkState {
  /// The size, as names of rows have it.
  public static var label: String { "64KB" }

  @usableFromInline var words = InlineArray<8192, Int>(repeating: 0)

  /// Creates one without updates.
  @inlinable
  public init() {}

  /// Adds 1 to one of the words.
  @inlinable
  @inline(__always)
  public mutating func touch(_ index: Int) { words[index & 8191] += 1 }

  /// The number of updates that were applied.
  @inlinable
  public var sum: Int { words.indices.reduce(0) { $0 + words[$1] } }

  /// One of the words, for those who look at little of a large state.
  @inlinable
  public var firstWord: Int { words[0] }
}
