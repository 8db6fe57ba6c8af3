import Katana

/// A state of a certain size, of which an update changes one word.
protocol BenchmarkState: State, UpdateCounting {
  /// The size as it stands in the names of the rows.
  static var label: String { get }

  /// Adds 1 to one of the words.
  mutating func touch(_ index: Int)
}

/// 8 bytes.
struct WordState: BenchmarkState {
  static let label = "8B"
  var word = 0

  @inline(__always)
  mutating func touch(_ index: Int) { word += 1 }
  var sum: Int { word }
}

/// 64 KB within the value itself: whoever copies it through a frame is found out.
struct InlineState: BenchmarkState {
  static let label = "64KB"
  static let count = 8192
  var words = InlineArray<8192, Int>(repeating: 0)

  @inline(__always)
  mutating func touch(_ index: Int) { words[index & (Self.count - 1)] += 1 }
  var sum: Int { words.indices.reduce(0) { $0 + words[$1] } }
}

/// An array of 1,000 elements: what the next one is compared with.
struct SmallArrayState: BenchmarkState {
  static let label = "array-1k"
  var items = [Int](repeating: 0, count: 1000)

  @inline(__always)
  mutating func touch(_ index: Int) { items[index % items.count] += 1 }
  var sum: Int { items.reduce(0, +) }
}

/// An array of 100,000 elements: whoever copies it is found out.
struct LargeArrayState: BenchmarkState {
  static let label = "array-100k"
  var items = [Int](repeating: 0, count: 100_000)

  @inline(__always)
  mutating func touch(_ index: Int) { items[index % items.count] += 1 }
  var sum: Int { items.reduce(0, +) }
}
