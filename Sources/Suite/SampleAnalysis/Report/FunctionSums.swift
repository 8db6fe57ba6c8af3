/// The times of functions, added up over stacks.
struct FunctionSums {
  private let table: [StackTable.Function]
  private let sources: [SourceLine?]
  private var sums: [Int32: SampleReport.Function] = [:]

  /// Begins with no stacks.
  ///
  /// - Parameters:
  ///   - table: The functions that stacks consist of.
  ///   - sources: The lines of all of these, or of none.
  init(_ table: [StackTable.Function], sources: [SourceLine?] = []) {
    self.table = table
    self.sources = sources
  }

  /// Adds a stack that ran.
  ///
  /// - Complexity: Proportional to its length.
  mutating func add(running time: UInt64, in stack: [Int32]) {
    if let first = stack.first { change(first) { $0.running += time } }
    if let own = stack.first(where: { !table[Int($0)].isOfSystem }) {
      change(own) { $0.runningWithSystem += time }
    }
    // Once, even if it has called itself.
    for function in Set(stack) { change(function) { $0.runningTotal += time } }
  }

  /// Adds a stack that waited.
  mutating func add(waiting time: UInt64, in stack: [Int32]) {
    for function in Set(stack) { change(function) { $0.waitingTotal += time } }
  }

  private mutating func change(_ place: Int32, _ body: (inout SampleReport.Function) -> Void) {
    let function = table[Int(place)]
    body(
      &sums[
        place,
        default: SampleReport.Function(
          name: function.name,
          object: function.object,
          running: 0,
          runningTotal: 0,
          runningWithSystem: 0,
          waitingTotal: 0,
          source: sources.isEmpty ? nil : sources[Int(place)]
        )
      ]
    )
  }

  /// The functions that took time, the one that ran longest first.
  var functions: [SampleReport.Function] {
    sums.values.filter { $0.runningTotal > 0 || $0.waitingTotal > 0 }
      .sorted {
        ($0.running, $0.runningTotal, $0.waitingTotal, $1.name)
          > ($1.running, $1.runningTotal, $1.waitingTotal, $0.name)
      }
  }
}

extension SampleProfile {
  /// Each function of some stacks with its times.
  ///
  /// - Parameters:
  ///   - times: The running and waiting time of each stack.
  ///   - sources: The lines of all functions, from `StackTable.sources()`.
  /// - Returns: The functions, the one that ran longest first.
  /// - Complexity: Proportional to the lengths of the stacks.
  package func functions(
    _ times: StackSums,
    sources: [SourceLine?]
  ) -> [SampleReport.Function] {
    var sums = FunctionSums(stacks.functions, sources: sources)
    for (stack, time) in times.running { sums.add(running: time, in: stacks.stacks[Int(stack)]) }
    for (stack, time) in times.waiting { sums.add(waiting: time, in: stacks.stacks[Int(stack)]) }
    return sums.functions
  }
}
