import BenchmarkHarness
import HandWrittenLoops
import Katana
import KatanaMiniature
import Synchronization

// Floors and peers as one would write them: what they are counted beside.
extension HandWrittenLoops {
  mutating func addAll() {
    add("task") { iterations in
      var sum = 0
      for _ in 0..<iterations { sum += await Task.detached { 1 }.value }
      blackHole(sum)
    }
    add("katana-miniature") {
      let store = MiniatureStore<EffectState>()
      let sum = Counter()
      return { for _ in 0..<$0 { store.dispatchEffect { sum.add(1) }.wait() } }
    }
    for depth in [1, 2] {
      add("tasks-nested/depth=\(depth)") { iterations in
        var sum = 0
        for _ in 0..<iterations { sum += await nest(depth) }
        blackHole(sum)
      }
    }
    add("tasks-wide/width=10") { iterations in
      var sum = 0
      for _ in 0..<iterations {
        sum += await Task.detached {
          var tasks: [Task<Int, Never>] = []
          tasks.reserveCapacity(10)
          for _ in 0..<10 { tasks.append(Task.detached { 1 }) }
          var sum = 0
          for task in tasks { sum += await task.value }
          return sum
        }.value
      }
      blackHole(sum)
    }
  }
}

private func nest(_ depth: Int) async -> Int {
  await Task.detached { depth == 0 ? 0 : await nest(depth - 1) + 1 }.value
}

private final class Counter: Sendable {
  private let count = Atomic<Int>(0)
  func add(_ value: Int) { count.add(value, ordering: .relaxed) }
}
