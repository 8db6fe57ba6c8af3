#if canImport(Testing)
public import Testing

/// Reports the errors of test stores at the lines of the calls that found them.
///
///     @Suite(.locatedTestStoreErrors)
///     struct CartTests { ... }
///
/// Without it Swift Testing reports a thrown error at the line where the test begins.
public struct LocatedTestStoreErrors: TestTrait, SuiteTrait, TestScoping {
  private let record: @Sendable (TestStoreError, SourceLocation) -> Void

  package init(
    record: @escaping @Sendable (TestStoreError, SourceLocation) -> Void = {
      Issue.record($0, sourceLocation: $1)
    }
  ) {
    self.record = record
  }

  /// Applies to all tests of a suite.
  public var isRecursive: Bool { true }

  /// Runs a test, and records its test store error.
  ///
  /// - Throws: Errors of other kinds.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    do { try await function() } catch let error as TestStoreError {
      record(error, error.location.sourceLocation)
    }
  }
}

extension Trait where Self == LocatedTestStoreErrors {
  /// Reports the errors of test stores at the lines of the calls that found them.
  public static var locatedTestStoreErrors: LocatedTestStoreErrors { LocatedTestStoreErrors() }
}

extension CodeLocation {
  /// The place as Swift Testing expresses it.
  public var sourceLocation: SourceLocation {
    SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
#endif
