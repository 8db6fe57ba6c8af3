import CMachine
import CSampling
import CommandRunning
import Foundation
import ObjectFiles
import SampleFiles
import SuiteErrors

/// The library with which programs sample themselves: its origin, and how programs find it (docs/samples.md, S8).
///
/// `tools/install` puts it next to hamon. Elsewhere it is compiled on demand, from source inside hamon: SwiftPM would link it with Swift's
/// runtime, which doesn't belong in every program that a command starts.
enum TimerLibrary {
  static let name = SampleDirectory.libraryName

  /// Why there is none; `nil` if there is one, or a compiler for it.
  static var obstacle: String? {
    installed == nil && compiler == nil
      ? "timers need \(name), which isn't installed with hamon, or a C compiler (cc, clang, gcc)"
      : nil
  }

  /// The one installed with this hamon.
  private static var installed: String? {
    let path = PreloadedLibrary.installFolder.appending(path: name).path
    return FileManager.default.isReadableFile(atPath: path) ? path : nil
  }

  private static var compiler: String? {
    ["cc", "clang", "gcc"].lazy.compactMap(ProgramSearch.path).first
  }

  /// Prepares the folder of the rings and a program's environment.
  ///
  /// - Parameters:
  ///   - program: Its path.
  ///   - environment: The variables that differ from those of this process.
  ///   - choice: How to sample.
  ///   - directory: Where the samples go.
  /// - Returns: The variables, with those for sampling.
  /// - Throws: `SuiteError` if the program can't be sampled.
  static func environment(
    for program: String,
    _ environment: [String: String],
    _ choice: EngineChoice,
    in directory: SampleDirectory
  ) async throws(SuiteError) -> [String: String] {
    if let object = ELFFile(path: program), !object.isLinkedWhenStarted {
      throw SuiteError(
        program,
        "it is linked statically, and can't be sampled by timers, which a library brings into it (\(choice.reason))",
        remedy: "link it dynamically, or let the machine allow perf events: see hamon doctor"
      )
    }
    let rings = URL(filePath: directory.rings).standardizedFileURL.path
    let installed = Self.installed
    let samples = URL(filePath: directory.path).standardizedFileURL.path
    let folder = installed ?? samples
    if let obstacle = PreloadedLibrary.obstacle(at: folder) {
      throw SuiteError(
        folder,
        obstacle,
        remedy: installed == nil
          ? "record into another directory: -o" : "install hamon elsewhere: make install PREFIX=..."
      )
    }
    try WorkDirectory.make(rings, orElse: "record into a directory that is writable and has room")
    let library: String
    if let installed { library = installed } else { library = try await compile(in: samples) }
    let inherited = environment["LD_PRELOAD"] ?? ProcessInfo.processInfo.environment["LD_PRELOAD"]
    var environment = environment
    // Existing libraries stay first: allocators and sanitizers insist on that.
    environment["LD_PRELOAD"] = [inherited ?? "", library].filter { !$0.isEmpty }
      .joined(separator: ":")
    environment["HAMON_TIMERS_DIRECTORY"] = rings
    environment["HAMON_TIMERS_PERIOD"] = "\(choice.recording.period)"
    return environment
  }

  private static func compile(in folder: String) async throws(SuiteError) -> String {
    let (source, library) = ("\(folder)/ThreadTimers.c", "\(folder)/\(name)")
    // SAFETY: the text is constant, with a zero after it.
    try SampleDirectory.write(unsafe String(cString: csampling_timer_source()).utf8, to: source)
    // Not loaded into the compiler, which might be sampled itself.
    let command = Command(
      compiler ?? "cc",
      Self.flags + ["-o", library, source, "-ldl", "-pthread"],
      environment: ["LD_PRELOAD": nil]
    )
    let result = try await command.run()
    try? FileManager.default.removeItem(atPath: source)
    guard result.isSuccess else {
      throw SuiteError(
        "timers",
        "\(name) can't be compiled: \(result.errors.prefix(2000))",
        remedy: "install a C compiler with the headers of the C library, or hamon by `make install`"
      )
    }
    return library
  }

  /// As in tools/install.
  private static let flags = [
    "-std=gnu11", "-O2", "-shared", "-fPIC", "-fvisibility=hidden", "-fno-omit-frame-pointer",
    "-fno-stack-protector", "-Wl,-z,now", "-Wl,--build-id",
  ]
}

/// What programs have loaded by dlopen(3) since their own report.
struct LoadedObjects {
  /// The time between two readings of a process's mappings, in nanoseconds.
  private static let pause: UInt64 = 50_000_000

  private var readings: [Int32: UInt64] = [:]

  /// Reads what a process has mapped, unless that was just done.
  ///
  /// - Parameters:
  ///   - process: The process.
  ///   - time: The time of a sample outside all known code.
  ///   - code: The known code.
  /// - Returns: The unknown mappings.
  mutating func find(
    of process: Int32,
    at time: UInt64,
    besides code: AddressSpaces
  )
    -> [SampledMapping]
  {
    if let last = readings[process], time < last &+ Self.pause { return [] }
    readings[process] = time
    return LoadedCode.identifiedMappings(of: process) { !code.contains($0.begin, of: process) }
  }
}
