import Foundation
import SampleFiles
import Testing

@testable import hamon

/// `hamon bench --profile` with benchmarks of this package, as they were built for the tests.
@Suite(.serialized, .timeLimit(.minutes(30)))
struct BenchProfileTests {
  private struct Profile: Decodable {
    struct Function: Decodable {
      let name: String
      let running: UInt64
      let runningTotal: UInt64
    }
    let row: String
    let folder: String
    let engine: String
    let samples: Int
    let lost: UInt64
    let operations: Int
    let wall: Double
    let harness: UInt64
    let functions: [Function]
  }

  private static let program = Built.program("LayoutScaling")

  private static func profiles(_ path: String) throws -> [Profile] {
    try JSONDecoder().decode([Profile].self, from: Data(contentsOf: URL(filePath: path)))
  }

  @Test(arguments: RecordTests.Samples.obstacle == nil ? [false, true] : [true])
  func `the functions of rows are told, without set-up and harness`(isDenied: Bool) async throws {
    try await ToolFixture.open { fixture in
      let prefix = isDenied ? [try await SampledProgram.denied(in: fixture.folder)] : []
      let outcome = try await fixture.succeed(
        [
          "bench", "--quick", "--profile", "--rounds", "2", "--bar-budget", "0", "--filter",
          "^(first-layout|resize)/workload=L/views=10$", "--json", "\(fixture.folder)/r.json",
          Self.program,
        ],
        prefix: prefix
      )
      let folder = "\(fixture.folder)/r.profile"
      let profiles = try Self.profiles("\(folder)/profile.json")
      #expect(profiles.count >= 2, "\(outcome.output)")
      for profile in profiles {
        #expect(outcome.output.contains("Where the time of \(profile.row) went: "))
        #expect(profile.engine == "timers" || !isDenied)
        // The kernel drops samples while a busy machine doesn't run the recorder; those must be told.
        let figures = "\(profile.row): \(profile.samples), \(profile.lost) lost"
        #expect(profile.samples > 10 && profile.lost < profile.samples / 4, "\(figures)")
        #expect(outcome.output.contains(" (and \(profile.lost) lost) ") == (profile.lost > 0))
        #expect(profile.wall > 0.4e9 && profile.operations > 0)
        let running = profile.functions.reduce(0) { $0 + $1.running }
        // The loop over the samples, between a request and its answer.
        #expect(profile.harness * 10 < running, "\(profile.row): \(profile.harness)")
        for name in ["BenchmarkBody.", "RowServer.", "main", "WarmUp"] {
          #expect(
            !profile.functions.contains { $0.name.hasPrefix(name) },
            "\(profile.row): \(name)"
          )
        }
        let row = "\(folder)/\(profile.folder)"
        let folded = try String(contentsOfFile: "\(row)/on-cpu.folded", encoding: .utf8)
        let sum = folded.split(separator: "\n").compactMap { line in
          line.split(separator: " ").last.flatMap { UInt64($0) }
        }.reduce(0, +)
        #expect(sum == running)
        #expect(!folded.contains("RowServer"))
        let svg = try String(contentsOfFile: "\(row)/on-cpu.svg", encoding: .utf8)
        #expect(svg.contains(" in all</text>"))
      }
    }
  }

  @Test func `rows whose names differ by slashes only have folders of their own`() {
    var folders: [String] = []
    for row in ["a/b", "a-b", "a b", "a-b-2"] {
      folders.append(RowProfiler.folderName(of: row, besides: folders))
    }
    #expect(folders == ["a-b", "a-b-2", "a-b-3", "a-b-2-2"])
  }

  @Test func `a profile replaces another one, and nothing else that is in its folder`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "profile-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let samples = SampleDirectory(ofTrace: folder)
    try FileManager.default.createDirectory(
      atPath: samples.path,
      withIntermediateDirectories: true
    )
    let left = ["on-cpu.folded", "on-cpu.svg", "off-cpu.folded", "off-cpu.svg"]
    for path in left.map({ "\(folder)/\($0)" }) + ["\(folder)/main.swift", samples.symbols] {
      try Data().write(to: URL(filePath: path))
    }
    // A folder of that name without samples isn't a recording's.
    RowProfiler.removeProfile(in: folder)
    #expect(
      Set(try FileManager.default.contentsOfDirectory(atPath: folder)) == ["main.swift", "samples"]
    )
    try Data().write(to: URL(filePath: samples.data))
    RowProfiler.removeProfile(in: folder)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["main.swift"])
  }

  @Test func `where nothing can be sampled, nothing is measured`() async throws {
    try await ToolFixture.open { fixture in
      let denied = try await SampledProgram.denied(in: fixture.folder)
      // Without a compiler there are no timers either.
      let outcome = try await fixture.run(
        ["bench", "--profile", "--json", "\(fixture.folder)/r.json", Self.program],
        prefix: [denied, "env", "PATH=/nonexistent"]
      )
      #expect(outcome.status == 1)
      #expect(
        outcome.error.contains("error: --profile: rows can't be sampled: "),
        "\(outcome.error)"
      )
      #expect(outcome.error.contains("perf_event_open is forbidden"), "\(outcome.error)")
      #expect(!FileManager.default.fileExists(atPath: "\(fixture.folder)/r.json"))
      for arguments in [["--profile", "--command", "true"], ["--profile-output", "x"]] {
        let refused = try await fixture.run(["bench"] + arguments)
        #expect(refused.status == 64, "\(refused.error)")
      }
    }
  }
}
