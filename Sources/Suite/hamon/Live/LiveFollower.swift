import Foundation
import Glibc
import ProcessLaunching
import Subprocess
import SuiteErrors
import TraceRecording

/// Follows the sessions at a relay daemon: with a babeltrace2 for each, and one now and then that lists the sessions.
struct LiveFollower: Sendable {
  let relay: RelayAddress

  /// The name of the only session; `nil` for all, including later ones.
  let sessionName: String?

  private var address: String { "\(relay.bracketedHost):\(relay.port)" }
  private var url: String { "net://\(address)" }

  /// The current sessions.
  ///
  /// - Throws: `SuiteError`, or `RecordingError` if the relay does not answer.
  func sessions() async throws -> [LiveSession] {
    try relay.check()
    do {
      let result = try await Subprocess.run(
        .name("babeltrace2"),
        arguments: ["--input-format=lttng-live", url],
        platformOptions: Self.options,
        output: .string(limit: 1 << 20),
        error: .string(limit: 1 << 20)
      )
      guard result.terminationStatus.isSuccess else {
        let cause = Self.cause(in: result.standardError)
        throw SuiteError("babeltrace2", cause, remedy: "see babeltrace2 help source.ctf.lttng-live")
      }
      return LiveSession.list(result.standardOutput)
        .filter { sessionName == nil || $0.name == sessionName }
    } catch let error as SubprocessError where error.code == .executableNotFound {
      let remedy = "run tools/setup, or install the Debian package babeltrace2"
      throw SuiteError("babeltrace2", "not found on PATH", remedy: remedy)
    }
  }

  /// Follows sessions until a signal arrives, or the session of the given name ends.
  ///
  /// - Parameter print: Takes lines, a table of them each second.
  /// - Throws: As ``sessions()``, at the start or when the relay daemon is gone.
  func run(print: @escaping @Sendable ([String]) -> Void) async throws {
    var known = Set<String>()
    let tally = LiveTally()
    _ = try await sessions()
    try await withThrowingTaskGroup(of: Void.self) { group in
      defer { group.cancelAll() }
      var nextTable = ContinuousClock.now + .seconds(1)
      var nextList = ContinuousClock.now
      while !InterruptSignal.hasArrived {
        if ContinuousClock.now >= nextList {
          nextList = .now + .milliseconds(500)
          let listed: [LiveSession]
          do {
            listed = try await sessions()
          } catch is RecordingError {
            let problem = "does not answer any more"
            throw SuiteError(
              "relay \(address)",
              problem,
              remedy: "start lttng-relayd there again"
            )
          }
          for session in listed where known.insert(session.url).inserted {
            print(["following: host \(session.host), session \(session.name)"])
            tally.beginSession()
            group.addTask {
              defer { tally.endSession() }
              try await follow(session, tally)
              print(["ended: host \(session.host), session \(session.name)"])
            }
          }
          known.formIntersection(listed.map(\.url))
        }
        if ContinuousClock.now >= nextTable {
          nextTable += .seconds(1)
          print(tally.table())
        }
        if sessionName != nil, tally.hasEnded { break }
        try await Task.sleep(for: .milliseconds(50))
      }
      print(tally.table())
    }
  }

  private func follow(_ session: LiveSession, _ tally: LiveTally) async throws {
    // babeltrace2 buffers what it writes to a pipe; stdbuf(1) makes it write each line. setpriv(1) ends it with this program.
    let words =
      (Self.isInstalled("setpriv") ? ["setpriv", "--pdeathsig", "KILL", "--"] : [])
      + (Self.isInstalled("stdbuf") ? ["stdbuf", "--output=L"] : []) + [
        "babeltrace2", "--component=source.ctf.lttng-live",
        "--params=inputs=[\"\(session.url)\"],session-not-found-action=\"end\"",
        "--component=sink.text.pretty",
        "--params=no-delta=yes,name-default=\"hide\",field-default=\"hide\",clock-seconds=yes,"
          + "color=\"never\"",
      ]
    _ = try await Subprocess.run(
      .name(words[0]),
      arguments: Arguments(Array(words.dropFirst())),
      platformOptions: Self.options,
      input: .none,
      output: .sequence,
      error: .discarded
    ) { execution in
      var counter = LiveLineCounter()
      for try await buffer in execution.standardOutput {
        // SAFETY: the bytes are copied within the call.
        counter.append(unsafe buffer.withUnsafeBytes { unsafe Array($0) })
        tally.add(counter.take())
      }
    }
  }

  private static func isInstalled(_ program: String) -> Bool {
    (try? ExecutableSearch.path(of: program)) != nil
  }

  /// Ctrl-C is for this program, which ends its children.
  private static var options: PlatformOptions {
    var options = PlatformOptions()
    options.createSession = true
    return options
  }

  /// The innermost cause that babeltrace2 prints.
  private static func cause(in text: String) -> String {
    let lines = text.split(whereSeparator: \.isNewline).map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    return lines.last { !$0.isEmpty && !$0.hasPrefix("CAUSED BY") } ?? "it printed no reason"
  }
}

/// A session at a relay daemon, as babeltrace2 lists it.
struct LiveSession: Hashable {
  /// The address for babeltrace2.
  let url: String

  /// The name of the machine that records.
  let host: String

  let name: String

  /// The number of its streams: 0 before its first program.
  let streamCount: Int

  /// Reads the lines of a list.
  ///
  /// - Parameter text: `net://RELAY:PORT/host/HOST/NAME (timer = N, N stream(s), N client(s) ...)`.
  /// - Returns: The sessions, each once: a relay lists ended ones of the same name too.
  static func list(_ text: String) -> [LiveSession] {
    var seen: Set<String> = []
    return text.split(whereSeparator: \.isNewline).compactMap { line in
      guard
        let match = line.firstMatch(
          of: /^(net6?:\/\/[^\/]+\/host\/([^\/]+)\/(.+?)) \(timer = \d+, (\d+) stream\(s\)/
        ), let streamCount = Int(match.4), seen.insert(String(match.1)).inserted
      else { return nil }
      return LiveSession(
        url: String(match.1),
        host: String(match.2),
        name: String(match.3),
        streamCount: streamCount
      )
    }
  }
}
