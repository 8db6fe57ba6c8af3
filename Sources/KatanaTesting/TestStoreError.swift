/// What a test store found that its test has not said.
public enum TestStoreError: Error, Equatable, Sendable {
  /// The state is not the one that the test expects.
  case unexpectedState(item: String, difference: String)
  /// Items were handled that the test has not received.
  case unreceivedItems([String])
  /// The next item is not the one that the test wants to receive.
  case unexpectedItem(expected: String, difference: String)
  /// There is no item to receive, and none can come any more or has come in time.
  case nothingToReceive(expected: String)
  /// Side effects still run.
  case runningEffects([String])
  /// Items were rejected, and nobody has asked their handles for the errors.
  case unobservedErrors([String])
}

extension TestStoreError: CustomStringConvertible {
  /// What is wrong and what to do.
  public var description: String {
    switch self {
    case .unexpectedState(let item, let difference):
      "\(item): the state is not the expected one (- expected, + actual); "
        + "change the expectation or the item\n\(difference)"
    case .unreceivedItems(let items):
      "test store: items were handled that the test does not mention; receive them:\n"
        + items.joined(separator: "\n")
    case .unexpectedItem(let expected, let difference):
      "\(expected): another item was handled next (- expected, + actual); receive that one first\n"
        + difference
    case .nothingToReceive(let expected):
      "\(expected): no item was handled that is left to receive; "
        + "see that it is dispatched, or do not expect it"
    case .runningEffects(let effects):
      "test store: side effects still run at the end; await, end or cancel them:\n"
        + effects.joined(separator: "\n")
    case .unobservedErrors(let errors):
      "test store: items were rejected and nobody asked why; await their handles:\n"
        + errors.joined(separator: "\n")
    }
  }
}
