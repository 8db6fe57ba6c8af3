/// The time in which at least one child of an interval ran; children may overlap.
struct ChildCoverage {
  private var running: Int32 = 0
  private var since: Int64 = 0
  private var covered: Int64 = 0

  mutating func begin(at time: Int64) {
    if running == 0 { since = time }
    running += 1
  }

  mutating func end(at time: Int64) {
    guard running > 0 else { return }
    running -= 1
    if running == 0 { covered += time - since }
  }

  /// The time until `end`; a child that still runs counts until then.
  func total(until end: Int64) -> Int64 {
    running > 0 ? covered + (end - since) : covered
  }
}
