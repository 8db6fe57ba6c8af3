import TraceReading

/// A time in which a process that had work on several threads emitted nothing on any.
///
/// It was stopped, had no processor, or waited as a whole: in any case the time doesn't belong to a single interval.
package struct Silence: Sendable, Codable, Equatable {
  /// What the threads of the process did meanwhile, by samples.
  package struct Activity: Sendable, Codable, Equatable {
    package enum Kind: String, Sendable, Codable {
      /// They ran, and just emitted nothing.
      case running
      /// They could run, but had no processor.
      case ready
      case waiting, stopped
    }

    package var kind: Kind
    /// A clause about the process.
    package var text: String

    package init(kind: Kind, text: String) {
      self.kind = kind
      self.text = text
    }
  }

  /// The host of the process; empty if unknown.
  package var hostname: String
  /// The process; `nil` if unknown.
  package var processID: Int64?
  /// The time of its last event before, in nanoseconds since the Unix epoch.
  package var begin: Int64
  /// How long it was silent.
  package var duration: Int64
  /// How many intervals were at work: began not long before, and ended not long after.
  package var intervals: Int
  /// The number of threads that had begun them.
  package var threads: Int
  /// `nil` if its threads weren't sampled.
  package var activity: Activity?
}

/// Finds the silences of processes while a trace is read.
struct SilenceMeter {
  struct Entry {
    let begin: Int64
    let end: Int64
    /// The intervals that would have ended about then without it.
    var intervals = 0
    var threads: Set<Int> = []
    /// Whether one of them has computed for half of the time or more.
    var isOwnTime = false

    var duration: Int64 { end - begin }

    /// False for one silent thread, which computes or waits on its own; intervals open forever, as in an idle server, aren't at work.
    var isOfWholeProcess: Bool { threads.count > 1 && !isOwnTime }

    /// Whether an interval began not long before, and ended not long after.
    func interrupts(from begin: Int64, to end: Int64) -> Bool {
      begin <= self.begin && begin >= self.begin - duration && end >= self.end
        && end <= self.end + duration
    }
  }

  /// Longer than the pauses that schedulers cause on a busy machine.
  static let threshold: Int64 = 50_000_000
  private static let capacity = 16

  private var lastEvents: [Int64?] = []
  private var entries: [[Entry]] = []

  /// Notes that a process is alive.
  mutating func live(_ process: Int, at time: Int64) {
    while lastEvents.count <= process {
      lastEvents.append(nil)
      entries.append([])
    }
    defer { lastEvents[process] = time }
    guard let begin = lastEvents[process], time - begin >= Self.threshold else { return }
    entries[process].removeAll { !$0.isOfWholeProcess && time > $0.end + $0.duration }
    if entries[process].count >= Self.capacity,
      let shortest = entries[process].indices.min(by: {
        entries[process][$0].duration < entries[process][$1].duration
      })
    {
      entries[process].remove(at: shortest)
    }
    entries[process].append(Entry(begin: begin, end: time))
  }

  /// Adds an interval that has ended.
  ///
  /// - Complexity: O(1): few silences are kept.
  mutating func record(
    _ process: Int,
    thread: Int,
    from begin: Int64,
    to end: Int64,
    cpuTime: Int64?
  ) {
    for index in entries[process].indices
    where entries[process][index].interrupts(from: begin, to: end) {
      entries[process][index].intervals += 1
      entries[process][index].threads.insert(thread)
      if let cpuTime, cpuTime >= entries[process][index].duration / 2 {
        entries[process][index].isOwnTime = true
      }
    }
  }

  /// The longest silences of a process.
  func entries(of process: Int) -> [Entry] {
    entries.indices.contains(process) ? entries[process].filter(\.isOfWholeProcess) : []
  }

  /// How long the process was silent within a time.
  func silence(of process: Int, from begin: Int64, to end: Int64) -> Int64 {
    entries(of: process).reduce(0) { $0 + max(0, min(end, $1.end) - max(begin, $1.begin)) }
  }
}
