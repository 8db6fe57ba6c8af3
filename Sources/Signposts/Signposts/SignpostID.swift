import Synchronization

/// Tells one interval or event from every other of this process.
///
/// Ids come from one process-wide 64-bit counter, so that a trace of several processes pairs the
/// ends of an interval by process and id, on whichever threads they happened.
@frozen
public struct SignpostID: Hashable, Sendable {
  /// The number as the trace shows it; 0 means "none".
  public let rawValue: UInt64

  /// Makes an id of a number that came from elsewhere, such as a request header.
  @inlinable
  public init(_ rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// An id that no other interval of this process has.
  @inlinable
  public static func makeUnique() -> SignpostID {
    SignpostID(ProcessIntervals.makeID())
  }

  /// No interval: the parent of a root, and the id of an interval that was not recorded.
  @inlinable
  public static var none: SignpostID { SignpostID(0) }
}

extension SignpostID {
  /// The innermost recorded interval that the current task, or thread outside of tasks, is in the
  /// middle of: what `withIntervalSignpost` marks, a store's side effect, or a span.
  ///
  /// `.none` outside of all, and where nobody records. Child tasks and `Task {}` inherit it, detached
  /// tasks and threads don't: there, hand the id on and give it as `parent`.
  ///
  /// Complexity: a load in a process that has no parents yet; a look-up in the task after.
  @inlinable
  public static var current: SignpostID { ProcessIntervals.haveParents ? findCurrent() : .none }

  /// Runs a body whose intervals and events have this one as their parent.
  ///
  /// - Parameter body: Runs at once, on this thread.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws.
  @inlinable
  public func asCurrent<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    ProcessIntervals.expectParents()
    // A task-local's own `withValue` knows no typed errors.
    return try SignpostID.$_inherited.withValue(self) { () -> Result<Value, Failure> in
      do throws(Failure) { return .success(try body()) } catch { return .failure(error) }
    }.get()
  }

  /// Runs an asynchronous body whose intervals and events have this one as their parent, those of its
  /// child tasks included.
  ///
  /// Isolation: the body runs where the caller runs.
  ///
  /// - Parameters:
  ///   - isolation: The caller's.
  ///   - body: What runs.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws.
  @inlinable
  public func asCurrent<Value, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    ProcessIntervals.expectParents()
    return try await SignpostID.$_inherited.withValue(
      self,
      operation: { () async -> Result<Value, Failure> in
        do throws(Failure) { return .success(try await body()) } catch { return .failure(error) }
      },
      isolation: isolation
    ).get()
  }

  /// The interval that `asCurrent` has made the current one: `current` knows of the spans of SignpostsTracing, too.
  package static var bound: SignpostID { ProcessIntervals.haveParents ? _inherited : .none }

  /// No part of the interface: it is public for `asCurrent`, which is inlined.
  @TaskLocal public static var _inherited: SignpostID = .none

  @usableFromInline
  static func findCurrent() -> SignpostID {
    guard let source = SpanSource.shared else { return _inherited }
    return source.innermost(_inherited)
  }
}

/// Where the spans are that bear no `SignpostID.bound`, because an API of its own carries them from
/// task to task, such as swift-distributed-tracing's `ServiceContext`.
///
/// So `Signposter` can be the child of a span without this module's knowing what a span is.
package final class SpanSource: Sendable {
  private static let installed = AtomicLazyReference<SpanSource>()

  /// The process's one source; `nil` until there is one, and then never again.
  static var shared: SpanSource? { installed.load() }

  /// Given what is bound in the current task: that, or a span that began later.
  let innermost: @Sendable (SignpostID) -> SignpostID

  private init(_ innermost: @escaping @Sendable (SignpostID) -> SignpostID) {
    self.innermost = innermost
  }

  /// Makes a function the process's source, where there is none yet.
  package static func install(_ innermost: @escaping @Sendable (SignpostID) -> SignpostID) {
    ProcessIntervals.expectParents()
    if shared == nil { _ = installed.storeIfNil(SpanSource(innermost)) }
  }
}
