import ArgumentParser
import CommandRunning
import Foundation
import ProcessLaunching
import SeededRandom
import Statistics
import Testing

@testable import RegressionGate
@testable import hamon

/// How a gate builds its sides: what it builds once, what it keeps, and that no side gets anything of the other.
@Suite(.timeLimit(.minutes(30)))
struct GateBuildTests {
  private let fixture: BenchFixture
  private var repository: String { "\(fixture.path)/package" }

  /// A package that doesn't name the harness: its benchmarks are those in Benchmarks, and these only print.
  init() async throws {
    fixture = try BenchFixture()
    try fixture.write(Self.manifest("Bench"), to: "package/Package.swift")
    try write("public func other() -> Int { 2 }", to: "Sources/Other/Other.swift")
    try write(
      "import Other\npublic func number() -> Int { 40 + other() }",
      to: "Sources/Library/Library.swift"
    )
    try write("#define STEP 100", to: "Sources/CStep/include/step.h")
    try write("", to: "Sources/CStep/step.c")
    try write(Self.benchmark, to: "Benchmarks/Bench/main.swift")
    try write("", to: "Tests/LibraryTests/LibraryTests.swift")
    try write("# A package", to: "README.md")
    try write(".build\n", to: ".gitignore")
    try await git("init", "--quiet")
    try await commit()
  }

  private static let benchmark = "import CStep\nimport Library\nprint(number() + Int(STEP))"

  private static func manifest(_ benchmarks: String...) -> String {
    let targets = benchmarks.map {
      """
      .executableTarget(
        name: "\($0)", dependencies: ["Library", "CStep"], path: "Benchmarks/\($0)"
      ),
      """
    }
    return """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "package",
        targets: [
          .target(name: "Other"), .target(name: "CStep"),
          .target(name: "Library", dependencies: ["Other"]),
          .testTarget(name: "LibraryTests", dependencies: ["Library"]),
          \(targets.joined(separator: "\n    "))
        ]
      )
      """
  }

  private func write(_ text: String, to name: String) throws {
    try fixture.write(text + "\n", to: "package/\(name)")
  }

  private func git(_ words: String...) async throws {
    _ = try await Command.succeed(["git", "-C", repository] + words)
  }

  private func commit() async throws {
    try await git("add", "--all")
    let user = ["-c", "user.name=Test", "-c", "user.email=test@example.com"]
    _ = try await Command.succeed(
      ["git", "-C", repository] + user + ["commit", "--quiet", "--message", "One more"]
    )
  }

  private func sides(
    against base: String = "HEAD",
    withHeadBenchmarks: Bool = false
  ) async throws -> ComparedSides {
    let request = SidesRequest(
      package: try ComparedPackageOptions.parse(["--package-path", repository]),
      repository: try await GateRepository(package: repository),
      base: base,
      head: nil,
      takesHeadBenchmarks: withHeadBenchmarks
    )
    return try await request.sides(GateTerminal())
  }

  /// What the programs of both sides print.
  private func outputs(
    _ sides: ComparedSides,
    of name: String = "Bench"
  ) async throws -> [String?] {
    let subject = try #require(sides.subjects.first { $0.name == name })
    #expect(subject.failure == nil)
    var outputs: [String?] = []
    for program in [subject.programs.base, subject.programs.head] {
      var output: String?
      if let program { output = try await Command.succeed([program.path]) }
      outputs.append(output?.trimmingCharacters(in: .newlines))
    }
    return outputs
  }

