import BenchmarkResults
import CommandRunning
import Counting
import Foundation
import MemoryAnalysis
import MemoryFiles
import MemoryRecording
import ObjectFiles
import ProcessLaunching
import SampleAnalysis
import SuiteErrors

extension RowMemory {
  /// Runs a row in a process in which each allocation is noted, and compares snapshots of its memory.
  ///
  /// - Parameters:
  ///   - program: The benchmark executable.
  ///   - row: Its full name.
  ///   - iterations: Those before the first snapshot, which fill caches; as many follow before the second, and twice as many before the
  ///     third.
  ///   - timeout: How long the process may take.
  /// - Returns: What an operation leaves.
  /// - Throws: `SuiteError` if the program's memory can't be seen, or the program fails or takes longer.
  static func measured(
    of program: BenchmarkProgram,
    row: String,
    iterations: Int,
    timeout: Duration
  ) async throws -> RowMemory {
    if let obstacle = MemoryRecorder.obstacle(in: program.path) {
      let clauses = obstacle.components(separatedBy: "; ")
      throw SuiteError(
        program.path,
        "its memory can't be seen: \(clauses[0])",
        remedy: clauses.dropFirst().joined(separator: "; ")
      )
    }
    let directory = try WorkDirectory.makeTemporary("memory")
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let recorder = try MemoryRecorder(
      RecordedHeap.request(.all, every: nil),
      in: MemoryDirectory(ofTrace: directory)
    )
    var failure: (any Error)?
    do {
      try await run(program, row: row, iterations: 4 * iterations, timeout, by: recorder)
    } catch {
      failure = error
    }
    let tally = await recorder.end()
    if let failure { throw failure }
    var profile = try MemoryProfile(inTrace: directory)
    let taken = Self.snapshots(of: profile)
    guard taken.count == OneShotRun.parts(of: 4 * iterations).count else {
      let reason = (tally.gaps + profile.faults).first.map { ": \($0)" } ?? ""
      throw SuiteError(
        row,
        "\(taken.count) of the 3 snapshots of its memory could be taken\(reason)",
        remedy: "build it with the harness of this hamon, or run it alone to see why"
      )
    }
    guard hasGrown(taken) else { return RowMemory(parts: [], operations: 3 * iterations) }
    // Names of functions take seconds, and most rows leave nothing.
    _ = await RecordedHeap.summary(tally, ofTrace: directory)
    profile = try MemoryProfile(inTrace: directory)
    return RowMemory(Self.snapshots(of: profile), of: profile, operations: 3 * iterations)
  }

  private static func run(
    _ program: BenchmarkProgram,
    row: String,
    iterations: Int,
    _ timeout: Duration,
    by recorder: MemoryRecorder
  ) async throws {
    let variables = ["SWIFT_DETERMINISTIC_HASHING": "1", OneShotRun.snapshotsVariable: "1"]
    var environment = try recorder.environment(
      for: program.path,
      program.environment.merging(variables) { $1 }
    )
    // The row has been torn down then.
    environment["HAMON_MEMORY_AT_END"] = nil
    let command = Command(
      program.path,
      ["--one-shot", "\(iterations)", "--filter", RowName.pattern(row)],
      environment: environment,
      in: program.directory
    )
    let result = try await CountedProgram.limited(to: timeout, row: row, of: "a run of it") {
      try await command.run(started: $0)
    }
    guard result.isSuccess, OneShotRun.isWhole(iterations, of: row, in: result.output) else {
      let said = result.errors.split(separator: "\n").last.map { ": \($0)" } ?? ""
      throw SuiteError(
        row,
        "its process \(result.end.clause) before \(iterations) iterations were run and checked\(said)",
        remedy: "run it alone to see why"
      )
    }
  }
}

// MARK: - What grew

extension RowMemory {
  /// The blocks of a type that a function makes, at each snapshot.
  private struct Sum {
    var live: [MemoryAmount]
    var leaked: [MemoryAmount]
    var stacks: Set<Int32> = []
    /// How many bytes of each line there are at the last snapshot, beyond those at the first.
    var lines: [String: Double] = [:]
  }

