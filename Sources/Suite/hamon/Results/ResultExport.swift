import ArgumentParser
import BenchmarkReport
import BenchmarkResults
import Foundation
import Glibc
import SuiteErrors

/// A form and a file that results go to: `junit=bars.xml`.
struct ResultExport {
  /// The form; `nil` for `hgrm`, which is a directory with a file a row.
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

  static func parse(_ argument: String) throws -> ResultExport {
    guard let export = ResultExport(argument: argument) else {
      throw ValidationError(
        "--export \(argument): it is no form and a file; give FORM=FILE, where FORM is one of \(formats)"
      )
    }
    return export
  }

  private var isDirectory: Bool { format == nil }

  /// Whether it goes to standard output, which then holds nothing else.
  var isStandardOutput: Bool { path == "-" }

  /// Refuses what can't be meant, before anything is done.
  static func validate(_ exports: [ResultExport]) throws {
    if exports.contains(where: { $0.isStandardOutput && $0.isDirectory }) {
      throw ValidationError("--export hgrm=-: it is a file a row; give a directory")
    }
    guard exports.count(where: \.isStandardOutput) < 2 else {
      throw ValidationError(
        "--export: two forms can't both go to standard output; give all but one a file"
      )
    }
  }

  /// Makes sure that the results can be written, before anything is measured; makes no file.
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
      // A file's directory has to be there; one for many files is made, with those that it is in.
      repeat { place = Self.parent(of: place) } while unsafe isDirectory && access(place, F_OK) != 0
      guard unsafe stat(place, &status) == 0 else { throw unwritable(SystemReason.text()) }
      guard status.st_mode & S_IFMT == S_IFDIR else { throw unwritable("\(place) is no directory") }
    }
    guard unsafe access(place, W_OK) == 0 else { throw unwritable(SystemReason.text()) }
  }

  /// The directory that a path is in; that of the root is the root.
  private static func parent(of path: String) -> String {
    let parent = NSString(string: path).deletingLastPathComponent
    return parent.isEmpty ? "." : parent
  }

  private func unwritable(_ reason: String) -> SuiteError {
    SuiteError(
      path,
      "cannot write it (\(reason))",
      remedy: "give "
        + (isDirectory
          ? "a directory that can be made" : "a file in a directory that exists")
        + " and is writable"
    )
  }

  /// Writes the results; `-` is stdout.
  func write(_ results: ResultCollection) throws(SuiteError) {
    do {
      guard let format else {
        _ = try PercentileFiles.write(results, to: path)
        return
      }
      let data = Data(try format.render(results).utf8)
      if isStandardOutput { return try StandardOutput.write(data) }
      try data.write(to: URL(filePath: path))
    } catch let error as SuiteError {
      throw error
    } catch {
      throw unwritable(error.localizedDescription)
    }
  }
}
