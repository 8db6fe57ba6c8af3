import Foundation
import Testing
import TypeChecking

/// The side of Signposts that is compiled where `os` can be imported.
///
/// It is compiled, linked and run here against declarations of our own (Tests/Fixtures/AppleSystem). That they are
/// Apple's, only a Mac can tell.
@Suite(.enabled(if: TypeChecker.isPresent), .timeLimit(.minutes(30)))
struct InstrumentsTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test func `a program's signposts are OSSignposter's where there is one`() throws {
    try Self.withAppleSide { apple in
      let output = try apple.run(
        """
        import Signposts

        @main struct Shop {
          static func main() async {
            let signposter = Signposter(subsystem: "shop", category: "checkout")
            await signposter.withIntervalSignpost("check out", "basket 7") {
              let state = signposter.beginInterval("price")
              signposter.emitField("items", 2, of: state.id)
              print("parent", SignpostID.current.rawValue)
              signposter.endInterval("price", state)
              signposter.emitEvent("paid", id: SignpostID(99), "950 cents")
            }
            signposter.withIntervalSignpost(named: "GET /cart") {}
            signposter.emitCounter("baskets", value: 3)
            signposter.emitMeasurement("value", value: 9.5)
            Signposter.disabled.emitEvent("never")
            print(signposter.isEnabled, Signposter.isAvailable, Signposter.disabled.isEnabled)
          }
        }
        """
      )
      #expect(
        output.split(separator: "\n") == [
          "shop/checkout begin check out 1 <public basket 7>",
          "shop/checkout begin price 2",
          "shop/checkout event items 2 <public 2>",
          "parent 1",
          "shop/checkout end price 2",
          "shop/checkout event paid 99 <public 950 cents>",
          "shop/checkout end check out 1",
          "shop/checkout begin interval 3 <public GET /cart>",
          "shop/checkout end interval 3",
          "shop/checkout event baskets 4 <public 3>",
          "shop/checkout event value 5 <public 9.5>",
          "true true false",
        ]
      )
    }
  }

  @Test func `nothing is computed there either while nobody records`() throws {
    try Self.withAppleSide { apple in
      let output = try apple.run(
        """
        import Signposts

        func text() -> String { print("computed"); return "text" }

        @main struct Shop {
          static func main() {
            let signposter = Signposter(subsystem: "shop", category: "checkout")
            let state = signposter.beginInterval("price", text())
            signposter.emitField("kind", text(), of: state.id)
            signposter.endInterval(state)
            signposter.emitEvent("paid", text())
            print(state.id == .none, signposter.isEnabled)
          }
        }
        """,
        arguments: ["--unrecorded"]
      )
      #expect(output == "true false\n")
    }
  }

  @Test func `both sides declare the same`() throws {
    try Self.withAppleSide { apple in
      let linux = try apple.symbols(
        in: apple.directory.appending(path: "linux"),
        options: TypeChecker.searchPaths()
      )
      let instruments = try apple.symbols(
        in: apple.directory.appending(path: "apple"),
        options: ["-I", apple.directory.path]
      )
      #expect(linux.contains { $0.contains("withIntervalSignpost") })
      #expect(linux.symmetricDifference(instruments).sorted() == [])
    }
  }

  @Test(arguments: ["SignpostsLogging", "SignpostsMetrics", "SignpostsTracing"])
  func `the bridges from other APIs are accepted with that side`(module: String) throws {
    try Self.withAppleSide { apple in
      let verdict = try TypeChecker.runCompiler(
        ["-typecheck", "-module-name", module] + Self.options + ["-I", apple.directory.path]
          + TypeChecker.searchPaths() + Self.sources(of: module)
      )
      #expect(verdict.isAccepted, "\(verdict.output)")
    }
  }

  // MARK: - Compiling it

  private static let options = [
    "-swift-version", "6", "-package-name", "hamon", "-parse-as-library", "-strict-memory-safety",
    "-warnings-as-errors", "-enable-upcoming-feature", "ExistentialAny",
    "-enable-upcoming-feature", "InternalImportsByDefault",
    "-enable-upcoming-feature", "MemberImportVisibility",
  ]

  private static func sources(of module: String) throws -> [String] {
    let folder = root.appending(path: "Sources/Signposts/\(module)")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    let paths = (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
      .map(\.path).sorted()
    return try #require(paths.isEmpty ? nil : paths)
  }

  /// A folder with the modules `os` and Signposts, as modules and as objects.
  private static func withAppleSide(_ body: (AppleSide) throws -> Void) throws {
    let directory = FileManager.default.temporaryDirectory
      .appending(path: "hamon-instruments-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let apple = AppleSide(directory: directory)
    try apple.compile(
      "os",
      files: [root.appending(path: "Tests/Fixtures/AppleSystem/os.swift").path],
      options: ["-swift-version", "6", "-parse-as-library"]
    )
    // Nothing of CSignposts and LTTng is on its path.
    try apple.compile("Signposts", files: sources(of: "Signposts"), options: options)
    try body(apple)
  }

  private struct AppleSide {
    let directory: URL

    func compile(_ module: String, files: [String], options: [String]) throws {
      let verdict = try TypeChecker.runCompiler(
        options + files + [
          "-I", directory.path, "-wmo", "-module-name", module, "-emit-module",
          "-emit-module-path", directory.appending(path: "\(module).swiftmodule").path,
          "-emit-object", "-o", directory.appending(path: "\(module).o").path,
        ]
      )
      try #require(verdict.isAccepted, "\(verdict.output)")
    }

    /// What a program prints.
    func run(_ program: String, arguments: [String] = []) throws -> String {
      let source = directory.appending(path: "Program.swift")
      try program.write(to: source, atomically: true, encoding: .utf8)
      let executable = directory.appending(path: "program")
      let verdict = try TypeChecker.runCompiler([
        "-swift-version", "6", "-parse-as-library", "-I", directory.path, source.path,
        directory.appending(path: "os.o").path, directory.appending(path: "Signposts.o").path,
        "-o", executable.path,
      ])
      try #require(verdict.isAccepted, "\(verdict.output)")
      let process = Process()
      process.executableURL = executable
      process.arguments = arguments
      let pipe = Pipe()
      process.standardOutput = pipe
      try process.run()
      let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
      return String(decoding: output, as: UTF8.self)
    }

    /// The public declarations of Signposts as it is compiled with some options.
    func symbols(in folder: URL, options: [String]) throws -> Set<String> {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let verdict = try TypeChecker.runCompiler(
        InstrumentsTests.options + options + InstrumentsTests.sources(of: "Signposts") + [
          "-module-name", "Signposts", "-emit-module", "-emit-module-path",
          folder.appending(path: "Signposts.swiftmodule").path, "-emit-symbol-graph",
          "-emit-symbol-graph-dir", folder.path,
        ]
      )
      try #require(verdict.isAccepted, "\(verdict.output)")
      let graph = try JSONDecoder().decode(
        SymbolGraph.self,
        from: Data(contentsOf: folder.appending(path: "Signposts.symbols.json"))
      )
      return Set(
        graph.symbols.map { symbol in
          (symbol.declarationFragments ?? []).map(\.spelling).joined() + " "
            + symbol.identifier.precise
        }
      )
    }
  }

  private struct SymbolGraph: Decodable {
    struct Symbol: Decodable {
      struct Identifier: Decodable { let precise: String }
      struct Fragment: Decodable { let spelling: String }
      let identifier: Identifier
      let declarationFragments: [Fragment]?
    }
    let symbols: [Symbol]
  }
}
