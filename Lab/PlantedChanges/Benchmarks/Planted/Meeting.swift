import BenchmarkHarness
import Glibc
import Synchronization

// What shows in the time and not in the counts: memory, locks, pauses.

/// Numbers in rows, more than caches hold.
struct Sheet {
  static let width = 1024
  let cells: [Int]

  static let large = Sheet(cells: (0..<width * width).map { ($0 &* 7919) % 1000 })

  /// How far apart neighbors are: those in the outer loop, and those in the inner one.
  @inline(never)
  static func order() -> (outer: Int, inner: Int) {
    (identity(width), identity(1))
  }
}

@inline(never)
func sumOfCells(_ sheet: Sheet) -> Int {
  let step = Sheet.order()
  var sum = 0
  for outer in 0..<Sheet.width {
    var place = outer * step.outer
    for _ in 0..<Sheet.width {
      sum = (sum << 1) ^ sheet.cells[place]
      place += step.inner
    }
  }
  return sum
}

/// Counts for several threads.
final class Tally: Sendable {
  private let first = Mutex(0)
  private let second = Mutex(0)

  /// Counts once, in the thread's part, and works on it for a while.
  @inline(never)
  func count(thread: Int) {
    if thread == 0 {
      first.withLock { $0 = worked(on: $0) }
    } else {
      second.withLock { $0 = worked(on: $0) }
    }
  }
}

@inline(never)
func worked(on value: Int) -> Int {
  var value = value
  for shift in 1...100 {
    value = (value &* 31) ^ (value >> (shift & 7)) &+ 1
  }
  return value
}

nonisolated(unsafe) var requests = 0

@inline(never)
func answered(_ values: [Int]) -> Int {
  requests &+= 1
  return values.sorted()[requests % values.count]
}
