import XCTest

/// A test of XCTest that looks at failures which are meant.
class FailureCollectingTestCase: XCTestCase {
  /// Those since it was set, kept instead of failing; `nil` where failures are failures.
  final var failures: [(text: String, line: Int)]?

  override func recordFailure(
    withDescription description: String,
    inFile filePath: String,
    atLine lineNumber: Int,
    expected: Bool
  ) {
    guard failures == nil else {
      failures?.append((description, lineNumber))
      return
    }
    super.recordFailure(
      withDescription: description,
      inFile: filePath,
      atLine: lineNumber,
      expected: expected
    )
  }
}
