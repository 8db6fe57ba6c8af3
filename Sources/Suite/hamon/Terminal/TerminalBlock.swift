import Glibc
import ReportRendering
import SuiteErrors

/// Lines that stay at the bottom of the terminal, while other programs write above them.
///
/// As in apt, the terminal scrolls only its upper rows (DECSTBM), and each drawing saves and restores the cursor. So the output of others
/// appears where it would without the block, and nothing overwrites it. The block goes to standard error, without colours.
///
/// It draws nothing if standard error is no terminal or a dumb one, if another job is in the foreground, or while a full-screen program has
/// taken the keyboard.
struct TerminalBlock {
  /// Where the block is.
  private struct Place: Equatable {
    var size: TerminalSize
    var height: Int

    /// The last row above it.
    var last: Int { size.rows - height }
  }

  private static let saveCursor = "\u{1B}7"
  private static let restoreCursor = "\u{1B}8"

  private var place: Place?

  /// Whether there is a terminal to draw on.
  static var isPossible: Bool { ProgressLine().isShown }

  /// Replaces the lines; cuts them at the width of the terminal.
  ///
  /// - Parameter content: Makes the lines for a width in characters.
  mutating func show(_ content: (_ width: Int) -> [String]) {
    guard Self.isForeground, let size = TerminalSize(of: STDERR_FILENO) else { return }
    let lines = content(size.columns - 1)
    // Leaves room for the output of others.
    guard size.rows >= lines.count + 6, size.columns >= 20 else { return remove() }
    let wanted = Place(size: size, height: lines.count)
    var text = ""
    if place != wanted {
      if place != nil { text += Self.removalBelowCursor }
      // Makes room below the cursor, which stays in its line and column.
      text += String(repeating: "\u{1B}D", count: wanted.height) + "\u{1B}[\(wanted.height)A"
      place = wanted
    }
    // Each time: a program may have reset the scrolled rows.
    text += "\(Self.saveCursor)\u{1B}[1;\(wanted.last)r"
    for (index, line) in lines.enumerated() {
      text += "\u{1B}[\(wanted.last + 1 + index);1H\(line.prefix(size.columns - 1))\u{1B}[K"
    }
    StandardError.writeText(text + Self.restoreCursor)
  }

  /// Removes the block, and gives all rows back.
  mutating func remove() {
    guard let place else { return }
    self.place = nil
    StandardError.writeText(
      TerminalSize(of: STDERR_FILENO) == place.size
        ? "\(Self.saveCursor)\u{1B}[r\u{1B}[\(place.last + 1);1H\u{1B}[J\(Self.restoreCursor)"
        : Self.removalBelowCursor
    )
  }

  /// Removes a block that isn't where it was drawn.
  ///
  /// After a change of size, some terminals show other rows and rewrap lines. The output of others ends at the cursor.
  private static let removalBelowCursor = "\(saveCursor)\u{1B}[r\(restoreCursor)\u{1B}[J"

  /// Whether the terminal is this program's to draw on.
  private static var isForeground: Bool {
    guard isPossible, tcgetpgrp(STDERR_FILENO) == getpgrp() else { return false }
    var state = termios()
    // SAFETY: tcgetattr writes one `termios`.
    return unsafe tcgetattr(STDERR_FILENO, &state) == 0 && state.c_lflag & tcflag_t(ICANON) != 0
  }
}
