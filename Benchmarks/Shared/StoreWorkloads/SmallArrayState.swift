/// An array of 1,000 elements: what the next one is compared with.
public struct SmallArrayState: BenchmarkState {
  /// The size, as names of rows have it.
  public static var label: String { "array-1k" }

  @usableFromInline package var items = [Int](repeating: 0, count: 1000)

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
