/// One call of the `lttng` client, as its arguments.
///
/// No case can produce an exclusion (`-x`): lttng-sessiond 2.13.9 crashes when it lists one.
enum LTTngCommand: Sendable, Equatable {
  /// The one session and the one channel of a private daemon need no clever names.
  static let session = "hamon"
  static let channel = "events"

  /// Asks for the sessions; answered as soon as the daemon is ready for clients.
  case list
  case create(output: String)
  case enableMetadataChannel
  case enableChannel(lossless: Bool)
  case addContexts
  case enableEvents([String])
  case start
  case stop
  case describeSession
  case destroy

  /// The arguments after `lttng`.
  ///
  /// - Parameter isRoot: Whether the caller is root. The client of a member of group `tracing`
  ///   would otherwise prefer the system-wide daemon to the private one.
  /// - Returns: Options before the verb, the verb, and its own.
  func arguments(isRoot: Bool) -> [String] {
    // Without --no-sessiond a client whose daemon has died silently starts another one.
    ["--no-sessiond"] + (isRoot ? [] : ["--group=hamon-private"]) + verb
  }

  private var verb: [String] {
    let session = "--session=\(Self.session)"
    let channel = "--channel=\(Self.channel)"
    return switch self {
    case .list: ["list"]
    case .create(let output): ["create", Self.session, "--output=\(output)"]
    case .enableMetadataChannel:
      // The description of the events would only be written when the session stops; a timer
      // (in microseconds) has it on the disk while there is still somebody to write it.
      ["enable-channel", "--userspace", session, "--switch-timer=100000", "metadata"]
    case .enableChannel(let lossless):
      ["enable-channel", "--userspace", session, "--subbuf-size=1M", "--num-subbuf=8", "--discard"]
        + (lossless ? ["--blocking-timeout=inf"] : []) + [Self.channel]
    case .addContexts:
      ["add-context", "--userspace", session, channel]
        + ["vpid", "vtid", "procname"].map { "--type=\($0)" }
    case .enableEvents(let patterns):
      ["enable-event", "--userspace", session, channel, patterns.joined(separator: ",")]
    case .start: ["start", Self.session]
    case .stop: ["stop", Self.session]
    case .describeSession: ["--mi", "xml", "list", Self.session]
    case .destroy: ["destroy", Self.session]
    }
  }
}
