/// Why sessions at a relay daemon cannot be followed.
enum LiveError: Error, CustomStringConvertible {
  /// babeltrace2, which talks to the relay daemon, is not on PATH.
  case babeltraceMissing
  /// It failed; `message` is its own.
  case babeltraceFailed(message: String)
  /// The connection to a relay daemon that was there has ended.
  case relayLost(String)

  var description: String {
    switch self {
    case .babeltraceMissing:
      "babeltrace2: not found on PATH; run tools/setup, or install the Debian package babeltrace2"
    case .babeltraceFailed(let message):
      "babeltrace2: \(message); see babeltrace2 help source.ctf.lttng-live"
    case .relayLost(let address):
      "relay \(address): does not answer any more; start lttng-relayd there again"
    }
  }
}
