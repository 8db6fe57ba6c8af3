import Foundation

/// The package's manifest, as `swift package dump-package` writes it.
struct Manifest {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  let targets: [Target]
  let products: [Product]

  init() throws {
    // A scratch folder of its own: the package's is locked while its tests run.
    let scratch = FileManager.default.temporaryDirectory
      .appending(path: "hamon-manifest-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: scratch) }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "swift", "package", "--package-path", Self.root.path, "--scratch-path", scratch.path,
      "dump-package",
    ]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let dump = try JSONDecoder().decode(Dump.self, from: data)
    targets = dump.targets
    products = dump.products
  }

  /// A library or program that other packages can use, with the modules that it offers.
  struct Product: Decodable {
    let name: String
    let targets: [String]
  }

  struct Target: Decodable {
    let name: String
    let path: String?
    let type: String
    /// The names of the targets of this package that it depends on.
    let modules: [String]
    /// The kinds of its settings: `strictMemorySafety`, `swiftLanguageMode`, and so on.
    let settings: Set<String>
    /// How many build tools it has.
    let buildToolCount: Int

    /// The folder that holds the target's, such as `Sources/Suite`.
    var wing: String { path.map { ($0 as NSString).deletingLastPathComponent } ?? "" }

    private enum CodingKeys: CodingKey {
      case name, path, type, dependencies, settings, pluginUsages
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      path = try container.decodeIfPresent(String.self, forKey: .path)
      type = try container.decode(String.self, forKey: .type)
      modules = try container.decode([Dependency].self, forKey: .dependencies).compactMap(\.name)
      settings = Set(try container.decode([Setting].self, forKey: .settings).flatMap(\.kind.keys))
      let buildTools = try container.decodeIfPresent([Ignored].self, forKey: .pluginUsages)
      buildToolCount = buildTools?.count ?? 0
    }
  }

  private struct Dump: Decodable {
    let targets: [Target]
    let products: [Product]
  }

  /// `{"byName": ["Katana", null]}` or `{"target": ["CLTTngUST", ...]}`; products of other packages have no name here.
  private struct Dependency: Decodable {
    let name: String?

    private enum CodingKeys: CodingKey { case byName, target }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      guard let key = container.allKeys.first else {
        name = nil
        return
      }
      var values = try container.nestedUnkeyedContainer(forKey: key)
      name = try values.decode(String.self)
    }
  }

  private struct Setting: Decodable {
    let kind: [String: Ignored]
  }

  private struct Ignored: Decodable {}
}
