import CommandRunning
import Foundation
import Glibc
import Subprocess
import Testing
import TraceAnalysis

/// A folder for one test, the built tool, and a look at what the tool leaves behind.
struct ToolFixture {
  /// Short: it holds the daemon's sockets, whose paths have a limit.
  let folder: String
  let hamon = Built.program("hamon")
  let program: TracedProgram

  /// The result of a run of the tool.
  struct Outcome {
    var status: Int32
    var output: String
    var error: String
  }

  /// Makes a folder, runs a test in it, checks that nothing is left and removes the folder.
  static func open(_ body: (ToolFixture) async throws -> Void) async throws {
    var template = Array("/tmp/hrt-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    let folder = template.withUnsafeBufferPointer { buffer in
      String(decoding: buffer.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
    chmod(folder, 0o777)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let fixture = ToolFixture(folder: folder, program: try await TracedProgram.built.value)
    try #require(FileManager.default.isExecutableFile(atPath: fixture.hamon), "it is not built")
    let shared = sharedMemory()
    try await body(fixture)
    #expect(fixture.leftovers() == [])
    #expect(sharedMemory().subtracting(shared) == [])
  }

  /// Runs the tool with a body beside it, in a session of its own.
  func run(
    _ arguments: [String],
    prefix: [String] = [],
    environment: [String: String] = [:],
    beside body: @Sendable (pid_t) async throws -> Void = { _ in }
  ) async throws -> Outcome {
    let words = prefix + [hamon] + arguments
    var options = PlatformOptions()
    options.createSession = true
    var updates: [Environment.Key: String?] = ["TMPDIR": folder]
    for (name, value) in environment { updates[try #require(.init(rawValue: name))] = value }
    let result = try await Subprocess.run(
      .name(words[0].hasPrefix("/") ? "env" : words[0]),
      arguments: Arguments(words[0].hasPrefix("/") ? words : Array(words.dropFirst())),
      environment: .inherit.updating(updates),
      platformOptions: options,
      input: .none,
      output: .string(limit: 4 << 20),
      error: .string(limit: 4 << 20)
    ) { execution in try await body(execution.processIdentifier.value) }
    let status: Int32 =
      switch result.terminationStatus {
      case .exited(let code): code
      case .signaled(let signal): 128 + signal
      }
    return Outcome(status: status, output: result.standardOutput, error: result.standardError)
  }

  /// Runs the tool, which has to end with success.
  @discardableResult
  func succeed(
    _ arguments: [String],
    prefix: [String] = [],
    environment: [String: String] = [:],
    at place: SourceLocation = #_sourceLocation
  ) async throws -> Outcome {
    let outcome = try await run(arguments, prefix: prefix, environment: environment)
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.error)", sourceLocation: place)
    return outcome
  }

  /// The lines of babeltrace2 that name an event.
  func count(_ event: String, in trace: String) async throws -> Int {
    try await count(lines: " \(event): ", in: trace)
  }

  /// The lines of babeltrace2 that match an extended regular expression.
  func count(lines pattern: String, in trace: String) async throws -> Int {
    let script = "babeltrace2 \"$0\" | grep -cE \"$1\" || true"
    let result = try await Command("sh", ["-c", script, trace, pattern]).run()
    try #require(result.errors == "")
    return try #require(Int(result.output.prefix { $0.isNumber }))
  }

  /// How many events of a name each process emitted, by the process id in the trace.
  func counts(_ event: String, in trace: String) async throws -> [pid_t: Int] {
    let result = try await Command("babeltrace2", [trace]).run()
    try #require(result.errors == "")
    var counts: [pid_t: Int] = [:]
    for line in result.lines where line.contains(" \(event): ") {
      let id = try #require(line.firstMatch(of: /vpid = (\d+)/)?.1)
      counts[try #require(pid_t(id)), default: 0] += 1
    }
    return counts
  }

  /// Waits until a file is there.
  func wait(for file: String) async throws {
    for _ in 0..<2000 {
      if FileManager.default.fileExists(atPath: file) { return }
      try await Task.sleep(for: .milliseconds(10))
    }
    try #require(Bool(false), "\(file) did not appear")
  }

  /// Lets a program that awaits a file go on.
  func touch(_ file: String) throws {
    try Data().write(to: URL(filePath: file))
  }

  /// The processes below one, by name.
  func processes(below ancestor: pid_t) -> [(id: pid_t, name: String)] {
    let children = "/proc/\(ancestor)/task"
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: children)) ?? []
    return tasks.flatMap { task -> [(id: pid_t, name: String)] in
      let list =
        (try? String(contentsOfFile: "\(children)/\(task)/children", encoding: .utf8)) ?? ""
      return list.split(separator: " ").compactMap { pid_t($0) }.flatMap { child in
        let name = (try? String(contentsOfFile: "/proc/\(child)/comm", encoding: .utf8)) ?? ""
        return [(child, name.trimmingCharacters(in: .newlines))] + processes(below: child)
      }
    }
  }

  /// Files and processes that belong to a recording of this test.
  func leftovers() -> [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return files.filter { $0.hasPrefix("hamon-") } + buffers()
      + processes.filter { pid_t($0) != nil }.compactMap { process in
        guard let bytes = FileManager.default.contents(atPath: "/proc/\(process)/environ"),
          String(decoding: bytes, as: UTF8.self).contains("TMPDIR=\(folder)\0"),
          let name = try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)
        else { return nil }
        return "process \(process) \(name)"
      }
  }

  /// Ring buffers of a recording of this test.
  private func buffers() -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/dev/shm")) ?? []
    return names.filter { name in
      let marker = FileManager.default.contents(atPath: "/dev/shm/\(name)/.hamon-recording")
      // JSON writes a slash as \\/.
      return marker?.range(of: Data(folder.dropFirst("/tmp/".count).utf8)) != nil
    }.map { "buffers \($0)" }
  }

