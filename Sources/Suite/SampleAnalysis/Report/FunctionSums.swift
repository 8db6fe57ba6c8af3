extension SampleProfile {
  /// Each function of some stacks with its times.
  ///
  /// - Parameters:
  ///   - running: How long each stack ran, in nanoseconds.
  ///   - waiting: How long each stack has waited.
  ///   - sources: The lines of all functions, as ``StackTable/sources()`` finds them.
  /// - Returns: The functions, the one that ran longest first.
  /// - Complexity: Proportional to the lengths of the stacks.
  package func functions(
    running: [Int32: UInt64],
    waiting: [Int32: UInt64],
    sources: [SourceLine?]
  ) -> [SampleReport.Function] {
    var sums: [Int32: SampleReport.Function] = [:]
    func change(_ place: Int32, _ body: (inout SampleReport.Function) -> Void) {
      let function = stacks.functions[Int(place)]
      body(
        &sums[
          place,
          default: SampleReport.Function(
            name: function.name,
            object: function.object,
            running: 0,
            runningTotal: 0,
            waitingTotal: 0,
            source: sources[Int(place)]
          )
        ]
      )
    }
    func each(_ stack: Int32, _ body: (inout SampleReport.Function) -> Void) {
      // Once, however often it has called itself.
      for function in Set(stacks.stacks[Int(stack)]) { change(function, body) }
    }
    for (stack, time) in running {
      if let first = stacks.stacks[Int(stack)].first { change(first) { $0.running += time } }
      each(stack) { $0.runningTotal += time }
    }
    for (stack, time) in waiting { each(stack) { $0.waitingTotal += time } }
    return sums.values.filter { $0.runningTotal > 0 || $0.waitingTotal > 0 }
      .sorted {
        ($0.running, $0.runningTotal, $0.waitingTotal, $1.name)
          > ($1.running, $1.runningTotal, $1.waitingTotal, $0.name)
      }
  }
}
