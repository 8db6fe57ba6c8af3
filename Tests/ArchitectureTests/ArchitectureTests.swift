import Foundation
import Testing

@Suite struct ArchitectureTests {
  let manifest: Manifest

  init() throws { manifest = try Manifest() }

  @Test func `the arrows of docs/architecture.md are those of the manifest`() throws {
    let sources = manifest.targets.filter { $0.wing.hasPrefix("Sources/") }
    let documented = try Self.documentedArrows()
    #expect(Set(documented.keys) == Set(sources.map(\.name)))
    for target in sources {
      #expect(documented[target.name] == Set(target.modules), "\(target.name)")
    }
  }

  @Test func `imports run downward from suite and framework to signposts`() {
    let wings = Dictionary(uniqueKeysWithValues: manifest.targets.map { ($0.name, $0.wing) })
    // The suite measures whatever program: it knows neither the framework nor what a program emits by.
    let below: [String: Set<String>] = [
      "Sources/Signposts": ["Sources/Signposts"],
      "Sources/Framework": ["Sources/Framework", "Sources/Signposts"],
      "Sources/Suite": ["Sources/Suite"],
    ]
    for target in manifest.targets {
      guard let allowed = below[target.wing] else { continue }
      // The event table is all that the suite knows of those whose events it reads; testing modules hand on what finds leaks.
      let handedOn: Set = ["EventTable", target.name.hasSuffix("Testing") ? "LeakChecking" : ""]
      for module in target.modules where !handedOn.contains(module) {
        #expect(allowed.contains(wings[module] ?? ""), "\(target.name) imports \(module)")
      }
    }
  }

  @Test func `no target has a build tool, with which SwiftPM refuses packages in a circle`() {
    // Such as swift-collections, with benchmarks that depend on this package.
    for target in manifest.targets { #expect(target.buildToolCount == 0, "\(target.name)") }
  }

  @Test func `each Swift target has the same settings`() {
    let clang: Set = [
      "CEventTable", "CGTKViewChecks", "CHeapLayout", "CLeakChecking", "CMachine",
      "CNativeViewsGTK", "CPages", "CPaintingGTK", "CPangoCairo", "CProcessor", "CSampling",
      "CSignposts", "CTracingOverhead",
    ]
    let settings: Set = ["swiftLanguageMode", "enableUpcomingFeature", "treatAllWarnings"]
    for target in manifest.targets
    where !["system", "plugin"].contains(target.type) && !clang.contains(target.name) {
      let expected = target.type == "test" ? settings : settings.union(["strictMemorySafety"])
      #expect(expected.isSubset(of: target.settings), "\(target.name)")
    }
  }

  @Test func `modules that no product offers declare nothing public`() throws {
    let declaration = #/^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:public|open)\s(?!import)/#
    let offered = try offeredModules()
    for target in manifest.targets
    where target.wing.hasPrefix("Sources/") && !offered.contains(target.name) {
      for (file, lines) in try Self.swiftFiles(of: target) {
        for (index, line) in lines.enumerated() where line.prefixMatch(of: declaration) != nil {
          Issue.record("\(target.name)/\(file.lastPathComponent):\(index + 1): \(line)")
        }
      }
    }
  }

  @Test func `the suite does in one place what copies have done before`() throws {
    // What a copy would have in it too, by the file that may have it.
    let telltales = [
      "CSVField": #"with: "\"\"""#, "ELFFile": "0x464c457f", "Fingerprint": "0x100000001b3",
      "HTMLPage": "&amp;", "JSONLine": #"\\u00"#, "JUnitSuite": "<testcase",
      "NumberFormat": #"+ " %""#, "ProcessFile": "/maps", "ShellWord": #"'\\''"#,
      "WrittenFile": "it can't be written (",
    ]
    for target in manifest.targets where target.wing == "Sources/Suite" {
      for (file, lines) in try Self.swiftFiles(of: target) {
        let code = lines.filter { !$0.contains("///") }.joined(separator: "\n")
          .replacing("_", with: "").lowercased()
        let name = file.deletingPathExtension().lastPathComponent
        // Its hash is over words, for speed, and no file keeps it.
        let isFast = name == "SymbolTable"
        for (owner, text) in telltales where !(isFast && owner == "Fingerprint") {
          #expect(code.contains(text) == (name == owner), "\(name) has \(text), as \(owner)")
        }
      }
    }
  }

  @Test func `the Swift Package Index documents each library`() throws {
    let index = try String(
      contentsOf: Manifest.root.appending(path: ".spi.yml"),
      encoding: .utf8
    )
    let documented = index.split(separator: "\n").compactMap { line in
      line.wholeMatch(of: #/ +- (\w+)/#).map { String($0.1) }
    }
    let programs = Set(manifest.targets.filter { $0.type != "regular" }.map(\.name))
    let libraries = Set(manifest.products.flatMap(\.targets)).subtracting(programs)
    #expect(documented == libraries.sorted())
  }

  /// The modules of products, and those that these hand on to their users.
  private func offeredModules() throws -> Set<String> {
    let products = Set(manifest.products.flatMap(\.targets))
    let exported = try manifest.targets.filter { products.contains($0.name) }
      .flatMap { try Self.swiftFiles(of: $0) }.flatMap(\.lines)
      .compactMap { $0.wholeMatch(of: #/@_exported public import (\w+)/#).map { String($0.1) } }
    return products.union(exported)
  }

  /// The rows of the table: a module, and the modules that it depends on.
  private static func documentedArrows() throws -> [String: Set<String>] {
    let page = try String(
      contentsOf: Manifest.root.appending(path: "docs/architecture.md"),
      encoding: .utf8
    )
    var arrows: [String: Set<String>] = [:]
    for line in page.split(separator: "\n") {
      let cells = line.split(separator: "|", omittingEmptySubsequences: false)
        .map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 5, let module = name(in: cells[1]) else { continue }
      arrows[module] = Set(
        cells[2].split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      )
    }
    return arrows
  }

  /// `Katana` of a cell with `` `Katana` ``.
  private static func name(in cell: String) -> String? {
    guard cell.count > 2, cell.hasPrefix("`"), cell.hasSuffix("`") else { return nil }
    return String(cell.dropFirst().dropLast())
  }

  private static func swiftFiles(
    of target: Manifest.Target
  ) throws -> [(url: URL, lines: [Substring])] {
    let folder = Manifest.root.appending(path: try #require(target.path))
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return try (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }.map {
      let text = try String(contentsOf: $0, encoding: .utf8)
      return ($0, text.split(separator: "\n", omittingEmptySubsequences: false))
    }
  }
}
