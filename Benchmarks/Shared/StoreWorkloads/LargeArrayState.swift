/// An array of 100,000 elements: whoever copies it is found out.
public struct LargeArrayState: BenchmarkState {
  /// The size, as names of rows have it.
  public static var label: String { "array-100k" }

  @usableFromInline package var items = [Int](repeating: 0, count: 100_000)

  /// Creates one without updates.
  @inlinable
  public init() {}

  /// Adds 1 to one of the words.
  @inlinable
  @inline(__always)
  public mutating func touch(_ index: Int) { items[index % items.count] += 1 }

  /// The number of updates that were applied.
  @inlinable
  public var sum: Int { items.reduce(0, +) }
}
