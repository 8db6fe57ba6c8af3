import Foundation
import Glibc

/// The size of a terminal.
package struct TerminalSize: Equatable {
  /// 0 if the terminal doesn't know.
  package let rows: Int
  package let columns: Int

  /// Asks the terminal of a descriptor; `nil` if it has none, or the size isn't known.
  package init?(of descriptor: Int32) {
    var size = winsize()
    // SAFETY: this request writes one `winsize`.
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    (rows, columns) = (Int(size.ws_row), Int(size.ws_col))
  }

  /// The most characters of a line on standard output: ``lineWidth(of:)``.
  package static var outputWidth: Int? { lineWidth(of: STDOUT_FILENO) }

  /// The most characters of a line written to a descriptor, by `COLUMNS` or else its terminal.
  ///
  /// - Returns: The number; `nil` for no limit, as for a pipe or a file.
  package static func lineWidth(of descriptor: Int32) -> Int? {
    lineWidth(
      variable: ProcessInfo.processInfo.environment["COLUMNS"],
      terminal: TerminalSize(of: descriptor)?.columns
    )
  }

  /// Decides between both.
  ///
  /// - Parameters:
  ///   - variable: The value of `COLUMNS`: 0 for no limit; anything but a number counts as unset.
  ///   - terminal: The columns of the terminal, if there is one.
  /// - Returns: The number; `nil` for no limit.
  package static func lineWidth(variable: String?, terminal: Int?) -> Int? {
    guard let columns = variable.flatMap(Int.init), columns >= 0 else { return terminal }
    return columns == 0 ? nil : columns
  }
}
