/// A completion with a value.
class ValueCompletion<Value: Sendable>: Completion, @unchecked Sendable {
  // Why this is Sendable: everything in it is; `@unchecked` as for `Completion`.

  private let result = OrderedMutex<Value?>(nil)

  /// Resumes whoever waits, with a value.
  final func finish(with value: Value) {
    result.withLock { $0 = value }
    finish()
  }

  /// The value of a finished completion that is known to be of this class.
  ///
  /// - Throws: The error if it has failed.
  static func value(of completion: Completion?) throws -> Value {
    guard let completion = completion as? ValueCompletion<Value> else {
      throw StoreError.noValue(item: "handle", expected: "\(Value.self)")
    }
    try completion.check()
    guard let value = completion.result.withLock({ $0 }) else {
      throw StoreError.noValue(item: "handle", expected: "\(Value.self)")
    }
    return value
  }
}
