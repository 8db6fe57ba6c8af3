import BenchmarkResults
import ProcessLaunching
package import SampleAnalysis
package import SampleFiles
package import SampleRecording
package import SuiteErrors
import Synchronization

/// A recording of the call stacks of processes that serve rows or commands, from their starts to their ends.
///
/// What the gate samples and what `hamon bench --profile` shows is recorded by it: as often, by the same looks, and without what
/// the harness does.
package struct StackRecording: Sendable {
  /// How often a running thread is sampled a second, where the engine can; not in step with samples of a millisecond.
  package static let frequency = 3999

  /// What takes the samples.
  package let choice: EngineChoice
  /// Where they are written.
  package let directory: SampleDirectory
  private let recorder: SampleRecorder
  private let looks: LookPace

  /// Prepares a recording.
  ///
  /// - Parameter folder: Where its folder of samples is made.
  /// - Throws: `SuiteError` where nothing can be sampled here.
  package init(in folder: String) throws(SuiteError) {
    choice = try EngineChoice(frequency: Self.frequency)
    directory = SampleDirectory(ofTrace: folder)
    looks = LookPace(choice.engine, isClose: true)
    recorder = SampleRecorder(choice, in: directory, looks: looks)
  }

  /// The time between two looks at threads that wait, in nanoseconds.
  package var lookPeriod: UInt64 { looks.nanoseconds }

  /// Starts processes, which are recorded with all that they start.
  ///
  /// - Parameters:
  ///   - programs: Their paths.
  ///   - start: Starts them with more variables of the environment, in a thread that starts nothing else, and doesn't wait for
  ///     them.
  /// - Returns: What that has returned.
  /// - Throws: What it has thrown, or `SuiteError` where nothing can be recorded. Then nothing is left.
  package func begin<Served>(
    _ programs: [String],
    _ start: @escaping @Sendable ([String: String]) throws -> sending Served
  ) async throws -> sending Served {
    var variables: [String: String] = [:]
    for program in programs {
      variables = try await recorder.environment(for: program, [:])
    }
    // What is started in one thread is used in another, never in both at once.
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

  /// Ends it, once the processes have ended.
  ///
  /// - Returns: What it has of samples.
  /// - Throws: `SuiteError` where not all was written.
  package func end() async throws(SuiteError) -> SampleTally {
    let tally = await recorder.end()
    if let failure = tally.failure { throw failure }
    return tally
  }

  /// Removes what was only needed while it was recorded; the names of functions are found before.
  package func cleanUp() { recorder.cleanUp() }

  /// Whether a function is the harness's, which calls a row's closure.
  package static func isOfHarness(_ function: StackTable.Function) -> Bool {
    // `closure in RowServer.serve(...)`, and functions within it.
    let name =
      function.name.ranges(of: " in ").last.map { function.name[$0.upperBound...] }
      ?? function.name[...]
    return ["BenchmarkBody.", "RowServer.", "ThreadTeam.", "BlockingTask.", "ClockReading."]
      .contains { name.hasPrefix($0) }
  }
}

/// Tells when the samples of a side were taken.
final class RangedSampler: RowSampler {
  private let sampler: any RowSampler
  /// From each request to its answer, in nanoseconds of CLOCK_MONOTONIC.
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
