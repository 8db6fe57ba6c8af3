import SampleFiles

/// The stacks of some times of a recording, without the functions around what is of interest.
package struct SelectedStacks: Sendable {
  /// A stack of functions, the outermost first, and its time in nanoseconds.
  package struct Stack: Sendable, Equatable {
    package let functions: [String]
    package let time: UInt64
  }

  /// How many samples of running threads there are.
  package private(set) var samples = 0
  /// What all threads did meanwhile.
  package private(set) var times = ThreadTimeline.Times()
  /// Waiting without a stack, in nanoseconds.
  package private(set) var waitingUnknown: UInt64 = 0
  /// The time of samples of nothing but what is around, in nanoseconds.
  package private(set) var around: UInt64 = 0
  private var runningPaths: [[Int32]: UInt64] = [:]
  private var waitingPaths: [[Int32]: UInt64] = [:]
  private let table: [StackTable.Function]

  /// Selects.
  ///
  /// - Parameters:
  ///   - profile: A recording.
  ///   - ranges: The times, in nanoseconds of CLOCK_MONOTONIC, in order.
  ///   - isAround: Whether a function is none of those of interest, and nor are its callers.
  /// - Complexity: Proportional to the samples and switches in the times, and to the lengths of the different stacks.
  package init(
    _ profile: SampleProfile,
    in ranges: [Range<UInt64>],
    isAround: (StackTable.Function) -> Bool
  ) {
    table = profile.stacks.functions
    let outer = Set(table.indices.filter { isAround(table[$0]) }.map { Int32($0) })
    var running: [Int32: UInt64] = [:]
    var waiting: [Int32: UInt64] = [:]
    for timeline in profile.threads.values {
      for range in ranges {
        times += timeline.times(in: range)
        timeline.forEachSample(in: range) { stack in
          samples += 1
          running[stack, default: 0] += profile.period
        }
        timeline.forEachWait(in: range) { stack, time in
          if stack < 0 { waitingUnknown += time } else { waiting[stack, default: 0] += time }
        }
      }
    }
    func inner(_ stack: Int32) -> [Int32] {
      Array(profile.stacks.stacks[Int(stack)].prefix { !outer.contains($0) })
    }
    for (stack, time) in running {
      let path = inner(stack)
      if path.isEmpty { around += time } else { runningPaths[path, default: 0] += time }
    }
    for (stack, time) in waiting {
      let path = inner(stack)
      if path.isEmpty { waitingUnknown += time } else { waitingPaths[path, default: 0] += time }
    }
  }

  /// The stacks that ran, in the order of their names.
  package var running: [Stack] { stacks(runningPaths) }
  /// The stacks that waited.
  package var waiting: [Stack] { stacks(waitingPaths) }

  private func stacks(_ paths: [[Int32]: UInt64]) -> [Stack] {
    var times: [[String]: UInt64] = [:]
    for (path, time) in paths {
      times[path.reversed().map { table[Int($0)].name }, default: 0] += time
    }
    return times.map { Stack(functions: $0.key, time: $0.value) }
      .sorted { $0.functions.lexicographicallyPrecedes($1.functions) }
  }

  /// Each function with its times, the one that ran longest first.
  package func functions() -> [SampleReport.Function] {
    var sums: [Int32: SampleReport.Function] = [:]
    func change(_ place: Int32, _ body: (inout SampleReport.Function) -> Void) {
      let function = table[Int(place)]
      body(
        &sums[
          place,
          default: SampleReport.Function(
            name: function.name,
            object: function.object,
            running: 0,
            runningTotal: 0,
            waitingTotal: 0
          )
        ]
      )
    }
    for (path, time) in runningPaths {
      change(path[0]) { $0.running += time }
      // Once, however often it has called itself.
      for place in Set(path) { change(place) { $0.runningTotal += time } }
    }
    for (path, time) in waitingPaths {
      for place in Set(path) { change(place) { $0.waitingTotal += time } }
    }
    return sums.values.sorted {
      ($0.running, $0.runningTotal, $0.waitingTotal, $1.name)
        > ($1.running, $1.runningTotal, $1.waitingTotal, $0.name)
    }
  }
}
