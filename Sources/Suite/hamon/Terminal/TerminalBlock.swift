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
    var rows: Int
    var columns: Int
    var height: Int

    /// The row above it, where the rest of the terminal ends.
    var last: Int { rows - height }
  }

  private static let saveCursor = "\u{1B}7"
  private static let restoreCursor = "\u{1B}8"

  private var place: Place?

  /// Whether there is a terminal to draw on.
  static var isPossible: Bool { ProgressLine().isShown }

  /// How many characters of a line are shown at present; 0 where nothing is.
  static var width: Int { size.map { max(0, $0.columns - 1) } ?? 0 }

  /// Replaces the lines; what is longer than the terminal is wide is cut.
  mutating func show(_ lines: [String]) {
    // Others need room to say something.
    guard Self.isForeground, let size = Self.size, size.rows >= lines.count + 6, size.columns >= 20
    else { return }
    let wanted = Place(rows: size.rows, columns: size.columns, height: lines.count)
    var text = ""
    if place != wanted {
      // Room for them below the cursor, which stays in its line and column.
      text += String(repeating: "\u{1B}D", count: wanted.height) + "\u{1B}[\(wanted.height)A"
      place = wanted
    }
    // Each time: a program may have taken it back.
    text += "\(Self.saveCursor)\u{1B}[1;\(wanted.last)r"
    for (index, line) in lines.enumerated() {
      text += "\u{1B}[\(wanted.last + 1 + index);1H\(line.prefix(size.columns - 1))\u{1B}[K"
    }
    Self.write(text + Self.restoreCursor)
  }

  /// Removes the block, and gives all rows back.
  mutating func remove() {
    guard let place else { return }
    self.place = nil
    Self.write("\(Self.saveCursor)\u{1B}[r\u{1B}[\(place.last + 1);1H\u{1B}[J\(Self.restoreCursor)")
  }

  /// Whether the terminal is this program's to draw on.
  private static var isForeground: Bool {
    guard isPossible, tcgetpgrp(STDERR_FILENO) == getpgrp() else { return false }
    var state = termios()
    // SAFETY: tcgetattr writes one `termios`.
    return unsafe tcgetattr(STDERR_FILENO, &state) == 0 && state.c_lflag & tcflag_t(ICANON) != 0
  }

  /// The size of the terminal; `nil` where that isn't known.
  private static var size: (rows: Int, columns: Int)? {
    var size = winsize()
    // SAFETY: this request writes one `winsize`.
    guard unsafe ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0,
      size.ws_col > 0
    else { return nil }
    return (Int(size.ws_row), Int(size.ws_col))
  }

  /// Writes in one call, which no other program's text comes into the middle of.
  private static func write(_ text: String) {
    let bytes = Array(text.utf8)
    // SAFETY: the pointer is used within the call only, with the count of the same array. A terminal that has gone is no error.
    _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
