import Foundation
import Glibc

/// How large a terminal is.
struct TerminalSize: Equatable {
  /// 0 where nobody has told the terminal.
  let rows: Int
  let columns: Int

  /// Asks the terminal that a descriptor is of; `nil` where it is of none, or that isn't known.
  init?(of descriptor: Int32) {
    var size = winsize()
    // SAFETY: this request writes one `winsize`.
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    (rows, columns) = (Int(size.ws_row), Int(size.ws_col))
  }

  /// How many characters a line of standard output may have: ``lineWidth(of:)``.
  static var outputWidth: Int? { lineWidth(of: STDOUT_FILENO) }

  /// How many characters a line may have that is written to a descriptor, as `COLUMNS` or else its terminal says.
  ///
  /// - Returns: The number; `nil` for as many as there are, as in a pipe or a file.
  static func lineWidth(of descriptor: Int32) -> Int? {
    lineWidth(
      variable: ProcessInfo.processInfo.environment["COLUMNS"],
      terminal: TerminalSize(of: descriptor)?.columns
    )
  }

  /// Decides between both.
  ///
  /// - Parameters:
  ///   - variable: The value of `COLUMNS`: 0 for no limit; what is no number counts as if it weren't set.
  ///   - terminal: The columns of the terminal, where there is one.
  /// - Returns: The number; `nil` for as many as there are.
  static func lineWidth(variable: String?, terminal: Int?) -> Int? {
    guard let columns = variable.flatMap(Int.init), columns >= 0 else { return terminal }
    return columns == 0 ? nil : columns
  }
}
