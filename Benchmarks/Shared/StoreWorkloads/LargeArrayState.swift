/// An array of 100,000 elements: whoever copies it is found out.
public struct LargeArrayState: BenchmarkState {
  public static var label: String { "array-100k" }

  @usableFromInline package var items = [Int](repeating: 0, count: 100_000)

  @inlinable
  public init() {}

  @inlinable
  @inline(__always)
  public mutating func touch(_ index: Int) { items[index % items.count] += 1 }

  @inlinable
  public var sum: Int { items.reduce(0, +) }
}
