/// A benchmark executable, built at base and head.
public struct GateSubject: Equatable, Sendable {
  /// Its name.
  public let name: String
  /// The path at the base; `nil` if it isn't there or wasn't built.
  public let base: String?
  /// The path at the head.
  public let head: String?
  /// Why a side wasn't built, where it should have been.
  public let failure: String?

  /// Creates a subject.
  public init(name: String, base: String?, head: String?, failure: String? = nil) {
    self.name = name
    self.base = base
    self.head = head
    self.failure = failure
  }
}
