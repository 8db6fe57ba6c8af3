import BenchmarkHarness
import Glibc
import Synchronization

/// A cell of the matrix of contention.
struct ContendedCell {
  let producers: Int
  /// What an updater takes.
  let updater: Int
  /// What a producer works by itself between two updates.
  var own = 0
  /// Threads that work beside the producers and want nothing of them.
  var load = 0

  var turns: ContendedTurns {
    ContendedTurns(
      updater: CountedWork.turns(nanoseconds: updater),
      own: CountedWork.turns(nanoseconds: own)
    )
  }

  var parameters: KeyValuePairs<String, any CustomStringConvertible> {
    ["load": load, "own-ns": own, "producers": producers, "updater-ns": updater]
  }
}

extension BenchmarkSuite {
  private static let peers = [
    "contended-mutex", "contended-pthread-mutex", "contended-queue-sync",
  ]

  /// ```
  /// producer 1 ── own work ──┐
  /// ...                      ├──▶ state, with the updater's work
  /// producer n ── own work ──┘
  /// ```
  mutating func addContention(_ cell: ContendedCell) {
    addContender(
      "contended",
      StoreContender.self,
      cell,
      kind: .ours,
      floors: Self.peers + ["contended-cas-lock", "contended-queue-async"],
      bars: [Bar("as fast as the best lock", againstBestOf: Self.peers, atMost: 1)]
    )
    addContender("contended-mutex", MutexContender.self, cell)
    addContender("contended-pthread-mutex", PthreadMutexContender.self, cell)
    addContender("contended-cas-lock", CASLockContender.self, cell)
    addContender("contended-queue-sync", QueueSyncContender.self, cell)
    addContender("contended-queue-async", QueueAsyncContender.self, cell)
  }

  private mutating func addContender<Guarded: Contender>(
    _ name: String,
    _ type: Guarded.Type,
    _ cell: ContendedCell,
    kind: BenchmarkKind = .peer,
    floors: [String] = [],
    bars: [Bar] = []
  ) {
    add(
      Benchmark(
        name,
        parameters: cell.parameters,
        kind: kind,
        floors: floors,
        bars: bars,
        threads: cell.producers + cell.load
      ) {
        let contender = Guarded()
        let turns = cell.turns
        let verify = { (iterations: Int) in
          let state = contender.state
          try VerificationError.check("updates", found: state.count, expected: iterations)
          try VerificationError.check(
            "work",
            found: state.work,
            expected: CountedWork.number(after: iterations * turns.updater)
          )
        }
        if cell.producers == 1, cell.load == 0 {
          return BenchmarkBody(run: { contender.produce($0, turns) }, verify: verify)
        }
        guard cell.load > 0 else {
          let team = try ThreadTeam(threads: cell.producers) { _, share in
            contender.produce(share, turns)
          }
          return BenchmarkBody(team: team, verify: verify).takingAtMost(samples: 100)
        }
        let load = BusyThread(producers: cell.producers)
        let team = try ThreadTeam(threads: cell.producers + 1) { thread, share in
          load.work(thread: thread, share: share) { contender.produce($0, turns) }
        }
        return BenchmarkBody(team: team, verify: verify).takingAtMost(samples: 100)
      }
    )
  }

  /// What an updater of a cell takes by itself.
  mutating func addUpdaterWork(nanoseconds: Int) {
    add(
      Benchmark("updater-work", parameters: ["updater-ns": nanoseconds], kind: .floor) {
        let turns = CountedWork.turns(nanoseconds: nanoseconds)
        return BenchmarkBody(
          state: ContendedState(),
          run: { state, iterations in
            for _ in 0..<iterations { state.update(turns: turns) }
          },
          verify: { state, iterations in
            try VerificationError.check("updates", found: state.count, expected: iterations)
            try VerificationError.check(
              "work",
              found: state.work,
              expected: CountedWork.number(after: iterations * turns)
            )
          }
        )
      }
    )
  }

