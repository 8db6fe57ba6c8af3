import BenchmarkResults
import ProcessLaunching
package import SampleAnalysis
package import SampleFiles
package import SampleRecording
package import SuiteErrors
import Synchronization

/// A recording of the call stacks of processes that serve rows or commands, from their start to their end.
///
/// The gate and `hamon bench --profile` both use it, so their samples have the same rate, the same looks at waiting threads, and the same
/// filter for the harness.
package struct StackRecording: Sendable {
  /// The samples of a running thread per second, if the engine supports that rate; chosen to be out of step with samples of a millisecond.
  package static let frequency = 3999

  /// The sampling engine.
  package let choice: EngineChoice
  /// The directory of the samples.
  package let directory: SampleDirectory
  private let recorder: SampleRecorder
  private let looks: LookPace

  /// Prepares a recording.
  ///
  /// - Parameter folder: The directory for the folder of samples.
  /// - Throws: `SuiteError` if nothing can be sampled here.
  package init(in folder: String) throws(SuiteError) {
    choice = try EngineChoice(frequency: Self.frequency)
    directory = SampleDirectory(ofTrace: folder)
    looks = LookPace(choice.engine, isClose: true)
    recorder = SampleRecorder(choice, in: directory, looks: looks)
  }

  /// The time between looks at waiting threads, in nanoseconds.
  package var lookPeriod: UInt64 { looks.nanoseconds }

  /// Starts processes and records them with all their children.
  ///
  /// - Parameters:
  ///   - programs: The paths of the programs.
  ///   - start: Starts them with additional environment variables, without waiting for them, on a thread that starts nothing else.
  /// - Returns: The result of `start`.
  /// - Throws: The error of `start`, or `SuiteError` if nothing can be recorded. Then nothing is left behind.
  package func begin<Served>(
    _ programs: [String],
    _ start: @escaping @Sendable ([String: String]) throws -> sending Served
  ) async throws -> sending Served {
    var variables: [String: String] = [:]
    for program in programs {
      variables = try await recorder.environment(for: program, [:])
    }
    // The processes are started on one thread and used on another, never on both at once.
    let place = Mutex<Served?>(nil)
    try await recorder.begin { [variables] in
      try place.withLock { served in served = try start(variables) }
    }
    let started = place.withLock { served in
      let taken = served
      served = nil
      return taken
    }
    guard let started else { throw ProcessFailure("nothing was started") }
    return started
  }

  /// Ends the recording, once the processes have ended.
  ///
  /// - Returns: The tally of its samples.
  /// - Throws: `SuiteError` if not everything was written.
  package func end() async throws(SuiteError) -> SampleTally {
    let tally = await recorder.end()
    if let failure = tally.failure { throw failure }
    return tally
  }

  /// Removes files needed only while recording; find the names of functions first.
  package func cleanUp() { recorder.cleanUp() }

  /// Whether a function belongs to the harness, which calls a row's closure.
  package static func isOfHarness(_ function: StackTable.Function) -> Bool {
    // `closure in RowServer.serve(...)`, and functions within it.
    let name =
      function.name.ranges(of: " in ").last.map { function.name[$0.upperBound...] }
      ?? function.name[...]
    return ["BenchmarkBody.", "RowServer.", "ThreadTeam.", "BlockingTask.", "ClockReading."]
      .contains { name.hasPrefix($0) }
  }
}

/// A sampler that notes when its samples were taken.
final class RangedSampler: RowSampler {
  private let sampler: any RowSampler
  /// The time from each request to its answer, in nanoseconds of CLOCK_MONOTONIC.
  private(set) var ranges: [Range<UInt64>] = []

  init(_ sampler: any RowSampler) { self.sampler = sampler }

  var usage: RowUsage? { sampler.usage }

  func sample(_ count: Int) throws(ProcessFailure) -> [Double] {
    let begin = MonotonicClock.now
    let times = try sampler.sample(count)
    ranges.append(begin..<MonotonicClock.now)
    return times
  }

  func finish() throws(ProcessFailure) { try sampler.finish() }

  func abandon() { sampler.abandon() }
}
