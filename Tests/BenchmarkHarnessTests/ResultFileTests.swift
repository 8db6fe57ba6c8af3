import FoundationEssentials
import Glibc
import SuiteErrors
import Testing

@testable import BenchmarkHarness

struct ResultFileTests {
  @Test func `a file that can't be written is found before anything is measured`() async throws {
    let directory = try TemporaryDirectory()
    let log = BenchmarkLog()
    let suite = BenchmarkSuite([.counting("count", log: log)])
    for path in ["\(directory.path)/missing/r.json", directory.path, "/dev/full"] {
      await #expect {
        _ = try await suite.run(["--json", path])
      } throws: { error in
        "\(error)".hasPrefix("\(path): it can't be written (")
      }
    }
    #expect(log["set up"] == 0)
  }

  @Test func `what can't be written says why, and what to do about it`() {
    let error = #expect(throws: SuiteError.self) {
      try ResultFile(path: "/dev/full", expectedBytes: 1, remedy: "give another --output")
    }
    #expect(error?.problem.hasPrefix("it can't be written (") == true)
    #expect(error?.remedy == "give another --output")
  }

  @Test(arguments: [
    ["--rounds", "9223372036854775807"], ["--rounds", "0"], ["--one-shot", "0"],
    ["--one-shot", "9223372036854775807"],
    ["--serve", "--iterations", "9223372036854775807"],
  ])
  func `numbers that nothing could be made of are refused`(arguments: [String]) async {
    let suite = BenchmarkSuite([.counting("count", log: BenchmarkLog())])
    await #expect {
      _ = try await suite.run(arguments)
    } throws: { error in
      "\(error)".contains("it is out of range; give 1 to ")
    }
  }

  @Test func `a disk too small for the results is found before anything is measured`() throws {
    let directory = try TemporaryDirectory()
    #expect {
      try ResultFile(path: "\(directory.path)/r.json", expectedBytes: 1 << 60)
    } throws: { error in
      "\(error)".contains("it can't be written (")
    }
    #expect(try directory.files.isEmpty)
  }

  @Test func `the check leaves an earlier file as it was`() throws {
    let directory = try TemporaryDirectory()
    let path = "\(directory.path)/r.json"
    try Data("earlier".utf8).write(to: URL(filePath: path))
    _ = try ResultFile(path: path, expectedBytes: 1000)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "earlier")
    #expect(try directory.files == ["r.json"])
  }

  @Test func `a symbolic link stays one, and the file it leads to is replaced`() throws {
    let directory = try TemporaryDirectory()
    let file = "\(directory.path)/real.json"
    try Data("earlier".utf8).write(to: URL(filePath: file))
    #expect(symlink(file, "\(directory.path)/link.json") == 0)
    try ResultFile(path: "\(directory.path)/link.json", expectedBytes: 100).write([1, 2])
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "[1,2]\n")
    #expect(try directory.files == ["link.json", "real.json"])
  }

  @Test func `a failed write leaves the version before`() throws {
    let directory = try TemporaryDirectory()
    let path = "\(directory.path)/r.json"
    let file = try ResultFile(path: path, expectedBytes: 100)
    try file.write(["one"])
    // JSON has no infinity.
    #expect(throws: SuiteError.self) { try file.write([Double.infinity]) }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "[\"one\"]\n")
    #expect(try directory.files == ["r.json"])
  }
}
