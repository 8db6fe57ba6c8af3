/// An array of 1,000 elements: what the next one is compared with.
package struct SmallArrayState: BenchmarkState {
  package static var label: String { "array-1k" }

  @usableFromInline package var items = [Int](repeating: 0, count: 1000)

  @inlinable
  package init() {}

  @inlinable
  @inline(__always)
  package mutating func touch(_ index: Int) { items[index % items.count] += 1 }

  @inlinable
  package var sum: Int { items.reduce(0, +) }
}
