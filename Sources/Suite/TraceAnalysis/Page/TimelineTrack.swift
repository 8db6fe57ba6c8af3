import HeapModule

/// The intervals of one process and kind, on lanes, so that overlapping ones are next to each other.
struct TimelineTrack {
  /// Intervals beyond this many at a time share the last lane.
  static let maximumLanes = 128

  /// How many intervals each lane has.
  private(set) var laneCounts: [Int] = []
  /// Lane by lane, in the order of time within each.
  private(set) var items: [TimelineRecorder.Item] = []
  /// How many share the last lane with one that they overlap.
  private(set) var overlappingCount = 0

  /// An interval that occupies a lane, ordered by its end.
  private struct Occupant: Comparable {
    let end: Int64
    let lane: Int

    static func < (a: Self, b: Self) -> Bool { (a.end, a.lane) < (b.end, b.lane) }
  }

  /// Distributes intervals over lanes: each goes to the first free one.
  ///
  /// - Complexity: O(*n* log *n*).
  init(_ unsorted: [TimelineRecorder.Item]) {
    // Of intervals that begin together, the longest is outermost.
    let sorted = unsorted.sorted { ($0.begin, $1.duration) < ($1.begin, $0.duration) }
    var occupants = Heap<Occupant>()
    var free = Heap<Int>()
    var lanes: [[TimelineRecorder.Item]] = []
    for item in sorted {
      while let first = occupants.min, first.end <= item.begin {
        free.insert(first.lane)
        occupants.removeMin()
      }
      let lane: Int
      if let lowest = free.popMin() {
        lane = lowest
      } else if lanes.count < Self.maximumLanes {
        lane = lanes.count
        lanes.append([])
      } else {
        lanes[Self.maximumLanes - 1].append(item)
        overlappingCount += 1
        continue
      }
      lanes[lane].append(item)
      occupants.insert(Occupant(end: item.end, lane: lane))
    }
    laneCounts = lanes.map(\.count)
    items = lanes.flatMap { $0 }
  }
}
