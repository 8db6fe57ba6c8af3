/// An array of 100,000 elements: whoever copies it is found out.
package struct LargeArrayState: BenchmarkState {
  package static var label: String { "array-100k" }

  @usableFromInline package var items = [Int](repeating: 0, count: 100_000)

  @inlinable
  package init() {}

  @inlinable
  @inline(__always)
  package mutating func touch(_ index: Int) { items[index % items.count] += 1 }

  @inlinable
  package var sum: Int { items.reduce(0, +) }
}
