import ArgumentParser
import BenchmarkReport
import BenchmarkResults
import Foundation
import Glibc
import SuiteErrors

/// A form and a file for results: `junit=bars.xml`.
struct ResultExport {
  /// The form; `nil` for `hgrm`, which is a directory with a file for each row.
  let format: ResultFormat?
  let path: String

  static let formats = (ResultFormat.allCases.map(\.rawValue) + ["hgrm"]).joined(separator: ", ")

  init?(argument: String) {
    guard let separator = argument.firstIndex(of: "=") else { return nil }
    let name = String(argument[..<separator])
    path = String(argument[argument.index(after: separator)...])
    format = ResultFormat(rawValue: name)
    guard !path.isEmpty, format != nil || name == "hgrm" else { return nil }
  }

  init(_ format: ResultFormat, _ path: String) {
    self.format = format
    self.path = path
  }

  static func parse(_ argument: String) throws -> ResultExport {
    guard let export = ResultExport(argument: argument) else {
      throw ValidationError(
        "--export \(argument): it names no form and file; give FORM=FILE, where FORM is one of \(formats)"
      )
    }
    return export
  }

  private var isDirectory: Bool { format == nil }

  /// Whether it goes to standard output, which then holds nothing else.
  var isStandardOutput: Bool { path == "-" }

  /// Refuses contradictory exports, before anything is done.
  static func validate(_ exports: [ResultExport]) throws {
    if exports.contains(where: { $0.isStandardOutput && $0.isDirectory }) {
      throw ValidationError("--export hgrm=-: it writes a file for each row; give a directory")
    }
    guard exports.count(where: \.isStandardOutput) < 2 else {
      throw ValidationError(
        "--export: two forms can't both go to standard output; give all but one a file"
      )
    }
  }

  /// Checks that the results can be written, before anything is measured; makes no file.
  func check() throws(SuiteError) {
    if isStandardOutput { return }
    var place = path
    // SAFETY: for the whole function: paths and struct outlive the calls.
    var status = stat()
    if unsafe stat(path, &status) == 0 {
      guard (status.st_mode & S_IFMT == S_IFDIR) == isDirectory else {
        throw unwritable(isDirectory ? "it is no directory" : "it is a directory")
      }
    } else {
      // A file's directory has to exist; a directory for many files is made, with its parents.
      repeat { place = Self.parent(of: place) } while unsafe isDirectory && access(place, F_OK) != 0
      guard unsafe stat(place, &status) == 0 else { throw unwritable(SystemReason.text()) }
      guard status.st_mode & S_IFMT == S_IFDIR else { throw unwritable("\(place) is no directory") }
    }
    guard unsafe access(place, W_OK) == 0 else { throw unwritable(SystemReason.text()) }
  }

  /// The directory of a path; that of the root is the root.
  private static func parent(of path: String) -> String {
    let parent = NSString(string: path).deletingLastPathComponent
    return parent.isEmpty ? "." : parent
  }

  private func unwritable(_ reason: String) -> SuiteError {
    .unwritten(path, reason, remedy: remedy)
  }

  private var remedy: String {
    "give \(isDirectory ? "a directory that can be made" : "a file in a directory that exists") "
      + "and is writable"
  }

  /// Writes the results, `-` to stdout; tables in Markdown may be others than the usual ones.
  func write(_ results: ResultCollection, markdown: String? = nil) throws(SuiteError) {
    do {
      guard let format else {
        _ = try PercentileFiles.write(results, to: path)
        return
      }
      let given = format == .markdown ? markdown : nil
      let text = try given ?? format.render(results)
      if isStandardOutput { return try StandardOutput.write(text.utf8) }
      try WrittenFile.write(text.utf8, to: path, orElse: remedy)
    } catch {
      throw .unwritten(path, error, remedy: remedy)
    }
  }
}
