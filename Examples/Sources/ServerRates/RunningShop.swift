import Foundation
import ShopLoad
import Synchronization

/// What `tools/server-rates` says by the environment: the programs, and where they run.
struct Surroundings: Sendable {
  /// The server's executable.
  let server: String
  /// That of `hamon`; without it nothing is recorded.
  let hamon: String?
  /// The processor that servers run on, and no other; without it they run anywhere.
  let processor: String?
  /// The processors that what records them may run on.
  let processors: String?
  /// How many requests a sample sends.
  let requests: Int
  /// How many a second, where they are sent at their own times.
  let rate: Int

  init(_ environment: [String: String] = ProcessInfo.processInfo.environment) throws {
    func number(_ name: String, _ usual: Int) throws -> Int {
      guard let text = environment[name] else { return usual }
      guard let value = Int(text), (1...1_000_000).contains(value) else {
        throw ShopProblem("\(name): it is \(text); give a number from 1 to 1000000")
      }
      return value
    }
    guard let server = environment["SHOP_SERVER"] else {
      throw ShopProblem(
        "SHOP_SERVER: it isn't set; run tools/server-rates, which builds the server and sets it"
      )
    }
    self.server = server
    hamon = environment["SHOP_HAMON"]
    processor = environment["SHOP_PROCESSOR"]
    processors = environment["SHOP_PROCESSORS"]
    requests = try number("SHOP_REQUESTS", 5_000)
    rate = try number("SHOP_RATE", 1_000)
  }

  /// The command that runs a service.
  func command(_ service: ShopService, trace: URL) -> [String] {
    func pinned(to processors: String?) -> [String] {
      processors.map { ["taskset", "-c", $0] } ?? []
    }
    let command = pinned(to: processor) + [server] + service.options
    guard let options = service.recordingOptions, let hamon else { return command }
    return pinned(to: processors) + [hamon, "record", "-o", trace.path] + options + ["--"] + command
  }
}

/// Why a service can't be measured.
struct ShopProblem: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

// What was started for the current sample; 0 for nothing. A signal's handler may use no more than this.
private let started = Atomic<pid_t>(0)

/// A server that was started for one sample, with clients that it has served before, so that it is warm.
final class RunningShop {
  private static let clients = 8
  private static let carts = 20
  private static let warmUp = 1_000

  let session = ShopSession(carts: RunningShop.carts)
  private let service: ShopService
  private let process = Process()
  private let output = Pipe()
  /// What the programs say of themselves, which is told where one fails.
  private let log: URL
  private let trace: URL
  private var server: pid_t = 0

  init(_ service: ShopService, in surroundings: Surroundings) throws {
    self.service = service
    let place = FileManager.default.temporaryDirectory.appending(
      path: "server-rates-\(UUID().uuidString)"
    )
    (trace, log) = (place.appendingPathExtension("trace"), place.appendingPathExtension("log"))
    FileManager.default.createFile(atPath: log.path, contents: nil)
    process.standardError = try FileHandle(forWritingTo: log)
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = surroundings.command(service, trace: trace)
    process.standardOutput = output
    try process.run()
    started.store(process.processIdentifier, ordering: .releasing)
    do {
      let port = try awaitPort()
      try session.connect(Self.clients, to: port).wait()
      _ = try session.shop(Self.warmUp, .closed).wait()
    } catch {
      try? end()
      throw error
    }
  }

  /// Tells the server to end, or what records it, where a signal ends this program.
  static func endWithThisProgram() {
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signal(number) { number in
        let process = started.load(ordering: .acquiring)
        if process > 0 { kill(process, SIGTERM) }
        _exit(128 + number)
      }
    }
  }

  /// The processor time that the server has taken so far, in nanoseconds.
  var processorTime: Int64 {
    get throws {
      guard let time = Self.processorTime(of: server) else {
        throw ShopProblem(
          "\(service): process \(server) has ended; run the server by itself to see why"
        )
      }
      return time
    }
  }

  /// That of what was started besides the server, which records it, or of those of its programs with a name; 0 where nothing does.
  func recorderTime(of program: String? = nil) -> Int64 {
    var parents: [pid_t: pid_t] = [:]
    var names: [pid_t: Substring] = [:]
    for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] {
      // The number of the parent comes after the name, which may have spaces, and the state.
      guard let id = pid_t(name),
        let text = try? String(contentsOfFile: "/proc/\(name)/stat", encoding: .utf8),
        let begin = text.firstIndex(of: "("), let end = text.lastIndex(of: ")")
      else { continue }
      let words = text[end...].split(separator: " ")
      guard words.count > 2 else { continue }
      parents[id] = pid_t(words[2])
      names[id] = text[begin..<end].dropFirst()
    }
    func isOfRecorder(_ id: pid_t) -> Bool {
      if id == server { return false }
      if id == process.processIdentifier { return true }
      return parents[id].map { isOfRecorder($0) } ?? false
    }
    let programs = parents.keys.filter { id in
      isOfRecorder(id) && (program == nil || names[id].map(String.init) == program)
    }
    return programs.reduce(0) { $0 + (Self.processorTime(of: $1) ?? 0) }
  }

  private static func processorTime(of process: pid_t) -> Int64? {
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else {
      return nil
    }
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Looks whether all that was bought is there, and ends the server.
  func finish() throws {
    do { _ = try session.compare().wait() } catch {
      try? end()
      throw error
    }
    try end()
  }

  /// Reads where the server listens, and which process it is: what was started may be a program that records it.
  private func awaitPort() throws -> Int {
    var text = ""
    while true {
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else {
        throw ShopProblem("\(service): it ended before it listened; \(logged)")
      }
      text += String(decoding: data, as: UTF8.self)
      if let match = text.firstMatch(of: /process (\d+) listens on 127\.0\.0\.1:(\d+)\n/),
        let server = pid_t(match.1), let port = Int(match.2)
      {
        self.server = server
        return port
      }
    }
  }

  private var logged: String {
    let text = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
    return text.isEmpty ? "it has said nothing" : "it has said\n\(text)"
  }

  private func end() throws {
    defer { for file in [trace, log] { try? FileManager.default.removeItem(at: file) } }
    try session.closeAndWait()
    if server > 0 { kill(server, SIGTERM) } else { process.terminate() }
    process.waitUntilExit()
    started.store(0, ordering: .releasing)
    guard process.terminationStatus == 0 else {
      throw ShopProblem("\(service): it ended with \(process.terminationStatus); \(logged)")
    }
  }
}
