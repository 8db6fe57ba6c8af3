/// Why a log can't do what it was asked for.
public enum StoreLogError: Error, Equatable, Sendable {
  /// The recording has not begun: the store isn't ready or is still busy with earlier items.
  case notBegun
  /// The log has no such version.
  case versionOutOfRange(version: UInt64, first: UInt64, last: UInt64)
  /// An item of the log was refused when it was applied again.
  case notReplayable(item: String, version: UInt64, reason: String)
  /// The type of an item is not in the registry, so that it can't be written.
  case unregisteredItem(item: String)
  /// The name of an item is not in the registry, so that it can't be read.
  case unknownItem(name: String, line: Int)
  /// The text is of a format that this version doesn't read.
  case unsupportedFormat(found: Int, supported: Int)
  /// The state in the text is of another type.
  case wrongStateType(expected: String, found: String)
  /// The version of a line doesn't follow from the lines before.
  case versionMismatch(line: Int, expected: UInt64, found: UInt64)
  /// A line is not what it should be.
  case malformedLine(line: Int, reason: String)
}

extension StoreLogError: CustomStringConvertible {
  /// What is wrong and what to do, in one line.
  public var description: String {
    switch self {
    case .notBegun:
      "recorder: it has not begun; wait until the store is ready and has handled what was queued"
    case .versionOutOfRange(let version, let first, let last):
      "version \(version): the log has \(first) to \(last); ask for one of these, or record with "
        + "a larger capacity"
    case .notReplayable(let item, let version, let reason):
      "\(item): it was refused when version \(version) was made again: \(reason); make it depend "
        + "on nothing but the state and itself"
    case .unregisteredItem(let item):
      "\(item): it is not in the registry; register its type"
    case .unknownItem(let name, let line):
      "line \(line): no item is registered as \"\(name)\"; register its type under that name"
    case .unsupportedFormat(let found, let supported):
      "log: its format is \(found), this reads \(supported); read it with the version that wrote it"
    case .wrongStateType(let expected, let found):
      "log: its state is \(found), not \(expected); read it as a log of \(found)"
    case .versionMismatch(let line, let expected, let found):
      "line \(line): version \(found) instead of \(expected); use the whole text, in its order"
    case .malformedLine(let line, let reason):
      "line \(line): \(reason); use the text as it was written"
    }
  }
}
