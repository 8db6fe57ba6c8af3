import BenchmarkResults
import Counting
import Foundation
import SuiteErrors
import Testing

@testable import RegressionGate
@testable import lab

/// What part a row is of the command that runs it, of scripts that stand for benchmarks.
@Suite(.timeLimit(.minutes(30)))
struct CalibrationCommandTests {
  private final class Program {
    let directory = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appending(path: UUID().uuidString).path
    var path: String { "\(directory)/\(CalibrationCommand.program)" }

    /// Makes a program that counts up to what `--one-shot` says, after a start that takes as long as so many iterations.
    init(start: Int) throws {
      try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
      let script = """
        #!/bin/sh
        i=0
        while [ $i -lt $((\(start) + $2)) ]; do i=$((i + 1)); done
        echo "ran $2 iterations of row"
        """
      try Data(script.utf8).write(to: URL(filePath: path))
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }

    deinit { try? FileManager.default.removeItem(atPath: directory) }

    /// Measures a row whose iteration takes so many us: of 4, 20 ms have 5,000.
    func measure(row: String, microseconds: Double) async throws -> CalibrationCommand {
      try await CalibrationCommand.measure(
        row: row,
        trial: RowTiming.Trial(
          greeting: ServedRow.Greeting(iterations: 1000, isConcurrent: false),
          startSeconds: 0,
          sampleSeconds: microseconds / 1000
        ),
        program: path,
        directory: "\(directory)/look",
        timeout: .seconds(60)
      )
    }

    func instructions(_ line: String) async throws -> Double {
      try await CountedCommand(line, in: directory, timeout: .seconds(240))
        .measure(layout: 0).counts.instructions
    }
  }

  @Test func `an effect is of the whole command`() {
    let command = CalibrationCommand(row: "a", iterations: 1, workShare: 0.5, timeShare: 0.25)
    #expect(
      CalibrationEffect.work1.variables(allocations: 0, in: command) == ["HAMON_INJECT_WORK": "2.0"]
    )
    #expect(
      CalibrationEffect.time10.variables(allocations: 0, in: command) == [
        "HAMON_INJECT_WORK": "40.0"
      ]
    )
    #expect(
      CalibrationEffect.time10.variables(allocations: 0, in: nil) == ["HAMON_INJECT_WORK": "10.0"]
    )
    #expect(CalibrationEffect.codeShift.variables(allocations: 0, in: command) == [:])
  }

  @Test func `the shell reads the line as it is meant, whatever the row's name is`() {
    let command = CalibrationCommand(row: "it's/n=1", iterations: 7, workShare: 1, timeShare: 1)
    #expect(
      command.line == #"exec ./program --one-shot 7 --filter '^it'\''s\/n=1$'"#
    )
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/valgrind")))
  func `iterations by the row's part of it make the command so much longer`() async throws {
    let program = try Program(start: 4000)
    let command = try await program.measure(row: "row", microseconds: 4)
    #expect(command.iterations == 5000)
    #expect(command.workShare > 0.3 && command.workShare < 0.7, "\(command)")
    #expect(command.timeShare > 0, "\(command)")
    let base = try await program.instructions("exec ./program --one-shot 5000")
    let more = Int(5000 * (1 + 0.1 / command.workShare))
    let head = try await program.instructions("exec ./program --one-shot \(more)")
    #expect(abs(head / base - 1.1) < 0.005, "\(head / base)")
    #expect(!FileManager.default.fileExists(atPath: "\(program.directory)/look"))
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/valgrind")))
  func `a command that is its start and little else is refused`() async throws {
    let program = try Program(start: 20_000)
    let error = await #expect(throws: SuiteError.self) {
      try await program.measure(row: "row", microseconds: 20)
    }
    #expect(error?.subject == "row")
    #expect(error?.problem.contains("its start and little else") == true)
  }
}
