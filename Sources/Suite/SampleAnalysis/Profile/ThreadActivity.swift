/// What threads did most in a time.
enum ThreadActivity: Hashable {
  case computed, faulted, ready, unknown
  case waited(WaitKind)

  /// The clause about a thread.
  var phrase: String {
    switch self {
    case .computed: "computed"
    case .faulted: "met page faults"
    case .ready: "had no processor"
    case .unknown: "isn't known to have done anything"
    case .waited(.lock): "waited for a lock itself"
    case .waited(.condition): "waited on a condition"
    case .waited(.sleep): "slept"
    case .waited(.inputOutput): "waited for I/O"
    case .waited(.child): "waited for a child process"
    case .waited(.other): "waited in the kernel"
    case .waited(.stopped): "was stopped"
    }
  }
}

extension StackTable {
  /// What threads did most, and the stack in which they did it most.
  ///
  /// - Parameters:
  ///   - sums: What they did.
  ///   - kinds: Kept between calls, saves finding the kinds of stacks again.
  /// - Returns: Both; the stack is `nil` if none is known.
  func activity(
    in sums: StackSums,
    _ kinds: inout [Int32: WaitKind]
  ) -> (ThreadActivity, stack: Int32?) {
    let times = sums.times
    guard times.sum > 0 else { return (.unknown, nil) }
    if times.running + times.ready >= times.waiting {
      let stack = Self.longest(sums.running)
      // On a busy machine one that computes is ready for a large part of the time.
      if times.running < times.ready / 10 { return (.ready, stack) }
      return (isMostlyFaults(sums) ? .faulted : .computed, stack)
    }
    guard let stack = Self.longest(sums.waiting) else { return (.unknown, nil) }
    let kind = kinds[stack] ?? waitKind(of: stack)
    kinds[stack] = kind
    return (.waited(kind), stack)
  }

  /// What threads did most, as the clause of a sentence, with the place; `nil` if nothing is known.
  package func clause(about sums: StackSums) -> String? {
    var kinds: [Int32: WaitKind] = [:]
    let (activity, stack) = activity(in: sums, &kinds)
    if activity == .unknown { return nil }
    var isWaiting = false
    if case .waited = activity { isWaiting = true }
    let place = stack.flatMap { self.place(of: $0, isWaiting: isWaiting)?.text }
    return activity.phrase + (place.map { " \($0)" } ?? "")
  }

  /// Whether threads ran mostly for pages of memory that weren't there.
  private func isMostlyFaults(_ sums: StackSums) -> Bool {
    2 * faultTime(in: sums) > sums.sampledTime
  }

  /// How long they ran for such pages.
  func faultTime(in sums: StackSums) -> UInt64 {
    sums.running.reduce(0) { isFault($1.key) ? $0 + $1.value : $0 }
  }

  static func longest(_ stacks: [Int32: UInt64]) -> Int32? {
    stacks.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }
}

extension StackSums {
  /// The running time that samples stand for.
  var sampledTime: UInt64 { running.values.reduce(0, +) }
}
