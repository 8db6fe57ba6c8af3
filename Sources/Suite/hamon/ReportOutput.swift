import Foundation

/// Where `hamon report` writes.
enum ReportOutput {
  /// Writes to a file, or to stdout where there is no path or it is `-`.
  static func write(_ data: Data, to path: String?) throws(ReportError) {
    do {
      if let path, path != "-" {
        try data.write(to: URL(fileURLWithPath: path))
      } else {
        try FileHandle.standardOutput.write(contentsOf: data)
      }
    } catch {
      throw .cannotWrite(path: path ?? "stdout", reason: error.localizedDescription)
    }
  }
}
