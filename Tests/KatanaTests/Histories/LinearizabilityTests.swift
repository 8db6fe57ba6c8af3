import Dispatch
import Foundation
import Katana
import SeededRandom
import Synchronization
import Testing

/// Records what threads do with a store, and checks that it can have happened one after the other.
///
/// `make check` runs these under ThreadSanitizer.
@Suite(.serialized, .timeLimit(.minutes(30)))
struct LinearizabilityTests {
  /// The writer of an entry of the log.
  struct Author: Hashable, Sendable {
    let thread: Int
    let number: Int
  }

  struct JournalState: State {
    var entries: [Author] = []
    /// Goes up twice, at the beginning and the end of each update: a reader sees both equal.
    var begun = 0
    var ended = 0
  }

  struct Write: StateUpdater {
    let author: Author

    func updateState(_ state: inout JournalState) {
      state.begun += 1
      state.entries.append(author)
      // Now and then a longer one, so that the others have to queue and readers have to wait.
      if author.number % 32 == 0 { usleep(20) }
      state.ended += 1
    }
  }

  /// The operations of one thread.
  struct Record: Sendable {
    var writes: [(author: Author, interval: History.Interval, seenFrom: Int?)] = []
    var reads: [History.Read] = []
    var torn = 0
  }

  static let configurations: [(String, StoreConfiguration)] = [
    ("in place", StoreConfiguration(updates: .inPlace(patience: .zero))),
    (
      "handing over at once",
      StoreConfiguration(updates: .inPlace(drainLimit: 0, patience: .zero))
    ),
    ("handing over often", StoreConfiguration(updates: .inPlace(drainLimit: 3, patience: .zero))),
    ("on a queue", StoreConfiguration(updates: .executor(.queue(DispatchQueue(label: "u"))))),
    ("bounded", StoreConfiguration(updates: .inPlace(patience: .zero), queueCapacity: 4)),
    // Those who lose their patience all the time, so that the queue is used beside the line.
    ("impatient", StoreConfiguration(updates: .inPlace(drainLimit: 3, patience: .microseconds(5)))),
  ]

  @Test func `dispatches and reads of threads that wait have an order`() {
    let seed = UInt64.random(in: .min ... .max)
    let history = run(PlainStore<JournalState>(), seed: seed, threads: 4, steps: 3000)
    let contradiction = history.contradiction()
    #expect(contradiction == nil, "seed \(seed)")
  }

  @Test(arguments: configurations.indices, [false, true])
  func `dispatches and reads of many threads have an order`(
    configuration: Int,
    hasListener: Bool
  ) throws {
    let (name, configuration) = Self.configurations[configuration]
    let seed = UInt64.random(in: .min ... .max)
    let store = PlainStore<JournalState>(configuration: configuration)
    // Listeners make readers take the published copy.
    if hasListener { store.addNewStateListener { _ in sched_yield() } }
    let history = run(store, seed: seed, threads: 4, steps: 3000)
    #expect(
      history.appends.contains { $0.seenFrom == nil },
      "nothing was queued, so this proved nothing"
    )
    let contradiction = history.contradiction()
    #expect(contradiction == nil, "\(name), seed \(seed)")
  }

  private func run(
    _ store: PlainStore<JournalState>,
    seed: UInt64,
    threads: Int,
    steps: Int
  ) -> History {
    let clock = Atomic<Int>(0)
    let records = Mutex<[Record]>([])
    let done = DispatchGroup()
    for thread in 0..<threads {
      done.enter()
      Thread.detachNewThread {
        var random = SplitMix64(seed: seed &+ UInt64(thread))
        var record = Record()
        for number in 0..<steps {
          switch Int.random(in: 0..<10, using: &random) {
          case 0..<4:
            let begin = Self.tick(clock)
            let state = store.state
            let end = Self.tick(clock)
            if state.begun != state.ended || state.entries.count != state.begun {
              record.torn += 1
            }
            record.reads.append(
              History.Read(
                interval: History.Interval(begin: begin, end: end),
                count: state.entries.count
              )
            )
          case 4..<6:
            // Awaited.
            let author = Author(thread: thread, number: number)
            let begin = Self.tick(clock)
            let handle = store.dispatch(Write(author: author))
            let end = Self.tick(clock)
            while !handle.isFinished { sched_yield() }
            let interval = History.Interval(begin: begin, end: end)
            record.writes.append((author, interval, Self.tick(clock)))
          default:
            let author = Author(thread: thread, number: number)
            let begin = Self.tick(clock)
            let handle = store.dispatch(Write(author: author))
            let end = Self.tick(clock)
            let interval = History.Interval(begin: begin, end: end)
            // Only now it is certain that it is finished, not when the dispatch returned.
            let seenFrom = handle.isFinished ? Self.tick(clock) : nil
            record.writes.append((author, interval, seenFrom))
          }
        }
        records.withLock { [record] in $0.append(record) }
        done.leave()
      }
    }
    done.wait()
    let writeCount = records.withLock { $0.reduce(0) { $0 + $1.writes.count } }
    while store.state.entries.count < writeCount { usleep(100) }
    return history(of: records.withLock { $0 }, log: store.state.entries)
  }

  private static func tick(_ clock: borrowing Atomic<Int>) -> Int {
    clock.add(1, ordering: .sequentiallyConsistent).newValue
  }

  private func history(of records: [Record], log: [Author]) -> History {
    var places: [Author: Int] = [:]
    for (place, author) in log.enumerated() {
      #expect(places[author] == nil, "\(author) is doubled")
      places[author] = place
    }
    var history = History()
    for record in records {
      #expect(record.torn == 0)
      history.reads += record.reads
      for (author, interval, seenFrom) in record.writes {
        guard let place = places[author] else {
          Issue.record("\(author) is lost")
          continue
        }
        history.appends.append(
          History.Append(interval: interval, place: place, seenFrom: seenFrom)
        )
      }
    }
    return history
  }
}
