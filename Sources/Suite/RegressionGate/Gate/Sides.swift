import ProcessLaunching

/// A value of each of the two sides that a gate compares.
struct Sides<Value> {
  var base: Value
  var head: Value

  subscript(side: GateSide) -> Value { side == .base ? base : head }

  func map<Result>(_ transform: (Value) -> Result) -> Sides<Result> {
    Sides<Result>(base: transform(base), head: transform(head))
  }

  /// Does something with one side after the other; what it throws names the side.
  @discardableResult
  func named<Result>(
    headFirst: Bool = false,
    _ body: (Value) throws(ProcessFailure) -> Result
  ) throws(ProcessFailure) -> Sides<Result> {
    func on(_ side: GateSide) throws(ProcessFailure) -> Result {
      do {
        return try body(self[side])
      } catch {
        throw ProcessFailure("\(side.rawValue): \(error)")
      }
    }
    guard headFirst else { return Sides<Result>(base: try on(.base), head: try on(.head)) }
    let head = try on(.head)
    return Sides<Result>(base: try on(.base), head: head)
  }
}

extension Sides: Sendable where Value: Sendable {}

extension Sides<GateSide> {
  static var both: Sides { Sides(base: .base, head: .head) }
}
