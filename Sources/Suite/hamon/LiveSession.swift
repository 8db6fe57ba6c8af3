/// A session at a relay daemon, as babeltrace2 lists it.
struct LiveSession: Hashable {
  /// What babeltrace2 follows it by.
  let url: String

  /// The name of the machine that records.
  let host: String

  let name: String

  /// How many streams it has: none before its first program.
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
