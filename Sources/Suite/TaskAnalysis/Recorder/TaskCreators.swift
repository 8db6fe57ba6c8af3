import TraceReading

/// The places in programs that create tasks, and what became of these.
struct TaskCreators {
  struct Key: Hashable {
    let process: Int
    let kind: TraceTaskCreation.Kind?
    let site: UInt64
    /// What the framework does in them.
    var work: TaskWork?
  }

  struct Sums {
    let key: Key
    /// The name of its tasks; `nil` if they have several.
    var name: TraceSymbol?
    var created: UInt64 = 0
    var ended: UInt64 = 0
    var cancelled: UInt64 = 0
    var running: Int64 = 0
    var waits = SIMD8<Int64>()
    var life: Int64 = 0
    var longestLife: Int64 = 0
  }

  private(set) var all: [Sums] = []
  private var places: [Key: Int32] = [:]
  /// The last lookup: tasks of one kind come in a row.
  private var last: (key: Key, place: Int32)?

  /// Counts a created task.
  ///
  /// - Returns: The number of the place that created it.
  mutating func add(
    _ creation: TraceTaskCreation?,
    process: Int,
    work: TaskWork? = nil
  ) -> Int32 {
    let key = Key(
      process: process,
      kind: creation?.kind,
      site: creation?.site ?? 0,
      work: work
    )
    let place: Int32
    if let last, last.key == key {
      place = last.place
    } else if let known = places[key] {
      place = known
    } else {
      place = Int32(all.count)
      places[key] = place
      all.append(Sums(key: key, name: creation?.name))
    }
    last = (key, place)
    all[Int(place)].created += 1
    if all[Int(place)].name != creation?.name { all[Int(place)].name = nil }
    return place
  }

  /// Moves a task that turns out to be the framework's.
  ///
  /// - Returns: The number of its new place.
  mutating func move(_ task: TaskRecord, to work: TaskWork) -> Int32 {
    guard task.creator >= 0 else { return task.creator }
    all[Int(task.creator)].created -= 1
    return add(task.creation, process: task.process, work: work)
  }

  /// Notes what a task did, at its end or at the end of the trace.
  mutating func add(_ task: TaskRecord, until time: Int64) {
    guard task.creator >= 0 else { return }
    let place = Int(task.creator)
    if task.end != nil { all[place].ended += 1 }
    if task.isCancelled { all[place].cancelled += 1 }
    all[place].running &+= task.running
    for wait in TaskRecord.Wait.allCases {
      all[place].waits[wait.rawValue] &+= task.time(waitingFor: wait)
    }
    let life = (task.end ?? time) - task.begin
    all[place].life &+= life
    all[place].longestLife = max(all[place].longestLife, life)
  }
}
