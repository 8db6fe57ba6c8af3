package import ObjectFiles

/// A line of a source file.
package struct SourceLine: Sendable, Hashable, Codable, Comparable, CustomStringConvertible {
  /// The file, as in the debug information.
  package let file: String
  package let line: Int

  /// Creates a line; `nil` if the file is unknown, or the compiler made the code.
  package init?(file: String, line: Int) {
    guard line > 0, !file.isEmpty, file != "??", !file.contains("<compiler-generated>") else {
      return nil
    }
    self.file = file
    self.line = line
  }

  /// The file without its folders, and the line.
  package var description: String {
    "\(file.split(separator: "/").last.map(String.init) ?? file):\(line)"
  }

  /// A function, with a line of it if that is known: `Cache.insert(_:) (Cache.swift:12)`.
  package static func text(_ function: String, at line: SourceLine?) -> String {
    line.map { "\(FunctionName.withoutLine(ofShown: function)) (\($0))" } ?? function
  }

  /// The same in two cells of a table.
  package static func cells(_ function: String, at line: SourceLine?) -> (String, line: String) {
    line.map { (FunctionName.withoutLine(ofShown: function), "\($0)") } ?? (function, "-")
  }

  package static func < (left: SourceLine, right: SourceLine) -> Bool {
    (left.file, left.line) < (right.file, right.line)
  }
}

/// A place in the code of a program or library.
package struct CodeAddress: Sendable, Hashable {
  /// The program or library.
  package let path: String
  /// `nil` if unknown.
  package let buildID: BuildID?
  /// The address in the file.
  package let address: UInt64
}
