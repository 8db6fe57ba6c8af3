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
      for module in target.modules {
        #expect(allowed.contains(wings[module] ?? ""), "\(target.name) imports \(module)")
      }
    }
  }

  @Test func `each Swift target has the same settings`() {
    let clang: Set = ["CMachine", "CProcessor", "CSignposts", "CTracingOverhead", "CVersion"]
    let settings: Set = [
      "swiftLanguageMode", "enableUpcomingFeature", "treatAllWarnings", "strictMemorySafety",
    ]
    for target in manifest.targets where target.type != "system" && !clang.contains(target.name) {
      #expect(settings.isSubset(of: target.settings), "\(target.name)")
    }
  }

  @Test func `modules that no product offers declare nothing public`() throws {
    let offered = Set(manifest.products.flatMap(\.targets))
    let declaration = #/^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:public|open)\s(?!import)/#
    for target in manifest.targets
    where target.wing.hasPrefix("Sources/") && !offered.contains(target.name) {
      for file in Self.swiftFiles(below: try #require(target.path)) {
        let text = try String(contentsOf: file, encoding: .utf8)
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
          .enumerated()
        where line.prefixMatch(of: declaration) != nil {
          Issue.record("\(target.name)/\(file.lastPathComponent):\(index + 1): \(line)")
        }
      }
    }
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

  private static func swiftFiles(below path: String) -> [URL] {
    let folder = Manifest.root.appending(path: path)
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
  }
}
