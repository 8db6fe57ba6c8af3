/// One call of the `lttng` client, as its arguments.
///
/// No case can produce an exclusion (`-x`): lttng-sessiond 2.13.9 crashes when it lists one.
enum LTTngCommand: Sendable, Equatable {
  /// The one session of a private daemon needs no clever name, nor does the channel of any.
  static let privateSession = "hamon"
  static let channel = "events"

  /// Asks for the sessions; answered as soon as the daemon is ready for clients.
  case list
  /// Asks for the sessions in a form to be read by programs.
  case listSessions
  /// Asks for the programs that have registered, and their tracepoints.
  case listPrograms
  case create(output: String, buffers: String?, isFlightRecorder: Bool)
  /// Creates a session whose trace goes to a relay daemon, where it can be followed.
  case createRelayed(url: String)
  case takeSnapshot(output: String)
  case enableMetadataChannel
  case enableChannel(ChannelLayout, lossless: Bool)
  /// Restricts the session to one process, by its id in its own namespace.
  case track(process: Int32)
  case addContexts([String])
  case enableEvents([String])
  case start
  case stop
  case describeSession
  case destroy

  /// The arguments after `lttng`.
  ///
  /// - Parameters:
  ///   - isRoot: Whether the caller is root. The client of a member of group `tracing` would
  ///     otherwise prefer the system-wide daemon to the private one.
  ///   - name: The session's name.
  /// - Returns: Options before the verb, the verb, and its own.
  func arguments(isRoot: Bool, session name: String = privateSession) -> [String] {
    // Without --no-sessiond a client whose daemon has died silently starts another one.
    ["--no-sessiond"] + (isRoot ? [] : ["--group=hamon-private"]) + verb(session: name)
  }

  private func verb(session name: String) -> [String] {
    let session = "--session=\(name)"
    let channel = "--channel=\(Self.channel)"
    return switch self {
    case .list: ["list"]
    case .listSessions: ["--mi", "xml", "list"]
    case .listPrograms: ["--mi", "xml", "list", "--userspace"]
    case .create(let output, let buffers, let isFlightRecorder):
      ["create", name, "--output=\(output)"] + (isFlightRecorder ? ["--snapshot"] : [])
        + (buffers.map { ["--shm-path=\($0)"] } ?? [])
    case .createRelayed(let url):
      // Microseconds, after which buffers are sent that are not full.
      ["create", name, "--live=200000", "--set-url=\(url)"]
    case .takeSnapshot(let output): ["snapshot", "record", session, output]
    case .enableMetadataChannel:
      // The description of the events would only be written when the session stops; a timer
      // (in microseconds) has it on the disk while there is still somebody to write it.
      ["enable-channel", "--userspace", session, "--switch-timer=100000", "metadata"]
    case .enableChannel(let layout, let lossless):
      [
        "enable-channel", "--userspace", session, "--subbuf-size=\(layout.subBufferSize)",
        "--num-subbuf=\(layout.subBufferCount)", layout.overwrites ? "--overwrite" : "--discard",
      ] + (layout.fileSize.map { ["--tracefile-size=\($0)"] } ?? [])
        + (layout.fileCount.map { ["--tracefile-count=\($0)"] } ?? [])
        + (lossless ? ["--blocking-timeout=inf"] : []) + [Self.channel]
    case .track(let process): ["track", "--userspace", session, "--vpid=\(process)"]
    case .addContexts(let contexts):
      ["add-context", "--userspace", session, channel]
        + contexts.map { "--type=\($0)" }
    case .enableEvents(let patterns):
      ["enable-event", "--userspace", session, channel, patterns.joined(separator: ",")]
    case .start: ["start", name]
    case .stop: ["stop", name]
    case .describeSession: ["--mi", "xml", "list", name]
    case .destroy: ["destroy", name]
    }
  }
}
