import SuiteErrors
package import Testing

/// Keeps what a suite's tests provoke on standard error out of the output of a run: in one that passes, no line shall
/// look like a failure.
package struct ExpectedErrors: SuiteTrait, TestTrait, TestScoping {
  /// Runs the tests with the lines of their own process thrown away.
  package func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    try await StandardError.$diversion.withValue({ _ in }, operation: function)
  }
}

extension Trait where Self == ExpectedErrors {
  /// What the tests provoke is said to nobody.
  package static var expectedErrors: Self { Self() }
}
