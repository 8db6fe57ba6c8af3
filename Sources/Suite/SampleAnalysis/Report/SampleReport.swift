import SampleFiles

/// The results of a trace's samples, as numbers.
///
/// Units: all times are in nanoseconds.
package struct SampleReport: Sendable, Codable, Equatable {
  /// A function in the stacks of all threads.
  package struct Function: Sendable, Codable, Equatable {
    package var name: String
    package var object: String
    /// Its own running time: its samples times the period.
    package var running: UInt64
    /// The running time of it and its callees.
    package var runningTotal: UInt64
    /// For a function of the program: its own running time, with that of the system's functions below it.
    package var runningWithSystem: UInt64
    /// The waiting time of it and its callees.
    package var waitingTotal: UInt64
    /// Its line that ran most, or else one in which it called; `nil` if unknown.
    package var source: SourceLine?
  }

  package struct Stack: Sendable, Codable, Equatable {
    /// The functions, the innermost first.
    package var functions: [String]
    package var time: UInt64
  }

  /// The intervals of a kind and name.
  package struct Interval: Sendable, Codable, Equatable {
    package var kind: String
    package var name: String
    package var count: UInt64
    /// How many more there are of which nothing is known: nobody sampled their threads.
    package var untold: UInt64
    package var wall: UInt64
    /// Of the threads that were with them.
    package var times: ThreadTimeline.Times
    /// The time in which no thread was, as far as known.
    package var suspended: UInt64
    /// The waiting and suspended time by reason.
    package var waits: [String: UInt64]
    /// The stacks that ran, and those that waited, the longest first.
    package var running: [Stack]
    package var waiting: [Stack]
  }

  package var engine: String
  package var reason: String
  package var frequency: Int
  package var includesKernel: Bool
  package var samples: Int
  package var lost: UInt64
  /// Stacks that don't reach the beginning of their thread.
  package var cutStacks: Int
  /// How many of them are deeper than what was recorded, and how much that is; `nil` if none is.
  package var tooDeep: String?
  /// How many samples are in asynchronous functions of which not all callers are known; `nil` if that wasn't recorded.
  package var unknownAwaiting: Int?
  /// Waiting without a stack.
  package var waitingUnknown: UInt64
  /// Without LTTng's own.
  package var threads: Int
  /// LTTng's own threads, which are left out of everything, and what they did; `nil` in files of earlier versions.
  package var tracerThreads: Int?
  package var tracerTimes: ThreadTimeline.Times?
  /// Of all threads together.
  package var times: ThreadTimeline.Times
  package var functions: [Function]
  package var intervals: [Interval]
  package var slowest: [IntervalReasons.Slow]
  /// Those that haven't ended; `nil` in files of earlier versions.
  package var unended: [IntervalReasons.Slow]?
  /// Those within the slowest that have the same reason, and the longest of each name; `nil` in files of earlier versions.
  package var covered: [IntervalReasons.Slow]?
  /// The cause that took longest first.
  package var locks: [ContendedLock]
  package var faults: [String]
}

extension SampleReport {
  /// Adds up a profile, and the results for its intervals.
  ///
  /// - Parameters:
  ///   - profile: The samples.
  ///   - intervals: Has observed the whole trace; `nil` if its clock is unknown.
  ///   - words: What tasks did in a wait of theirs, as the clause of a sentence; `nil` if no tasks were recorded.
  package init(
    _ profile: SampleProfile,
    intervals: IntervalProfiler?,
    words: ((Int32) -> String)? = nil
  ) {
    let sums = StackSums(profile)
    engine = profile.description.engine.rawValue
    reason = profile.description.reason
    frequency = profile.description.frequency
    includesKernel = profile.description.includesKernel
    samples = sums.samples
    lost = profile.lost
    cutStacks = profile.description.cutStacks ?? sums.cutSamples(of: profile)
    tooDeep = profile.description.tooDeep.map { "\($0.samples): \($0.limit)" }
    unknownAwaiting = profile.description.unknownAwaiting
    waitingUnknown = sums.waitingUnknown
    threads = profile.threads.count
    tracerThreads = profile.tracer.count
    tracerTimes = profile.tracer.reduce(into: ThreadTimeline.Times()) {
      $0 += $1.times(in: 0..<UInt64.max)
    }
    times = sums.times
    functions = profile.functions(sums, sources: profile.stacks.sources())
    self.intervals = intervals?.summaries() ?? []
    let waits = LockWaits(profile)
    let reasons = intervals?.reasons(words, waits)
    slowest = reasons?.slowest ?? []
    unended = reasons?.unended ?? []
    covered = reasons?.covered ?? []
    locks = waits.contended()
    faults = profile.faults
  }
}

extension SampleReport {
  package var intervalReasons: IntervalReasons {
    IntervalReasons(slowest: slowest, unended: unended ?? [], covered: covered ?? [])
  }
}

/// The activity of threads in some times, by stack.
package struct StackSums: Sendable {
  /// Of running threads.
  package private(set) var samples = 0
  package private(set) var times = ThreadTimeline.Times()
  package private(set) var running: [Int32: UInt64] = [:]
  package private(set) var waiting: [Int32: UInt64] = [:]
  /// The longest wait in each stack.
  private(set) var longest: [Int32: (thread: SampleProfile.ThreadID, range: Range<UInt64>)] = [:]
  /// Waiting without a stack.
  package private(set) var waitingUnknown: UInt64 = 0

  package init() {}

  /// Adds up the activity of all threads.
  package init(_ profile: SampleProfile) {
    for timeline in profile.threads.values {
      add(timeline, in: 0..<UInt64.max, period: profile.period)
    }
  }

  /// - Complexity: Proportional to the samples and switches in the time, and the logarithm of those of the thread.
  package mutating func add(_ timeline: ThreadTimeline, in range: Range<UInt64>, period: UInt64) {
    times += timeline.times(in: range)
    timeline.forEachSample(in: range) { stack in
      samples += 1
      running[stack, default: 0] += period
    }
    timeline.forEachWait(during: range) { stack, wait in
      let time = wait.upperBound - wait.lowerBound
      guard stack >= 0 else {
        waitingUnknown += time
        return
      }
      waiting[stack, default: 0] += time
      if time > longest[stack]?.range.count ?? 0 { longest[stack] = (timeline.id, wait) }
    }
  }

  package static func += (left: inout StackSums, right: StackSums) {
    left.samples += right.samples
    left.times += right.times
    left.running.merge(right.running, uniquingKeysWith: +)
    left.waiting.merge(right.waiting, uniquingKeysWith: +)
    left.waitingUnknown += right.waitingUnknown
    left.longest.merge(right.longest) { $0.range.count >= $1.range.count ? $0 : $1 }
  }

  /// How many samples have a stack that doesn't reach the beginning of its thread, by the names of functions.
  func cutSamples(of profile: SampleProfile) -> Int {
    running.reduce(0) { sum, stack in
      let last = profile.stacks.stacks[Int(stack.key)].last
      let isWhole = last.map { Self.isBeginning(profile.stacks.functions[Int($0)]) } ?? false
      return isWhole ? sum : sum + Int(stack.value / max(1, profile.period))
    }
  }

  /// The functions that threads begin in.
  private static let outermost = [
    "_start", "_dl_start", "__libc_start", "clone", "__clone", "start_thread", "thread_start",
  ]

  private static func isBeginning(_ function: StackTable.Function) -> Bool {
    function.isOfSystem && outermost.contains { function.name.hasPrefix($0) }
      || function.name.hasPrefix("_start")
  }
}
