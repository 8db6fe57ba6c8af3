import CMachine
import CommandRunning
import Foundation
import SampleFiles
import SuiteErrors

/// The library by which programs sample themselves: where it comes from, and how they find it (docs/samples.md, S8).
///
/// `tools/install` puts it beside hamon. Elsewhere it is compiled when it is needed, from the source that hamon has in it: SwiftPM would
/// link it with Swift's runtime, which has no place in every program that a command starts.
enum TimerLibrary {
  static let name = SampleDirectory.libraryName

  /// Why there is none; `nil` where there is one, or a compiler for it.
  static var obstacle: String? {
    installed == nil && compiler == nil
      ? "timers need \(name), which isn't installed with hamon, or a C compiler (cc, clang, gcc)"
      : nil
  }

  /// The one that was installed with this hamon.
  private static var installed: String? {
    let path = PreloadedLibrary.installFolder.appending(path: name).path
    return FileManager.default.isReadableFile(atPath: path) ? path : nil
  }

  private static var compiler: String? {
    ["cc", "clang", "gcc"].lazy.compactMap(ProgramSearch.path).first
  }

  /// Prepares the folder of the rings, and tells what a program needs in its environment.
  ///
  /// - Parameters:
  ///   - program: Its path.
  ///   - environment: The variables that differ from those of this process.
  ///   - choice: How it is sampled.
  ///   - directory: Where the samples go.
  /// - Returns: The variables, with those of the program besides.
  /// - Throws: `SuiteError` where the program can't be sampled.
  static func environment(
    for program: String,
    _ environment: [String: String],
    _ choice: EngineChoice,
    in directory: SampleDirectory
  ) async throws(SuiteError) -> [String: String] {
    if let object = ELFObject(path: program), !object.isLinkedWhenStarted {
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
    do {
      try FileManager.default.createDirectory(atPath: rings, withIntermediateDirectories: true)
    } catch {
      throw SuiteError(
        rings,
        "it can't be made (\(error.localizedDescription))",
        remedy: "record into a directory that is writable and has room"
      )
    }
    let library: String
    if let installed { library = installed } else { library = try await compile(in: samples) }
    let inherited = environment["LD_PRELOAD"] ?? ProcessInfo.processInfo.environment["LD_PRELOAD"]
    var environment = environment
    // What is there stays first: allocators and sanitizers insist on that.
    environment["LD_PRELOAD"] = [inherited ?? "", library].filter { !$0.isEmpty }
      .joined(separator: ":")
    environment["HAMON_TIMERS_DIRECTORY"] = rings
    environment["HAMON_TIMERS_PERIOD"] = "\(choice.recording.period)"
    return environment
  }

  private static func compile(in folder: String) async throws(SuiteError) -> String {
    let (source, library) = ("\(folder)/ThreadTimers.c", "\(folder)/\(name)")
    try SampleDirectory.write(Data(PackageResources.ThreadTimers_c), to: source)
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

/// What programs have loaded since they told it themselves, by dlopen(3).
struct LoadedObjects {
  /// The time between two readings of what a process has, in nanoseconds.
  private static let pause: UInt64 = 50_000_000

  private var readings: [Int32: UInt64] = [:]

  /// Reads what a process has mapped, if that wasn't done just now.
  ///
  /// - Parameters:
  ///   - process: The process.
  ///   - time: The time of the sample that is in no code that is known.
  ///   - code: The code that is known.
  /// - Returns: What isn't known.
  mutating func find(of process: Int32, at time: UInt64, besides code: CodeMaps) -> [SampledMapping]
  {
    if let last = readings[process], time < last &+ Self.pause { return [] }
    readings[process] = time
    return LoadedCode.identifiedMappings(of: process) { !code.contains($0.begin, of: process) }
  }
}
