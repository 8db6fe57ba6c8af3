import Foundation
import ProcessLaunching
import Statistics
import Testing

@testable import RegressionGate

@Suite(.timeLimit(.minutes(30)))
struct ServedRowTests {
  /// What a program prints that serves a row of so much work, and how it answers.
  private static func server(_ work: String) -> String {
    """
    #!/bin/sh
    echo "serving 1 10 \(work)"
    while read word count; do
      if [ "$word" = end ]; then echo ended; exit; fi
      printf sampled
      while [ "$count" -gt 0 ]; do printf ' 100'; count=$((count - 1)); done
      echo
    done
    """
  }

  /// The processors that both sides of a pair may run on once they are warm, as the kernel writes them.
  private func processors(_ work: String, staysWithHead: Bool) throws -> [String] {
    let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let program = directory.appending(path: "server").path
    try Self.server(work).write(toFile: program, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    let sides = try RowPair(
      row: "row",
      sides: Sides(base: [BenchmarkProgram(program)], head: [BenchmarkProgram(program)]),
      iterations: 10,
      timeout: .seconds(60)
    ).warm(0, staysWithHead: staysWithHead)
    #expect(try sides.base.sample(2) == [100, 100])
    let allowed = try [sides.base, sides.head].map { try Self.processors(of: $0.processNumber) }
    try sides.base.finish()
    try sides.head.finish()
    return allowed
  }

  private static func processors(of process: Int32) throws -> String {
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed_list:") }
    return try #require(line).split(separator: "\t").last.map(String.init) ?? ""
  }

  @Test(arguments: [false, true])
  func `both sides of a row of one thread run on one processor, the same`(
    staysWithHead: Bool
  ) throws {
    let allowed = try processors("thread 1", staysWithHead: staysWithHead)
    #expect(allowed[0] == allowed[1])
    #expect(Int(allowed[0]) != nil, "\(allowed)")
  }

  @Test(arguments: ["process 1", "thread 2"])
  func `those of several threads or tasks run where the system has them run`(work: String) throws {
    let own = try Self.processors(of: ProcessInfo.processInfo.processIdentifier)
    #expect(try processors(work, staysWithHead: true) == [own, own])
  }
}
