import CommandRunning
import Foundation
import ProcessLaunching
import SuiteErrors
import Testing

@testable import hamon

struct SwiftPackageTests {
  private let package: BenchFixture

  /// A manifest whose executables aren't called as their folders, and whose harness is of another package.
  private static let manifest = """
    // swift-tools-version: 6.0
    import PackageDescription
    let harness = Target.Dependency.product(name: "BenchmarkHarness", package: "hamon")
    let package = Package(
      name: "package",
      products: [
        .executable(name: "Fast", targets: ["FastTarget"]), .library(name: "Slow", targets: ["Slow"]),
      ],
      dependencies: [.package(url: "https://example.com/hamon", branch: "main")],
      targets: [
        .target(name: "Library"),
        .target(name: "Shared", dependencies: [harness, "Library"], path: "Benchmarks/Shared"),
        .executableTarget(name: "FastTarget", dependencies: ["Shared"], path: "Benchmarks/Sources/fast"),
        .executableTarget(
          name: "Slow",
          dependencies: [.product(name: "BenchmarkCompatibility", package: "hamon")]
        ),
        .executableTarget(name: "Generator", path: "Benchmarks/Generator"),
        .executableTarget(name: "Tool", dependencies: ["Library"]),
      ]
    )
    """

  init() throws {
    package = try BenchFixture()
    try package.write(Self.manifest, to: "Package.swift")
    for folder in [
      "Benchmarks/Shared", "Benchmarks/Sources/fast", "Benchmarks/Generator", "Sources/Slow",
      "Sources/Library", "Sources/Tool",
    ] {
      try package.write("", to: "\(folder)/main.swift")
    }
    for name in ["Fast", "Slow"] { try package.writeScript("exit 0", to: "products/\(name)") }
  }

  @Test(arguments: ["", "/Sources/Slow", "/Benchmarks/Sources/fast"])
  func `the benchmarks are what the package at or above makes of the harness, wherever that lies`(
    folder: String
  ) async throws {
    let products = "\(package.path)/products"
    let found = try SwiftPackage(containing: package.path + folder)
    #expect(try await found.executables(in: products) == ["\(products)/Fast", "\(products)/Slow"])
    let sources = try await found.benchmarks().map(\.sources)
    #expect(sources == [["Benchmarks/Sources/fast", "Benchmarks/Shared"], ["Sources/Slow"]])
  }

  @Test func `this package's are those in Benchmarks, and not what uses a part of the harness`()
    async throws
  {
    // `swift test` has locked .build.
    let own = SwiftPackage(root: FixturePackage.repository, scratch: "\(package.path)/.build")
    let names = try await own.benchmarks().map(\.name)
    let folders = try FileManager.default.contentsOfDirectory(atPath: "\(own.root)/Benchmarks")
    #expect(names == folders.filter { $0 != "Shared" && !$0.hasPrefix(".") }.sorted())
    #expect(!names.contains("hamon") && names.contains("TraceReading"))
  }

  @Test func `in a package that doesn't name the harness they are those in Benchmarks`()
    async throws
  {
    let text = Self.manifest.replacing("BenchmarkHarness", with: "Other")
      .replacing("BenchmarkCompatibility", with: "Other")
    try package.write(text, to: "Package.swift")
    let found = try await SwiftPackage(root: package.path).benchmarks().map(\.name)
    #expect(found == ["Fast", "Generator"])
  }

