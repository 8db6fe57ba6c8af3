import FoundationEssentials

/// What a suite says of one of its rows before it is run.
public struct RowDescription: Codable, Equatable, Sendable {
  /// The full name.
  public let name: String

  /// What the row is in a comparison.
  public let kind: BenchmarkKind

  /// How many threads the body is said to keep busy.
  public let threads: Int

  init(_ benchmark: Benchmark) {
    name = benchmark.rowName
    kind = benchmark.kind
    threads = benchmark.threads
  }

  /// Describes a row of which only the name is known.
  public init(name: String) {
    self.name = name
    kind = .ours
    threads = 1
  }

  /// Reads a line that `--describe` has printed; `nil` if it is none.
  public init?(line: some StringProtocol) {
    guard
      let description = try? JSONDecoder().decode(RowDescription.self, from: Data(line.utf8))
    else { return nil }
    self = description
  }

  /// The description in one line of JSON.
  var line: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Two texts and a number can always be encoded.
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }
}
