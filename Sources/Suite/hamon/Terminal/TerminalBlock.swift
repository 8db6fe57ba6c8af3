import Glibc
import SuiteErrors

/// Lines at the bottom of the terminal that stay there and are redrawn, while other programs write above them.
///
/// As apt does it: the terminal scrolls its upper rows only (DECSTBM), and each drawing saves the cursor and restores it, so that
/// what others print comes where it would have come, and nothing of it is overwritten. It is in standard error, and without colours.
///
/// Nothing is drawn where standard error is no terminal or a dumb one, where another job is in the foreground, or while a
/// program has taken the keyboard for itself, as full-screen programs do.
struct TerminalBlock {
  /// Where the block is.
  private struct Place: Equatable {
    var size: TerminalSize
    var height: Int

    /// The row above it, where the rest of the terminal ends.
    var last: Int { size.rows - height }
  }

  private static let saveCursor = "\u{1B}7"
  private static let restoreCursor = "\u{1B}8"

  private var place: Place?

  /// Whether there is a terminal to draw on.
  static var isPossible: Bool { ProgressLine().isShown }

  /// Replaces the lines; what is longer than the terminal is wide is cut.
  ///
  /// - Parameter content: Makes them, for as many characters as a line of the terminal shows.
  mutating func show(_ content: (_ width: Int) -> [String]) {
    guard Self.isForeground, let size = TerminalSize(of: STDERR_FILENO) else { return }
    let lines = content(size.columns - 1)
    // Others need room to say something.
    guard size.rows >= lines.count + 6, size.columns >= 20 else { return remove() }
    let wanted = Place(size: size, height: lines.count)
    var text = ""
    if place != wanted {
      if place != nil { text += Self.removalBelowCursor }
      // Room for them below the cursor, which stays in its line and column.
      text += String(repeating: "\u{1B}D", count: wanted.height) + "\u{1B}[\(wanted.height)A"
      place = wanted
    }
    // Each time: a program may have taken it back.
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
  /// With another size some terminals begin with other rows, and break lines anew. What others have printed ends at the cursor.
  private static let removalBelowCursor = "\(saveCursor)\u{1B}[r\(restoreCursor)\u{1B}[J"

  /// Whether the terminal is this program's to draw on.
  private static var isForeground: Bool {
    guard isPossible, tcgetpgrp(STDERR_FILENO) == getpgrp() else { return false }
    var state = termios()
    // SAFETY: tcgetattr writes one `termios`.
    return unsafe tcgetattr(STDERR_FILENO, &state) == 0 && state.c_lflag & tcflag_t(ICANON) != 0
  }
}
