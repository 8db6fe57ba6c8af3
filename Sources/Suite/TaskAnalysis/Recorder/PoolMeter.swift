/// How a process used the threads of its pool, over time.
///
/// A thread is busy while it runs a task, unless for an executor outside the pool. The pool has as many threads for each priority as the
/// machine has processors.
package struct PoolMeter: Sendable {
  /// 0 if the trace doesn't say.
  package internal(set) var processors = 0
  /// How many threads are busy now, and how many tasks wait for one.
  package private(set) var busy = 0
  package private(set) var waiting = 0
  private(set) var mostBusy = 0
  private(set) var mostWaiting = 0
  /// Nanoseconds: of all busy threads together, of all waiting tasks together, and while a task waited and no thread was free.
  private(set) var busyTime: Int64 = 0
  private(set) var waitingTime: Int64 = 0
  private(set) var starvedTime: Int64 = 0
  private(set) var longestStarved: Int64 = 0
  private(set) var longestStarvedBegin: Int64 = 0
  /// How many tasks waited for a thread, and the longest wait.
  private(set) var waits: UInt64 = 0
  private(set) var longestWait: Int64 = 0
  private var last: Int64?
  private var starvedSince: Int64?

  private mutating func advance(to time: Int64) {
    if let last, time > last {
      busyTime &+= Int64(busy) &* (time - last)
      waitingTime &+= Int64(waiting) &* (time - last)
      if starvedSince != nil { starvedTime &+= time - last }
    }
    last = max(last ?? time, time)
  }

  private mutating func note(at time: Int64) {
    let isStarved = waiting > 0 && processors > 0 && busy >= processors
    if isStarved, starvedSince == nil { starvedSince = time }
    if !isStarved, let since = starvedSince {
      endStarvation(from: since, at: time)
      starvedSince = nil
    }
  }

  private mutating func endStarvation(from begin: Int64, at time: Int64) {
    guard time - begin > longestStarved else { return }
    longestStarved = time - begin
    longestStarvedBegin = begin
  }

  mutating func changeBusy(by change: Int, at time: Int64) {
    advance(to: time)
    busy += change
    mostBusy = max(mostBusy, busy)
    note(at: time)
  }

  /// Notes that a task begins to wait for a thread.
  ///
  /// - Returns: The total starvation until now, to compare with at the end of the wait.
  mutating func beginWait(at time: Int64) -> Int64 {
    advance(to: time)
    waiting += 1
    mostWaiting = max(mostWaiting, waiting)
    note(at: time)
    return starvedTime
  }

  /// Notes that a task got a thread.
  ///
  /// - Parameters:
  ///   - begin: When it began to wait.
  ///   - starvedBefore: The total starvation at that time.
  ///   - time: The end.
  /// - Returns: How long the pool was starved during the wait.
  mutating func endWait(from begin: Int64, starvedBefore: Int64, at time: Int64) -> Int64 {
    advance(to: time)
    waiting -= 1
    waits += 1
    longestWait = max(longestWait, time - begin)
    note(at: time)
    return starvedTime - starvedBefore
  }

  /// Notes that a task no longer waits, but not when it got a thread.
  mutating func cancelWait(at time: Int64) {
    advance(to: time)
    waiting -= 1
    note(at: time)
  }

  /// Notes that the process ended or executes another program.
  mutating func empty(at time: Int64) {
    advance(to: time)
    (busy, waiting) = (0, 0)
    note(at: time)
  }

  mutating func finish(at time: Int64) {
    advance(to: time)
    if let since = starvedSince { endStarvation(from: since, at: time) }
  }
}
