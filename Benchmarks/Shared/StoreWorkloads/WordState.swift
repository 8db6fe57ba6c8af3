/// 8 bytes.
package struct WordState: BenchmarkState {
  package static var label: String { "8B" }

  @usableFromInline var word = 0

  @inlinable
  package init() {}

  @inlinable
  @inline(__always)
  package mutating func touch(_ index: Int) { word += 1 }

  @inlinable
  package var sum: Int { word }
}
