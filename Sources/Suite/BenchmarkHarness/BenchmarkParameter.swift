/// One of the values a benchmark was run with, such as `producers=2`.
public struct BenchmarkParameter: Codable, Hashable, Sendable, CustomStringConvertible {
  /// What varies, such as `producers`.
  public let key: String

  /// Its value, such as `2`.
  public let value: String

  /// Creates a parameter.
  public init(key: String, value: String) {
    self.key = key
    self.value = value
  }

  /// The key and the value, as they stand in the name of a row.
  public var description: String { "\(key)=\(value)" }
}