  /// LTTng's names in shared memory, without the files that every traced program of a user shares.
  private static func sharedMemory() -> Set<String> {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/dev/shm")) ?? []
    return Set(
      names.filter { ($0.contains("ust") || $0.contains("lttng")) && !$0.contains("ust-wait") }
    )
  }
}

extension ToolFixture {
  /// Records a command without losing an event.
  ///
  /// - Returns: The trace, and what the tool said.
  /// - Throws: An error that ends the test, if the tool fails.
  func record(_ command: [String]) async throws -> (trace: String, outcome: Outcome) {
    let trace = "\(folder)/trace"
    let outcome = try await run(["record", "-o", trace, "--lossless", "--"] + command)
    try #require(outcome.status == 0, "\(outcome.error)")
    return (trace, outcome)
  }

  /// Records Tests/Fixtures/TracedProgram, which does something a number of times.
  func recordTracedProgram(_ action: String, _ count: Int) async throws -> String {
    try await record([Built.program("TracedProgram"), action, "\(count)"]).trace
  }

  /// Records a number of iterations of the rows of a benchmark, as it was built for the tests.
  func recordBenchmark(
    _ name: String,
    iterations: Int,
    filter: String
  ) async throws -> (trace: String, outcome: Outcome) {
    try await record(
      [Built.program(name), "--one-shot", "\(iterations)", "--filter", filter]
    )
  }
}

extension ToolFixture {
  /// The tool's report on a trace, which it must be able to read whole.
  func report(of trace: String) async throws -> TraceReport {
    let json = "\(folder)/report.json"
    let outcome = try await run(["report", trace, "--json", json])
    try #require(outcome.status == 0, "\(outcome.error)")
    return try JSONDecoder().decode(
      TraceReport.self,
      from: Data(contentsOf: URL(filePath: json))
    )
  }
}
