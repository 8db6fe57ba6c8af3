import SampleAnalysis
package import TaskAnalysis
package import TraceReading

/// Finds what tasks allocated while they ran, by the places that created them.
package final class TaskMemory: TaskObserver {
  private let blocks: ThreadBlocks
  private let catalog: TraceCatalog
  private let clockOffset: Int64
  /// By the place of the creator in the recorder; -1 for tasks whose creation isn't in the trace.
  private var sums: [Int32: (tasks: UInt64, sum: ThreadBlocks.Sum)] = [:]

  package init(_ profile: MemoryProfile, catalog: TraceCatalog, clockOffset: Int64) {
    blocks = ThreadBlocks(profile)
    self.catalog = catalog
    self.clockOffset = clockOffset
  }

  package func take(_ stretch: TaskStretch, of task: TaskRecord, at place: Int) {
    guard case .running(let thread, _) = stretch.activity, stretch.begin >= clockOffset else {
      return
    }
    let range = UInt64(stretch.begin - clockOffset)..<UInt64(stretch.end - clockOffset)
    let sum = blocks.sum(of: SampleProfile.ThreadID(thread, in: catalog), in: range)
    sums[task.creator, default: (0, ThreadBlocks.Sum())].sum += sum
  }

  package func finish(_ task: TaskRecord, at place: Int) {
    sums[task.creator, default: (0, ThreadBlocks.Sum())].tasks += 1
  }

  /// The results, the creator of whose blocks most lives first.
  ///
  /// - Parameter namer: The names of creators.
  /// - Returns: A part for each creator whose tasks allocated.
  package func parts(_ namer: TaskNamer) -> [MemoryReport.Part] {
    sums.filter { $0.value.sum.allocated.bytes > 0 }.map { creator, sums in
      MemoryReport.Part(
        kind: "tasks",
        name: namer.creator(creator),
        count: sums.tasks,
        untold: 0,
        allocated: sums.sum.allocated,
        alive: sums.sum.alive
      )
    }.sorted()
  }
}