  /// The snapshots that the harness has taken.
  private static func snapshots(of profile: MemoryProfile) -> [MemoryProfile.Snapshot] {
    profile.processes.flatMap(\.snapshots).filter { $0.reason == "operations" }
  }

  /// Whether there is more of anything at the last snapshot than at the one before.
  private static func hasGrown(_ snapshots: [MemoryProfile.Snapshot]) -> Bool {
    var earlier: [MemoryProfile.Key: MemoryProfile.Snapshot.Site] = [:]
    for site in snapshots.dropLast().last?.sites ?? [] { earlier[site.key] = site }
    return (snapshots.last?.sites ?? []).contains { site in
      let before = earlier[site.key]
      return site.live.bytes > before?.live.bytes ?? 0
        || site.leaked.bytes > before?.leaked.bytes ?? 0
    }
  }

  /// What operations have added, which comes with each of them: not a cache that was filled late, or a task that ended late.
  ///
  /// So both steps from a snapshot to the next have to add some, and the second, of twice as many operations, more than the first.
  private static func added(_ amounts: [MemoryAmount]) -> MemoryAmount {
    let steps = zip(amounts.dropFirst(), amounts).map { $0.bytes - $1.bytes }
    guard let first = amounts.first, let last = amounts.last, steps.count > 1, steps[0] > 0,
      steps[1] > steps[0]
    else { return MemoryAmount() }
    return last.subtracting(first)
  }

  /// Tells what operations have left between snapshots of their process.
  ///
  /// - Parameters:
  ///   - snapshots: Three, with twice as many operations before the last as before the second.
  ///   - profile: The profile that they are of.
  ///   - operations: How many were run from the first snapshot to the last.
  init(_ snapshots: [MemoryProfile.Snapshot], of profile: MemoryProfile, operations: Int) {
    let none = [MemoryAmount](repeating: MemoryAmount(), count: snapshots.count)
    var sums: [[String]: Sum] = [:]
    for (place, snapshot) in snapshots.enumerated() {
      let sign = place == 0 ? -1.0 : place == snapshots.count - 1 ? 1.0 : 0.0
      for site in snapshot.sites {
        let maker = profile.place(of: site.key.stack)
        let key = [profile.types.all[Int(site.key.type)], maker.function, maker.object]
        var sum = sums[key] ?? Sum(live: none, leaked: none)
        sum.live[place] += site.live
        sum.leaked[place] += site.leaked
        sum.stacks.insert(site.key.stack)
        if let line = maker.source { sum.lines["\(line)", default: 0] += sign * site.live.bytes }
        sums[key] = sum
      }
    }
    let last = snapshots.last
    let count = Double(max(operations, 1))
    let parts = sums.compactMap { key, sum -> Part? in
      let (live, leaked) = (Self.added(sum.live), Self.added(sum.leaked))
      // What is leaked may have lived before the first snapshot.
      let left = live.bytes > 0 ? live : leaked
      guard left.bytes > 0 else { return nil }
      let cycles = (last?.leaks ?? []).filter { leak in
        !leak.cycle.isEmpty && leak.stacks.contains(where: sum.stacks.contains)
      }
      let cycle = cycles.max { $0.bytes < $1.bytes }.map { leak in
        (leak.cycle + leak.types.prefix(1)).joined(separator: " -> ")
      }
      let holder = last?.holders.first { $0.type == key[0] }?.holders.first?.name
      let line = sum.lines.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
      return Part(
        type: key[0],
        function: line == nil ? key[1] : FunctionName.withoutLine(ofShown: key[1]),
        line: line,
        blocks: left.blocks / count,
        bytes: left.bytes / count,
        // A word that is left over on a stack holds one of them now and then.
        leakedBytes: min(leaked.bytes, left.bytes) / count,
        holder: leaked.bytes > 0 ? cycle : holder
      )
    }
    self.init(
      parts: parts.sorted {
        ($0.bytes, $1.type, $1.function) > ($1.bytes, $0.type, $0.function)
      },
      operations: operations
    )
  }
}
