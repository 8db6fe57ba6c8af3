/// One of the two sides of a comparison.
package enum Side: String, CaseIterable, Codable, Sendable {
  /// The earlier side.
  case base
  /// The side to judge.
  case head
}

/// A value of each side of a comparison.
package struct Sides<Value> {
  package var base: Value
  package var head: Value

  package init(base: Value, head: Value) {
    (self.base, self.head) = (base, head)
  }

  /// The values of both sides; `nil` if one has none.
  package init?(_ base: Value?, _ head: Value?) {
    guard let base, let head else { return nil }
    self.init(base: base, head: head)
  }

  package init<Failure>(_ value: (Side) throws(Failure) -> Value) throws(Failure) {
    self.init(base: try value(.base), head: try value(.head))
  }

  package subscript(side: Side) -> Value { side == .base ? base : head }

  package func map<Result>(_ transform: (Value) -> Result) -> Sides<Result> {
    Sides<Result>(base: transform(base), head: transform(head))
  }
}

extension Sides<Side> {
  package static var both: Sides { Sides { $0 } }
}

extension Sides: Equatable where Value: Equatable {}

extension Sides: Sendable where Value: Sendable {}

extension Sides where Value: AdditiveArithmetic {
  /// How much more the head has.
  package var difference: Value { head - base }
}
