import Foundation
import SuiteErrors
import Synchronization
import Testing

@testable import RegressionGate
@testable import lab

/// Calibrations of scripts that stand for benchmarks, and for the compiler that links them.
@Suite(.timeLimit(.minutes(30)))
struct CalibrationRunTests {
  private final class Benchmarks {
    let path = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appending(path: UUID().uuidString).path
    private(set) var executables: [String] = []

    /// Makes an executable of the same name in each of some directories.
    init(in names: [String]) throws {
      for name in names {
        let scratch = "\(path)/\(name)"
        let products = "\(scratch)/triple/release"
        try FileManager.default.createDirectory(
          atPath: products,
          withIntermediateDirectories: true
        )
        executables.append("\(products)/Bench")
        try write(Self.benchmark(name, notingIn: "\(path)/served"), to: "\(scratch)/program")
        try write(Self.benchmark(name, notingIn: "\(path)/served"), to: "\(products)/Bench")
        // What assembles what is put before the code has to lie beside what links.
        for tool in ["linker", "clang"] { try write(Self.linker, to: "\(scratch)/\(tool)") }
        let words = [
          "\(scratch)/linker", "-emit-executable", "-o", "\(products)/Bench", "@objects",
        ]
        let arguments = words.map { "\"\($0)\"" }.joined(separator: ",")
        try Data("    args: [\(arguments)]\n".utf8)
          .write(to: URL(filePath: "\(scratch)/release.yaml"))
      }
    }

    deinit {
      try? FileManager.default.removeItem(atPath: path)
    }

    /// Which of them have served rows, in order.
    var served: [Substring] {
      let text = (try? String(contentsOfFile: "\(path)/served", encoding: .utf8)) ?? ""
      return text.split(separator: "\n")
    }

    private func write(_ script: String, to path: String) throws {
      try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(filePath: path))
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }

    private static let linker = """
      while [ $# -gt 0 ]; do
        if [ "$1" = -o ]; then cp "$(dirname "$0")/program" "$2"; fi
        shift
      done
      """

    private static func benchmark(_ name: String, notingIn path: String) -> String {
      """
      case $1 in
      --describe) exit 1 ;;
      --list) printf 'one\\ntwo\\nthree\\nfour\\nfive\\nsix\\n'; exit ;;
      esac
      echo '\(name)' >> '\(path)'
      if [ -e "$(dirname '\(path)')/broken" ]; then echo 'error: it is broken' >&2; exit 3; fi
      echo 'serving 1 100 process 2'
      while read word count; do
        case $word in
        sample)
          times=sampled
          while [ $count -gt 0 ]; do times="$times 1000"; count=$((count - 1)); done
          echo "$times" ;;
        end) echo ended; exit ;;
        esac
      done
      """
    }
  }

  /// Notes what it is told.
  private final class Log: GateProgress {
    enum Interruption {
      case never, atOnce, inUnit
    }

    let lines = Mutex<[String]>([])
    private let interruption: Interruption

    init(_ interruption: Interruption = .never) { self.interruption = interruption }

    var isInterrupted: Bool {
      switch interruption {
      case .never: false
      case .atOnce: true
      case .inUnit: hasUnit
      }
    }

    func plan(_ text: String) { lines.withLock { $0.append(text) } }
    func show(_ text: String) { lines.withLock { $0.append(text) } }
    /// Whether a unit has begun.
    var hasUnit: Bool { lines.withLock { $0.contains { $0.hasPrefix("[") } } }
  }

  private func run(_ benchmarks: Benchmarks, _ log: Log, filter: String? = nil) -> CalibrationRun {
    var plan = CalibrationPlan()
    (plan.sameCode, plan.codeShifts, plan.injected) = (2, 0, 0)
    (plan.rows, plan.kind) = (2, .severalTasks)
    var options = GateOptions()
    options.filter = filter
    return CalibrationRun(
      executables: benchmarks.executables,
      plan: plan,
      options: options,
      progress: log
    )
  }

  private func measure(
    _ benchmarks: Benchmarks,
    _ log: Log = Log(),
    filter: String? = nil,
    earlier: [CalibrationUnit] = [],
    isOver: () -> Bool = { false }
  ) async throws -> [CalibrationUnit] {
    var units = earlier
    _ = try await run(benchmarks, log, filter: filter).measure(
      directory: benchmarks.path,
      earlier: earlier,
      isOver: isOver,
      finished: { units.append($0) }
    )
    return units
  }

  @Test func `executables of the same name are measured each`() async throws {
    let benchmarks = try Benchmarks(in: ["a", "b"])
    let log = Log()
    let units = try await measure(benchmarks, log)
    #expect(units.map(\.number) == [0, 1])
    #expect(units.allSatisfy { $0.failure == nil }, "\(units.map(\.failure))")
    #expect(Set(benchmarks.served) == ["a", "b"])
  }

  @Test func `the unit that a signal ended is none, and is measured by the same command`()
    async throws
  {
    let benchmarks = try Benchmarks(in: ["a"])
    #expect(try await measure(benchmarks, Log(.inUnit)).isEmpty)
    // The minutes of `--minutes` end between units.
    let next = Log()
    let first = try await measure(benchmarks, next, isOver: { next.hasUnit })
    #expect(first.map(\.number) == [0])
    #expect(try await measure(benchmarks, earlier: first).map(\.number) == [0, 1])
  }

  @Test func `an interruption before the first unit is told as one`() async throws {
    let benchmarks = try Benchmarks(in: ["a"])
    let error = await #expect(throws: SuiteError.self) {
      try await measure(benchmarks, Log(.atOnce))
    }
    #expect(error?.subject == "interrupted")
  }

  @Test func `the reason why no row could be run is told`() async throws {
    let benchmarks = try Benchmarks(in: ["a"])
    try Data().write(to: URL(filePath: "\(benchmarks.path)/broken"))
    let error = await #expect(throws: SuiteError.self) { try await measure(benchmarks) }
    #expect(error?.problem.contains("could not be run or counted, the first: Bench ") == true)
    #expect(error?.problem.contains("it is broken") == true)
  }

  @Test func `a filter that is no pattern is told as everywhere`() async throws {
    let benchmarks = try Benchmarks(in: ["a"])
    let error = await #expect(throws: SuiteError.self) {
      try await measure(benchmarks, filter: "(")
    }
    #expect(error == .invalidPattern("--filter", "("))
  }
}
