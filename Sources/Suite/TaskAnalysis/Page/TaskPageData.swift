import SampleAnalysis
import TraceAnalysis
import TraceReading

/// The tasks that the scripts of a page draw and add up, as JSON.
///
/// Units: times are ticks since the page's begin; arrays of numbers are in base64 (`PageData`).
struct TaskPageData: Encodable {
  /// A place that creates tasks.
  struct Creator: Encodable {
    let name: String
    /// How many tasks it created, including those that aren't on the page.
    let count: UInt64
  }

  /// The actors and other executors.
  struct Executors: Encodable {
    /// The names of the types.
    let names: [String]
    /// 32-bit integers: for each executor, the index of its type in `names` and its number within the type, from 1.
    let types: String
    let numbers: String
    /// The executors drawn at first: those with the longest waits.
    let drawn: [Int]
  }

  struct Thread: Encodable {
    let name: String
    /// The number of its lane of samples; -1 for none.
    let lane: Int32
  }

  struct Tasks: Encodable {
    /// 32-bit integers.
    let begins: String
    let ends: String
    /// 64-bit floats.
    let ids: String
    /// 32-bit integers: indices of tasks, creators, names and processes; -1 for none, -2 for a task that isn't on the page.
    let parents: String
    let creators: String
    let names: String
    let processes: String
    /// 32-bit integers: the number of pieces of each task.
    let counts: String
    /// Bytes: 1 if ended, 2 if cancelled, 4 if short times are added up.
    let flags: String
  }

  struct Pieces: Encodable {
    /// 32-bit integers.
    let begins: String
    /// Bytes: indices into the names of states.
    let states: String
    /// 32-bit integers: the executor that a task runs on or waits for, or the call that it waits in; -1 for none.
    let details: String
    /// 32-bit integers: for running pieces the thread, for others the task that ended them.
    ///
    /// -1 if unknown, -2 for a task that isn't on the page, -3 for a thread that ran no task.
    let links: String
  }

  struct Pool: Encodable {
    let name: String
    let processors: Int
    /// 32-bit integers.
    let times: String
    let busy: String
    let waiting: String
    /// The length of a step, which keeps only its maxima; 0 if every change is kept.
    let step: Int64
  }

  /// What each row of the tables stands for.
  struct Rows: Encodable {
    let creators: [Int32]
    let executors: [[Int]]
    /// The begin and end of the longest starvation of each pool, in nanoseconds; empty for none.
    let pools: [[Int64]]
    /// Tasks, as 32-bit integers.
    let hops: [String]
    let suspended: [String]
    /// A task; -1 for one that isn't on the page.
    let slowest: [Int32]
  }

  /// The length of a tick in nanoseconds; it grows so that times fit into 32 bits.
  let tick: Int64
  let states: [String]
  let creators: [Creator]
  let names: [String]
  let processes: [String]
  let calls: [String]
  let executors: Executors
  let threads: [Thread]
  let tasks: Tasks
  let pieces: Pieces
  let pools: [Pool]
  let rows: Rows
  /// Why the slowest tasks were slow, in the order of that table.
  let sentences: [String]
  let leftOut: UInt64