  /// When the object file of a module was made that a program is linked from.
  private func time(of module: String, in program: BenchmarkProgram?) throws -> Date? {
    let products = URL(filePath: try #require(program).path).deletingLastPathComponent().path
    let list = try String(
      contentsOfFile: "\(products)/Bench.product/Objects.LinkFileList",
      encoding: .utf8
    )
    let path = list.split(separator: "\n").first { $0.contains("/\(module).build/") }
    #expect(path?.hasPrefix(products) == true, "it is of this side")
    return try FileManager.default.attributesOfItem(atPath: String(try #require(path)))[
      .modificationDate
    ] as? Date
  }

  private func change(_ number: Int) throws {
    try write(
      "import Other\npublic func number() -> Int { \(number) + other() }",
      to: "Sources/Library/Library.swift"
    )
  }

  @Test(.enabled(if: TestTier.isCheck, "make check runs it"))
  func `a base without benchmarks can't have lost one`() async throws {
    try fixture.write(Self.manifest(), to: "package/Package.swift")
    try await commit()
    try fixture.write(Self.manifest("Bench"), to: "package/Package.swift")
    let first = try await sides()
    #expect(first.baseHasNone)
    #expect(first.subjects.map(\.name) == ["Bench"])
    #expect(first.subjects.first?.programs.base == nil)
    // One that can't be read may have some.
    try write("}", to: "Package.swift")
    try await commit()
    try fixture.write(Self.manifest("Bench"), to: "package/Package.swift")
    #expect(try await !sides().baseHasNone)
  }

  @Test(.enabled(if: TestTier.isCheck, "make check runs it"))
  func `what is equal is compiled once, and each side is linked from its own`() async throws {
    try change(50)
    let sides = try await sides()
    #expect(!sides.baseHasNone)
    #expect(sides.changed == [ChangedFile(path: "Sources/Library/Library.swift", lines: ["2"])])
    #expect(try await outputs(sides) == ["142", "152"])
    let programs = try #require(sides.subjects.first).programs
    let other = try [time(of: "Other", in: programs.base), time(of: "Other", in: programs.head)]
    #expect(other[0] == other[1])
    let own = try [time(of: "Library", in: programs.base), time(of: "Library", in: programs.head)]
    #expect(own[0] != own[1])
    // Both can be linked anew, from their own objects.
    for program in [programs.base, programs.head].compactMap(\.self) {
      let moved = await MovedProgram(
        of: program,
        by: 16,
        directory: "\(fixture.path)/\(URL(filePath: program.path).pathComponents.count)"
      )
      let output = try await Command.succeed([try #require(moved).program.path])
      #expect(output == (program == programs.base ? "142\n" : "152\n"))
    }
  }

  @Test(.enabled(if: TestTier.isCheck, "make check runs it"))
  func `the builds of the latest three bases are kept, and what they were made of decides`()
    async throws
  {
    try change(50)
    let first = try #require(try await sides().subjects.first?.programs.base)
    // What is found again was not built again.
    try ExecutableFile.write("#!/bin/sh\necho kept\n", to: first.path)
    try change(60)
    #expect(try await outputs(try await sides()) == ["kept", "162"])
    // Other options make another base.
    let options = try ComparedPackageOptions.parse([
      "--package-path", repository, "-Xswiftc", "-DOTHER",
    ])
    let request = SidesRequest(
      package: options,
      repository: try await GateRepository(package: repository),
      base: "HEAD",
      head: nil
    )
    #expect(try await outputs(try await request.sides(GateTerminal())) == ["142", "162"])
    for number in 61...63 {
      try await commit()
      try change(number)
      #expect(try await outputs(try await sides()) == ["\(number + 101)", "\(number + 102)"])
    }
    let bases = "\(repository)/.build/hamon-gate/bases"
    #expect(try FileManager.default.contentsOfDirectory(atPath: bases).count == 3)
    #expect(try await outputs(try await sides(against: "HEAD~3")) == ["142", "165"])
  }

  @Test(.enabled(if: TestTier.isCheck, "make check runs it"))
  func `a header, which no compiler is given by name, is each side's own`() async throws {
    try write("#define STEP 200", to: "Sources/CStep/include/step.h")
    #expect(try await outputs(try await sides()) == ["142", "242"])
    // And back: the head has the base's header, and the base the head's.
    try await commit()
    try write("#define STEP 100", to: "Sources/CStep/include/step.h")
    #expect(try await outputs(try await sides()) == ["242", "142"])
  }

  @Test(.enabled(if: TestTier.isCheck, "make check runs it"))
  func `a program that names its source finds that of its side`() async throws {
    for number in 0...1 {
      let text = "import Library\nprint(number() > \(number) ? #filePath : \"\")"
      try write(text, to: "Benchmarks/Bench/main.swift")
      if number == 0 { try await commit() }
    }
    let paths = try await outputs(try await sides())
    let texts = try paths.map { try String(contentsOfFile: try #require($0), encoding: .utf8) }
    #expect(texts[0].contains("> 0") && texts[1].contains("> 1"))
  }

  @Test(.enabled(if: TestTier.isCheck, "make check runs it"))
  func `a source that git ignores is a part of the head`() async throws {
    try write(".build\nIgnored.swift\n", to: ".gitignore")
    try await commit()
    try write("func ignored() -> Int { 1000 }", to: "Benchmarks/Bench/Ignored.swift")
    try write("import Library\nprint(number() + ignored())", to: "Benchmarks/Bench/main.swift")
    #expect(try await outputs(try await sides()) == ["142", "1042"])
  }

  @Test(.enabled(if: TestTier.isCheck, "make check runs it"))
  func `a gate that was killed while it built the base goes on with the head's build`()
    async throws
  {
    try change(50)
    let build = try BuildPlace(in: "\(repository)/.build")
    try fixture.write("head", to: "package/.build/hamon-gate/build/whose")
    try await build.beginBase(copies: true)
    try fixture.write("base", to: "package/.build/hamon-gate/build/whose")
    _ = try BuildPlace(in: "\(repository)/.build")
    #expect(try fixture.text("package/.build/hamon-gate/build/whose") == "head")
    #expect(try await outputs(try await sides()) == ["142", "152"])
  }

  @Test(.enabled(if: TestTier.isCheck, "make check runs it"))
  func `the head's benchmarks run on the base's library, if that has what they need`() async throws
  {
    try change(50)
    try write(Self.manifest("Bench", "New"), to: "Package.swift")
    try write("import Library\nprint(number() * 2)", to: "Benchmarks/New/main.swift")
    let benchmark = Self.benchmark.replacing("print(", with: "print(1000 + ")
    try write(benchmark, to: "Benchmarks/Bench/main.swift")
    #expect(try await outputs(try await sides(), of: "New") == [nil, "104"])
    let with = try await sides(withHeadBenchmarks: true)
    #expect(with.base.hasPrefix("HEAD with the head's benchmarks ("))
    #expect(try await outputs(with, of: "New") == ["84", "104"])
    #expect(try await outputs(with) == ["1142", "1152"])
    try write("public func newer() -> Int { 1 }", to: "Sources/Library/Newer.swift")
    try write("import Library\nprint(newer())", to: "Benchmarks/New/main.swift")
    let subjects = try await sides(withHeadBenchmarks: true).subjects
    let failure = subjects.first { $0.name == "New" }?.failure
    #expect(
      failure?.hasPrefix("base: it doesn't build with the head's benchmarks: ") == true
        && failure?.contains("newer") == true,
      "\(failure ?? "")"
    )
  }

  private static let same = "gate: passed: nothing that a benchmark is made of has changed\n"

  @Test func `where nothing has changed that a benchmark is made of, nothing is built`()
    async throws
  {
    try await ToolFixture.open { tool in
      let arguments = ["gate", "--base", "HEAD", "--package-path", repository]
      try write("# The package", to: "README.md")
      try write("print(1)", to: "Tests/LibraryTests/LibraryTests.swift")
      let json = "\(tool.folder)/gate.json"
      let outcome = try await tool.run(arguments + ["--json", json])
      #expect(outcome.status == 0, "\(outcome.output) \(outcome.error)")
      #expect(outcome.output.hasSuffix(Self.same))
      let report = try JSONDecoder().decode(
        GateReport.self,
        from: Data(contentsOf: URL(filePath: json))
      )
      #expect(report.rows.isEmpty && report.isUnchanged == true)
      let build = "\(repository)/.build/hamon-gate/build"
      #expect(!FileManager.default.fileExists(atPath: build))
    }
  }

  @Test(arguments: [
    ("Sources/Library/Library.swift", "public func number() -> Int { 1 }"),
    ("Sources/Library/Some.md", ""), ("Sources/CStep/include/step.h", "#define STEP 3"),
    ("Plugins/Some/input.txt", ""), ("data.json", ""), ("Tests/LibraryTests/data.json", ""),
    ("Benchmarks/input.txt", ""), (".swift-version", "6.3"),
  ])
  func `a file that may be a part of a benchmark is a change`(file: (String, String)) async throws {
    try write(file.1, to: file.0)
    let repository = try await GateRepository(package: repository)
    let tree = await repository.workTree()
    let paths = await repository.changes(from: "HEAD", to: tree)
    #expect(paths == [file.0])
    let parts = await repository.targetDirectories()
    let changes = SourceChanges(paths, of: parts, in: repository)
    #expect(!changes.areNone)
    let isNamed = await changes.areNamedToCompilers(in: repository, manifestsOf: tree)
    #expect(isNamed == file.0.hasSuffix(".swift"))
  }

  @Test func `a document that a benchmark's source names is a change`() async throws {
    try write("let input = \"README.md\"\nprint(input)", to: "Benchmarks/Bench/main.swift")
    try await commit()
    try write("# Another", to: "README.md")
    let repository = try await GateRepository(package: repository)
    let parts = await repository.targetDirectories()
    let changes = SourceChanges(["README.md"], of: parts, in: repository)
    #expect(!changes.areNone)
  }
}
