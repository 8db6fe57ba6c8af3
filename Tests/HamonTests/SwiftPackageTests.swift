import FoundationEssentials
import SuiteErrors
import Testing

@testable import hamon

struct SwiftPackageTests {
  private let package: BenchFixture

  init() throws {
    package = try BenchFixture()
    try package.write("// a manifest", to: "Package.swift")
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
  func `the benchmarks are those of the package at or above`(folder: String) throws {
    let products = "\(package.path)/products"
    let found = try SwiftPackage(containing: package.path + folder)
      .executables(in: products)
    #expect(found == ["\(products)/Fast", "\(products)/Slow"])
  }

  @Test func `an entry point may lie in a folder within, and a word that begins like one is none`()
    throws
  {
    try package.write("  @main struct Deep {}", to: "Benchmarks/Deep/Sources/Deep.swift")
    try package.write("@mainly struct Not {}", to: "Benchmarks/Not/Not.swift")
    let found = try SwiftPackage(containing: package.path).benchmarks()
    #expect(found == ["Deep", "Fast", "Slow"])
  }

  @Test func `those that are not built are named, with the command that builds them`() throws {
    try package.remove("products/Slow")
    #expect {
      try SwiftPackage(root: package.path).executables(in: "\(package.path)/products")
    } throws: { error in
      "\(error)".contains("swift build -c release --product Slow") && !"\(error)".contains("Fast")
    }
  }

  @Test func `outside of a package, or without benchmarks, the error says so`() throws {
    try package.remove("Benchmarks")
    let none = #expect(throws: SuiteError.self) {
      try SwiftPackage(containing: package.path).executables(in: package.path)
    }
    #expect(none?.problem == "it has no folders in Benchmarks" && none?.subject == package.path)
    try package.remove("Package.swift")
    let outside = #expect(throws: SuiteError.self) { try SwiftPackage(containing: package.path) }
    #expect(outside?.problem == "there is no Package.swift here or above")
  }

  @Test func `a path that is no executable is an error before anything runs`() {
    for path in ["missing", "Package.swift", "products"] {
      #expect {
        try SwiftPackage.checkExecutable("\(package.path)/\(path)")
      } throws: { error in
        "\(error)".contains("it can't be run: ")
      }
    }
  }
}
