public import BenchmarkHarness
import Foundation
import Subprocess

/// A whole command that is counted under valgrind, with all processes that it starts.
public struct CountedCommand: Sendable {
  /// What two runs of a command have given.
  public struct Result: Sendable {
    /// The smaller of both, in each count; ``RowCounts/iterations`` is 1.
    public let counts: RowCounts
    /// Whether both allocated as often: if not, threads or the time of day have their say.
    public let isRepeatable: Bool
  }

  private let command: String
  private let directory: String
  private let timeout: Duration

  /// Prepares to count a command.
  ///
  /// - Parameters:
  ///   - command: For the shell, which is counted as well.
  ///   - directory: Where it runs; an absolute path, which may be a link.
  ///   - timeout: How long a run may take.
  public init(_ command: String, in directory: String, timeout: Duration) {
    self.command = command
    self.directory = directory
    self.timeout = timeout
  }

  /// Counts two runs of a command.
  ///
  /// - Parameters:
  ///   - command: For the shell, which is counted as well.
  ///   - directory: Where it runs.
  ///   - timeout: How long a run may take.
  /// - Returns: The counts of one run.
  /// - Throws: ``CountingError``.
  public static func count(
    _ command: String,
    in directory: String,
    timeout: Duration
  ) async throws -> Result {
    let counted = CountedCommand(command, in: directory, timeout: timeout)
    let first = try await counted.run(layout: 0)
    let second = try await counted.run(layout: 0)
    let counts = RowCounts(
      instructions: min(first.instructions, second.instructions),
      allocations: min(first.allocations, second.allocations),
      objects: min(first.objects, second.objects),
      retains: min(first.retains, second.retains),
      releases: min(first.releases, second.releases),
      iterations: 1
    )
    return Result(counts: counts, isRepeatable: first.allocations == second.allocations)
  }

  /// Counts one run.
  ///
  /// - Parameter layout: Which layout of memory it has, from 0.
  /// - Returns: Its counts.
  /// - Throws: ``CountingError``.
  public func run(layout: Int) async throws -> RowCounts {
    try InstalledTool.check("valgrind")
    let profiles = FileManager.default.temporaryDirectory
      .appending(path: "hamon-counts-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: profiles, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: profiles) }
    let environment = CountedEnvironment(directory: directory, layout: layout)
    let stripped = await StrippedCommand(command, in: directory)
    defer { stripped.remove() }
    try await CountedProgram.limited(to: timeout, row: command) {
      let result = try await Subprocess.run(
        .name("valgrind"),
        arguments: [
          "--tool=callgrind", "--trace-children=yes", "--separate-threads=yes",
          "--callgrind-out-file=\(profiles)/%p", "/bin/sh", "-c", stripped.line,
        ],
        environment: .custom(environment.variables()),
        workingDirectory: Executable.literalPath(directory),
        output: .discarded,
        error: .string(limit: 1 << 20)
      )
      guard result.terminationStatus.isSuccess else {
        let reason = [
          CountedProgram.ending(result.terminationStatus),
          ValgrindMessage.reason(result.standardError),
        ].joined(separator: ": ")
        throw CountingError("\(command): it fails under valgrind: \(reason)")
      }
    }
    var counts = CallgrindProfile.Counts()
    for name in try FileManager.default.contentsOfDirectory(atPath: profiles) {
      // A process that only starts another has an empty profile.
      guard let text = try? String(contentsOfFile: "\(profiles)/\(name)", encoding: .utf8),
        let profile = CallgrindProfile(text[...]), !profile.isOfTracer
      else { continue }
      counts.add(profile)
    }
    guard counts.instructions > 0 else {
      throw CountingError(
        "\(command): valgrind reported no total; run it under valgrind to see why"
      )
    }
    return counts.row
  }
}
