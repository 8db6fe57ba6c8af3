/// What an operation of a row leaves in memory.
///
/// Units: of an operation.
package struct RowMemory: Codable, Equatable, Sendable {
  /// The blocks of a type that a function makes.
  package struct Part: Codable, Equatable, Sendable {
    package let type: String
    package let function: String
    /// Such as `List.swift:30`; `nil` if unknown.
    package let line: String?
    package let blocks: Double
    package let bytes: Double
    /// The bytes of those to which nothing leads that the program can still reach.
    package let leakedBytes: Double
    /// The cycle of leaked blocks, `Node.next -> Node`, or what holds others; `nil` if nothing does, or it is unknown.
    package let holder: String?

    package init(
      type: String,
      function: String,
      line: String?,
      blocks: Double,
      bytes: Double,
      leakedBytes: Double,
      holder: String?
    ) {
      self.type = type
      self.function = function
      self.line = line
      self.blocks = blocks
      self.bytes = bytes
      self.leakedBytes = leakedBytes
      self.holder = holder
    }
  }

  /// How many parts are told in a sentence.
  private static let told = 3

  /// Those with the most bytes first; none if an operation leaves nothing.
  package let parts: [Part]
  /// The number of operations that were looked at.
  package let operations: Int

  package init(parts: [Part], operations: Int) {
    self.parts = parts
    self.operations = operations
  }

  /// How many operations are run before the first snapshot: enough to fill the caches of threads, in a quarter of a second if that does.
  ///
  /// It is three times a power of two: what doubles when it is full, at powers of two, does so between all snapshots.
  ///
  /// - Parameters:
  ///   - sample: Those of a sample.
  ///   - nanoseconds: How long one takes.
  /// - Returns: The number of operations.
  package static func iterations(ofSample sample: Int, nanoseconds: Double) -> Int {
    let wanted = max(sample, 10, Int(min(3072, 2.5e8 / max(nanoseconds, 1))))
    var iterations = 3
    while iterations < wanted { iterations *= 2 }
    return iterations
  }

  package var bytes: Double { parts.reduce(0) { $0 + $1.bytes } }
  package var leakedBytes: Double { parts.reduce(0) { $0 + $1.leakedBytes } }

  /// A clause: how much it is, then of what, made where, and held by what.
  package var sentence: String {
    guard !parts.isEmpty else { return "an operation leaves nothing in memory" }
    let size = Self.figure(bytes)
    let rest = parts.count > Self.told ? ["\(parts.count - Self.told) more"] : []
    let all = parts.prefix(Self.told).map(\.text) + rest
    return "an operation leaves \(size) byte\(size == "1" ? "" : "s"): "
      + all.joined(separator: "; ")
  }

  fileprivate static func figure(_ value: Double) -> String {
    if value > 0, value < 0.001 { return "less than 0.001" }
    let scale = value < 1 ? 1000.0 : value < 100 ? 100.0 : 1.0
    let rounded = (value * scale).rounded() / scale
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }
}

extension RowMemory.Part {
  fileprivate var text: String {
    let held = leakedBytes > 0 ? "leaked by the cycle" : "held by"
    let unheld = leakedBytes > 0 ? "leaked: nothing holds it" : "still held"
    return "\(RowMemory.figure(bytes)) of `\(type)`, made in `\(function)`"
      + (line.map { " (\($0))" } ?? "") + ", " + (holder.map { "\(held) `\($0)`" } ?? unheld)
  }
}
