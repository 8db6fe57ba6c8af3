#if canImport(Testing)
import CLeakChecking
public import Testing

/// Expects that nothing leaks which a piece of code allocates, on any thread, until it returns.
///
///     @Test func `a closed session goes`() {
///       expectNoLeaks {
///         let controller = Controller()
///         controller.session.close()
///       }
///     }
///
/// An issue names each leak by its cycle: `1 x Controller.session -> Session.delegate: 2 blocks, 80 bytes, made by ...`. What the code
/// returns, and what globals, living closures, waiting tasks and caches hold, isn't leaked. Put a test whose checks take long into a suite
/// that is `.serialized`: what other tests leak meanwhile is told too.
///
/// On Linux, for x86_64 and aarch64. With a sanitizer the code runs, and an issue says that nothing was checked.
///
/// - Parameters:
///   - sourceLocation: Where the issue is shown.
///   - body: What is checked.
/// - Returns: The result of the code.
@discardableResult
public func expectNoLeaks<Result>(
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () throws -> Result
) rethrows -> Result {
  let check = LeakCheck()
  let result = try LeakIssue.run(body)
  LeakIssue.record(check, of: cleakchecking_here(), at: sourceLocation)
  return result
}

/// The same for code that waits.
@discardableResult
public func expectNoLeaks<Result>(
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () async throws -> Result
) async rethrows -> Result {
  let check = LeakCheck()
  let result = try await body()
  LeakIssue.record(check, of: cleakchecking_here(), at: sourceLocation)
  return result
}

/// What a check says to Swift Testing.
enum LeakIssue {
  /// Runs code in a frame of its own, of which nothing is left on the stack that counts.
  @inline(never)
  static func run<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }

  @inline(never)
  static func record(
    _ check: borrowing LeakCheck?,
    of place: cleakchecking_place,
    at location: SourceLocation
  ) {
    record(text(of: check, place), at: location)
  }

  private static func record(_ text: String?, at location: SourceLocation) {
    if let text { Issue.record(Comment(rawValue: text), sourceLocation: location) }
  }

  private static func text(
    of check: borrowing LeakCheck?,
    _ place: cleakchecking_place
  ) -> String? {
    switch check {
    case .none:
      return
        "leaks were not checked: a sanitizer has its own allocator; run the test without -sanitize"
    case .some(let check):
      do {
        let leaks = try check.leaks(at: place)
        return leaks.isEmpty ? nil : "leaked: " + leaks.map(\.description).joined(separator: "\n")
      } catch { return "leaks were not checked: \(error)" }
    }
  }
}
#endif
