package import Foundation
package import SuiteErrors

/// A part of a recording that is read where it lies.
package enum MappedFile {
  /// Maps a file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - whole: What to copy again if it can't be read: `trace`.
  /// - Returns: Its bytes.
  /// - Throws: ``SuiteError``.
  package static func data(of path: String, partOf whole: String) throws(SuiteError) -> Data {
    do {
      return try Data(contentsOf: URL(filePath: path), options: .alwaysMapped)
    } catch {
      throw SuiteError(
        path,
        "it can't be read (\(error.localizedDescription))",
        remedy: "change its permissions, or copy the \(whole) again"
      )
    }
  }
}
