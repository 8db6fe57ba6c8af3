import ProcessLaunching
import Statistics

extension Sides {
  /// Runs a closure for one side after the other; its errors name the side.
  @discardableResult
  func named<Result>(
    headFirst: Bool = false,
    _ body: (Value) throws(ProcessFailure) -> Result
  ) throws(ProcessFailure) -> Sides<Result> {
    func on(_ side: Side) throws(ProcessFailure) -> Result {
      do {
        return try body(self[side])
      } catch {
        throw ProcessFailure("\(side.rawValue): \(error)")
      }
    }
    guard headFirst else { return try Sides<Result>(on) }
    let head = try on(.head)
    return Sides<Result>(base: try on(.base), head: head)
  }
}
