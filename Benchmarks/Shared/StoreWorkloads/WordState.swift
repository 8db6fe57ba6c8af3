/// 8 bytes.
public struct WordState: BenchmarkState {
  /// The size, as names of rows have it.
  public static var label: String { "8B" }

  @usableFromInline var word = 0

  /// Creates one without updates.
  @inlinable
  public init() {}

  /// Adds 1 to one of the words.
  @inlinable
  @inline(__always)
  public mutating func touch(_ index: Int) { word += 1 }

  /// The number of updates that were applied.
  @inlinable
  public var sum: Int { word }
}
