import Foundation
import ProcessLaunching
import Testing

@testable import BenchmarkHarness

@Suite struct WholeCommandTests {
  @Test func `a run is counted, with the most memory that it had`() throws {
    let command = WholeCommand(["sh", "-c", "exit 0"])
    for _ in 0..<3 { try command.run() }
    #expect(command.runs == 3)
    // A shell needs more than a page and less than a gigabyte.
    #expect((100_000...1_000_000_000).contains(command.peakMemory))
  }

  @Test(arguments: [
    (["sh", "-c", "exit 3"], "exit status 3; it prints nothing"),
    (["sh", "-c", "kill -9 $$"], "signal 9"),
    (["sh", "-c", "seq 9; echo no >&2; exit 3"], "exit status 3: 6 | 7 | 8 | 9 | no"),
    (["/no/such/program"], "No such file"),
  ])
  func `a command that fails says how`(words: [String], reason: String) {
    let command = WholeCommand(words)
    let failure = #expect(throws: ProcessFailure.self) { try command.run() }
    #expect(failure?.description.contains(reason) == true, "\(failure?.description ?? "")")
    #expect(command.runs == 0)
  }

  @Test func `a command that fails once only is told of as such`() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: file) }
    let command = WholeCommand(["sh", "-c", "[ -e \(file) ] || { touch \(file); exit 3; }"])
    let failure = #expect(throws: ProcessFailure.self) { try command.run() }
    #expect(failure?.description.hasSuffix("; run once more, it did not fail") == true)
  }

  @Test(.timeLimit(.minutes(30))) func `a command that takes longer than it may is ended`() throws {
    let command = WholeCommand(["sleep", "600"], timeout: .milliseconds(300))
    let failure = #expect(throws: ProcessFailure.self) { try command.run() }
    #expect(failure?.description.hasPrefix("it didn't end in 0.3 seconds") == true)
    try WholeCommand(["true"], timeout: .seconds(50)).run()
  }

  @Test(.timeLimit(.minutes(30))) func `what it has started is ended with it`() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: file) }
    let script = "sh -c 'sleep 600 & echo $! > \(file); wait'; true"
    #expect(throws: ProcessFailure.self) {
      try WholeCommand(["sh", "-c", script], timeout: .seconds(2)).run()
    }
    let sleeper = try String(contentsOfFile: file, encoding: .utf8)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    // Whoever inherits it may not have waited for it yet.
    func isAlive() -> Bool {
      guard let status = try? String(contentsOfFile: "/proc/\(sleeper)/stat", encoding: .utf8)
      else { return false }
      return !status.contains(") Z ")
    }
    while isAlive() { try await Task.sleep(for: .milliseconds(10)) }
  }

  @Test func `its CPU time is that of the command and what it waited for`() throws {
    let before = ClockReading.cpuNow(.children)
    // About a hundredth of a second at the least, in a child of the child.
    try WholeCommand(["sh", "-c", "sh -c 'i=0; while [ $i -lt 30000 ]; do i=$((i+1)); done'"]).run()
    #expect(ClockReading.cpuNow(.children) - before > 1_000_000)
  }

  @Test(arguments: [(105, true), (104, false), (100, false)])
  func `a peak is a program's own where it is beyond the one it began with`(
    peak: Int,
    isOwn: Bool
  ) {
    #expect(InheritedPeak.isExceeded(by: peak * 1000 + 1, inherited: 100_000) == isOwn)
  }

  @Test func `as a row it has the clock of its children, and no memory that isn't its own`()
    async throws
  {
    let benchmark = Benchmark("command", command: ["true"])
    let row = try await RowMeasurement(benchmark)
    await row.prepare(
      effort: MeasuringEffort(
        rounds: 1,
        samplesPerRound: 1,
        warmUpNanoseconds: 1,
        warmUpLimitNanoseconds: 1
      )
    )
    await row.takeRound(0)
    let result = try #require(await row.result(floors: []))
    #expect(result.cpuClock == .children)
    #expect(result.memory == nil)
    #expect(result.wall.minimum > 10_000)
  }

  @Test func `a row whose command fails is out, with the reason`() async throws {
    let row = try await RowMeasurement(Benchmark("false", command: ["false"]))
    await row.prepare(
      effort: MeasuringEffort(
        rounds: 1,
        samplesPerRound: 1,
        warmUpNanoseconds: 1,
        warmUpLimitNanoseconds: 1
      )
    )
    #expect(await row.failure?.message.contains("exit status 1") == true)
  }
}
