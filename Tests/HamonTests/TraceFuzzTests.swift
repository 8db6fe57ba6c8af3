import Foundation
import SeededRandom
import Subprocess
import Testing
import TraceReading

/// `hamon report` on damaged traces: it ends by itself with a report or an error, and says which part
/// it could not read.
///
/// `HAMON_FUZZ_CASES` sets how many there are (`make check`: 10,000); `HAMON_FUZZ_SEED` makes those of
/// an earlier run again.
@Suite(.enabled(if: TraceReader.isSupported))
struct TraceFuzzTests {
  private static let traces = ["mixed", "details", "per-pid", "rotated"]

  private static let environment = ProcessInfo.processInfo.environment
  private static let count =
    environment["HAMON_FUZZ_CASES"].flatMap { Int($0) }
    ?? (TestTier.isCheck ? 10_000 : 100)
  /// The same each time in an ordinary run: a fault of the library's that nobody has met yet is for
  /// `make check` to find, not for a change that has nothing to do with it.
  private static let seed =
    environment["HAMON_FUZZ_SEED"].flatMap { UInt64($0) } ?? RandomHistories.seed

  /// What is wrong with a copy of a trace.
  private struct Damage: Sendable, CustomStringConvertible {
    let trace: String
    let file: String
    let offset: Int
    let kind: Int
    let value: UInt8
    let length: Int

    var description: String {
      "\(trace)/\(file): kind \(kind) at \(offset), length \(length), value \(value)"
    }

    func apply(to bytes: inout Data) {
      let end = min(offset + length, bytes.count)
      switch kind {
      case 0: bytes = bytes.prefix(offset)
      case 1: bytes[offset] ^= 1 << (value & 7)
      case 2: bytes[offset] = value
      case 3: for index in offset..<end { bytes[index] = 0xff }
      case 4: for index in offset..<end { bytes[index] = 0 }
      case 5: bytes.removeSubrange(offset..<end)
      case 6: bytes.insert(contentsOf: Data(repeating: value, count: length), at: offset)
      default: bytes.insert(contentsOf: bytes[offset..<end], at: offset)
      }
    }
  }

  @Test func `a damaged trace gives a report or an error, never a crash or a hang`() async throws {
    let hamon = Built.program("hamon")
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "fuzz-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let damages = try Self.damages()
    let failures = try await withThrowingTaskGroup(of: [String].self) { group in
      for worker in 0..<2 {
        group.addTask {
          var failures: [String] = []
          for index in stride(from: worker, to: damages.count, by: 2) {
            let copy = "\(folder)/\(index)"
            if let failure = try await Self.failure(of: damages[index], at: copy, hamon: hamon) {
              failures.append("case \(index), \(damages[index]): \(failure)")
            }
          }
          return failures
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(failures == [], "HAMON_FUZZ_SEED=\(Self.seed) HAMON_FUZZ_CASES=\(Self.count)")
  }

  private static func path(_ trace: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../Fixtures/Traces/\(trace)").standardized.path
  }

  /// Each file's regions in turn, at places within them and in ways that the seed chooses.
  private static func damages() throws -> [Damage] {
    var generator = SplitMix64(seed: seed)
    var files: [(trace: String, file: String, size: Int)] = []
    for trace in traces {
      for file in try FileManager.default.subpathsOfDirectory(atPath: path(trace)).sorted() {
        var isFolder: ObjCBool = false
        let whole = "\(path(trace))/\(file)"
        _ = FileManager.default.fileExists(atPath: whole, isDirectory: &isFolder)
        guard !isFolder.boolValue else { continue }
        let size = FileManager.default.contents(atPath: whole)?.count ?? 0
        if size > 0 { files.append((trace, file, size)) }
      }
    }
    return (0..<count).map { index in
      let (trace, file, size) = files[index % files.count]
      // The regions of a file in turn, so that many cases leave none out.
      let region = index / files.count % 64
      let low = size * region / 64
      let high = max(size * (region + 1) / 64, low + 1)
      return Damage(
        trace: trace,
        file: file,
        offset: min(Int.random(in: low..<high, using: &generator), size - 1),
        kind: Int.random(in: 0...7, using: &generator),
        value: UInt8.random(in: 0...255, using: &generator),
        length: Int.random(in: 1...64, using: &generator)
      )
    }
  }

  /// What is wrong with how the tool took a damaged trace; `nil` if nothing is.
  private static func failure(
    of damage: Damage,
    at copy: String,
    hamon: String
  ) async throws -> String? {
    let files = FileManager.default
    try files.copyItem(atPath: path(damage.trace), toPath: copy)
    defer { try? files.removeItem(atPath: copy) }
    let file = URL(filePath: "\(copy)/\(damage.file)")
    var bytes = try Data(contentsOf: file)
    damage.apply(to: &bytes)
    try bytes.write(to: file)
    let result = try await Subprocess.run(
      .name("timeout"),
      arguments: ["--signal=KILL", "20", hamon, "report", copy],
      // A crash is seen in the status; its backtrace would take a second.
      environment: .inherit.updating(["SWIFT_BACKTRACE": "enable=no"]),
      output: .string(limit: 8 << 20),
      error: .string(limit: 1 << 20)
    )
    switch result.terminationStatus {
    case .signaled(let signal): return "ended by signal \(signal), after 20 s or a crash"
    case .exited(0):
      let report = result.standardOutput
      let isWhole = report.hasPrefix("Why\n") && report.contains("\nTrace\n")
      return isWhole ? nil : "status 0 without a report"
    case .exited(1):
      guard result.standardError.contains("error: ") else { return "status 1 without an error" }
      let isMarked = result.standardOutput.isEmpty || result.standardOutput.contains("PARTIAL")
      return isMarked ? nil : "a part that is not said to be one"
    case .exited(let status): return "status \(status): \(result.standardError.prefix(300))"
    }
  }
}
