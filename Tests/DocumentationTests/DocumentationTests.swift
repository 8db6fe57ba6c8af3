import Foundation
import Testing
import TypeChecking

@Suite(.timeLimit(.minutes(30)))
struct DocumentationTests {
  @Test(
    .enabled(if: TypeChecker.isPresent, "there is no swiftc in PATH to compile with"),
    arguments: try DocumentedPage.all()
  )
  func `each block of Swift is compiled as printed`(path: String) throws {
    let page = try DocumentedPage(path)
    #expect(page.faults.isEmpty, "\(path)")
    let modules = FileManager.default.temporaryDirectory
      .appending(path: "hamon-modules-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: modules, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: modules) }
    for (index, program) in page.programs.enumerated() {
      let verdict = try verdict(
        of: program,
        named: page.moduleNames[index],
        options: ["-warnings-as-errors", "-I", modules.path],
        modules: modules
      )
      #expect(verdict.isAccepted, "\(path): \(verdict.output)")
    }
  }

  /// What the compiler says of a program of a page.
  private func verdict(
    of program: [String: String],
    named name: String?,
    options: [String],
    modules: URL
  ) throws -> TypeChecker.Verdict {
    // A manifest has statements, though it looks as if it had declarations only.
    if let manifest = program.values.first(where: { $0.contains("import PackageDescription") }) {
      return try TypeChecker.check(
        ["main.swift": manifest],
        options: try TypeChecker.manifestOptions()
      )
    }
    guard let name else { return try TypeChecker.check(program, options: options) }
    return try TypeChecker.emitModule(program, named: name, into: modules.path, options: options)
  }

  @Test(arguments: try DocumentedPage.all())
  func `each excerpt is a part of its file, word by word`(path: String) throws {
    for excerpt in try DocumentedPage(path).excerpts {
      let url = DocumentedPage.root.appending(path: excerpt.file)
      let file = try String(contentsOf: url, encoding: .utf8)
      #expect(file.contains(excerpt.text), "\(path): not in \(excerpt.file):\n\(excerpt.text)")
    }
  }

  @Test(arguments: try DocumentedPage.all())
  func `each product that a page names is one of the manifest`(path: String) throws {
    let manifest = try String(
      contentsOf: DocumentedPage.root.appending(path: "Package.swift"),
      encoding: .utf8
    )
    for product in try DocumentedPage(path).products {
      #expect(manifest.contains(".library(name: \"\(product)\""), "\(path) names \(product)")
    }
  }

  @Test func `the README is short, shows no code that a reader can't see, and its examples fit`()
    throws
  {
    let text = try String(
      contentsOf: DocumentedPage.root.appending(path: "README.md"),
      encoding: .utf8
    )
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 201)
    #expect(!text.contains("<!-- swift"))
    for program in try DocumentedPage("README.md").programs {
      for source in program.values {
        #expect(source.split(separator: "\n").count <= 15, "\(source)")
      }
    }
  }

  @Test func `each guide is in the index`() throws {
    let index = try String(
      contentsOf: DocumentedPage.root.appending(path: "docs/README.md"),
      encoding: .utf8
    )
    for path in try DocumentedPage.guides() where path != "docs/README.md" {
      let name = URL(filePath: path).lastPathComponent
      #expect(index.contains("](\(name)"), "\(name) is in no row of docs/README.md")
    }
  }

  @Test func `a page is taken apart as it says`() {
    var parser = DocumentedPageParser(isOneProgram: true)
    let page = """
      # Title
      <!-- swift before
      import Katana
      -->
      ```swift
      struct First {}
      ```
      ```sh
      let it = be
      ```
      ```swift
      let first = First()
      print(first)
      ```
      <!-- another program -->
      <!-- swift before
      func wrapped() {
      -->
      ```swift
      print("in it")
      ```
      <!-- swift after
      }
      -->
      <!-- module: Shop -->
      ```swift
      struct Basket {}
      ```
      <!-- excerpt: Sources/A.swift -->
      ```swift
        a()
      ```
      """
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      parser.read(String(line))
    }
    parser.finish()
    #expect(parser.faults.isEmpty)
    #expect(
      parser.programs == [
        [
          "Line5.swift": "import Katana\nstruct First {}\n",
          "main.swift": "let first = First()\nprint(first)\n",
        ],
        ["Line19.swift": "func wrapped() {\nprint(\"in it\")\n}\n"],
        ["Line26.swift": "struct Basket {}\n"],
      ]
    )
    #expect(parser.moduleNames == [2: "Shop"])
    #expect(parser.excerpts == [DocumentedExcerpt(file: "Sources/A.swift", text: "  a()\n")])
  }
}
