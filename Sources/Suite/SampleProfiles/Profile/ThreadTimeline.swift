/// What a thread did over time, as far as the kernel reported.
///
/// Times are nanoseconds of CLOCK_MONOTONIC. Memory is 40 bytes a switch and 12 a sample.
package struct ThreadTimeline: Sendable {
  /// What a thread does.
  package enum State: UInt8, Sendable {
    /// It runs on a processor.
    case running
    /// It could run, but has no processor.
    case ready
    case waiting
    /// Unknown: before the first record of a thread that existed already.
    case unknown
    /// It doesn't exist yet, or any more.
    case gone
  }

  /// Times in each state; the rest of the wall time is unknown.
  package struct Times: Sendable, Equatable, Codable {
    package var running: UInt64 = 0
    package var ready: UInt64 = 0
    package var waiting: UInt64 = 0

    package init(running: UInt64 = 0, ready: UInt64 = 0, waiting: UInt64 = 0) {
      self.running = running
      self.ready = ready
      self.waiting = waiting
    }

    package var sum: UInt64 { running + ready + waiting }

    package static func - (left: Times, right: Times) -> Times {
      Times(
        running: left.running - right.running,
        ready: left.ready - right.ready,
        waiting: left.waiting - right.waiting
      )
    }

    package static func += (left: inout Times, right: Times) {
      left.running += right.running
      left.ready += right.ready
      left.waiting += right.waiting
    }

    package mutating func add(_ time: UInt64, in state: State) {
      switch state {
      case .running: running += time
      case .ready: ready += time
      case .waiting: waiting += time
      case .unknown, .gone: break
      }
    }
  }

  /// A time in one state, which lasts until the next.
  package struct Stretch: Sendable {
    package let begin: UInt64
    package fileprivate(set) var state: State
    /// The stack that waits, -1 if unknown.
    package fileprivate(set) var stack: Int32
    /// The times before it.
    fileprivate let before: Times
  }

  /// A stack that was seen running.
  package struct Sample: Sendable {
    package let time: UInt64
    package let stack: Int32
  }

  package let process: Int32
  package let thread: Int32
  package internal(set) var name = ""
  package private(set) var stretches: [Stretch] = []
  package private(set) var samples = SampleList()
  /// The time of the last record of the whole recording.
  package internal(set) var end: UInt64 = 0

  package init(process: Int32, thread: Int32) {
    self.process = process
    self.thread = thread
  }

  package var id: SampleProfile.ThreadID {
    SampleProfile.ThreadID(process: process, thread: thread)
  }

  package var isEmpty: Bool { stretches.isEmpty && samples.isEmpty }

  /// Its last state.
  package var state: State { stretches.last?.state ?? .gone }

  /// Changes its state.
  package mutating func become(_ state: State, at time: UInt64) {
    guard let last = stretches.last else {
      stretches.append(Stretch(begin: time, state: state, stack: -1, before: Times()))
      return
    }
    // A later state reveals an unknown one: a thread that stops has run, one that goes on has waited.
    if last.state == .unknown, state != .unknown {
      stretches[stretches.count - 1].state = state == .running ? .waiting : .running
    }
    let known = stretches[stretches.count - 1]
    guard state != known.state else { return }
    var before = known.before
    before.add(time - min(known.begin, time), in: known.state)
    stretches.append(
      Stretch(begin: max(time, known.begin), state: state, stack: -1, before: before)
    )
  }

  /// Sets the stack that waits.
  package mutating func wait(in stack: Int32, at time: UInt64) {
    if stretches.isEmpty { become(.waiting, at: time) }
    guard let last = stretches.last, last.state == .waiting || last.state == .unknown else {
      return
    }
    stretches[stretches.count - 1].state = .waiting
    stretches[stretches.count - 1].stack = stack
  }

  /// Adds a stack that runs.
  package mutating func run(in stack: Int32, at time: UInt64) {
    if stretches.isEmpty { become(.running, at: time) }
    // A stop since then would have been reported.
    if state == .unknown { stretches[stretches.count - 1].state = .running }
    samples.append(Sample(time: time, stack: stack))
  }

  /// The end of one of ``stretches``.
  package func end(of index: Int) -> UInt64 {
    index + 1 < stretches.count ? stretches[index + 1].begin : max(stretches[index].begin, end)
  }

  /// The times in each state from the beginning on.
  private func times(at time: UInt64) -> Times {
    let index = stretches.firstIndex(after: time, by: \.begin)
    guard index > 0 else { return Times() }
    let stretch = stretches[index - 1]
    var times = stretch.before
    times.add(min(time, max(end, stretch.begin)) - stretch.begin, in: stretch.state)
    return times
  }

  /// The times in each state between two times; if all is known, they add up to the time between these.
  ///
  /// - Complexity: Proportional to the logarithm of the number of switches.
  package func times(in range: Range<UInt64>) -> Times {
    times(at: range.upperBound) - times(at: range.lowerBound)
  }

  /// Calls a closure with each stack that was seen running in a time.
  package func forEachSample(in range: Range<UInt64>, _ body: (Int32) -> Void) {
    var index = samples.firstIndex(after: range.lowerBound, by: \.time)
    while index < samples.count, samples[index].time <= range.upperBound {
      body(samples[index].stack)
      index += 1
    }
  }

  /// Calls a closure with each stack that waited in a time, and how long; -1 for an unknown one.
  package func forEachWait(in range: Range<UInt64>, _ body: (Int32, UInt64) -> Void) {
    forEachWait(during: range) { body($0, $1.upperBound - $1.lowerBound) }
  }

  /// Calls a closure with each stack that waited in a time, and when in it; -1 for an unknown one.
  package func forEachWait(during range: Range<UInt64>, _ body: (Int32, Range<UInt64>) -> Void) {
    var index = max(1, stretches.firstIndex(after: range.lowerBound, by: \.begin)) - 1
    while index < stretches.count, stretches[index].begin < range.upperBound {
      let stretch = stretches[index]
      let (from, to) = (
        max(stretch.begin, range.lowerBound), min(end(of: index), range.upperBound)
      )
      if stretch.state == .waiting, from < to { body(stretch.stack, from..<to) }
      index += 1
    }
  }
}
