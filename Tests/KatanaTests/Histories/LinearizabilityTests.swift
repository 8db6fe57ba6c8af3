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
    ("waiting", StoreConfiguration()),
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

  /// Each of the configurations without listeners and with one, which makes readers take the published copy.
  @Test(arguments: 0..<2 * configurations.count)
  func `dispatches and reads of many threads have an order`(kind: Int) {
    let (name, configuration) = Self.configurations[kind / 2]
    var (count, queued) = (0, 0)
    let kinds = UInt64(2 * Self.configurations.count)
    for seed in RandomHistories.seeds(140) where seed % kinds == kind {
      let store = PlainStore<JournalState>(configuration: configuration)
      if kind % 2 == 1 { store.addNewStateListener { _ in sched_yield() } }
      let history = run(store, seed: seed, threads: 4, steps: 300)
      count += 1
      queued += history.appends.count { $0.seenFrom == nil }
      let contradiction = history.contradiction()
      #expect(contradiction == nil, "\(name), seed \(seed)")
    }
    #expect(
      queued > 0 || count < 5 || name == "waiting",
      "\(name): nothing was queued, so this proved nothing"
    )
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
