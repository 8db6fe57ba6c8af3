import CMachine

/// The processors of the machine.
enum Processors {
  /// How many the calling thread may run on, at least 1: `taskset` and containers may allow it less than there are.
  static var count: Int {
    max(1, (0..<cmachine_processor_limit()).count { cmachine_may_run_on($0) })
  }
}
