/// What each row of a report's tables stands for, in their order.
struct TaskRows: Sendable {
  struct Pool: Sendable {
    let process: Int
    /// The longest starvation; empty for none.
    let starved: Range<Int64>
  }

  /// Places of creators in the recorder.
  var creators: [Int32] = []
  /// Places of executors.
  var executors: [[Int]] = []
  var pools: [Pool] = []
  var hops: [TaskRecorder.Hop] = []
  var suspended: [TaskReport.SuspendedKey] = []
  var slowest: [TaskRecorder.Key] = []
}
