import CSignposts
import Synchronization

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
    csignposts_expect_parents()
    if shared == nil { _ = installed.storeIfNil(SpanSource(innermost)) }
  }
}
