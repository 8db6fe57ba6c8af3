/// How many threads of a pool were busy, and how many tasks waited for one, over time.
///
/// Bounded: if there are more changes, each step of time keeps its maxima and its last values.
struct PoolCurve: Sendable {
  /// Values that hold until the next point.
  struct Point: Sendable, Equatable {
    let time: Int64
    var busy: Int32
    var waiting: Int32
  }

  private let capacity: Int
  private(set) var points: [Point] = []
  /// The length of a step in nanoseconds; 0 if every change is kept.
  private(set) var step: Int64 = 0

  init(capacity: Int = 50_000) { self.capacity = max(capacity, 16) }

  /// Adds a change; times don't go back.
  mutating func append(busy: Int, waiting: Int, at time: Int64) {
    let point = Point(
      time: time,
      busy: Int32(clamping: busy),
      waiting: Int32(clamping: waiting)
    )
    if let last = points.last, last.time == time {
      points[points.count - 1] = point
    } else {
      points.append(point)
    }
    guard points.count > capacity, let first = points.first else { return }
    if step == 0 { step = max((time - first.time) / Int64(capacity / 4), 2) }
    merge()
    // The new points may fit into existing steps. Half of the room is left for more, so that this is rare.
    while points.count > capacity / 2 {
      step *= 2
      merge()
    }
  }

  private mutating func merge() {
    guard let first = points.first, let last = points.last else { return }
    var merged: [Point] = []
    var current = Int64.min
    var values = first
    for point in points {
      if point.time / step != current {
        if current != .min { Self.close(&merged, values, at: point.time) }
        current = point.time / step
        merged.append(point)
      } else {
        merged[merged.count - 1].busy = max(merged[merged.count - 1].busy, point.busy)
        merged[merged.count - 1].waiting = max(merged[merged.count - 1].waiting, point.waiting)
      }
      values = point
    }
    Self.close(&merged, values, at: last.time + 1)
    points = merged
  }

  /// Ends the maxima of a step at its last change.
  private static func close(_ merged: inout [Point], _ values: Point, at next: Int64) {
    let last = merged[merged.count - 1]
    guard values.time > last.time, values.time < next,
      values.busy != last.busy || values.waiting != last.waiting
    else { return }
    merged.append(values)
  }
}
