import ArgumentParser
import Glibc
import ProcessLaunching
import SuiteErrors
import TraceRecording

/// `hamon live`.
struct LiveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "live",
    abstract: "Follows recordings of other machines, at a relay, as they happen.",
    discussion: """
      HOST runs lttng-relayd; other machines send their traces there with hamon record --relay. \
      Each second hamon prints the number of events of each name, and how many came in that second. \
      It finds a session within about half a second, and does not count earlier events. Ctrl-C ends it.

      EXAMPLES
        lttng-relayd --live-port=tcp://0.0.0.0:5344                 # at the collector
        hamon record --relay collector -- .build/release/MyServer   # on each machine
        hamon live collector --list
        hamon live collector

      EXIT STATUS
        0 after Ctrl-C, or when the session of --session ends; 125 if the relay cannot be reached, or \
      is gone.
      """
  )

  @Argument(
    help: ArgumentHelp("The relay, and its port for live connections.", valueName: "host[:port]")
  )
  var host: String

  @Option(help: ArgumentHelp("Follow only this session, until it ends.", valueName: "name"))
  var session: String?

  @Flag(help: "Print the sessions: host, name and number of streams.")
  var list = false

  func run() async throws {
    guard let relay = RelayAddress(host, for: .live) else {
      StandardError.error(
        "live: \"\(host)\" is no address of a relay; write HOST, HOST:PORT or [IPV6]:PORT"
      )
      throw ExitCode(EX_USAGE)
    }
    InterruptSignal.install()
    let follower = LiveFollower(relay: relay, sessionName: session)
    do {
      if list {
        Self.write(
          try await follower.sessions().map { "\($0.host) \($0.name) \($0.streamCount)" }
        )
      } else {
        try await follower.run { Self.write($0) }
      }
    } catch let error where error is RecordingError || error is SuiteError {
      StandardError.error("\(error)")
      throw ExitCode(125)
    }
  }

  /// Writes lines at once, so that readers don't wait for a full buffer.
  private static func write(_ lines: [String]) {
    let bytes = Array(lines.map { $0 + "\n" }.joined().utf8)
    // A reader that has gone ends the program (SIGPIPE); a full disk loses lines.
    // SAFETY: the pointer is used within the call only, with the count of the same array.
    _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
  }
}
