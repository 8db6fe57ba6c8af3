#if canImport(Testing)
import CLeakChecking
import Foundation
public import Testing

/// Expects that nothing leaks which a piece of code allocates until it returns, in this thread.
///
///     @Test func `a closed session goes`() {
///       expectNoLeaks {
///         let controller = Controller()
///         controller.session.close()
///       }
///     }
///
/// An issue names each leak by its cycle: `1 x Controller.session -> Session.delegate: 2 blocks, 80 bytes, made by ...`. What the code
/// returns, and what globals, living closures, waiting tasks and caches hold, isn't leaked.
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
  let check = LeakCheck(isOfAllThreads: false)
  let result = try LeakIssue.run(body)
  LeakIssue.record(check, of: cleakchecking_here(), at: sourceLocation)
  return result
}

/// Expects that nothing leaks which a piece of code allocates until it returns, in any thread.
///
/// The same as for code that doesn't wait, but what other tests leak meanwhile is told too, with where it was made: who doesn't want that
/// runs the tests with `--no-parallel`.
@discardableResult
public func expectNoLeaks<Result>(
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () async throws -> Result
) async rethrows -> Result {
  let check = LeakCheck(isOfAllThreads: true)
  let result = try await body()
  await LeakIssue.clearStacks()
  LeakIssue.record(check, of: cleakchecking_here(), at: sourceLocation)
  return result
}

/// What a check says to Swift Testing.
enum LeakIssue {
  /// Runs code in a frame of its own, of which nothing is left on the stack that counts.
  @inline(never)
  static func run<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }

  /// Wipes what tasks have left on the stacks of the threads that ran them, which wait for the next ones.
  static func clearStacks() async {
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<2 * ProcessInfo.processInfo.activeProcessorCount {
        group.addTask {
          clearStack()
          // Another thread takes the next one.
          usleep(1000)
        }
      }
    }
  }

  @inline(never)
  private static func clearStack() {
    // SAFETY: the bytes are there until the closure returns.
    unsafe withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 16) { bytes in
      _ = unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0)
    }
  }

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
