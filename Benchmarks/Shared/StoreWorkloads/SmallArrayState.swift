/// An array of 1,000 elements: what the next one is compared with.
public struct SmallArrayState: BenchmarkState {
  public static var label: String { "array-1k" }

  @usableFromInline package var items = [Int](repeating: 0, count: 1000)

  @inlinable
  public init() {}

  @inlinable
  @inline(__always)
  public mutating func touch(_ index: Int) { items[index % items.count] += 1 }

  @inlinable
  public var sum: Int { items.reduce(0, +) }
}
