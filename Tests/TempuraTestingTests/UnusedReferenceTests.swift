import Foundation
import Testing

@testable import TempuraTesting

@Suite @MainActor
struct `Unused references` {
  let folders: SnapshotFolders

  init() throws { folders = try SnapshotFolders() }

  /// Writes a file of tests, unless there is to be none, and references of that name.
  private func write(_ file: String, _ code: String?, _ references: [String]) throws {
    let folder = "\(folders.root)/Snapshots/\(file)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    if let code { try folders.write(Data(code.utf8), to: "\(file).swift") }
    for reference in references {
      for suffix in ["png", "txt"] {
        try folders.write(Data(), to: "Snapshots/\(file)/\(reference).\(suffix)")
      }
    }
  }

  /// Finds those of files of which some references are used.
  private func find(_ used: [String: [String]]) -> [UnusedReferences] {
    var places: [String: SnapshotLocation] = [:]
    for (file, names) in used {
      for name in names {
        places["\(folders.root)/Snapshots/\(file)/\(name)"] = SnapshotLocation(
          filePath: "\(folders.root)/\(file).swift"
        )
      }
    }
    return UnusedReferences.find(places)
  }

  private func unused(_ file: String, _ names: [String]) -> UnusedReferences {
    UnusedReferences(folder: "\(folders.root)/Snapshots/\(file)", names: names)
  }

  @Test
  func `what no test uses is found beside each file of the process's library`() throws {
    let screens = ["home.9x9@1x.en.light", "home.9x9@2x.en.light", "old.9x9@1x.en.light"]
    try write("A", #"@Test func a() { expectSnapshots(in: matrix, named: "home") }"#, screens)
    try write("B", "@Test func b() {}", ["gone"])
    try write("C", "@Test func c() {}", [])
    try write("XCTests", "class XCTests: XCTestCase {}", ["other"])
    try write("Both", "@Test func d() {}\nclass Tests: XCTestCase {}", ["both"])
    try write("Helper", "let nothing = 0", ["shared"])
    try folders.write(Data("{}".utf8), to: "Snapshots/notes.json")
    let used = ["A": [screens[0]], "Both": ["other"]]
    #expect(find(used) == [unused("A", [screens[1], screens[2]]), unused("B", ["gone"])])
    #expect(find(["XCTests": ["used"]]) == [unused("XCTests", ["other"])])
    #expect(find(["Helper": ["used"]]) == [] && find([:]) == [])
  }

  @Test
  func `names that a test may use which wasn't run count as used`() throws {
    let code = #"""
      @Test func seen() { expectSnapshot(of: cart, named: "cart") }
      @Test func `returns early`() {
        guard isPossible else { return }
        expectSnapshot(of: cart, named: "bag.full")
        for index in items { expectSnapshot(of: item, named: "item-\(index)") }
      }
      """#
    let names = ["bag.full", "bag.full.9x9@1x.en.light", "item-7", "cart"]
    try write("A", code, names + ["bag.empty", "bag.fuller", "carts"])
    #expect(find(["A": ["cart"]]) == [unused("A", ["bag.empty", "bag.fuller", "carts"])])
    #expect(
      find(["A": ["cart", "item-1"]])
        == [unused("A", ["bag.empty", "bag.fuller", "carts", "item-7"])]
    )
    for skip in ["@Test(.disabled())", "@Test(.enabled(if: isPossible))", "try Test.cancel()"] {
      try write("A", "\(code)\n\(skip)", [])
      #expect(find(["A": ["cart"]]) == [], "\(skip)")
    }
  }

  @Test
  func `the folder of a file that is gone is told, unless somebody uses it`() throws {
    try write("A", "@Test func a() {}", [])
    try write("Gone", nil, ["old"])
    let found = find(["A": ["new"]])
    #expect(found == [unused("Gone", [])])
    #expect(found.first?.description.contains("Gone: there is no file of tests") == true)
    #expect(found.first?.prune() == found.first?.description)
    #expect(folders.names("Snapshots").contains("Gone/old.png"))
    var places = ["\(folders.root)/Snapshots/A/new", "\(folders.root)/Snapshots/Gone/other"]
    let here = SnapshotLocation(filePath: "\(folders.root)/A.swift")
    #expect(UnusedReferences.find([places[0]: here, places.removeLast(): here]) == [])
  }

  @Test
  func `what is pruned is removed, and nothing else`() throws {
    try write("A", "@Test func a() {}", ["home", "old"])
    try folders.write(Data(), to: "Snapshots/A/old.md")
    let found = try #require(find(["A": ["home"]]).first)
    #expect(found.description.contains("Snapshots/A: no test uses old; remove them by TEMPURA_"))
    #expect(found.prune().contains("Snapshots/A: removed old"))
    #expect(folders.names("Snapshots") == ["A/home.png", "A/home.txt", "A/old.md"])
    #expect(find(["A": ["home"]]) == [])
  }

  @Test
  func `a process that was given tests hasn't run all`() {
    let testing = ["/tests", "--testing-library", "swift-testing"]
    for arguments in [
      [], ["--skip-build", "--parallel"], ["--repetitions", "2"], ["--disable-xctest"],
    ] { #expect(UnusedReferences.hasRunAll(testing + arguments), "\(arguments)") }
    for arguments in [
      ["--filter", "Cart"], ["--filter=Cart"], ["--skip", "Cart"], ["-s", "Cart"],
      ["--configuration-path", "file"],
    ] { #expect(!UnusedReferences.hasRunAll(testing + arguments), "\(arguments)") }
    // Of XCTest.
    #expect(UnusedReferences.hasRunAll(["/tests"]))
    #expect(!UnusedReferences.hasRunAll(["/tests", "ShopTests.CartTests/testCart"]))
  }
}
