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
    ) { store in
      try await store.dispatch(Nothing()).value
    }
    addRow("effect-updating", floors: ["task"]) { store in
      try await store.dispatch(CountOnce()).value
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
  mutating func addNested(depth: Int) {
    addRow(
      "effects-nested",
      parameters: ["depth": depth],
      floors: ["tasks-nested"],
      bars: [Bar("nested side effects", against: "tasks-nested", atMost: 1.5)]
        + (depth == 32 ? [Bar("effects 32 deep", medianAtMost: .milliseconds(1))] : []),
      value: depth
    ) {
      try await $0.dispatch(Nested(depth: depth)).value
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
      try await $0.dispatch(Wide(width: width)).value
    }
    addTask("tasks-wide", parameters: ["width": width], value: width) { count in
      var sum = 0
      for _ in 0..<count {
        let tasks = (0..<width).map { _ in Task.detached { 1 } }
        for task in tasks { sum += await task.value }
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
    body: @escaping @Sendable (EffectStore) async throws -> Int
  ) {
    add(
      Benchmark(name, parameters: parameters, floors: floors, bars: bars) {
        let store = EffectStore()
        return summing(value) { try await body(store) }
      }
    )
  }

  /// A floor, whose loop is its own: a call of a closure that suspends costs a tenth of a task.
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

/// A body whose every iteration returns the same value, summed up and checked.
private func summing(
  _ value: Int,
  _ body: @escaping @Sendable () async throws -> Int
) -> BenchmarkBody {
  let sum = Sum()
  return BenchmarkBody(
    runAsync: { iterations in
      for _ in 0..<iterations { sum.add(try await body()) }
    },
    verify: {
      try VerificationError.check("values", found: sum.value, expected: $0 * value)
    }
  )
}

private final class Sum: Sendable {
  private let storage = Atomic<Int>(0)
  var value: Int { storage.load(ordering: .relaxed) }
  func add(_ value: Int) { storage.add(value, ordering: .relaxed) }
}

private func nestedTasks(_ depth: Int) async -> Int {
  if depth == 0 { return 0 }
  return await Task.detached { await nestedTasks(depth - 1) + 1 }.value
}
