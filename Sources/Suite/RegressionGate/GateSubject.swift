/// A benchmark executable, built at base and head.
package struct GateSubject: Equatable, Sendable {
  /// Its name.
  package let name: String
  /// The path at the base; `nil` if it isn't there or wasn't built.
  package let base: String?
  /// The path at the head.
  package let head: String?
  /// Why a side wasn't built, where it should have been.
  package let failure: String?

  /// Creates a subject.
  package init(name: String, base: String?, head: String?, failure: String? = nil) {
    self.name = name
    self.base = base
    self.head = head
    self.failure = failure
  }
}
