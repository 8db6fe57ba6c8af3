import Dispatch
import Katana
import SeededRandom
import Synchronization
import Testing

/// Updaters of all shapes on their way through interceptors.
@Suite(.timeLimit(.minutes(30)))
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

  /// An interceptor of the model: what it does with an item, and in which of the ways to write it.
  private struct Deed {
    enum Kind: CaseIterable { case pass, twice, drop, replace, reject }

    let number: Int
    let kind: Kind
    /// As a `BoundInterceptor`, and not by `observing` or `deciding`, where one of these can do it.
    let isHandWritten: Bool

    static func random(_ number: Int, using random: inout SplitMix64) -> Deed {
      let isPlain = Int.random(in: 0..<3, using: &random) > 0
      return Deed(
        number: number,
        kind: isPlain ? .pass : Kind.allCases.randomElement(using: &random) ?? .pass,
        isHandWritten: Int.random(in: 0..<3, using: &random) == 0
      )
    }
  }

  private struct Rejected: Error {}

  private struct Acting: BoundInterceptor {
    let deed: Deed

    func handle(updater: any Dispatchable, next: (any Dispatchable) throws -> Void) throws {
      switch deed.kind {
      case .pass: try next(updater)
      case .twice:
        try next(updater)
        try next(updater)
      case .drop: return
      case .replace: try next(InterceptorStepTests.replacement(of: updater, by: deed.number))
      case .reject: throw Rejected()
      }
    }

    func handle(
      sideEffect: any Dispatchable,
      next: (any Dispatchable) async throws -> Void
    ) async throws { try await next(sideEffect) }
  }

  private static func replacement(of item: any Dispatchable, by number: Int) -> ShortNote {
    ShortNote(line: "\((item as? ShortNote)?.line ?? "?")\(number)")
  }

  private static func interceptor(_ deed: Deed, log: ListenerTests.Log<String>) -> StoreInterceptor
  {
    if deed.isHandWritten || deed.kind == .twice {
      return StoreInterceptor { _ in Acting(deed: deed) }
    }
    if deed.kind == .pass {
      return .observing(
        before: { _, item in
          log.append("\(deed.number) before \(Self.replacement(of: item, by: 0).line)")
        },
        after: { _, item in
          log.append("\(deed.number) after \(Self.replacement(of: item, by: 0).line)")
        }
      )
    }
    return .deciding { _, item in
      switch deed.kind {
      case .pass, .twice: .proceed
      case .drop: .drop
      case .replace: .replace(Self.replacement(of: item, by: deed.number))
      case .reject: .reject(Rejected())
      }
    }
  }

  /// What happens to a note: the lines that it leaves, what is observed, and whether it is rejected.
  private struct Course {
    var lines: [String] = []
    var log: [String] = []
    var isRejected = false

    static func expected(_ line: String, _ deeds: ArraySlice<Deed>) -> Course {
      guard let deed = deeds.first else { return Course(lines: [line]) }
      let rest = deeds.dropFirst()
      switch deed.kind {
      case .pass:
        var course = expected(line, rest)
        guard !deed.isHandWritten else { return course }
        course.log.insert("\(deed.number) before \(line)0", at: 0)
        if !course.isRejected { course.log.append("\(deed.number) after \(line)0") }
        return course
      case .twice:
        let course = expected(line, rest)
        if course.isRejected { return course }
        return Course(lines: course.lines + course.lines, log: course.log + course.log)
      case .drop: return Course()
      case .replace: return expected(line + "\(deed.number)", rest)
      case .reject: return Course(isRejected: true)
      }
    }
  }

  @Test func `chains of any length do what their interceptors say, one after the other`() async {
    let seed = RandomHistories.seed
    var random = SplitMix64(seed: seed)
    for round in 0..<300 {
      let count = Int.random(in: 0...8, using: &random)
      let deeds = (0..<count).map { Deed.random($0, using: &random) }
      let log = ListenerTests.Log<String>()
      let store = PlainStore<Notes>(interceptors: deeds.map { Self.interceptor($0, log: log) })
      let told = ListenerTests.Log<Int>()
      if Bool.random(using: &random) { store.addNewStateListener { told.append($0.lines.count) } }
      let expected = Course.expected("n", deeds[...])
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
        #expect(wasRejected == expected.isRejected, "seed \(seed), round \(round), \(deeds)")
      }
      let lines = expected.lines + expected.lines
      #expect(store.state.lines == lines, "seed \(seed), round \(round), \(deeds)")
      #expect(log.elements == expected.log + expected.log, "seed \(seed), round \(round), \(deeds)")
      #expect(told.elements.isEmpty || told.elements == Array(1...lines.count))
    }
  }

  @Test func `readers see whole states while an interceptor hands on again and again`() {
    let store = PlainStore<QueuedReadingTests.PairState>(
      interceptors: [
        StoreInterceptor { _ in Acting(deed: Deed(number: 0, kind: .twice, isHandWritten: true)) }
      ]
    )
    // One that comes and goes, so that changes with listeners and without follow each other.
    let remove = Mutex<(@Sendable () -> Void)?>(nil)
    let isOver = Atomic<Bool>(false)
    let torn = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: 3) { thread in
      guard thread == 0 else {
        while !isOver.load(ordering: .acquiring) {
          let state = store.state
          if state.first != state.second { torn.add(1, ordering: .relaxed) }
        }
        return
      }
      for round in 0..<3000 {
        if round % 3 == 0 {
          let removal = store.addNewStateListener { _ in remove.withLock { $0.take() }?() }
          remove.withLock { $0 = removal }
        }
        store.dispatch(QueuedReadingTests.IncrementBoth())
      }
      isOver.store(true, ordering: .releasing)
    }
    #expect(torn.load(ordering: .relaxed) == 0)
    #expect(store.state.first == 6000)
  }
}
