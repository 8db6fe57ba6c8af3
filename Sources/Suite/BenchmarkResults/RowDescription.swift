import FoundationEssentials

/// A row as its suite describes it before a run.
package struct RowDescription: Codable, Equatable, Sendable {
  /// The full name.
  package let name: String

  /// The role of the row in a comparison.
  package let kind: BenchmarkKind

  /// The declared number of threads that the body keeps busy.
  package let threads: Int

  /// The row's own limit in a gate; `nil` if it has none, and of older programs.
  package let limit: RowLimit?

  /// Describes a row; with only a name, it counts as measured code of one thread.
  package init(
    name: String,
    kind: BenchmarkKind = .ours,
    threads: Int = 1,
    limit: RowLimit? = nil
  ) {
    self.name = name
    self.kind = kind
    self.threads = threads
    self.limit = limit
  }

  /// Reads a line of `--describe`; `nil` if it isn't one.
  package init?(line: some StringProtocol) {
    guard
      let description = try? JSONDecoder().decode(RowDescription.self, from: Data(line.utf8))
    else { return nil }
    self = description
  }

  /// The description in one line of JSON.
  package var line: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Two texts and a number can always be encoded.
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }
}

/// The role of a row in a comparison.
public enum BenchmarkKind: String, Codable, CaseIterable, Sendable {
  /// The code that is being measured.
  case ours
  /// The least that the same work can cost; others are stated as a ratio to it.
  case floor
  /// What a user would otherwise pick.
  case peer
}

/// One of the values a benchmark was run with, such as `producers=2`.
public struct BenchmarkParameter: Codable, Hashable, Sendable, CustomStringConvertible {
  /// The name of the parameter, such as `producers`.
  public let key: String

  /// Its value, such as `2`.
  public let value: String

  /// Creates a parameter.
  public init(key: String, value: String) {
    self.key = key
    self.value = value
  }

  /// The key and the value, as in the name of a row.
  public var description: String { "\(key)=\(value)" }
}
