import Dispatch
import Foundation
import Glibc
import Katana
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(30)))
struct StoreLogFileTests {
  struct Notes: State, Codable, Equatable {
    var lines: [String] = []
    var page = Page()
  }

  struct Page: State, Codable, Equatable {
    var number = 0
  }

  struct Write: StateUpdater, Codable {
    let line: String
    func updateState(_ state: inout Notes) { state.lines.append(line) }
  }

  struct Turn: StateUpdater, Codable {
    func updateState(_ state: inout Page) { state.number += 1 }
  }

  /// Isn't registered.
  struct Tear: StateUpdater {
    func updateState(_ state: inout Notes) { state.lines.removeLast() }
  }

  struct Sign: StateUpdater, Codable {
    func updateState(_ state: inout Notes) { state.lines.append("signed") }
    func encode(to encoder: any Encoder) throws { throw CancellationError() }
  }

  /// A file of its own, and what is told of it.
  final class Place: Sendable {
    let path = FileManager.default.temporaryDirectory.appending(path: "log-\(UUID())").path
    let problems = Mutex<[StoreLogError]>([])
    /// That of the last store, which another thread may still keep for a moment when the test has let it go.
    private let recording = Mutex<StoreLogFile<Notes>?>(nil)

    deinit { try? FileManager.default.removeItem(atPath: path) }

    static var registry: DispatchableRegistry {
      var registry = DispatchableRegistry()
      registry.register(Write.self, as: "Write")
      registry.register(Turn.self, at: \Notes.page, as: "Turn")
      registry.register(Sign.self, as: "Sign")
      return registry
    }

    func open(
      capacity: Int? = nil,
      _ registry: DispatchableRegistry = registry
    ) throws -> StoreLogFile<Notes> {
      recording.withLock { $0.take() }?.stop()
      return try StoreLogFile(path: path, registry, capacity: capacity) { [weak self] problem in
        self?.problems.withLock { $0.append(problem) }
      }
    }

    /// A store that goes on with the file.
    func store(capacity: Int? = nil) throws -> PlainStore<Notes> {
      let file = try open(capacity: capacity)
      let store = PlainStore(initialState: file.state ?? Notes())
      store.record(to: file)
      recording.withLock { $0 = file }
      return store
    }

    var bytes: [UInt8] {
      get throws { Array(try Data(contentsOf: URL(filePath: path))) }
    }

    var lineCount: Int { get throws { try bytes.count { $0 == UInt8(ascii: "\n") } } }

    func write(_ bytes: some Sequence<UInt8>) throws {
      try Data(bytes).write(to: URL(filePath: path))
    }

    /// The state that the file leads to.
    var state: Notes? { get throws { try open().state } }
  }

  @Test func `each update is a line when its dispatch returns, and the next run goes on`() throws {
    let place = Place()
    do {
      let store = try place.store()
      for (number, line) in ["a", "ü\n\"€\"", "c"].enumerated() {
        store.dispatch(Write(line: line))
        #expect(try place.lineCount == number + 2)
      }
    }
    let file = try place.open()
    #expect(file.state == Notes(lines: ["a", "ü\n\"€\"", "c"]))
    let store = PlainStore(initialState: file.state ?? Notes())
    store.record(to: file)
    #expect(file.state == nil)
    store.scope(\.page).dispatch(Turn())
    let log = try file.log
    #expect(log.versions == 0...4)
    #expect(try log.state(at: 2).lines.count == 2)
    #expect(try log.state(at: 4) == store.state)
    try store.travel(to: 1, in: log)
    #expect(try file.log.state(at: 5).lines == ["a"])
    #expect(try file.log.jsonLines(Place.registry) == String(decoding: place.bytes, as: UTF8.self))
    #expect(place.problems.withLock { $0 } == [])
  }

