import CommandRunning
import Foundation
import Testing

@testable import hamon

/// `hamon init` in packages that aren't built.
@Suite(.timeLimit(.minutes(10)))
struct InitTests {
  private let package: BenchFixture

  /// A package with a library and a tool, and a manifest that a person has written.
  private static let manifest = """
    // swift-tools-version:5.9
    import PackageDescription

    let package = Package(
        name: "swift-words",  // as its repository
        products: [.executable(name: "tool", targets: ["tool"]), .library(name: "Words", targets: ["Words-Core"])],
        targets: [
            .target(name: "Other"), .target(name: "Words-Core"), .executableTarget(name: "tool"),
        ]
    )

    """

  init() throws {
    package = try BenchFixture()
    try package.write(Self.manifest, to: "Package.swift")
  }

  private func start(
    name: String? = nil,
    library: String? = nil,
    below folder: String = "",
    source: HamonSource? = .address("https://github.com/octocat/hamon.git", branch: "main"),
    ci system: CISystem? = CISystem.none
  ) async throws -> String {
    try await NewSuite(
      package: SwiftPackage(root: package.path + folder),
      name: name,
      library: library,
      source: source
    ).start(ci: system)
  }

  @Test func `the dependency, the target and a row are added, and the rest is as it was`()
    async throws
  {
    let said = try await start()
    let text = try package.text("Package.swift")
    #expect(text.contains(#".package(url: "https://github.com/octocat/hamon.git", branch: "#))
    #expect(text.contains("name: \"swift-words\",  // as its repository\n"))
    let own = SwiftPackage(root: package.path)
    let benchmarks = try await own.benchmarks()
    let folder = "Benchmarks/Words_CoreBenchmarks"
    #expect(benchmarks == [.init(name: "Words_CoreBenchmarks", sources: [folder])])
    let program = try package.text("\(folder)/main.swift")
    #expect(program.contains("import Words_Core\n"))
    #expect(program.contains(#"Benchmark("parse", floors: ["read"])"#))
    #expect(said.contains("init: added: \(folder)/main.swift"))
    #expect(said.contains("hamon bench --package-path \(package.path)"))
    let files = try FileManager.default.contentsOfDirectory(atPath: package.path)
    #expect(Set(files).subtracting([".build"]) == ["Benchmarks", "Package.swift"])
  }

  @Test func `what is there is said, and stays as it is`() async throws {
    _ = try await start(ci: .github)
    let written = ["Package.swift", ".github/workflows/performance.yml"]
    let texts = try written.map(package.text)
    let program = "Benchmarks/Words_CoreBenchmarks/main.swift"
    try package.write("// mine\n", to: program)
    let said = try await start(source: nil, ci: .github)
    #expect(try written.map(package.text) == texts)
    #expect(try package.text(program) == "// mine\n")
    #expect(said.contains("init: there already: the dependency on hamon\n"))
    #expect(said.contains("init: there already: the target Words_CoreBenchmarks\n"))
    #expect(said.contains("init: there already: Benchmarks/Words_CoreBenchmarks\n"))
    #expect(said.contains("init: there already: .github/workflows/performance.yml\n"))
  }

