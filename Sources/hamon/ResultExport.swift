import ArgumentParser
import BenchmarkHarness
import BenchmarkReport
import Foundation

/// A form and a file that results go to: `junit=bars.xml`.
struct ResultExport: ExpressibleByArgument {
  /// Of what `hgrm` stands for, a directory.
  enum Target {
    case format(ResultFormat)
    case percentileFiles
  }

  let target: Target
  let path: String

  static let formats = (ResultFormat.allCases.map(\.rawValue) + ["hgrm"]).joined(separator: ", ")

  init?(argument: String) {
    guard let separator = argument.firstIndex(of: "=") else { return nil }
    let name = String(argument[..<separator])
    path = String(argument[argument.index(after: separator)...])
    guard !path.isEmpty else { return nil }
    if name == "hgrm" {
      target = .percentileFiles
    } else if let format = ResultFormat(rawValue: name) {
      target = .format(format)
    } else {
      return nil
    }
  }

  /// Writes the results; `-` is stdout.
  func write(_ results: ResultCollection) throws(BenchError) {
    do {
      switch target {
      case .percentileFiles: _ = try PercentileFiles.write(results, to: path)
      case .format(let format):
        let data = Data(try format.render(results).utf8)
        if path == "-" {
          try FileHandle.standardOutput.write(contentsOf: data)
        } else {
          try data.write(to: URL(filePath: path))
        }
      }
    } catch let error as ResultFileError {
      throw .file(description: "\(error)")
    } catch let error as ResultFormatError {
      throw .file(description: "\(error)")
    } catch {
      throw .file(
        description: "\(path): cannot write it (\(error.localizedDescription)); give a file in a "
          + "directory that exists and is writable"
      )
    }
  }
}
