import CMachine

/// The processors of the machine.
enum Processors {
  /// How many the calling thread may run on, at least 1: `taskset` and containers may allow it less than there are.
  static var count: Int {
    max(1, Int(cmachine_allowed_processors(nil, 0)))
  }
}