  @Test func `of several libraries it takes the one with the package's name, or the one asked for`()
    async throws
  {
    let products = ["Ropes", "Words"].map { ".library(name: \"\($0)\", targets: [\"\($0)\"])" }
    try package.write(
      """
      // swift-tools-version:5.9
      import PackageDescription
      let package = Package(
          name: "swift-words", products: [\(products.joined(separator: ", "))],
          targets: [.target(name: "Ropes"), .target(name: "Words")])
      """,
      to: "Package.swift"
    )
    let said = try await start()
    #expect(said.contains("its library is Words, of 2; --library names another"))
    #expect(try package.text("Benchmarks/WordsBenchmarks/main.swift").contains("import Words\n"))
    let named = try await start(library: "Ropes")
    #expect(!named.contains("--library"))
    #expect(try package.text("Benchmarks/RopesBenchmarks/main.swift").contains("import Ropes\n"))
    await #expect { try await start(library: "Tries") } throws: { error in
      "\(error)".hasSuffix("give one of Ropes, Words")
    }
  }

  @Test func `a package of benchmarks measures the library beside it, and CI is told where it is`()
    async throws
  {
    try package.write(
      """
      // swift-tools-version:5.9
      import PackageDescription
      let package = Package(name: "speed", dependencies: [.package(path: "..")])
      """,
      to: "Benchmarks/Package.swift"
    )
    for words in [
      ["init", "--quiet"],
      ["symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/next"],
    ] {
      try await Command.succeed(["git", "-C", package.path] + words)
    }
    let said = try await start(below: "/Benchmarks", ci: .github)
    let folder = "Benchmarks/Benchmarks/Words_CoreBenchmarks"
    #expect(try package.text("\(folder)/main.swift").contains("import Words_Core\n"))
    let name = URL(filePath: package.path).lastPathComponent
    let manifest = try package.text("Benchmarks/Package.swift").lowercased()
    #expect(manifest.contains(#".product(name: "words", package: "\#(name.lowercased())")"#))
    #expect(said.contains("which its last job commits to next\n"))
    let file = try package.text(".github/workflows/performance.yml")
    #expect(file.contains("    branches: [next]\n"))
    #expect(file.contains("hamon gate --package-path Benchmarks --base"))
    #expect(file.contains("hamon bench --package-path Benchmarks --quick"))
    #expect(file.contains("build --configuration release --package-path Benchmarks\n"))
    #expect(file.contains("git add Benchmarks/results/history\n"))
    #expect(!file.contains("--package-path ."))
    #expect(file.contains("'<!-- hamon gate -->'"))
    let above = try await start()
    #expect(above.contains("Benchmarks is a package of its own: there it would be hamon init --"))
  }

  @Test func `tests stay where a repository has jobs of its own`() async throws {
    let tested = Self.manifest.replacing(
      ".target(name: \"Other\")",
      with: ".target(name: \"Other\"), .testTarget(name: \"WordsTests\")"
    )
    try package.write(tested, to: "Package.swift")
    let path = ".github/workflows/performance.yml"
    #expect(try await start(ci: .github).contains("added: \(path): tests, a gate for changes"))
    #expect(try package.text(path).contains("run: swift test\n"))
    try package.remove(path)
    try package.write("on: push\n", to: ".github/workflows/ci.yaml")
    #expect(try await start(ci: .github).contains("added: \(path): a gate for changes"))
    #expect(try !package.text(path).contains("swift test"))
  }

  @Test func `where the manifest makes its lists itself, what is missing is added at its end`()
    async throws
  {
    let manifest = """
      // swift-tools-version:5.9
      import PackageDescription
      let all: [Target] = [.target(name: "Words")]
      let words: Package = .init(name: "words", targets: all)
      """
    try package.write(manifest, to: "Package.swift")
    let said = try await start(source: .clone("/none/hamon"))
    let text = try package.text("Package.swift")
    #expect(
      text == """
        \(manifest)

        // Benchmarks.
        words.dependencies.append(
          .package(path: "/none/hamon")
        )
        words.targets.append(
          .executableTarget(
            name: "WordsBenchmarks",
            dependencies: ["Words", .product(name: "BenchmarkHarness", package: "hamon")],
            path: "Benchmarks/WordsBenchmarks"
          )
        )

        """
    )
    #expect(said.contains("init: added to the end of Package.swift: .package("))
    let again = try await start(source: .clone("/none/hamon"))
    #expect(again.contains("init: there already: the target WordsBenchmarks"))
    #expect(try package.text("Package.swift") == text)
  }

  @Test func `a package that hamon depends on needs a folder of its name`() async throws {
    let manifest = Self.manifest.replacing("swift-words", with: "swift-log")
    try package.write(manifest, to: "Package.swift")
    await #expect { try await start() } throws: { error in
      "\(error)".hasPrefix("\(package.path): hamon depends on swift-log too, and SwiftPM knows a ")
        && "\(error)".hasSuffix("; rename the folder to swift-log")
    }
    #expect(try package.text("Package.swift") == manifest)
    let own = try String(
      contentsOfFile: "\(FixturePackage.repository)/Package.swift",
      encoding: .utf8
    )
    let names = own.matches(of: /package\(url: "[^"]+\/([^"\/]+)"/).map { String($0.1) }
    #expect(names.count > 5 && HamonSource.dependencies.isSuperset(of: names), "\(names)")
  }

  @Test func `a manifest that can't be changed stays, and its user gets the lines`() async throws {
    let manifest = """
      // swift-tools-version:5.2
      import PackageDescription
      let package = Package(name: "words", targets: [.target(name: "Words")])

      """
    try package.write(manifest, to: "Package.swift")
    await #expect {
      try await start(source: .clone("/none/hamon"))
    } throws: { error in
      let text = "\(error)"
      return text.contains("executableTarget") && text.contains(".package(path: \"/none/hamon\"),")
        && text.contains(#"["Words", .product(name: "BenchmarkHarness", package: "hamon")]"#)
        && text.contains("path: \"Benchmarks/WordsBenchmarks\"")
    }
    #expect(try package.text("Package.swift") == manifest)
    let files = try FileManager.default.contentsOfDirectory(atPath: package.path)
    #expect(Set(files).subtracting([".build"]) == ["Package.swift"])
  }

  @Test func `each system gets its file, which fetches hamon where the package does`() async throws
  {
    let address = HamonSource.address("https://github.com/octocat/hamon.git", branch: "main")
    let github = CISystem.github.text(source: address)
    #expect(github.contains("HAMON_REPOSITORY: ${{ vars.HAMON_REPOSITORY || 'octocat/hamon' }}"))
    #expect(github.contains("# Written by hamon init. It builds hamon of octocat/hamon, or of "))
    #expect(!github.contains("Copy it"))
    let gitlab = CISystem.gitlab.text(source: address)
    #expect(gitlab.contains("${HAMON_URL:-https://github.com/oct"))
    #expect(gitlab.contains("# Written by hamon init. Variables"))
    let template = try String(
      contentsOfFile: "\(FixturePackage.repository)/tools/ci/github-actions.yml",
      encoding: .utf8
    )
    #expect(CISystem.github.text(source: .clone("/hamon")) == template)
    // Without tests there is nothing to test, and nothing waits for it.
    for (system, job) in [(CISystem.github, "\n  test:"), (.gitlab, "\ntest:")] {
      let (all, rest) = (system.text(source: nil), system.text(source: nil, hasTests: false))
      #expect(all.contains(job) && !rest.contains(job) && !rest.contains("needs: test"))
      let text = rest.split(separator: "\n")
      #expect(all.split(separator: "\n").count - text.count == (system == .github ? 13 : 11))
      #expect(rest.contains("\(job.dropLast(5))gate:\n"))
      #expect(text[0].hasPrefix("# A gate for performance, of a Swift package"))
    }
    // Beside a pipeline that is there.
    try package.write("test: { script: [make] }\n", to: ".gitlab-ci.yml")
    let said = try await start(ci: nil)
    #expect(said.contains("init: added: .gitlab/performance.yml: a gate for changes, and a "))
    #expect(said.contains("add to .gitlab-ci.yml: include: { local: /.gitlab/performance.yml }"))
    #expect(try package.text(".gitlab-ci.yml") == "test: { script: [make] }\n")
  }

  @Test func `of manifests for several versions, the one that this toolchain reads is changed`()
    async throws
  {
    let current = Self.manifest.replacing("5.9", with: "6.0")
    try package.write(current, to: "Package@swift-6.0.swift")
    try package.write(current, to: "Package@swift-99.swift")
    let said = try await start(name: "Speed")
    #expect(said.contains("init: added to Package@swift-6.0.swift: "))
    #expect(try package.text("Package.swift") == Self.manifest)
    #expect(try package.text("Package@swift-99.swift") == current)
  }

  @Test func `a clone beside the package is named by a relative path`() {
    let clone = HamonSource.clone("/work/hamon")
    #expect(clone.arguments(in: "/work/words") == ["../hamon", "--type", "path"])
    #expect(clone.declaration(in: "/home/words") == #".package(path: "/work/hamon")"#)
    #expect(HamonSource.address("git@example.com:x/Hamon.git", branch: "main").identity == "Hamon")
  }

  @Test func `without a known address the option is asked for`() async throws {
    await #expect { try await start(source: nil) } throws: { error in
      "\(error)".hasPrefix("--url: where hamon can be fetched from is not known here; give its")
    }
    #expect(try package.text("Package.swift") == Self.manifest)
  }
}
