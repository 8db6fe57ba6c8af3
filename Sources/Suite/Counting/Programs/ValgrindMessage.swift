/// The reason that valgrind or its program gives for a failure.
enum ValgrindMessage {
  /// The lines that give the reason, joined, with advice if valgrind itself has failed.
  ///
  /// - Parameter text: The standard error of valgrind and the program.
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
    // A program that traps gives the reason in its first lines, one that rejects its input in its last.
    let said = own.first { $0.contains("error: ") || $0.contains("Fatal error") }
    var chosen = own.count <= 3 ? own : [said ?? own[0]] + own.suffix(2)
    if chosen.isEmpty {
      // Valgrind's own lines, up to its sums.
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

  /// The line without the process number.
  private static func plain(_ line: String) -> String {
    guard line.hasPrefix("=="), let space = line.firstIndex(of: " ") else { return line }
    return String(line[space...].drop { $0 == " " })
  }
}
