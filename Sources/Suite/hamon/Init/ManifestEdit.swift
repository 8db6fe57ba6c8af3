import CommandRunning
import Foundation
import SuiteErrors

/// A manifest that SwiftPM's own commands change in a copy, so that nothing else of the package changes.
struct ManifestEdit {
  /// The name of the file.
  let name: String
  /// A package of the copy alone.
  private let copy: String
  private let package: String

  /// Copies the manifest that this toolchain reads.
  init(of package: String) async throws(SuiteError) {
    self.package = package
    name = try await Self.manifest(of: package)
    copy = try WorkDirectory.makeTemporary("init")
    // SwiftPM looks for the sources of the only target here.
    try WorkDirectory.make("\(copy)/Sources", orElse: "make room")
    try WrittenFile.write(try original.utf8, to: "\(copy)/Package.swift", orElse: "make room")
  }

  func end() { try? FileManager.default.removeItem(atPath: copy) }

  /// Lets SwiftPM change the copy.
  ///
  /// - Throws: `SuiteError` with SwiftPM's reason if it can't.
  func swiftPackage(_ words: [String]) async throws(SuiteError) {
    let command = Command(
      "swift",
      ["package", "--package-path", copy] + words,
      environment: .withoutGitDirectory
    )
    let result = try await command.run()
    guard result.isSuccess else {
      let lines = (result.errors + result.output).split(separator: "\n")
      let line = lines.first { $0.contains("error:") } ?? lines.last ?? "it \(result.end.clause)"
      throw SuiteError(
        name,
        "swift package \(words[0]) can't change it (\(line.replacing("error: ", with: "")))",
        remedy: "change it by hand"
      )
    }
  }

  /// Puts the changed manifest into the package.
  func keep() throws(SuiteError) {
    try replace(try text(of: "\(copy)/Package.swift"))
  }

  /// Writes statements at the end of the package's manifest, which may make its lists as it likes.
  ///
  /// - Parameter statements: The statements, by the name of the variable that has the package.
  /// - Throws: `SuiteError` if no variable has it, or the file can't be written.
  func append(_ statements: (String) -> String) throws(SuiteError) {
    let text = try original
    let variable = /\b(?:let|var)\s+(\w+)\s*(?::\s*Package\s*)?=\s*(?:Package|\.init)\s*\(/
    guard let package = text.firstMatch(of: variable)?.1 else {
      throw SuiteError(name, "it has no variable for its package", remedy: "change it by hand")
    }
    try replace("\(text)\(text.hasSuffix("\n") ? "" : "\n")\n\(statements(String(package)))\n")
  }

  /// The text of the package's manifest.
  var original: String {
    get throws(SuiteError) { try text(of: "\(package)/\(name)") }
  }

  func replace(_ text: String) throws(SuiteError) {
    try WrittenFile.write(
      text.utf8,
      to: "\(package)/\(name)",
      atomically: true,
      orElse: "make the package writable"
    )
  }

  private func text(of path: String) throws(SuiteError) -> String {
    do {
      return try String(contentsOfFile: path, encoding: .utf8)
    } catch {
      throw SuiteError(path, "it can't be read", remedy: "make it readable")
    }
  }

  /// `Package.swift`, or `Package@swift-6.0.swift` and the like: of those that this toolchain has reached the last, unless `Package.swift`
  /// has a later tools version.
  private static func manifest(of package: String) async throws(SuiteError) -> String {
    func numbers(_ text: some StringProtocol) -> [Int] {
      text.split(separator: ".").compactMap { Int($0) }
    }
    func toolsVersion(_ file: String) -> [Int] {
      let text = (try? String(contentsOfFile: "\(package)/\(file)", encoding: .utf8)) ?? ""
      return numbers(text.firstMatch(of: /swift-tools-version: *([0-9.]+)/)?.1 ?? "")
    }
    let files = (try? FileManager.default.contentsOfDirectory(atPath: package)) ?? []
    let versions = files.compactMap { file in
      file.wholeMatch(of: /Package@swift-([0-9.]+)\.swift/).map { (file, numbers($0.1)) }
    }
    guard !versions.isEmpty else { return "Package.swift" }
    let said = try await Command("swift", ["--version"]).run()
    let current = numbers(said.output.firstMatch(of: /Swift version ([0-9.]+)/)?.1 ?? "")
    let last = versions.filter { !current.lexicographicallyPrecedes($0.1) }
      .max { $0.1.lexicographicallyPrecedes($1.1) }?.0
    guard let last,
      !toolsVersion(last).lexicographicallyPrecedes(toolsVersion("Package.swift"))
    else { return "Package.swift" }
    return last
  }
}
