import Foundation

/// The compiler that has built these tests, most likely: what it says of programs that import this package's modules.
package enum TypeChecker {
  /// Whether there is a compiler in `PATH`.
  package static var isPresent: Bool {
    (try? runCompiler(["--version"]))?.output.contains("Swift version") == true
  }

  /// What the compiler says, and whether it accepts the program.
  package struct Verdict {
    package let output: String
    package let isAccepted: Bool

    /// Numbers of the lines in which there are errors, whatever their files.
    package var errorLines: Set<Int> {
      var numbers: Set<Int> = []
      for line in output.split(separator: "\n") where line.contains(": error: ") {
        let parts = line.split(separator: ":")
        if parts.count > 1, let number = Int(parts[1]) { numbers.insert(number) }
      }
      return numbers
    }
  }

  /// Numbers of a program's lines that end in `// error`, in which alone there are to be errors.
  package static func expectedErrorLines(of program: String) -> Set<Int> {
    let lines = program.split(separator: "\n", omittingEmptySubsequences: false)
    return Set(lines.indices.filter { lines[$0].hasSuffix("// error") }.map { $0 + 1 })
  }

  /// Checks a program against the modules that lie beside the running tests.
  ///
  /// - Parameters:
  ///   - files: The text of each file by its name; `main.swift` may have statements.
  ///   - options: What the compiler is told besides.
  /// - Returns: The compiler's verdict.
  /// - Throws: Where the files can't be written, or the compiler can't be started.
  package static func check(_ files: [String: String], options: [String] = []) throws -> Verdict {
    try compile(files, ["-typecheck", "-module-name", "Checked"] + options)
  }

  /// Makes a module of a program, which others can import, also with `@testable`.
  ///
  /// - Parameters:
  ///   - files: The text of each file by its name; `main.swift` may have statements.
  ///   - name: The module's name.
  ///   - directory: Where the module goes; given to others as `-I`.
  ///   - options: What the compiler is told besides.
  /// - Returns: The compiler's verdict.
  /// - Throws: Where the files can't be written, or the compiler can't be started.
  package static func emitModule(
    _ files: [String: String],
    named name: String,
    into directory: String,
    options: [String] = []
  ) throws -> Verdict {
    let module = "\(directory)/\(name).swiftmodule"
    return try compile(
      files,
      ["-emit-module", "-enable-testing", "-module-name", name, "-o", module] + options
    )
  }

  private static func compile(_ files: [String: String], _ options: [String]) throws -> Verdict {
    let directory = FileManager.default.temporaryDirectory
      .appending(path: "hamon-typing-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    var paths: [String] = []
    for (name, text) in files.sorted(by: { $0.key < $1.key }) {
      let file = directory.appending(path: name)
      try text.write(to: file, atomically: true, encoding: .utf8)
      paths.append(file.path)
    }
    // A single file has statements only where it is called so.
    let isLibrary = files["main.swift"] == nil ? ["-parse-as-library"] : []
    return try runCompiler(["-swift-version", "6"] + isLibrary + options + searchPaths() + paths)
  }

  /// What the compiler is told of a package's manifest: where the package manager's library is, and its version.
  ///
  /// - Throws: Where the compiler doesn't say where its libraries are.
  package static func manifestOptions() throws -> [String] {
    let information = try runCompiler(["-print-target-info"]).output
    guard let path = information.firstMatch(of: #/"runtimeResourcePath"\s*:\s*"([^"]+)"/#) else {
      throw CocoaError(.fileReadNoSuchFile)
    }
    return ["-I", "\(path.1)/pm/ManifestAPI", "-package-description-version", "6.2"]
  }

  /// Where the modules are, of Swift and of C.
  package static func searchPaths() -> [String] {
    // The tests' own modules lie beside the tests: PACKAGE/.build/TRIPLE/debug.
    let products = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent()
    let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")
    let checkouts = products.deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "checkouts")
    var arguments = ["-I", products.appending(path: "Modules").path]
    var maps: [String: String] = [:]
    // What SwiftPM makes for a module whose folder has none.
    for folder in folders(in: products) where folder.pathExtension == "build" {
      maps[folder.deletingPathExtension().lastPathComponent] =
        folder.appending(path: "module.modulemap").path
    }
    let written =
      folders(in: sources).flatMap { folders(in: $0) }
      + folders(in: checkouts).flatMap { folders(in: $0.appending(path: "Sources")) }
    for folder in written {
      let headers = folder.appending(path: "include")
      guard FileManager.default.fileExists(atPath: headers.path) else { continue }
      // Headers of a module include those of the one below.
      arguments += ["-Xcc", "-I\(headers.path)"]
      let map = headers.appending(path: "module.modulemap").path
      if FileManager.default.fileExists(atPath: map) { maps[folder.lastPathComponent] = map }
    }
    for (_, map) in maps.sorted(by: { $0.key < $1.key })
    where FileManager.default.fileExists(atPath: map) {
      arguments += ["-Xcc", "-fmodule-map-file=\(map)"]
    }
    return arguments
  }

  private static func folders(in directory: URL) -> [URL] {
    // A link to a directory, as in a package that shares its sources, would have nothing in it.
    let all = try? FileManager.default.contentsOfDirectory(
      at: directory.resolvingSymlinksInPath(),
      includingPropertiesForKeys: [.isDirectoryKey]
    )
    return (all ?? []).filter { $0.hasDirectoryPath }
  }

  /// Runs `swiftc`.
  ///
  /// - Throws: Where it can't be started.
  package static func runCompiler(_ arguments: [String]) throws -> Verdict {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["swiftc"] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Verdict(
      output: String(decoding: output, as: UTF8.self),
      isAccepted: process.terminationStatus == 0
    )
  }
}
