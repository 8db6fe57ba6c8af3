import SampleAnalysis

/// What a recording's memory was used for, as numbers.
///
/// Units: times are in nanoseconds since the process's recording began.
package struct MemoryReport: Sendable, Codable, Equatable {
  package struct Process: Sendable, Codable, Equatable {
    package var id: Int32
    package var command: String
    /// The mean distance of sampled blocks in bytes.
    package var rate: UInt64
    /// Whether all live blocks were kept in a table, not only the sampled ones.
    package var isWhole: Bool
    package var allocated: MemoryAmount
    package var peak: MemoryAmount
    package var peakTime: UInt64
    package var atEnd: MemoryAmount
    package var leaked: MemoryAmount
    package var snapshots: [Snapshot]
  }

  package struct Snapshot: Sendable, Codable, Equatable {
    package var number: Int
    package var reason: String
    package var time: UInt64
    package var live: MemoryAmount
    package var leaked: MemoryAmount
  }

  /// The blocks of a type, of a function, or of a type that a function allocates.
  package struct Row: Sendable, Codable, Equatable {
    /// `nil` for all types.
    package var type: String?
    /// `nil` for all functions.
    package var place: MemoryPlace?
    package var figures: MemoryFigures
    package var leaked: MemoryAmount
  }

  package struct Leak: Sendable, Codable, Equatable {
    package var process: Int32
    /// In the order of the cycle, if there is one.
    package var types: [String]
    /// The fields by which they hold each other, in a circle; empty for no circle.
    package var cycle: [String]
    package var count: UInt64
    package var bytes: UInt64
    package var places: [MemoryPlace]
    /// How many there were at each snapshot, this one last.
    package var counts: [UInt64]
  }

  /// The reachable blocks of a type that a function allocates, over the moments of ``Growth``.
  package struct Grown: Sendable, Codable, Equatable {
    package var type: String
    package var place: MemoryPlace
    package var amounts: [MemoryAmount]
    /// Whether there was more at each moment, three of them at least.
    package var onlyGrows: Bool
    /// Who points to the type, the most frequent first.
    package var holders: [String]

    package var growth: Double { (amounts.last?.bytes ?? 0) - (amounts.first?.bytes ?? 0) }
  }

  package struct Growth: Sendable, Codable, Equatable {
    package var process: Int32
    /// The names of the moments: of snapshots, or times.
    package var moments: [String]
    /// The one that grew most first.
    package var rows: [Grown]
  }

  /// Who points to the blocks of a type.
  package struct Holders: Sendable, Codable, Equatable {
    package var process: Int32
    package var type: String
    package var live: MemoryAmount
    package var dominated: UInt64
    package var holders: [MemoryProfile.Holders.Holder]
  }

  /// What intervals, or the tasks of one creator, allocated on their threads.
  package struct Part: Sendable, Codable, Equatable {
    package var kind: String
    package var name: String
    package var count: UInt64
    /// How many changed their thread, so that nothing is known of them.
    package var untold: UInt64
    package var allocated: MemoryAmount
    /// What of it lived at the end.
    package var alive: MemoryAmount
  }

  package var processes: [Process]
  package var types: [Row]
  package var functions: [Row]
  package var sites: [Row]
  package var leaks: [Leak]
  package var growths: [Growth]
  package var holders: [Holders]
  package var globals: [MemoryProfile.Global]
  package var intervals: [Part]
  package var tasks: [Part]
  /// How sure it is what is leaked, a line each.
  package var doubts: [String]
  package var faults: [String]
}

extension MemoryReport {
  /// Adds up a profile, and what intervals and tasks allocated.
  package init(
    _ profile: MemoryProfile,
    intervals: IntervalMemory? = nil,
    tasks: [Part] = []
  ) {
    let sums = MemorySums(profile.processes)
    let places = Dictionary(
      uniqueKeysWithValues: Set(sums.figures.keys.map(\.stack)).map { ($0, profile.place(of: $0)) }
    )
    func type(_ key: MemorySums.Key) -> String { profile.types.all[Int(key.type)] }
    processes = profile.processes.map { Process($0) }
    types = Self.rows(sums) { (type($0), nil) }
    functions = Self.rows(sums) { (nil, places[$0.stack]) }
    sites = Self.rows(sums) { (type($0), places[$0.stack]) }
    leaks = profile.processes.flatMap { Self.leaks(of: $0, profile) }
    growths = profile.processes.compactMap { Growth($0, profile) }
    holders = profile.processes.flatMap(Self.holders)
    globals = profile.processes.flatMap { $0.snapshots.last?.globals ?? [] }
    self.intervals = intervals?.parts() ?? []
    self.tasks = tasks
    doubts = profile.processes.flatMap { $0.snapshots.last?.doubts ?? [] }
    faults = profile.faults
  }