  @Test func `where Benchmarks is a package of its own, or the manifest is wrong, that is said`()
    async throws
  {
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
    let none = await #expect(throws: SuiteError.self) {
      try await SwiftPackage(containing: path).benchmarks()
    }
    #expect(none?.remedy.contains("name it (--package-path \(path)/Benchmarks)") == true)
    let wrong = await #expect(throws: SuiteError.self) {
      try await SwiftPackage(root: "\(path)/Benchmarks").benchmarks()
    }
    #expect(wrong?.problem.contains("error:") == true, "\(wrong?.description ?? "")")
  }

  /// Lets `swift` be a script that notes what it is told, and makes the executables of a package.
  private func bench(
    _ arguments: [String]
  ) async throws -> (
    outcome: ToolFixture.Outcome, builds: [String]
  ) {
    let path = package.path
    try package.writeScript(
      """
      echo "$@" >> '\(path)/builds'
      case "$*" in
      *dump-package*) cat '\(path)/dump' ;;
      *--show-bin-path*) echo '\(path)/products' ;;
      esac
      """,
      to: "bin/swift"
    )
    try? package.remove("builds")
    var outcome: ToolFixture.Outcome?
    try await ToolFixture.open { tool in
      outcome = try await tool.run(
        ["bench", "--quick", "--package-path", path] + arguments,
        environment: [
          "PATH": "\(path)/bin:\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
        ]
      )
    }
    let lines = try package.text("builds").split(separator: "\n").map(String.init)
    return (try #require(outcome), lines.filter { $0.contains("--product") })
  }

  @Test func `what no chosen row is of isn't built, unless its sources are newer`() async throws {
    let dump = try await Command(
      "swift",
      ["package", "--package-path", package.path, "dump-package"]
    ).run()
    try package.write(dump.output, to: "dump")
    for (name, row) in [("Fast", "parse"), ("Slow", "write")] {
      _ = try package.writeSuite("products/\(name)", row: row)
    }
    func build(_ product: String, _ options: String = "") -> String {
      "build --configuration release --package-path \(package.path) \(options)--product \(product)"
    }
    let all = try await bench([])
    #expect(all.builds == [build("Fast"), build("Slow")], "\(all.outcome.error)")
    #expect(try await bench(["--filter", "^write"]).builds == [build("Slow")])
    #expect(try await bench(["--skip", "^write"]).builds == [build("Fast")])
    #expect(try await bench(["--product", "Fast"]).builds == [build("Fast")])
    let none = try await bench(["--filter", "neither"])
    #expect(none.builds == [] && none.outcome.error.contains("--filter neither: it matches no row"))
    let skipping = try await bench(["--skip", "."])
    #expect(skipping.outcome.error.contains("--skip .: it leaves out all rows"))
    // What builds are told is told to each.
    let given = [
      "-Xswiftc", "-Ounchecked", "-Xcc", "-O3", "-Xlinker", "-s", "--traits", "T", "--swift-sdk",
      "static",
    ]
    let told = try await bench(["--filter", "^write"] + given)
    #expect(told.builds == [build("Slow", given.joined(separator: " ") + " ")])
    #expect(try package.text("builds").split(separator: "\n").allSatisfy { $0.contains("static") })
    // A source of it is changed: it may have other rows now.
    try FileManager.default.setAttributes(
      [.modificationDate: Date.distantFuture],
      ofItemAtPath: "\(package.path)/Benchmarks/Shared/main.swift"
    )
    #expect(try await bench(["--filter", "^write"]).builds == [build("Fast"), build("Slow")])
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
    let text = Self.manifest.replacing("BenchmarkHarness", with: "Other")
      .replacing("BenchmarkCompatibility", with: "Other").replacing("Benchmarks/", with: "Sources/")
    try package.write(text, to: "Package.swift")
    let none = await #expect(throws: SuiteError.self) {
      try await SwiftPackage(containing: package.path).executables(in: package.path)
    }
    #expect(none?.problem.hasPrefix("none of its executables") == true)
    try package.remove("Package.swift")
    let outside = #expect(throws: SuiteError.self) { try SwiftPackage(containing: package.path) }
    #expect(outside?.problem == "there is no Package.swift here or above")
  }

  @Test func `a path that is no executable is an error before anything runs`() {
    for path in ["missing", "Package.swift", "products"] {
      #expect {
        _ = try BenchmarkProgram.executable(at: "\(package.path)/\(path)")
      } throws: { error in
        "\(error)".contains("it can't be run: ")
      }
    }
  }
}