  /// Creates the data.
  ///
  /// - Complexity: Proportional to the number of tasks and pieces, times the logarithm of the tasks.
  /// - Parameters:
  ///   - page: The page, whose timeline has been bounded.
  ///   - span: The time of the page, in nanoseconds since the Unix epoch.
  ///   - lanes: The lanes of samples, by thread.
  init(_ page: TaskPage, span: Range<Int64>, lanes: [Int: Int32]) {
    let (timeline, namer) = (page.timeline, page.namer)
    let recorder = namer.recorder
    let catalog = recorder.catalog
    let origin = span.lowerBound
    let tick = Int64(span.count) / Int64(UInt32.max) + 1
    func ticks(_ time: Int64) -> UInt32 { UInt32(clamping: (time - origin) / tick) }
    // Tasks that begin together are sorted by id: a parent comes before its children.
    let items = timeline.items.sorted { ($0.begin, $0.id) < ($1.begin, $1.id) }
    var places: [TaskRecorder.Key: Int32] = [:]
    places.reserveCapacity(items.count)
    for (place, item) in items.enumerated() {
      places[TaskRecorder.Key(process: item.process, number: item.id)] = Int32(place)
    }
    func place(_ id: UInt64, _ process: Int) -> Int32 {
      places[TaskRecorder.Key(process: process, number: id)] ?? -2
    }
    let unnamed = catalog.symbol(for: "")
    var names = Places<TraceSymbol>()
    func name(_ symbol: TraceSymbol?) -> Int32 {
      symbol.map { $0 == unnamed ? -1 : names.place(of: $0) } ?? -1
    }
    self.tick = tick
    states = TaskPiece.State.allCases.map(\.name)
    creators = recorder.creators.all.indices.map {
      Creator(name: namer.creator(Int32($0)), count: recorder.creators.all[$0].created)
    }
    processes = catalog.processes.indices.map { namer.process($0) }
    calls = timeline.calls.all.map { namer.text($0) }
    executors = Self.executors(namer)
    threads = catalog.threads.enumerated().map { index, thread in
      let name = catalog.name(ofThread: index).map { " \($0)" } ?? ""
      return Thread(
        name: "thread \(thread.threadID.map(String.init) ?? "?")\(name)",
        lane: lanes[index] ?? -1
      )
    }
    tasks = Tasks(
      begins: PageData.base64(words: items.map { ticks($0.begin) }),
      ends: PageData.base64(words: items.map { ticks($0.end) }),
      ids: PageData.base64(words: items.map { Double($0.id).bitPattern }),
      parents: PageData.base64(
        words: items.enumerated().map { index, item in
          guard item.parent != 0 else { return Int32(-1) }
          let parent = place(item.parent, item.process)
          // Even in a damaged trace no task may be its own parent.
          return parent < Int32(index) ? parent : -1
        }
      ),
      creators: PageData.base64(words: items.map(\.creator)),
      names: PageData.base64(words: items.map { name($0.name) }),
      processes: PageData.base64(words: items.map { Int32($0.process) }),
      counts: PageData.base64(words: items.map { Int32($0.pieces.count) }),
      flags: PageData.base64(
        words: items.map { item in
          UInt8((item.hasEnded ? 1 : 0) | (item.isCancelled ? 2 : 0) | (item.step > 0 ? 4 : 0))
        }
      )
    )
    self.names = names.all.map(catalog.string)
    var begins: [UInt32] = []
    var doings: [UInt8] = []
    var (details, links): ([Int32], [Int32]) = ([], [])
    for item in items {
      for piece in item.pieces {
        begins.append(ticks(piece.begin))
        doings.append(piece.state.rawValue)
        details.append(piece.detail)
        switch piece.link {
        case _ where piece.state == .running: links.append(Int32(truncatingIfNeeded: piece.link))
        case TaskPiece.Link.unknown: links.append(-1)
        case TaskPiece.Link.thread: links.append(-3)
        default: links.append(place(piece.link, item.process))
        }
      }
    }
    pieces = Pieces(
      begins: PageData.base64(words: begins),
      states: PageData.base64(words: doings),
      details: PageData.base64(words: details),
      links: PageData.base64(words: links)
    )
    pools = timeline.pools.sorted { $0.key < $1.key }.map { process, curve in
      Pool(
        name: namer.process(process),
        processors: recorder.processes[process].pool.processors,
        times: PageData.base64(words: curve.points.map { ticks($0.time) }),
        busy: PageData.base64(words: curve.points.map(\.busy)),
        waiting: PageData.base64(words: curve.points.map(\.waiting)),
        step: curve.step
      )
    }
    rows = Rows(page.rows, timeline, items: items, places: places, origin: origin)
    sentences = page.report.slowest.map(\.sentence)
    leftOut = timeline.leftOutCount
  }

  private static let drawnExecutors = 6

  private static func executors(_ namer: TaskNamer) -> Executors {
    let recorder = namer.recorder
    var types = Places<TaskReport.ExecutorKey>()
    let ofEach = recorder.executors.indices.map { types.place(of: namer.executorKey($0)) }
    var counts = [Int32](repeating: 0, count: types.all.count)
    let numbers = ofEach.map { type in
      counts[Int(type)] += 1
      return counts[Int(type)]
    }
    let used = recorder.executors.indices.filter { recorder.executors[$0].runs > 0 }
    let drawn = used.sorted { left, right in
      let (a, b) = (recorder.executors[left], recorder.executors[right])
      return (a.waiting, a.running, right) > (b.waiting, b.running, left)
    }
    return Executors(
      names: types.all.map(\.name),
      types: PageData.base64(words: ofEach),
      // The only executor of a type needs no number.
      numbers: PageData.base64(
        words: ofEach.indices.map { counts[Int(ofEach[$0])] > 1 ? numbers[$0] : 0 }
      ),
      drawn: Array(drawn.prefix(drawnExecutors))
    )
  }
}

extension TaskPageData.Rows {
  init(
    _ rows: TaskRows,
    _ timeline: TaskTimeline,
    items: [TaskTimeline.Item],
    places: [TaskRecorder.Key: Int32],
    origin: Int64
  ) {
    var hops: [TaskRecorder.Hop: [Int32]] = [:]
    var suspended: [TaskReport.SuspendedKey: [Int32]] = [:]
    for (place, item) in items.enumerated() {
      for hop in item.hops { hops[timeline.hops.all[Int(hop)], default: []].append(Int32(place)) }
      if let key = item.suspension { suspended[key, default: []].append(Int32(place)) }
    }
    creators = rows.creators
    executors = rows.executors
    pools = rows.pools.map { pool in
      pool.starved.isEmpty
        ? [] : [pool.starved.lowerBound - origin, pool.starved.upperBound - origin]
    }
    self.hops = rows.hops.map { PageData.base64(words: hops[$0] ?? []) }
    self.suspended = rows.suspended.map { PageData.base64(words: suspended[$0] ?? []) }
    slowest = rows.slowest.map { places[$0] ?? -1 }
  }
}
