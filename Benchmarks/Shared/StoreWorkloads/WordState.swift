/// 8 bytes.
public struct WordState: BenchmarkState {
  public static var label: String { "8B" }

  @usableFromInline var word = 0

  @inlinable
  public init() {}

  @inlinable
  @inline(__always)
  public mutating func touch(_ index: Int) { word += 1 }

  @inlinable
  public var sum: Int { word }
}
