import FoundationEssentials
import SuiteErrors
import Testing

@testable import hamon

struct SwiftPackageTests {
  private let package: BenchFixture

  init() throws {
    package = try BenchFixture()
    try package.write("a manifest", to: "Package.swift")
    for name in ["Fast", "Slow"] {
      try package.makeDirectory("Benchmarks/\(name)")
      // Both ways to make an executable.
      let file = name == "Fast" ? "main.swift" : "Slow.swift"
      try package.write("import Katana\n@main\nstruct Slow {}\n", to: "Benchmarks/\(name)/\(file)")
      try package.writeScript("exit 0", to: "products/\(name)")
    }
    try package.makeDirectory("Benchmarks/Shared")
    try package.write("struct Workload {}", to: "Benchmarks/Shared/Workload.swift")
    try package.write("not a benchmark", to: "Benchmarks/README.md")
    try package.makeDirectory("Sources/Deep")
  }

  @Test(arguments: ["", "/Sources/Deep", "/Benchmarks/Fast"])
  func `the benchmarks are those of the package at or above`(folder: String) async throws {
    let products = "\(package.path)/products"
    let found = try await SwiftPackage(containing: package.path + folder)
      .executables(in: products)
    #expect(found == ["\(products)/Fast", "\(products)/Slow"])
  }

  @Test func `an entry point may lie in a folder within, and a word that begins like one is none`()
    async throws
  {
    try package.write("  @main struct Deep {}", to: "Benchmarks/Deep/Sources/Deep.swift")
    try package.write("@mainly struct Not {}", to: "Benchmarks/Not/Not.swift")
    let found = try await SwiftPackage(containing: package.path).benchmarks()
    #expect(found == ["Deep", "Fast", "Slow"])
  }

  /// A manifest with an executable of a target alone, one of a product, and a library called as a folder.
  private static let manifest = """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "package",
      products: [
        .executable(name: "Fast", targets: ["FastTarget"]), .library(name: "Plugins", targets: ["Slow"]),
      ],
      targets: [
        .executableTarget(name: "FastTarget", path: "Benchmarks/Fast"),
        .executableTarget(name: "Slow", path: "Benchmarks/Slow"),
      ]
    )
    """

  @Test func `folders whose product doesn't exist are no benchmarks`() async throws {
    try package.write("@main struct Tool {}", to: "Benchmarks/Sources/tool/Tool.swift")
    try package.write("print()", to: "Benchmarks/Plugins/main.swift")
    // Of a manifest that can't be read, nothing is known.
    let unread = try await SwiftPackage(containing: package.path).benchmarks()
    #expect(unread == ["Fast", "Plugins", "Slow", "Sources"])
    try package.write(Self.manifest, to: "Package.swift")
    let found = try await SwiftPackage(containing: package.path).benchmarks()
    #expect(found == ["Fast", "Slow"])
  }

  @Test func `where Benchmarks is a package of its own, that is said`() async throws {
    for name in ["Fast", "Slow"] { try package.remove("Benchmarks/\(name)") }
    try package.write("@main struct Tool {}", to: "Benchmarks/Sources/tool/Tool.swift")
    try package.write("a manifest", to: "Benchmarks/Package.swift")
    try package.write(
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(name: "package", targets: [.target(name: "Library")])
      """,
      to: "Package.swift"
    )
    let path = package.path
    await #expect {
      try await SwiftPackage(containing: path).benchmarks()
    } throws: { error in
      (error as? SuiteError)?.subject == "Sources"
        && "\(error)".contains("name it (--package-path \(path)/Benchmarks)")
    }
  }

  @Test func `a build that crashes says so, and not what it has said before`() async throws {
    await #expect {
      try await SwiftPackage(root: package.path).build(
        command: "echo warning: flags; kill -SEGV $$"
      )
    } throws: { error in
      "\(error)".contains("signal 11") && "\(error)".contains("warning: flags")
    }
  }

  @Test func `those that are not built are named, with the command that builds them`() async throws
  {
    try package.remove("products/Slow")
    await #expect {
      try await SwiftPackage(root: package.path).executables(in: "\(package.path)/products")
    } throws: { error in
      "\(error)".contains("swift build -c release --product Slow") && !"\(error)".contains("Fast")
    }
  }

  @Test func `outside of a package, or without benchmarks, the error says so`() async throws {
    try package.remove("Benchmarks")
    let none = await #expect(throws: SuiteError.self) {
      try await SwiftPackage(containing: package.path).executables(in: package.path)
    }
    #expect(none?.problem == "it has no folders in Benchmarks" && none?.subject == package.path)
    try package.remove("Package.swift")
    let outside = #expect(throws: SuiteError.self) { try SwiftPackage(containing: package.path) }
    #expect(outside?.problem == "there is no Package.swift here or above")
  }

  @Test func `a path that is no executable is an error before anything runs`() {
    for path in ["missing", "Package.swift", "products"] {
      #expect {
        _ = try SwiftPackage.executable(at: "\(package.path)/\(path)")
      } throws: { error in
        "\(error)".contains("it can't be run: ")
      }
    }
  }
}
