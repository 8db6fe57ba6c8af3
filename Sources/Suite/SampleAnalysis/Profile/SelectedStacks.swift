import SampleFiles

/// The stacks of some times of a recording, without the functions outside the code of interest.
package struct SelectedStacks: Sendable {
  /// A stack of functions, the outermost first, and its time in nanoseconds.
  package struct Stack: Sendable, Equatable {
    package let functions: [String]
    package let time: UInt64
  }

  /// How many samples of running threads there are.
  package private(set) var samples = 0
  /// The states of all threads in these times.
  package private(set) var times = ThreadTimeline.Times()
  /// Waiting without a stack, in nanoseconds.
  package private(set) var waitingUnknown: UInt64 = 0
  /// The time of samples with only outside functions, in nanoseconds.
  package private(set) var around: UInt64 = 0
  private var runningPaths: [[Int32]: UInt64] = [:]
  private var waitingPaths: [[Int32]: UInt64] = [:]
  private let table: [StackTable.Function]

  /// Selects the stacks.
  ///
  /// - Parameters:
  ///   - profile: A recording.
  ///   - ranges: The times, in nanoseconds of CLOCK_MONOTONIC, in order.
  ///   - lookPeriod: The time between two looks at waiting threads, if they come at random times of a wait. Then unseen waits get the
  ///     stacks of seen ones of the same length. `nil` leaves them unknown.
  ///   - isAround: Whether a function, and so its callers, is outside the code of interest.
  ///   - isOf: Whether a thread is of interest.
  ///   - isWaiter: Whether the waits of such a thread are of interest.
  /// - Complexity: Proportional to the samples and switches in the times, and to the lengths of the different stacks.
  package init(
    _ profile: SampleProfile,
    in ranges: [Range<UInt64>],
    lookPeriod: UInt64? = nil,
    isAround: (StackTable.Function) -> Bool,
    isOf: (ThreadTimeline) -> Bool = { _ in true },
    isWaiter: (ThreadTimeline) -> Bool = { _ in true }
  ) {
    table = profile.stacks.functions
    let outer = Set(table.indices.filter { isAround(table[$0]) }.map { Int32($0) })
    var running: [Int32: UInt64] = [:]
    var waiting = WaitTimes(lookPeriod: lookPeriod)
    for timeline in profile.threads.values where isOf(timeline) {
      let waits = isWaiter(timeline)
      for range in ranges {
        times += timeline.times(in: range)
        timeline.forEachSample(in: range) { stack in
          samples += 1
          running[stack, default: 0] += profile.period
        }
        if waits { timeline.forEachWait(in: range) { waiting.add($1, in: $0) } }
      }
    }
    waiting.spread()
    waitingUnknown = waiting.unknown
    func inner(_ stack: Int32) -> [Int32] {
      Array(profile.stacks.stacks[Int(stack)].prefix { !outer.contains($0) })
    }
    for (stack, time) in running {
      let path = inner(stack)
      if path.isEmpty { around += time } else { runningPaths[path, default: 0] += time }
    }
    for (stack, time) in waiting.known {
      let path = inner(stack)
      if path.isEmpty { waitingUnknown += time } else { waitingPaths[path, default: 0] += time }
    }
  }

  /// The times by name, in nanoseconds.
  ///
  /// - Parameter name: The name for a stack of functions, the innermost first; `nil` to leave it out.
  /// - Returns: The time of each name.
  package func times(
    by name: ([StackTable.Function]) -> String?
  ) -> (running: [String: UInt64], waiting: [String: UInt64]) {
    func sum(_ paths: [[Int32]: UInt64]) -> [String: UInt64] {
      var sums: [String: UInt64] = [:]
      for (path, time) in paths {
        if let name = name(path.map { table[Int($0)] }) { sums[name, default: 0] += time }
      }
      return sums
    }
    return (sum(runningPaths), sum(waitingPaths))
  }

  /// The stacks that ran, in the order of their names.
  package var running: [Stack] { stacks(runningPaths) }
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
    var sums = FunctionSums(table)
    for (path, time) in runningPaths { sums.add(running: time, in: path) }
    for (path, time) in waitingPaths { sums.add(waiting: time, in: path) }
    return sums.functions
  }
}

/// The times of waits by their stacks.
private struct WaitTimes {
  /// Waits of about the same length, which looks find with the same probability.
  private struct Kind {
    /// The weight of the seen ones by stack.
    var seen: [Int32: UInt64] = [:]
    /// The time of the unseen ones.
    var unseen: UInt64 = 0
  }

  /// The length of a wait, in times between two looks, beyond which it is only chance that none has seen it: looks may be late.
  private static let longest: UInt64 = 16

  /// The time between two looks; `nil` if they don't come at random times of a wait.
  let lookPeriod: UInt64?
  /// By stack, in nanoseconds.
  private(set) var known: [Int32: UInt64] = [:]
  /// For waits without a stack.
  private(set) var unknown: UInt64 = 0
  /// By length: 0 for waits shorter than the time between two looks.
  private var kinds: [UInt64: Kind] = [:]

  init(lookPeriod: UInt64?) { self.lookPeriod = lookPeriod }

  /// Adds a wait; its stack is -1 if unknown.
  mutating func add(_ time: UInt64, in stack: Int32) {
    if stack >= 0 { known[stack, default: 0] += time }
    guard let lookPeriod, time < Self.longest * lookPeriod else {
      if stack < 0 { unknown += time }
      return
    }
    let times = time / lookPeriod
    let length = times == 0 ? 0 : UInt64(64 - times.leadingZeroBitCount)
    if stack < 0 {
      kinds[length, default: Kind()].unseen += time
    } else {
      // A short wait is seen with a probability of its length divided by the time between two looks: so the numbers of seen waits by stack
      // are in proportion to the times of all short waits.
      kinds[length, default: Kind()].seen[stack, default: 0] += times == 0 ? 1 : time
    }
  }

  /// Distributes the time of unseen waits over the stacks of seen waits of the same kind.
  mutating func spread() {
    for kind in kinds.values {
      let seen = kind.seen.values.reduce(0, +)
      if seen == 0 { unknown += kind.unseen }
      for (stack, part) in kind.seen {
        known[stack, default: 0] += UInt64(Double(kind.unseen) * Double(part) / Double(seen))
      }
    }
    kinds = [:]
  }
}
