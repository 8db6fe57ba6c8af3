public import Foundation
import Glibc
import ProcessLaunching
import SampleFiles
import SampleProfiles
import SampleRecording
import SuiteErrors

/// Samples this process from inside: for services that nobody can start under `hamon record`.
///
///     router.get("/debug/profile") { _, _ in
///       let profile = try await Profiler.sample(for: .seconds(10))
///       return Response(status: .ok, body: .init(byteBuffer: ByteBuffer(bytes: profile)))
///     }
///
/// Nothing runs but while it samples. The kernel takes the samples where it lets this process (perf events), else timers of the threads do,
/// which use SIGPROF: its handler stays, and passes the signals of others on.
public enum Profiler {
  /// How often a running thread is sampled each second if nothing else is said: out of step with what programs do each millisecond.
  public static let usualFrequency = 99

  /// Samples all threads for a while, and returns what they did as a profile.
  ///
  /// - Parameters:
  ///   - duration: For how long.
  ///   - frequency: Samples a second of a running thread, 1 to 100,000; timers give no more than the kernel has ticks, 100 to 1000.
  ///   - hasLines: Whether functions are also told by lines, with inlined ones apart, if `llvm-symbolizer` is found: a process of its own
  ///     that takes some time and memory. Otherwise functions have the names of the symbol tables of their files.
  /// - Returns: A pprof profile, gzipped: `on-cpu` and `off-cpu` in nanoseconds, by stack and thread.
  /// - Complexity: Memory and a temporary file grow with the number of samples; the answer by the number of different stacks.
  /// - Throws: `CancellationError` if the task is cancelled meanwhile; an error that says what to do if nothing can be sampled here.
  public static func sample(
    for duration: Duration,
    frequency: Int = usualFrequency,
    hasLines: Bool = false
  ) async throws -> Data {
    guard (1...100_000).contains(frequency) else {
      throw SuiteError(
        "Profiler.sample(frequency: \(frequency))",
        "it is no number of samples a second",
        remedy: "give one from 1 to 100000"
      )
    }
    let choice = try EngineChoice(
      hasDescriptors ? nil : .timers,
      frequency: frequency,
      isOwn: true
    )
    let profile = try await profile(for: duration, by: choice, hasLines: hasLines)
    let samples = ExportedSamples(profile, clockOffset: profile.description.epoch ?? 0)
    return Data(PprofProfile(samples).bytes)
  }

  /// Samples all threads for a while, and writes what they did to a file.
  ///
  /// - Parameters:
  ///   - duration: For how long.
  ///   - file: The file, which is replaced once the profile is whole; named `.pb.gz` by custom.
  ///   - frequency: As of ``sample(for:frequency:hasLines:)``.
  ///   - hasLines: As there.
  /// - Throws: As there, or if the file can't be written.
  public static func sample(
    for duration: Duration,
    to file: URL,
    frequency: Int = usualFrequency,
    hasLines: Bool = false
  ) async throws {
    let profile = try await sample(for: duration, frequency: frequency, hasLines: hasLines)
    try profile.write(to: file, options: .atomic)
  }

  /// Whether perf events, which take a descriptor for each thread and processor, leave most descriptors to the service.
  private static var hasDescriptors: Bool {
    let threads = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
    let needed = (threads?.count ?? 1) * sysconf(Int32(_SC_NPROCESSORS_CONF))
    return UInt64(needed) <= ProcessLimit.openFiles.soft / 4
  }

  /// Samples by an engine, or by timers if perf events open and yet can't be used.
  static func profile(
    for duration: Duration,
    by choice: EngineChoice,
    hasLines: Bool
  ) async throws -> SampleProfile {
    let folder = FileManager.default.temporaryDirectory.appending(path: "hamon-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let directory = SampleDirectory(ofTrace: folder)
    var recorder = SampleRecorder(choice, in: directory)
    do {
      try await recorder.begin(process: getpid())
    } catch let error as SuiteError where choice.engine != .timers {
      // Such as without memory that the user may lock for their rings.
      recorder = SampleRecorder(choice.timers(because: "\(error)"), in: directory)
      try await recorder.begin(process: getpid())
    }
    // Whoever is cancelled ends the sampling before it leaves.
    try? await Task.sleep(for: duration)
    let tally = await recorder.end()
    try Task.checkCancellation()
    if let failure = tally.failure { throw failure }
    _ = try await SymbolSearch(directory, hasLines: hasLines).run()
    return try SampleProfile(inTrace: folder, tellsAddresses: true)
  }
}
