import Katana
import SeededRandom
import Synchronization
import Testing

/// Updaters of all shapes on their way through interceptors.
@Suite(.timeLimit(.minutes(10)))
struct InterceptorStepTests {
  struct Notes: State, Equatable {
    var lines: [String] = []
  }

  /// What counts how many of it there are.
  final class Token: Sendable {
    static let alive = Atomic<Int>(0)
    init() { Token.alive.add(1, ordering: .relaxed) }
    deinit { Token.alive.subtract(1, ordering: .relaxed) }
  }

  /// More than an existential has room for, with references.
  struct Note: StateUpdater {
    var line: String
    var token = Token()
    var numbers: (Int, Int, Int, Int) = (1, 2, 3, 4)

    func updateState(_ state: inout Notes) {
      state.lines.append("\(line) \(numbers.0 + numbers.3)")
    }
  }

  /// As many bytes as an existential has room for, and no more.
  struct ShortNote: StateUpdater {
    var line: String
    func updateState(_ state: inout Notes) { state.lines.append(line) }
  }

  /// An updater that is an object.
  final class NoteObject: StateUpdater {
    let line: String
    init(_ line: String) { self.line = line }
    func updateState(_ state: inout Notes) { state.lines.append("object \(line)") }
  }

  struct Refuse: StateUpdater {
    struct Refusal: Error, Equatable {}
    func updateState(_ state: inout Notes) throws(Refusal) {
      state.lines.append("never seen")
      throw Refusal()
    }
  }

  @Test
  func `what is handed on in the place of an updater is applied, of the same type or another`() {
    let store = PlainStore<Notes>(interceptors: [
      .deciding { _, item in
        switch item {
        case let note as Note: .replace(Note(line: note.line + "!", numbers: (10, 0, 0, 10)))
        case let note as ShortNote where note.line == "long": .replace(Note(line: "longer"))
        case let note as NoteObject where note.line == "short": .replace(ShortNote(line: "shorter"))
        default: .proceed
        }
      }
    ])
    let before = Token.alive.load(ordering: .relaxed)
    store.dispatch(Note(line: "a"))
    store.dispatch(ShortNote(line: "b"))
    store.dispatch(ShortNote(line: "long"))
    store.dispatch(NoteObject("c"))
    store.dispatch(NoteObject("short"))
    #expect(store.state.lines == ["a! 20", "b", "longer 5", "object c", "shorter"])
    // Each copy on the way was let go.
    #expect(Token.alive.load(ordering: .relaxed) == before)
  }

  @Test func `a refusal comes through all interceptors and leaves the state as it was`() async {
    let seen = Mutex<[Int]>([])
    let interceptors = (0..<3).map { number in
      StoreInterceptor.observing(after: { _, _ in seen.withLock { $0.append(number) } })
    }
    let store = PlainStore<Notes>(interceptors: interceptors)
    let handle = store.dispatch(Refuse())
    await #expect(throws: Refuse.Refusal.self) { try await handle.value }
    #expect(store.state == Notes())
    #expect(seen.withLock { $0 }.isEmpty)
  }

  /// What an interceptor of the model does with an item.
  private enum Deed: CaseIterable {
    case pass, twice, drop, replace, reject
  }

  private struct Rejected: Error {}

  private struct Acting: BoundInterceptor {
    let number: Int
    let deed: Deed

    func handle(updater: any Dispatchable, next: (any Dispatchable) throws -> Void) throws {
      switch deed {
      case .pass: try next(updater)
      case .twice:
        try next(updater)
        try next(updater)
      case .drop: return
      case .replace: try next(ShortNote(line: "\((updater as? ShortNote)?.line ?? "?")\(number)"))
      case .reject: throw Rejected()
      }
    }

    func handle(
      sideEffect: any Dispatchable,
      next: (any Dispatchable) async throws -> Void
    ) async throws { try await next(sideEffect) }
  }

  /// The lines that a note leaves, and whether it is rejected.
  private static func expected(_ line: String, _ deeds: ArraySlice<(Int, Deed)>) -> ([String], Bool)
  {
    guard let (number, deed) = deeds.first else { return ([line], false) }
    let rest = deeds.dropFirst()
    switch deed {
    case .pass: return expected(line, rest)
    case .twice:
      let (lines, isRejected) = expected(line, rest)
      return isRejected ? (lines, true) : (lines + lines, false)
    case .drop: return ([], false)
    case .replace: return expected(line + "\(number)", rest)
    case .reject: return ([], true)
    }
  }

  @Test func `chains of any length do what their interceptors say, one after the other`() async {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix64(seed: seed)
    for round in 0..<200 {
      let count = Int.random(in: 0...8, using: &random)
      let deeds = (0..<count).map { number -> (Int, Deed) in
        let isPlain = Int.random(in: 0..<3, using: &random) > 0
        return (number, isPlain ? .pass : Deed.allCases.randomElement(using: &random) ?? .pass)
      }
      let store = PlainStore<Notes>(
        interceptors: deeds.map { number, deed in
          StoreInterceptor { _ in Acting(number: number, deed: deed) }
        }
      )
      let (lines, isRejected) = Self.expected("n", deeds[...])
      // Of a known type, and of none.
      for handle in [
        store.dispatch(ShortNote(line: "n")),
        store.anyDispatch(ShortNote(line: "n") as any AnyStateUpdater),
      ] {
        let wasRejected: Bool
        do {
          try await handle.value
          wasRejected = false
        } catch {
          wasRejected = true
        }
        #expect(wasRejected == isRejected, "seed \(seed), round \(round), \(deeds)")
      }
      #expect(store.state.lines == lines + lines, "seed \(seed), round \(round), \(deeds)")
    }
  }
}
