import BenchmarkHarness
import Katana
import KatanaMiniature
import Synchronization

extension BenchmarkSuite {
  /// One side effect after the other, each awaited.
  mutating func addSingle() {
    addRow(
      "effect-empty",
      floors: ["task", "katana-miniature"],
      bars: [Bar("an empty side effect", against: "task", atMost: 1.5)]
    ) { store, count in
      var sum = 0
      for _ in 0..<count { sum += try await store.dispatch(Nothing()).value }
      return sum
    }
    addRow("effect-updating", floors: ["task"]) { store, count in
      var sum = 0
      for _ in 0..<count { sum += try await store.dispatch(CountOnce()).value }
      return sum
    }
    addTask("task") { count in
      var sum = 0
      for _ in 0..<count { sum += await Task.detached { 1 }.value }
      return sum
    }
    addMiniature()
  }

  /// The originals: a promise, a hop, and a thread that is blocked meanwhile.
  ///
  /// Only one deep: each further level blocks a thread of the pool, and where there is no other, takes
  /// half a second.
  private mutating func addMiniature() {
    add(
      Benchmark("katana-miniature", kind: .peer) {
        let store = MiniatureStore<EffectState>()
        let sum = Sum()
        return BenchmarkBody(
          run: { for _ in 0..<$0 { store.dispatchEffect { sum.add(1) }.wait() } },
          verify: { try VerificationError.check("values", found: sum.value, expected: $0) }
        )
      }
    )
  }

  /// ```
  /// effect ──▶ effect ──▶ ... ──▶ effect      (each awaits the next)
  /// ```
  ///
  /// One that is `depth` levels deep is `depth + 1` effects, and as many tasks beside them.
  mutating func addNested(depth: Int) {
    addRow(
      "effects-nested",
      parameters: ["depth": depth],
      floors: ["tasks-nested"],
      bars: [Bar("nested side effects", against: "tasks-nested", atMost: 1.5)]
        + (depth == 32 ? [Bar("effects 32 deep", medianAtMost: .milliseconds(1))] : []),
      value: depth
    ) { store, count in
      var sum = 0
      for _ in 0..<count { sum += try await store.dispatch(Nested(depth: depth)).value }
      return sum
    }
    addTask("tasks-nested", parameters: ["depth": depth], value: depth) { count in
      var sum = 0
      for _ in 0..<count { sum += await nestedTasks(depth) }
      return sum
    }
  }

  /// ```
  ///        ┌──▶ effect 1
  /// effect ┼──▶ ...           (awaited all)
  ///        └──▶ effect n
  /// ```
  mutating func addWide(width: Int) {
    addRow("effects-wide", parameters: ["width": width], floors: ["tasks-wide"], value: width) {
      store,
      count in
      var sum = 0
      for _ in 0..<count { sum += try await store.dispatch(Wide(width: width)).value }
      return sum
    }
    addTask("tasks-wide", parameters: ["width": width], value: width) { count in
      var sum = 0
      for _ in 0..<count {
        sum += await Task.detached {
          let tasks = (0..<width).map { _ in Task.detached { 1 } }
          var sum = 0
          for task in tasks { sum += await task.value }
          return sum
        }.value
      }
      return sum
    }
  }

  private mutating func addRow(
    _ name: String,
    parameters: KeyValuePairs<String, any CustomStringConvertible> = [:],
    floors: [String],
    bars: [Bar] = [],
    value: Int = 1,
    run: @escaping @Sendable (EffectStore, Int) async throws -> Int
  ) {
    add(
      Benchmark(name, parameters: parameters, floors: floors, bars: bars) {
        let store = EffectStore()
        let sum = Sum()
        return BenchmarkBody(
          runAsync: { sum.add(try await run(store, $0)) },
          verify: {
            try VerificationError.check("values", found: sum.value, expected: $0 * value)
          }
        )
      }
    )
  }

  /// A floor, whose loop is its own as the rows' are: a call of a closure that suspends costs a tenth of a task.
  private mutating func addTask(
    _ name: String,
    parameters: KeyValuePairs<String, any CustomStringConvertible> = [:],
    value: Int = 1,
    run: @escaping @Sendable (Int) async -> Int
  ) {
    add(
      Benchmark(name, parameters: parameters, kind: .floor) {
        let sum = Sum()
        return BenchmarkBody(
          runAsync: { sum.add(await run($0)) },
          verify: {
            try VerificationError.check("values", found: sum.value, expected: $0 * value)
          }
        )
      }
    )
  }
}

private final class Sum: Sendable {
  private let storage = Atomic<Int>(0)
  var value: Int { storage.load(ordering: .relaxed) }
  func add(_ value: Int) { storage.add(value, ordering: .relaxed) }
}

private func nestedTasks(_ depth: Int) async -> Int {
  await Task.detached { depth == 0 ? 0 : await nestedTasks(depth - 1) + 1 }.value
}
