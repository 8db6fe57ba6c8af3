import TaskAnalysis
import Testing

/// Adds up what an observer is told of each task.
final class StretchSums: TaskObserver {
  private struct Sums {
    var end: Int64
    var running: Int64 = 0
    var waiting: Int64 = 0
  }

  private var sums: [UInt64: Sums] = [:]

  func take(_ stretch: TaskStretch, of task: TaskRecord, at place: Int) {
    let length = stretch.end - stretch.begin
    var known = sums[task.id] ?? Sums(end: task.begin)
    #expect(stretch.begin == known.end && length > 0, "task \(task.id)")
    known.end = stretch.end
    switch stretch.activity {
    case .running, .beneath: known.running += length
    case .ready, .awaitingExecutor, .suspended: known.waiting += length
    case .created: break
    }
    sums[task.id] = known
  }

  /// What it was told of each task that has ended is all that was counted of it, and lasts as long as its life.
  func check(_ tasks: [UInt64: TaskRecord]) throws {
    for (id, task) in tasks where task.end != nil {
      let known = sums[id] ?? Sums(end: task.begin)
      #expect(known.end == task.end, "task \(id)")
      #expect(known.running == task.running, "task \(id)")
      let waits = TaskRecord.Wait.allCases.reduce(0) { $0 + task.time(waitingFor: $1) }
      #expect(known.waiting == waits, "task \(id)")
    }
  }
}
