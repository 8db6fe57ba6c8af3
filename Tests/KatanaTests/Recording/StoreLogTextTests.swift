import Katana
import Testing

@Suite(.timeLimit(.minutes(30)))
struct StoreLogTextTests {
  struct NoteState: State, Codable, Equatable {
    var draft = Page()
    var final = Page()
    var count = 0
  }

  struct Page: State, Codable, Equatable {
    var lines: [String] = []
  }

  struct Write: StateUpdater, Codable {
    let line: String
    func updateState(_ state: inout Page) { state.lines.append(line) }
  }

  struct Count: StateUpdater, Codable {
    func updateState(_ state: inout NoteState) { state.count += 1 }
  }

  struct Print: ReturningSideEffect, Codable {
    let copies: Int
    func sideEffect(_ context: any AnySideEffectContext) async throws {}
  }

  private var registry: DispatchableRegistry {
    var registry = DispatchableRegistry()
    registry.register(Count.self, as: "Count")
    registry.register(Print.self, as: "Print")
    registry.register(Write.self, at: \NoteState.draft, as: "WriteDraft")
    registry.register(Write.self, at: \NoteState.final, as: "WriteFinal")
    return registry
  }

  private func makeLog() async throws -> StoreLog<NoteState> {
    let store = PlainStore<NoteState>()
    store.dispatch(Count())
    let recorder = store.record()
    store.scope(\.draft).dispatch(Write(line: "a \"quoted\" line\nof two"))
    store.scope(\.final).dispatch(Write(line: "ü"))
    try await store.dispatch(Print(copies: 2)).value
    try store.travel(to: 2, in: recorder.log)
    store.dispatch(Count())
    return try recorder.log
  }

  @Test func `a log that was written and read is the same log`() async throws {
    let log = try await makeLog()
    let text = try log.jsonLines(registry)
    let read = try StoreLog<NoteState>(jsonLines: text, registry, checkpointInterval: 2)
    #expect(read.versions == log.versions)
    #expect(read.entries.map(\.version) == log.entries.map(\.version))
    #expect(read.entries.map(\.outcome) == log.entries.map(\.outcome))
    #expect((read.entries[2].item as? Print)?.copies == 2)
    for version in log.versions {
      let states = (try read.state(at: version), try log.state(at: version))
      #expect(states.0 == states.1)
    }
    #expect(try read.jsonLines(registry) == text)
    #expect(text.split(separator: "\n").count == 6)
  }

  @Test func `a log without its side effects leads to the same states`() async throws {
    let log = try await makeLog()
    let text = try log.jsonLines(registry, includesSideEffects: false)
    let read = try StoreLog<NoteState>(jsonLines: text, registry)
    #expect(read.entries.count == log.entries.count - 1)
    #expect(try read.state(at: 5) == log.state(at: 5))
  }

  @Test func `an item that is not registered is named when it is written and when it is read`()
    async throws
  {
    let log = try await makeLog()
    var lacking = DispatchableRegistry()
    lacking.register(Count.self, as: "Count")
    let name = String(reflecting: Write.self)
    #expect(throws: StoreLogError.unregisteredItem(item: name)) { try log.jsonLines(lacking) }
    let text = try log.jsonLines(registry)
    #expect(throws: StoreLogError.unknownItem(name: "WriteDraft", line: 2)) {
      try StoreLog<NoteState>(jsonLines: text, lacking)
    }
  }

  @Test func `a text that does not fit is refused with the line and the reason`() async throws {
    let text = try await makeLog().jsonLines(registry)
    var lines = text.split(separator: "\n").map(String.init)
    let format = text.replacing(
      "\"formatVersion\":1",
      with: "\"formatVersion\":2",
      maxReplacements: 1
    )
    #expect(throws: StoreLogError.unsupportedFormat(found: 2, supported: 1)) {
      try StoreLog<NoteState>(jsonLines: format, registry)
    }
    #expect(
      throws: StoreLogError.wrongStateType(
        expected: String(reflecting: Page.self),
        found: String(reflecting: NoteState.self)
      )
    ) { try StoreLog<Page>(jsonLines: text, registry) }
    lines.remove(at: 1)
    #expect(throws: StoreLogError.versionMismatch(line: 2, expected: 2, found: 3)) {
      try StoreLog<NoteState>(jsonLines: lines.joined(separator: "\n"), registry)
    }
    for broken in ["", "{", lines[0] + "\n{\"version\":1}"] {
      #expect {
        try StoreLog<NoteState>(jsonLines: broken, registry)
      } throws: { error in
        guard case .malformedLine(let line, _) = error as? StoreLogError else { return false }
        return line == (broken.count > 1 ? 2 : 1)
      }
    }
  }

  @Test func `the last version of all is read, and nothing can follow it`() async throws {
    let text = try await makeLog().jsonLines(registry)
    let lines = text.split(separator: "\n").map(String.init)
    let last = "\"version\":\(UInt64.max)"
    let header = lines[0].replacing("\"version\":1", with: last)
    let alone = try StoreLog<NoteState>(jsonLines: header, registry)
    #expect(alone.versions == UInt64.max...UInt64.max)
    #expect(try alone.state(at: .max).count == 1)
    for version in [0, UInt64.max] {
      let next = lines[1].replacing("\"version\":2", with: "\"version\":\(version)")
      #expect {
        try StoreLog<NoteState>(jsonLines: header + "\n" + next, registry)
      } throws: { error in
        guard case .malformedLine(line: 2, _) = error as? StoreLogError else { return false }
        return true
      }
    }
  }

  @Test func `lines may end as on Windows, and empty ones count`() async throws {
    let log = try await makeLog()
    let text = try log.jsonLines(registry)
    let read = try StoreLog<NoteState>(
      jsonLines: text.replacing("\n", with: "\r\n"),
      registry
    )
    #expect(try read.jsonLines(registry) == text)
    #expect {
      try StoreLog<NoteState>(jsonLines: "\r\n\r\n" + text + "\r\n{", registry)
    } throws: { error in
      // Two empty lines, six of the log, an empty one.
      guard case .malformedLine(line: 10, _) = error as? StoreLogError else { return false }
      return true
    }
  }
}
