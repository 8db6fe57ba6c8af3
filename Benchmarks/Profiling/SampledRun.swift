import BenchmarkHarness
import Dispatch
import FoundationEssentials
import Glibc
import ProcessLaunching
import SampleAnalysis
import SampleFiles
import SampleRecording
import SuiteErrors
import Synchronization

/// A run of this program as one of those that are sampled.
enum SampledRun {
  private static let timeout = Duration.seconds(120)

  private static var program: String {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
  }

  /// Runs it unrecorded.
  ///
  /// - Returns: The numbers that it has printed.
  /// - Throws: `ProcessFailure` if it can't be run.
  static func plain(_ work: SampledWork) throws -> [UInt64] {
    try finish(InteractiveProcess([program, work.rawValue]))
  }

  /// Runs it sampled.
  ///
  /// - Parameters:
  ///   - work: What it does.
  ///   - engine: The engine; `nil` for the best that the machine allows.
  ///   - read: Looks at the samples before they are removed; without it no names are looked for.
  /// - Returns: The numbers that it has printed.
  /// - Throws: What is wrong with the run, its samples, or what `read` finds.
  static func sampled(
    _ work: SampledWork,
    engine: SamplingEngine?,
    read: ((SampleProfile, [UInt64]) throws -> Void)? = nil
  ) throws -> [UInt64] {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "hamon-profiling-\(getpid())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let choice = try EngineChoice(engine, frequency: 999)
    let samples = SampleDirectory(ofTrace: folder)
    let recorder = SampleRecorder(choice, in: samples)
    let place = Place()
    let path = program
    try wait {
      let environment = try await recorder.environment(for: path, [:])
      try await recorder.begin {
        try place.process.withLock { process in
          process = try InteractiveProcess([path, work.rawValue], environment: environment)
        }
      }
    }
    let process = place.process.withLock { process in
      let taken = process
      process = nil
      return taken
    }
    var numbers: [UInt64] = []
    if let process { numbers = try finish(process) }
    let asksForNames = read != nil
    let tally = try wait {
      let tally = await recorder.end()
      if asksForNames { _ = try await SymbolSearch(samples).run() }
      recorder.cleanUp()
      return tally
    }
    if let failure = tally.failure { throw failure }
    try VerificationError.check("lost samples", found: tally.lost, expected: 0)
    guard tally.samples > 0 else {
      throw VerificationError("samples", expected: "some", found: "none")
    }
    try read?(try SampleProfile(inTrace: folder), numbers)
    return numbers
  }

  /// Holds what is started in one thread and used in another, never in both at once.
  private final class Place: Sendable {
    let process = Mutex<InteractiveProcess?>(nil)
  }

  private static func finish(_ process: InteractiveProcess) throws -> [UInt64] {
    let line = try process.readLine(timeout: timeout)
    try process.waitForEnd(timeout: timeout)
    return line.split(separator: " ").compactMap { UInt64($0) }
  }

  /// Waits for what is asynchronous in a thread that has nothing else to do.
  private static func wait<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    let done = DispatchSemaphore(value: 0)
    let outcome = Outcome<Value>()
    Task.detached {
      let result: Result<Value, any Error>
      do { result = .success(try await body()) } catch { result = .failure(error) }
      outcome.result.withLock { $0 = result }
      done.signal()
    }
    done.wait()
    guard let result = outcome.result.withLock({ $0 }) else { throw CancellationError() }
    return try result.get()
  }

  private final class Outcome<Value: Sendable>: Sendable {
    let result = Mutex<Result<Value, any Error>?>(nil)
  }
}
