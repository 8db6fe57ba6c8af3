import BenchmarkReport
import FoundationEssentials
import SuiteErrors
import Testing

@testable import BenchmarkResults

struct ResultCollectionTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  @Test func `the file of one suite is read as a collection of one`() throws {
    let suite = SuiteResult.fixture(failures: [RowFailure(row: "a", message: "b")])
    let path = try directory.write(try JSONEncoder().encode(suite))
    #expect(try ResultCollection.read(path) == ResultCollection(suites: [suite]))
  }

  @Test func `a collection comes back as it was written`() throws {
    let path = "\(directory.path)/r.json"
    var collection = ResultCollection(suites: [.fixture("A")])
    collection.append(ResultCollection(suites: [.fixture("B", isComplete: false)]))
    try ResultFile(path: path).write(collection)
    let read = try ResultCollection.read(path)
    #expect(read == collection)
    #expect(read.suites.map(\.suite) == ["A", "B"])
    #expect(read.rowCount == 6)
  }

  @Test func `a suite that failed or did not end is a failure`() {
    #expect(!ResultCollection(suites: [.fixture()]).hasFailures)
    #expect(ResultCollection(suites: [.fixture(), .fixture(isComplete: false)]).hasFailures)
    let failure = RowFailure(row: "a", message: "b")
    #expect(ResultCollection(suites: [.fixture(failures: [failure])]).hasFailures)
  }

  @Test(arguments: [0.0, 0.01, 0.3, 0.7, 0.999])
  func `a file that was cut off is not JSON`(share: Double) throws {
    let whole = try JSONEncoder().encode(SuiteResult.fixture())
    let path = try directory.write(whole.prefix(Int(Double(whole.count) * share)))
    let error = #expect(throws: SuiteError.self) { try ResultCollection.read(path) }
    #expect(error?.description.hasPrefix("\(path): it is not complete JSON") == true)
  }

  @Test func `a newer version says which versions there are`() throws {
    func newer(_ path: String, _ version: Int) -> SuiteError {
      SuiteError(
        path,
        "its schema version is \(version), and the newest that can be read is 1",
        remedy: "read it with the version of hamon that wrote it"
      )
    }
    let suite = try directory.write(try JSONEncoder().encode(SuiteResult.fixture(version: 7)))
    #expect(throws: newer(suite, 7)) {
      try ResultCollection.read(suite)
    }
    // What a newer version holds may be anything.
    let collection = try directory.write(Data(#"{"schemaVersion":9,"suites":[{}]}"#.utf8))
    #expect(throws: newer(collection, 9)) {
      try ResultCollection.read(collection)
    }
    let inner = try directory.write(
      try JSONEncoder().encode(ResultCollection(suites: [.fixture(version: 3)]))
    )
    #expect(throws: newer(inner, 3)) {
      try ResultCollection.read(inner)
    }
  }

  @Test(
    arguments: zip(
      ["{}", "[1]", "3", #"{"schemaVersion":1}"#, #"{"schemaVersion":"x"}"#],
      ["schemaVersion", "object", "object", "suite", "schemaVersion"]
    )
  )
  func `JSON that is something else is no result`(text: String, reason: String) throws {
    let path = try directory.write(Data(text.utf8))
    #expect {
      try ResultCollection.read(path)
    } throws: { error in
      "\(error)".hasPrefix("\(path): it holds no benchmark results: ")
        && "\(error)".contains(reason)
    }
  }

  @Test func `a file that is missing or a directory can't be read`() {
    for path in ["\(directory.path)/missing.json", directory.path] {
      #expect {
        try ResultCollection.read(path)
      } throws: { error in
        "\(error)".hasPrefix("\(path): cannot read the results: ")
      }
    }
  }

  @Test func `a collection that can't be written says so before it is measured`() {
    #expect(throws: SuiteError.self) { try ResultFile(path: "/dev/full") }
    #expect(throws: SuiteError.self) {
      try ResultFile(path: "\(directory.path)/missing/r.json")
    }
  }
}
