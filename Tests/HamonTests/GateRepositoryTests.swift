import ArgumentParser
import CommandRunning
import Foundation
import ProcessLaunching
import RegressionGate
import SeededRandom
import Statistics
import SuiteErrors
import Testing

@testable import hamon

@Suite(.timeLimit(.minutes(30)))
struct GateRepositoryTests {
  /// A repository with a package in a subdirectory, and two commits.
  private func makeRepository() async throws -> BenchFixture {
    let fixture = try BenchFixture()
    try fixture.write("one", to: "sub/Package.swift")
    try await git(fixture, "init", "--quiet")
    try await commit(fixture)
    try fixture.write("two", to: "sub/Package.swift")
    try await commit(fixture)
    return fixture
  }

  private func commit(_ fixture: BenchFixture, in folder: String = ".") async throws {
    try await git(fixture, in: folder, "add", "--all")
    try await git(
      fixture,
      in: folder,
      "-c",
      "user.name=Test",
      "-c",
      "user.email=test@example.com",
      "commit",
      "--quiet",
      "--message",
      "One more"
    )
  }

  @discardableResult
  private func git(
    _ fixture: BenchFixture,
    in folder: String = ".",
    _ arguments: String...
  ) async throws -> String {
    try await run(fixture, ["-C", folder] + arguments)
  }

  @Test func `the base of a package in a subdirectory is checked out beside it`() async throws {
    let fixture = try await makeRepository()
    let repository = try await GateRepository(package: "\(fixture.path)/sub")
    let before = try await git(fixture, "status", "--porcelain", "--branch")
    let base = try await repository.checkOut(try await repository.commit("HEAD~1"))
    #expect(base == "\(repository.workDirectory)/base\(repository.package)")
    #expect(try String(contentsOfFile: "\(base)/Package.swift", encoding: .utf8) == "one")
    // Again, at another commit.
    _ = try await repository.checkOut(try await repository.commit("HEAD"))
    #expect(try String(contentsOfFile: "\(base)/Package.swift", encoding: .utf8) == "two")
    let after = try await git(fixture, "status", "--porcelain", "--branch", "--", ":!sub/.build")
    #expect(after == before)
  }

  @Test func `the changed lines of a few sources are told`() async throws {
    let fixture = try await makeRepository()
    var lines = (1...9).map { "line \($0)" }
    func write() throws {
      let text = lines.joined(separator: "\n") + "\n"
      for name in ["Sources/a b.swift", "README.md"] { try fixture.write(text, to: "sub/\(name)") }
    }
    try write()
    try await commit(fixture)
    lines[1] = "other"
    lines.insert(contentsOf: ["++ b/x", "@@ -1 +1 @@"], at: 5)
    try write()
    let repository = try await GateRepository(package: "\(fixture.path)/sub")
    let base = try await repository.commit("HEAD")
    _ = try await repository.checkOut(base)
    let head = await repository.workTree()
    let paths = try #require(await repository.changes(from: base, to: head))
    #expect(paths.count == 2)
    let found = await repository.changedLines(paths, from: base, to: head)
    #expect(found == [ChangedFile(path: "sub/Sources/a b.swift", lines: ["2", "6-7"])])
    let many = (1...4).map { "\($0).swift" }
    #expect(await repository.changedLines(many, from: base, to: head) == [])
  }

  @Test func `the work tree is told from others by its files, without what is built`() async throws
  {
    let fixture = try await makeRepository()
    let repository = try await GateRepository(package: "\(fixture.path)/sub")
    _ = try await repository.checkOut(try await repository.commit("HEAD"))
    let committed = await repository.workTree()
    let tree = try await git(fixture, "rev-parse", "HEAD^{tree}")
    #expect(committed + "\n" == tree)
    try fixture.write("built", to: "sub/.build/release/tool")
    #expect(await repository.workTree() == committed)
    try fixture.write("new", to: "sub/Sources/new.swift")
    let extended = await repository.workTree()
    #expect(extended != committed)
    try fixture.write("newer", to: "sub/Sources/new.swift")
    #expect(await repository.workTree() != extended)
    try fixture.remove("sub/Sources/new.swift")
    #expect(await repository.workTree() == committed)
    #expect(try await git(fixture, "diff", "--cached") == "")
  }