  /// How long an update and a call take where several threads update all the time, and how evenly they come to it.
  mutating func addContendedTimes(_ cell: ContendedCell) {
    let peers = [
      "contended-times-mutex", "contended-times-pthread-mutex", "contended-times-queue-sync",
      "contended-times-queue-async",
    ]
    addTimes("contended-times", StoreContender.self, cell, kind: .ours, floors: peers) { figure in
      switch figure {
      case .appliedMedian:
        [
          Bar(
            "applied within ten updates",
            against: "updater-work/updater-ns=\(cell.updater)",
            atMost: 10
          )
        ]
      case .appliedP99: [Bar("applied late at times", against: peers[1], atMost: 10)]
      case .callP999: [Bar("a call is never long", against: peers[1], atMost: 1)]
      case .busiestOf10ms:
        [
          Bar(
            "no more than twice a producer's share",
            medianAtMost: .microseconds(20_000 / cell.producers),
            // Of 10 ms of the wall clock, on any machine.
            calibratedBy: nil
          )
        ]
      }
    }
    addTimes(peers[0], MutexContender.self, cell)
    addTimes(peers[1], PthreadMutexContender.self, cell)
    addTimes(peers[2], QueueSyncContender.self, cell)
    addTimes(peers[3], QueueAsyncContender.self, cell)
  }

  /// How long the updates take of a thread that comes every 200 us, while another one updates all the time.
  mutating func addTimesNowAndThen(updater: Int) {
    let cell = ContendedCell(producers: 2, updater: updater)
    let peers = ["now-and-then-mutex", "now-and-then-pthread-mutex", "now-and-then-queue-sync"]
    let figures: [TimedFigure] = [.appliedMedian, .appliedP99]
    addTimes(
      "now-and-then",
      StoreContender.self,
      cell,
      kind: .ours,
      floors: peers,
      figures: figures,
      pause: 200
    ) { figure in
      let limit = Bar(
        "applied within ten updates",
        against: "updater-work/updater-ns=\(updater)",
        atMost: 10
      )
      return figure == .appliedMedian ? [limit] : []
    }
    addTimes(peers[0], MutexContender.self, cell, figures: figures, pause: 200)
    addTimes(peers[1], PthreadMutexContender.self, cell, figures: figures, pause: 200)
    addTimes(peers[2], QueueSyncContender.self, cell, figures: figures, pause: 200)
  }

  private mutating func addTimes<Guarded: Contender>(
    _ name: String,
    _ type: Guarded.Type,
    _ cell: ContendedCell,
    kind: BenchmarkKind = .peer,
    floors: [String] = [],
    figures: [TimedFigure] = TimedFigure.allCases,
    pause: UInt32 = 0,
    bars: (TimedFigure) -> [Bar] = { _ in [] }
  ) {
    let runs = TimedRuns(type, producers: cell.producers, turns: cell.turns, pause: pause)
    for figure in figures {
      add(
        Benchmark(
          name,
          parameters: [
            "figure": figure.rawValue, "producers": cell.producers, "updater-ns": cell.updater,
          ],
          kind: kind,
          floors: floors,
          bars: bars(figure),
          threads: cell.producers
        ) {
          // Each run checks its own answer.
          BenchmarkBody(figure: { try runs.next(figure) }).takingAtMost(samples: 40)
        }
      )
    }
  }
}

/// A thread that keeps a processor busy while producers work, and takes part in nothing.
///
/// A team divides the iterations among all its threads; the load's share goes to the first producer.
final class BusyThread: Sendable {
  private let producers: Int
  private let loadShare = Atomic<Int>(-1)
  private let finishedProducers = Atomic<Int>(0)

  init(producers: Int) { self.producers = producers }

  /// The work of a thread of the team, of which the last is the load.
  func work(thread: Int, share: Int, produce: (Int) -> Void) {
    if thread == producers {
      loadShare.store(share, ordering: .releasing)
      while finishedProducers.load(ordering: .acquiring) < producers {
        blackHole(CountedWork.run(1000, from: CountedWork.start))
      }
      finishedProducers.store(0, ordering: .relaxed)
      return
    }
    var count = share
    if thread == 0 {
      var extra = loadShare.load(ordering: .acquiring)
      while extra < 0 {
        sched_yield()
        extra = loadShare.load(ordering: .acquiring)
      }
      loadShare.store(-1, ordering: .relaxed)
      count += extra
    }
    produce(count)
    finishedProducers.add(1, ordering: .releasing)
  }
}