  @Test func `a file that was cut off anywhere leads to its last whole line`() throws {
    let place = Place()
    do {
      let store = try place.store()
      for line in ["a", "€ü"] { store.dispatch(Write(line: line)) }
    }
    let whole = try place.bytes
    let ends = whole.indices.filter { whole[$0] == UInt8(ascii: "\n") }
    for size in 0...whole.count {
      try place.write(whole[..<size])
      place.problems.withLock { $0 = [] }
      do {
        let store = try place.store()
        // A line is whole before its end is there.
        let count = ends.count { $0 <= size }
        #expect(store.state.lines == [[], [], ["a"], ["a", "€ü"]][count])
        let rest = ends.contains(size) ? 0 : size - (ends.last { $0 < size }.map { $0 + 1 } ?? 0)
        #expect(
          place.problems.withLock { $0 }
            == (rest > 0 ? [.tornLine(path: place.path, line: count + 1, bytes: rest)] : [])
        )
        store.dispatch(Write(line: "next"))
      }
      #expect(try place.state?.lines.last == "next", "\(size)")
    }
  }

  @Test func `another state than the file's is written as a whole`() throws {
    let place = Place()
    do { try place.store().dispatch(Write(line: "a")) }
    do {
      let file = try place.open()
      let store = PlainStore(initialState: Notes(lines: ["b"]))
      store.record(to: file)
      #expect(try file.log.state(at: 2).lines == ["b"])
      store.dispatch(Write(line: "c"))
    }
    #expect(try place.state?.lines == ["b", "c"])
  }

  @Test func `what can't be encoded is told, and the state is written in its place`() throws {
    let place = Place()
    do {
      let store = try place.store()
      store.dispatch(Write(line: "a"))
      store.dispatch(Sign())
      for _ in 0..<2 { store.dispatch(Tear()) }
      store.dispatch(Write(line: "b"))
    }
    #expect(
      place.problems.withLock { $0 } == [
        .notEncodable(item: String(reflecting: Sign.self), reason: "\(CancellationError())"),
        .unregisteredItem(item: String(reflecting: Tear.self)),
      ]
    )
    #expect(try place.state?.lines == ["b"])
  }

  @Test func `what can't be read is an error, and the file stays as it is`() throws {
    let place = Place()
    do { try place.store().dispatch(Write(line: "a")) }
    let bytes = try place.bytes + Array("{\"tor".utf8)
    try place.write(bytes)
    #expect(throws: StoreLogError.unknownItem(name: "Write", line: 2)) {
      try place.open(DispatchableRegistry())
    }
    #expect(try place.bytes == bytes)
    #expect(
      throws: StoreLogError.wrongStateType(
        expected: String(reflecting: Page.self),
        found: String(reflecting: Notes.self)
      )
    ) { try StoreLogFile<Page>(path: place.path, Place.registry) }
    try place.write(Array("nonsense\n".utf8) + bytes)
    #expect {
      try place.open()
    } throws: { error in
      guard case .malformedLine(line: 1, _) = error as? StoreLogError else { return false }
      return true
    }
    // Somebody else's, whose only line has no end.
    for text in [#"{"a":1}"#, "nonsense", #"{"formatVersiom"#] {
      try place.write(text.utf8)
      #expect(throws: StoreLogError.malformedLine(line: 1, reason: "no log begins so")) {
        try place.open()
      }
      #expect(try place.bytes == Array(text.utf8))
    }
    for path in ["/dev/null", "/proc/nowhere"] {
      #expect {
        try StoreLogFile<Notes>(path: path, Place.registry)
      } throws: { error in
        guard case .fileFailed(path, _) = error as? StoreLogError else { return false }
        return true
      }
    }
  }

  @Test func `the log of a file that nothing was recorded to has not begun`() throws {
    let place = Place()
    let file = try place.open()
    #expect(throws: StoreLogError.notBegun) { try file.log }
  }

  @Test func `a file has one user`() throws {
    let place = Place()
    let file = try place.open()
    #expect(throws: StoreLogError.fileInUse(path: place.path)) { try place.open() }
    let store = PlainStore<Notes>()
    store.record(to: file)
    PlainStore<Notes>().record(to: file)
    #expect(place.problems.withLock { $0 } == [.fileInUse(path: place.path)])
    store.dispatch(Write(line: "a"))
    file.stop()
    file.stop()
    store.dispatch(Write(line: "b"))
    #expect(try place.state?.lines == ["a"])
    PlainStore<Notes>().record(to: file)
    #expect(place.problems.withLock { $0.count } == 2)
    #expect(throws: StoreLogError.self) { try file.log }
  }

  @Test func `a process that is being started holds no file that was closed`() throws {
    let place = Place()
    func descriptors() throws -> [CInt] {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { CInt($0) }
        .filter {
          let target = try? FileManager.default
            .destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
          return target == place.path
        }
    }
    var file: StoreLogFile<Notes>? = try place.open()
    // As the process has it until it runs its program.
    let copy = dup(try #require(try descriptors().first))
    defer { close(copy) }
    file?.stop()
    file = nil
    #expect(try descriptors() == [copy])
    _ = try place.open()
  }

  @Test(arguments: [1, 2, 5, 8])
  func `a file with a capacity keeps at least the newer half`(capacity: Int) throws {
    let place = Place()
    let link = place.path + ".link"
    defer { unlink(link) }
    for run in 0..<4 {
      let store = try place.store(capacity: capacity)
      chmod(place.path, 0o600)
      for number in 0..<capacity * 3 {
        store.dispatch(number == 1 ? Write(line: "\(run)") : Write(line: "."))
        #expect(try place.lineCount <= capacity + 1)
        let count = run * capacity * 3 + number + 1
        #expect(try place.lineCount > min(count, capacity / 2))
      }
      #expect(store.state.lines.count == (run + 1) * capacity * 3)
    }
    #expect(try place.state?.lines.count == capacity * 12)
    // By another path, and with less room than it has.
    symlink(place.path, link)
    do {
      let file = try StoreLogFile<Notes>(path: link, Place.registry, capacity: 1)
      #expect(try file.log.entries.count <= 1)
      #expect(file.state?.lines.count == capacity * 12)
    }
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == place.path)
    let mode = try FileManager.default.attributesOfItem(atPath: place.path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
    #expect(try place.lineCount <= 2)
    #expect(!FileManager.default.fileExists(atPath: place.path + ".new"))
  }

  @Test func `a whole state that begins a recording counts for the capacity`() throws {
    let place = Place()
    do {
      let store = try place.store(capacity: 4)
      for line in ["a", "b", "c", "d"] { store.dispatch(Write(line: line)) }
    }
    let file = try place.open(capacity: 4)
    PlainStore(initialState: Notes(lines: ["e"])).record(to: file)
    #expect(try place.lineCount <= 5)
    #expect(try file.log.state(at: 5).lines == ["e"])
  }

  @Test func `on a full disk the store goes on, and the file when there is room`() async throws {
    await #expect(processExitsWith: .success) {
      let place = Place()
      let store = try place.store(capacity: 40)
      signal(SIGXFSZ, SIG_IGN)
      store.dispatch(Write(line: "a"))
      let size = try place.bytes.count
      // In the middle of the next line.
      var limit = rlimit()
      getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      limit.rlim_cur = rlim_t(size + 20)
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      for _ in 0..<30 { store.dispatch(Write(line: "€")) }
      #expect(store.state.lines.count == 31)
      #expect(try place.bytes.count == size)
      let problems = place.problems.withLock { $0 }
      #expect(problems.count == 1)
      #expect(problems.first?.description.contains("File too large") == true)
      limit.rlim_cur = limit.rlim_max
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      for _ in 0..<100 { store.dispatch(Write(line: "b")) }
      let copy = Place()
      try copy.write(place.bytes)
      #expect(try copy.state?.lines.count == 131)
      #expect(try copy.lineCount <= 41)
    }
  }

  @Test func `lines have the order in which the store has applied the updates`() async throws {
    let place = Place()
    do {
      let store = try place.store(capacity: 700)
      let producers = DispatchGroup()
      for producer in 0..<4 {
        producers.enter()
        Thread.detachNewThread {
          for number in 0..<500 { store.dispatch(Write(line: "\(producer) \(number)")) }
          producers.leave()
        }
      }
      blockingWait(producers)
      try await store.dispatch(Write(line: "last")).value
      let state = store.state
      #expect(state.lines.count == 2001)
      #expect(try Notes(lines: linesOfFile(place)) == state)
    }
    #expect(try place.state?.lines.count == 2001)
  }

  private func blockingWait(_ group: DispatchGroup) { group.wait() }

  /// The lines of the state that a copy of the file leads to.
  private func linesOfFile(_ place: Place) throws -> [String] {
    let copy = Place()
    try copy.write(place.bytes)
    return try copy.state?.lines ?? []
  }
}