  @Test func `a shallow clone says how to get the base`() async throws {
    let fixture = try await makeRepository()
    try await git(
      fixture,
      "clone",
      "--quiet",
      "--depth",
      "1",
      "file://\(fixture.path)",
      "\(fixture.path)/shallow"
    )
    let repository = try await GateRepository(package: "\(fixture.path)/shallow/sub")
    await #expect {
      try await repository.commit("HEAD~1")
    } throws: { error in
      "\(error)".contains("this clone is shallow: git fetch --unshallow")
    }
    // What it has can be checked out.
    let base = try await repository.checkOut(try await repository.commit("HEAD"))
    #expect(FileManager.default.fileExists(atPath: "\(base)/Package.swift"))
  }

  @Test func `a clone that is too shallow for the merge base says so, and takes no other commit`()
    async throws
  {
    let fixture = try await makeRepository()
    try await git(fixture, "branch", "change")
    try await commit(fixture, adding: "first")
    try await git(fixture, "checkout", "--quiet", "change")
    try await commit(fixture, adding: "second")
    let url = "file://\(fixture.path)"
    let clone = "\(fixture.path)/clone"
    try await git(fixture, "clone", "--quiet", "--depth", "1", "--no-single-branch", url, clone)
    let repository = try await GateRepository(package: "\(clone)/sub")
    let names = try await git(fixture, "branch", "--format=%(refname:short)")
    let main = try #require(names.split(separator: "\n").first { $0 != "change" })
    let tip = try await repository.commit("origin/\(main)")
    let error = await #expect(throws: SuiteError.self) {
      try await repository.mergeBase(of: tip, option: "--base origin/main")
    }
    #expect(error?.subject == "--base origin/main")
    #expect(error?.remedy.contains("fetch --unshallow") == true, "\(error?.remedy ?? "")")
    try await git(fixture, in: "clone", "fetch", "--quiet", "--unshallow")
    let base = try await repository.mergeBase(of: tip, option: "--base origin/main")
    #expect(try await git(fixture, "rev-parse", "change~1") == base + "\n")
  }

  private func commit(_ fixture: BenchFixture, adding name: String) async throws {
    try fixture.write(name, to: "sub/\(name)")
    try await commit(fixture)
  }

  @Test func `a package is found from the directories below`() async throws {
    let fixture = try await makeRepository()
    try fixture.makeDirectory("sub/Sources/Deep")
    let repository = try await GateRepository(package: "\(fixture.path)/sub/Sources/Deep")
    #expect(repository.package.hasSuffix("/sub"))
    #expect(repository.prefix == "sub/")
  }

  @Test func `submodules of relative URLs are taken from what the repository has of them`()
    async throws
  {
    let library = try await makeRepository()
    let fixture = try await makeRepository()
    let name = URL(filePath: library.path).lastPathComponent
    try await git(fixture, "remote", "add", "upstream", "\(fixture.path)-origin")
    try await git(
      fixture,
      "-c",
      "protocol.file.allow=always",
      "submodule",
      "--quiet",
      "add",
      "--name",
      "library",
      "../\(name)",
      "lib"
    )
    try await commit(fixture)
    let repository = try await GateRepository(package: "\(fixture.path)/sub")
    // Neither the origin nor the library is there any more.
    try FileManager.default.moveItem(atPath: library.path, toPath: "\(library.path)-gone")
    defer { try? FileManager.default.removeItem(atPath: "\(library.path)-gone") }
    _ = try await repository.checkOut(try await repository.commit("HEAD"))
    let file = "\(repository.baseDirectory)/lib/sub/Package.swift"
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "two")
    // Again, with what is there now.
    _ = try await repository.checkOut(try await repository.commit("HEAD"))
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "two")
  }

  /// Ways to say that git changes the letters of a file, or other things, when it writes it; after the commits.
  private static let settings: [(name: String, commands: [[String]], content: String)] = [
    ("filter", upperCase("--local"), "FILTERED\n"),
    (
      "filter of a file that is included", [["config", "include.path", "included"]],
      "FILTERED\n"
    ),
    (
      "filter of a file that is included for this repository",
      [["config", "includeIf.gitdir:HERE/.git.path", "included"]], "FILTERED\n"
    ),
    (
      "filter of the work tree",
      [["config", "extensions.worktreeConfig", "true"]] + upperCase("--worktree"), "FILTERED\n"
    ),
    ("ends of lines", [["config", "core.autocrlf", "true"]], "filtered\r\n"),
  ]

  private static func upperCase(_ place: String) -> [[String]] {
    [
      ["config", place, "filter.case.smudge", "tr a-z A-Z"],
      ["config", place, "filter.case.clean", "tr A-Z a-z"],
      ["config", place, "filter.case.required", "true"],
    ]
  }

  /// A repository whose base has a file with a filter, and whose head has another file besides.
  private func makeFiltered() async throws -> BenchFixture {
    let fixture = try await makeRepository()
    try fixture.write("*.text filter=case\n", to: ".gitattributes")
    try fixture.write("filtered\n", to: "sub/some.text")
    try fixture.write(
      "[filter \"case\"]\n  smudge = tr a-z A-Z\n  clean = tr A-Z a-z\n",
      to: ".git/included"
    )
    try await commit(fixture)
    try fixture.write("three", to: "sub/Package.swift")
    try await commit(fixture)
    return fixture
  }

  /// Lets git write a file anew.
  private func rewrite(_ fixture: BenchFixture, in folder: String = ".") async throws {
    try fixture.remove("\(folder)/.gitattributes")
    try fixture.remove("\(folder)/sub")
    try await git(fixture, in: folder, "checkout", "--quiet", "--", ".")
  }

  @Test(arguments: settings)
  func `the base's files are those of a checkout by the repository's own settings`(
    setting: (name: String, commands: [[String]], content: String)
  ) async throws {
    let fixture = try await makeFiltered()
    // What was checked out by other settings before is written anew.
    let repository = try await GateRepository(package: "\(fixture.path)/sub")
    let commit = try await repository.commit("HEAD~1")
    _ = try await repository.checkOut(commit, isCompared: true)
    for words in setting.commands {
      try await run(fixture, words.map { $0.replacing("HERE", with: repository.root) })
    }
    try await rewrite(fixture)
    #expect(try fixture.text("sub/some.text") == setting.content)
    let configuration = try fixture.text(".git/config")
    let base = try await repository.checkOut(commit, isCompared: true)
    let file = "\(base)/some.text"
    #expect(try String(contentsOfFile: file, encoding: .utf8) == setting.content)
    // What runs there finds the commit, and nothing changed; the repository knows nothing of it.
    let folder = String(repository.baseDirectory.dropFirst(fixture.path.count + 1))
    #expect(try await git(fixture, in: folder, "rev-parse", "HEAD") == commit + "\n")
    // (Its git directory isn't the one that a condition is about.)
    let status = try await git(fixture, in: folder, "status", "--porcelain", "-uno")
    #expect(status == "" || setting.name.hasSuffix("this repository"))
    #expect(try await git(fixture, "worktree", "list").split(separator: "\n").count == 1)
    #expect(try fixture.text(".git/config") == configuration)
  }

  @Test func `a linked work tree and attributes that no commit has are taken into account`()
    async throws
  {
    let fixture = try await makeRepository()
    try fixture.write("filtered\n", to: "sub/some.text")
    try await commit(fixture)
    try fixture.write("*.text filter=case\n", to: ".git/info/attributes")
    for words in Self.upperCase("--local") { try await run(fixture, words) }
    try await git(fixture, "worktree", "add", "--quiet", "linked")
    let repository = try await GateRepository(package: "\(fixture.path)/linked/sub")
    let base = try await repository.checkOut(
      try await repository.commit("HEAD"),
      isCompared: true
    )
    #expect(try String(contentsOfFile: "\(base)/some.text", encoding: .utf8) == "FILTERED\n")
  }

  @Test func `files that were checked out by other settings than today's are an error`()
    async throws
  {
    let fixture = try await makeFiltered()
    try await git(fixture, "config", "core.autocrlf", "true")
    let repository = try await GateRepository(package: "\(fixture.path)/sub")
    let commit = try await repository.commit("HEAD~1")
    let error = await #expect(throws: SuiteError.self) {
      try await repository.checkOut(commit, isCompared: true)
    }
    #expect(
      error?.description.contains("it is unchanged and has ") == true,
      "\(error?.description ?? "")"
    )
    // A filter that fails would leave what the repository has.
    try await git(fixture, "config", "core.autocrlf", "false")
    try await git(fixture, "config", "filter.case.smudge", "false")
    let failing = await #expect(throws: SuiteError.self) { try await repository.checkOut(commit) }
    #expect(
      failing?.description.contains("external filter") == true,
      "\(failing?.description ?? "")"
    )
  }

  @Test func `a sparse checkout has the base's files of its patterns only`() async throws {
    let fixture = try await makeFiltered()
    try fixture.write("large", to: "other/asset")
    try await commit(fixture)
    try await git(fixture, "sparse-checkout", "set", "sub")
    let repository = try await GateRepository(package: "\(fixture.path)/sub")
    _ = try await repository.checkOut(try await repository.commit("HEAD"), isCompared: true)
    let base = repository.baseDirectory
    #expect(try FileManager.default.contentsOfDirectory(atPath: base).contains("sub"))
    #expect(try !FileManager.default.contentsOfDirectory(atPath: base).contains("other"))
  }

  @Test func `a clone without blobs fetches those of the base`() async throws {
    let fixture = try await makeFiltered()
    try await git(fixture, "config", "uploadpack.allowFilter", "true")
    let partial = "\(fixture.path)/partial"
    let url = "file://\(fixture.path)"
    try await git(fixture, "clone", "--quiet", "--filter=blob:none", url, partial)
    let repository = try await GateRepository(package: "\(partial)/sub")
    let base = try await repository.checkOut(try await repository.commit("HEAD~2"))
    #expect(try String(contentsOfFile: "\(base)/Package.swift", encoding: .utf8) == "two")
  }

  @Test(.enabled(if: TestTier.isCheck, "make check runs it"))
  func `submodules have their own filters, and commits that only their remote has`()
    async throws
  {
    let library = try await makeFiltered()
    let fixture = try await makeRepository()
    try await git(library, "branch", "old", "HEAD~1")
    let allowed = ["-c", "protocol.file.allow=always"]
    try await run(fixture, allowed + ["submodule", "--quiet", "add", library.path, "lib"])
    try await run(fixture, ["-C", "lib", "checkout", "--quiet", "origin/old"])
    try await commit(fixture)
    try await run(fixture, ["-C", "lib", "checkout", "--quiet", "origin/HEAD"])
    try await commit(fixture)
    for words in Self.upperCase("--local") { try await run(fixture, ["-C", "lib"] + words) }
    try await rewrite(fixture, in: "lib")
    let repository = try await GateRepository(package: "\(fixture.path)/sub")
    func expect(_ revision: String, number: String) async throws {
      let commit = try await repository.commit(revision)
      _ = try await repository.checkOut(commit, isCompared: true)
      let lib = "\(repository.baseDirectory)/lib/sub"
      #expect(try String(contentsOfFile: "\(lib)/some.text", encoding: .utf8) == "FILTERED\n")
      #expect(try String(contentsOfFile: "\(lib)/Package.swift", encoding: .utf8) == number)
    }
    try await expect("HEAD~1", number: "two")
    // A shallow submodule has only the head's commit.
    try fixture.remove("lib")
    try fixture.remove(".git/modules")
    let shallow = ["submodule", "--quiet", "update", "--depth", "1"]
    try await run(fixture, allowed + ["-c", "submodule.lib.url=file://\(library.path)"] + shallow)
    for words in Self.upperCase("--local") { try await run(fixture, ["-C", "lib"] + words) }
    try await rewrite(fixture, in: "lib")
    let none = await #expect(throws: SuiteError.self) {
      try await repository.checkOut(try await repository.commit("HEAD~1"))
    }
    // git's own rule for the URLs of submodules holds.
    #expect(
      none?.description.contains("transport 'file' not allowed") == true,
      "\(none?.description ?? "")"
    )
    try await ToolFixture.open { tool in
      let allowed = ["GIT_CONFIG_KEY_0=protocol.file.allow", "GIT_CONFIG_VALUE_0=always"]
      let outcome = try await tool.run(
        [
          "gate", "--base", "HEAD~1", "--package-path", "\(fixture.path)/sub", "--no-counts",
          "--build-command", "true", "--command", "grep --quiet FILTERED ../lib/sub/some.text",
        ],
        prefix: ["env", "GIT_CONFIG_COUNT=1"] + allowed
      )
      #expect(outcome.output.contains("1 row in "), "\(outcome.output) \(outcome.error)")
      #expect(!outcome.output.contains("unmeasured"), "\(outcome.output)")
    }
    // One that isn't checked out in the work tree isn't there either.
    try await git(fixture, "submodule", "--quiet", "deinit", "--all", "--force")
    _ = try await repository.checkOut(try await repository.commit("HEAD"), isCompared: true)
  }

  @discardableResult
  private func run(_ fixture: BenchFixture, _ words: [String]) async throws -> String {
    try await Command.succeed(["git", "-C", fixture.path] + words)
  }

  @Test(.enabled(if: TestTier.isCheck, "make check runs it"))
  func `a base finds the packages beside the repository that it depends on by path`()
    async throws
  {
    let fixture = try BenchFixture()
    func write(_ name: String, dependsOn other: String?, prints text: String) throws {
      let dependency = other.map { ".package(path: \"../\($0)\")" } ?? ""
      let product = other.map { ".product(name: \"\($0)\", package: \"\($0)\")" } ?? ""
      let isTool = name == "app"
      try fixture.write(
        """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(
          name: "\(name)",
          products: [.\(isTool ? "executable" : "library")(name: "\(name)", targets: ["\(name)"])],
          dependencies: [\(dependency)],
          targets: [.\(isTool ? "executableTarget" : "target")(name: "\(name)", dependencies: [\(product)])]
        )
        """,
        to: "\(name)/Package.swift"
      )
      try fixture.write(
        (other.map { "import \($0)\n" } ?? "") + text,
        to: "\(name)/Sources/\(name)/\(isTool ? "main" : name).swift"
      )
    }
    // A library that itself depends on the one beside it, and an application in a repository.
    try write("deeper", dependsOn: nil, prints: "public let deep = 40")
    try write("beside", dependsOn: "deeper", prints: "public let found = deep + 2")
    try write("app", dependsOn: "beside", prints: "print(found)")
    try await git(fixture, in: "app", "init", "--quiet")
    try await commit(fixture, in: "app")

    let repository = try await GateRepository(package: "\(fixture.path)/app")
    let base = try await repository.checkOut(try await repository.commit("HEAD"))
    // SwiftPM takes the name of its folder for the package's.
    #expect(base.hasSuffix("/app"))
    try await repository.linkPathDependencies(of: base)
    let build = SwiftPackage(root: base, scratch: "\(repository.workDirectory)/base-build")
    let program = try await build.build("app")
    #expect(try await Command.succeed([program]) == "42\n")
    // What is linked is found again, and is no part of the head.
    _ = try await repository.checkOut(try await repository.commit("HEAD"))
    try await repository.linkPathDependencies(of: base)
    _ = try await build.build("app")
    let tree = try await git(fixture, in: "app", "rev-parse", "HEAD^{tree}")
    #expect(await repository.workTree() + "\n" == tree)
  }

  /// A library in a repository, which has a benchmark by a suite beside it, which itself depends on the library: by the
  /// URL of its releases, or by its path.
  private func makePair(_ dependency: String) async throws -> BenchFixture {
    let fixture = try BenchFixture()
    try fixture.write(
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "library",
        products: [.library(name: "Library", targets: ["Library"])],
        dependencies: [],
        targets: [.target(name: "Library")]
      )
      """,
      to: "library/Package.swift"
    )
    try fixture.write("public let number = 40", to: "library/Sources/Library/Library.swift")
    try await git(fixture, in: "library", "init", "--quiet")
    try await commit(fixture, in: "library")
    try await git(fixture, in: "library", "tag", "1.0.0")
    try await git(
      fixture,
      "clone",
      "--quiet",
      "--bare",
      "\(fixture.path)/library",
      "\(fixture.path)/remote/library.git"
    )
    try fixture.write(
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "suite",
        products: [.library(name: "Suite", targets: ["Suite"])],
        dependencies: [\(dependency.replacing("REMOTE", with: "file://\(fixture.path)/remote"))],
        targets: [
          .target(name: "Suite", dependencies: [.product(name: "Library", package: "library")])
        ]
      )
      """,
      to: "suite/Package.swift"
    )
    try fixture.write(
      "import Library\npublic let measured = number + 1",
      to: "suite/Sources/Suite/Suite.swift"
    )
    try fixture.write(
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "library",
        products: [.library(name: "Library", targets: ["Library"])],
        dependencies: [.package(path: "../suite")],
        targets: [
          .target(name: "Library"),
          .executableTarget(
            name: "Bench",
            dependencies: ["Library", .product(name: "Suite", package: "suite")],
            path: "Benchmarks/Bench"
          ),
        ]
      )
      """,
      to: "library/Package.swift"
    )
    try fixture.write("import Suite\nprint(measured)", to: "library/Benchmarks/Bench/main.swift")
    try fixture.write(".build\nPackage.resolved\n", to: "library/.gitignore")
    try await commit(fixture, in: "library")
    return fixture
  }

  @Test(
    .enabled(if: TestTier.isCheck, "make check runs it"),
    arguments: [
      ".package(url: \"REMOTE/library.git\", from: \"1.0.0\")", ".package(path: \"../library\")",
    ]
  )
  func `a package that its suite depends on is gated, each side with its own library`(
    dependency: String
  ) async throws {
    let fixture = try await makePair(dependency)
    // The head has another number than the base, and neither is that of the release.
    try fixture.write("public let number = 41", to: "library/Sources/Library/Library.swift")
    try await commit(fixture, in: "library")
    try fixture.write("public let number = 50", to: "library/Sources/Library/Library.swift")
    let request = SidesRequest(
      package: try ComparedPackageOptions.parse([]),
      repository: try await GateRepository(package: "\(fixture.path)/library"),
      base: "HEAD",
      head: nil
    )
    let subject = try #require(try await request.sides(GateTerminal()).subjects.first)
    for (side, number) in [(Side.head, "51\n"), (.base, "42\n")] {
      let program = try #require(subject.programs[side], "\(subject.failure ?? "")")
      #expect(try await Command.succeed([program.path]) == number)
    }
  }
}
