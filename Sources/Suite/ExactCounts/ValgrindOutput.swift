/// The reason that valgrind or its program gave for a failure.
enum ValgrindMessage {
  /// The lines that say why, in one; and what to do where valgrind itself has failed.
  ///
  /// - Parameter text: What valgrind and the program have written on standard error.
  /// - Returns: The end of a sentence.
  static func reason(_ text: String) -> String {
    let lines = text.split(separator: "\n").map(String.init)
    let own = lines.filter { !$0.hasPrefix("==") && !$0.hasPrefix("--") }
    let isDebugInformation = lines.contains { line in
      ["debuginfo reader", "m_debuginfo", "ensure_valid", "DWARF"].contains { line.contains($0) }
    }
    if isDebugInformation {
      let line = lines.first { $0.contains("debuginfo") } ?? lines.first { $0.contains("DWARF") }
      return "valgrind can't read the debug information of a program (\(plain(line ?? ""))); "
        + "build it without (-Xswiftc -gnone, or -Xlinker -s), or remove it (strip --strip-debug)"
    }
    // A program that traps says why in its first lines, one that refuses its input in its last.
    let said = own.first { $0.contains("error: ") || $0.contains("Fatal error") }
    var chosen = own.count <= 3 ? own : [said ?? own[0]] + own.suffix(2)
    if chosen.isEmpty {
      // Of valgrind's own lines, those before its sums.
      chosen = Array(
        lines.map(plain).filter { line in
          !line.isEmpty
            && ![
              "Callgrind,", "Copyright", "Using Valgrind", "Command:", "For interactive", "Events",
              "Collected", "I   refs",
            ].contains { line.hasPrefix($0) }
        }.prefix(3)
      )
    }
    let text = chosen.map { String($0.prefix(300)) }.joined(separator: " | ")
    return text.isEmpty ? "it says nothing" : text
  }

  /// Without the number of the process.
  private static func plain(_ line: String) -> String {
    guard line.hasPrefix("=="), let space = line.firstIndex(of: " ") else { return line }
    return String(line[space...].drop { $0 == " " })
  }
}
