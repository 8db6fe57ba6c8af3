/// How the threads of the pool were used in a process, over time.
///
/// A thread is busy while a task runs on it, other than by an executor that isn't the pool's. The pool has as many for each priority as
/// the machine has processors.
package struct PoolMeter: Sendable {
  /// 0 where the trace doesn't say.
  package internal(set) var processors = 0
  /// How many threads are busy now, and how many tasks wait for one.
  package private(set) var busy = 0
  package private(set) var waiting = 0
  private(set) var mostBusy = 0
  private(set) var mostWaiting = 0
  /// Times in nanoseconds: of all threads together, of all that waited, and while somebody waited and no thread was free.
  private(set) var busyTime: Int64 = 0
  private(set) var waitingTime: Int64 = 0
  private(set) var starvedTime: Int64 = 0
  private(set) var longestStarved: Int64 = 0
  /// When the longest time began in which it was starved.
  private(set) var longestStarvedBegin: Int64 = 0
  /// How many tasks waited for a thread, and the longest.
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

  /// A task begins to wait for a thread.
  ///
  /// - Returns: For how long the pool was starved until now, which the end of the wait is to be compared with.
  mutating func beginWait(at time: Int64) -> Int64 {
    advance(to: time)
    waiting += 1
    mostWaiting = max(mostWaiting, waiting)
    note(at: time)
    return starvedTime
  }

  /// A task has got a thread.
  ///
  /// - Parameters:
  ///   - begin: When it began to wait.
  ///   - starvedBefore: For how long the pool had been starved then.
  ///   - time: The end.
  /// - Returns: How much of the wait the pool was starved.
  mutating func endWait(from begin: Int64, starvedBefore: Int64, at time: Int64) -> Int64 {
    advance(to: time)
    waiting -= 1
    waits += 1
    longestWait = max(longestWait, time - begin)
    note(at: time)
    return starvedTime - starvedBefore
  }

  /// A task waits no longer, and when it got a thread isn't known.
  mutating func cancelWait(at time: Int64) {
    advance(to: time)
    waiting -= 1
    note(at: time)
  }

  /// Its process has ended, or executes another program.
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