  /// What rows are told apart by: functions by name, whatever their lines.
  private struct RowKey: Hashable {
    let type: String?
    let function: String?
    let object: String?
  }

  /// Rows of the figures, the one with the most bytes live at the end, then allocated, first.
  private static func rows(
    _ sums: MemorySums,
    _ name: (MemorySums.Key) -> (type: String?, place: MemoryPlace?)
  ) -> [Row] {
    var rows: [RowKey: Row] = [:]
    var most: [RowKey: Double] = [:]
    for (key, figures) in sums.figures {
      let (type, place) = name(key)
      let rowKey = RowKey(type: type, function: place?.function, object: place?.object)
      let new = Row(type: type, place: place, figures: MemoryFigures(), leaked: MemoryAmount())
      rows[rowKey, default: new].figures += figures
      if let leaked = sums.leaked[key] { rows[rowKey]?.leaked += leaked }
      // The line of a function is the one that allocated most.
      let bytes = figures.allocated.bytes + figures.atEnd.bytes
      let isMore = most[rowKey].map {
        (bytes, place?.text ?? "") > ($0, rows[rowKey]?.place?.text ?? "")
      }
      if isMore ?? true {
        most[rowKey] = bytes
        rows[rowKey]?.place = place
      }
    }
    return rows.values.sorted { left, right in
      let (a, b) = (left.figures, right.figures)
      return (a.atEnd.bytes, a.allocated.bytes, right.name)
        > (b.atEnd.bytes, b.allocated.bytes, left.name)
    }
  }

  private static func leaks(of process: MemoryProfile.Process, _ profile: MemoryProfile) -> [Leak] {
    let counts = process.snapshots.map { snapshot in
      Dictionary(snapshot.leaks.map { ($0.types + [""] + $0.cycle, $0.count) }, uniquingKeysWith: +)
    }
    var leaks: [Leak] = []
    for leak in process.snapshots.last?.leaks ?? [] {
      var places: [MemoryPlace] = []
      for place in leak.stacks.map({ profile.place(of: $0) }) where !places.contains(place) {
        places.append(place)
      }
      // Their stacks differ further out only.
      let same = leaks.firstIndex {
        $0.types == leak.types && $0.cycle == leak.cycle && $0.places == places
      }
      if let same {
        leaks[same].count += leak.count
        leaks[same].bytes += leak.bytes
        continue
      }
      leaks.append(
        Leak(
          process: process.id,
          types: leak.types,
          cycle: leak.cycle,
          count: leak.count,
          bytes: leak.bytes,
          places: places,
          counts: counts.map { $0[leak.types + [""] + leak.cycle] ?? 0 }
        )
      )
    }
    return leaks.sorted { ($0.bytes, $1.types.joined()) > ($1.bytes, $0.types.joined()) }
  }

  private static func holders(of process: MemoryProfile.Process) -> [Holders] {
    (process.snapshots.last?.holders ?? []).map { type in
      Holders(
        process: process.id,
        type: type.type,
        live: type.live,
        dominated: type.dominated,
        holders: type.holders
      )
    }.sorted { ($0.dominated, $1.type) > ($1.dominated, $0.type) }
  }
}

extension MemoryReport.Row {
  /// The type and the function.
  package var name: String {
    [type, place?.function].compactMap { $0 }.joined(separator: " in ")
  }
}

extension MemoryReport.Process {
  init(_ process: MemoryProfile.Process) {
    let begin = process.span.lowerBound
    let snapshots = process.snapshots.map { snapshot in
      MemoryReport.Snapshot(
        number: snapshot.number,
        reason: snapshot.reason,
        time: snapshot.time - min(begin, snapshot.time),
        live: snapshot.sites.reduce(into: MemoryAmount()) { $0 += $1.live },
        leaked: snapshot.sites.reduce(into: MemoryAmount()) { $0 += $1.leaked }
      )
    }
    self.init(
      id: process.id,
      command: process.command,
      rate: process.rate,
      isWhole: process.counts != nil,
      allocated: process.totals.last?.allocated ?? MemoryAmount(),
      peak: process.peak?.live ?? MemoryAmount(),
      peakTime: process.peak.map { $0.time - min(begin, $0.time) } ?? 0,
      atEnd: process.totals.last?.live ?? MemoryAmount(),
      leaked: snapshots.last?.leaked ?? MemoryAmount(),
      snapshots: snapshots
    )
  }
}
