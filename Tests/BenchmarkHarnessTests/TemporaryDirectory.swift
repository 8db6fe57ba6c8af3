import FoundationEssentials
import Glibc

@testable import BenchmarkHarness

/// A directory that is removed with its owner.
final class TemporaryDirectory {
  let path: String

  init() throws {
    let parent = FileManager.default.temporaryDirectory.path
    var template = Array("\(parent)/benchmark-harness-tests-XXXXXX".utf8CString)
    guard let path = mkdtemp(&template) else { throw CocoaError(.fileWriteUnknown) }
    self.path = String(cString: path)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  var files: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }

  func result(_ name: String) throws -> SuiteResult {
    let data = try Data(contentsOf: URL(filePath: "\(path)/\(name)"))
    return try JSONDecoder().decode(SuiteResult.self, from: data)
  }
}
