/// An unexpected finding of a test store, and the call that found it.
///
/// Its description begins with the file and the line of that call. In Swift Testing, `.locatedTestStoreErrors` reports it there.
public struct TestStoreError: Error, Equatable, Sendable {
  /// The finding.
  public enum Reason: Equatable, Sendable {
    /// The state is not the one that the test expects.
    case unexpectedState(item: String, difference: String)
    /// Items were handled that the test has not received.
    case unreceivedItems([String])
    /// The next item is not the one that the test wants to receive.
    case unexpectedItem(expected: String, difference: String)
    /// Nothing came in time, and nothing runs in the store that could dispatch it.
    case nothingRunning(expected: String, timeout: Duration)
    /// Nothing came in time, while the store was doing this work: side effects, items in the queue.
    case timedOut(expected: String, timeout: Duration, work: [String])
    /// The store is still doing this work at the end.
    case unfinished([String])
    /// Items were rejected, and nobody has asked their handles for the errors.
    case unobservedErrors([String])
  }

  /// The finding.
  public let reason: Reason
  /// The call that found it.
  public let location: CodeLocation

  /// Makes an error.
  public init(_ reason: Reason, at location: CodeLocation) {
    self.reason = reason
    self.location = location
  }
}

/// A place in the code of a test.
public struct CodeLocation: Equatable, Sendable, CustomStringConvertible {
  /// The module and the name of the file, such as `ShopTests/CartTests.swift`.
  public let fileID: String
  /// The path of the file.
  public let filePath: String
  /// The line, from 1.
  public let line: Int
  /// The column, from 1.
  public let column: Int

  /// Makes the place of the call.
  public init(
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  /// The file and the line, such as `ShopTests/CartTests.swift:12`.
  public var description: String { "\(fileID):\(line)" }
}

extension TestStoreError: CustomStringConvertible {
  /// Where it was found, what is wrong and what to do.
  public var description: String { "\(location): \(reason)" }
}

extension TestStoreError.Reason: CustomStringConvertible {
  /// The problem and its remedy.
  public var description: String {
    switch self {
    case .unexpectedState(let item, let difference):
      "\(item): the state is not the expected one (- expected, + actual); "
        + "change the expectation or the item\n\(difference)"
    case .unreceivedItems(let items):
      "test store: items were handled that the test does not mention; receive them:\n"
        + items.joined(separator: "\n")
    case .unexpectedItem(let expected, let difference):
      "\(expected): another item was handled next (- expected, + actual); "
        + "receive that one first, or both with `receive(unordered:)`\n\(difference)"
    case .nothingRunning(let expected, let timeout):
      "\(expected): it was not handled within \(timeout), and no side effect runs that could dispatch it; "
        + "see that something dispatches it, or do not expect it"
    case .timedOut(let expected, let timeout, let work):
      "\(expected): it was not handled within \(timeout), while the store is at work; "
        + "let that go on (advance its clock, answer it), or give more time by `timeout`:\n"
        + work.joined(separator: "\n")
    case .unfinished(let work):
      "test store: it is still at work at the end; await, end or cancel that:\n"
        + work.joined(separator: "\n")
    case .unobservedErrors(let errors):
      "test store: items were rejected and nobody asked why; await their handles:\n"
        + errors.joined(separator: "\n")
    }
  }
}
