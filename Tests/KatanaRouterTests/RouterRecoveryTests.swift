import Katana
import KatanaRouter
import KatanaTesting
import Testing

/// What the router does where steps fail or don't end in time.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct RouterRecoveryTests {
  @Test func `what could not be popped is not pushed elsewhere, and its new siblings come once`()
    async throws
  {
    let program = try await RouterProgram("A*[P[D], Q]")
    program.journal.failures = ["P pops D": 1]
    try await program.show("A*[P, Q[D, E]]")
    await program.router.settle()
    #expect(
      program.journal.takeLines() == [
        "P pops D", "Q pushes E into [E]", "P pops D", "Q pushes D into [D, E]",
      ]
    )
    #expect(program.router.realizedTree == program.state)
  }

  @Test func `what can't be popped stays on screen, and everybody is told so`() async throws {
    let program = try await RouterProgram("A*[P[D], Q]")
    program.journal.failures = ["P pops D": 9]
    try await program.show("A*[P, Q[D[x], E]]")
    await program.router.settle()
    #expect(program.router.realizedTree == (try tree("A*[P[D], Q[E]]")))
    #expect(program.journal.takeLines() == ["P pops D", "Q pushes E into [E]", "P pops D"])
    #expect(program.journal.errors.count == 2)
  }

  @Test func `a step that never ends is reported, the later ones run, and nothing is shown twice`()
    async throws
  {
    let clock = TestClock()
    let program = try await RouterProgram("A*[C]", clock: clock)
    try await program.show("A*[C[y], B[x]]", holding: "A pushes B")
    await program.giveUp(clock)
    #expect(
      program.journal.takeLines() == ["C pushes y into [y]", "A pushes B into [C, B]"]
    )
    let errors = program.journal.takeErrors()
    #expect(errors.count == 2)
    guard case .timedOut(let step, .seconds(5)) = errors.first else {
      Issue.record("\(errors)")
      return
    }
    #expect(step.description == "push B under A, order [C, B]")
    #expect(program.router.realizedTree == (try tree("A*[C[y]]")))
    // Others come under the same parent, and it is not asked for again.
    try await program.show("A*[C[y], B[x], D]")
    await program.router.settle()
    #expect(program.journal.takeLines() == ["A pushes D into [C, D]"])
    // What comes at last is taken over, and what was said meanwhile is said again until it is heard.
    program.journal.failures = ["A reorders": 1]
    program.journal.letGo()
    while !program.router.realizedTree.contains("x") { await Task.yield() }
    await program.router.settle()
    #expect(
      program.journal.takeLines() == [
        "B pushes x into [x]", "A reorders [C, B, D]", "A activates nothing",
        "A reorders [C, B, D]", "A activates nothing",
      ]
    )
    #expect(program.router.realizedTree == program.state)
  }

  @Test func `what comes at last and is no longer wanted is popped`() async throws {
    let clock = TestClock()
    let program = try await RouterProgram("A*", clock: clock)
    try await program.show("A*[C, D]", holding: "A changes")
    await program.giveUp(clock)
    try await program.show("A*[D]")
    await program.router.settle()
    #expect(program.journal.takeLines() == ["A changes [] to [C, D] into [C, D]"])
    program.journal.letGo()
    while program.journal.lines.isEmpty { await Task.yield() }
    await program.router.settle()
    #expect(program.journal.takeLines() == ["A pops C"])
    #expect(program.router.realizedTree == program.state)
  }

  /// Shows what it can, one by one.
  final class PlainScreen: Routable {
    let journal: Journal

    init(_ journal: Journal) { self.journal = journal }

    func push(_ destination: Destination, order: DestinationList) async throws -> any Routable {
      try await journal.note("push \(destination.userIdentifier ?? "")")
      return Screen(destination.userIdentifier ?? "", journal: journal)
    }

    func pop(_ destination: Destination) async throws {
      try await journal.note("pop \(destination.userIdentifier ?? "")")
    }
  }

  /// A router whose root shows what it can one by one, and what is under it.
  private func startPlain(
    _ names: String...,
    clock: any Clock<Duration> = ContinuousClock(),
    resynchronizations: Int = 1
  ) async throws -> RouterProgram {
    let program = try await RouterProgram(
      "",
      clock: clock,
      resynchronizations: resynchronizations,
      root: { PlainScreen($0) }
    )
    try await showPlain(names, in: program)
    await program.router.settle()
    _ = program.journal.takeLines()
    return program
  }

  private func showPlain(_ nodes: [String], in program: RouterProgram) async throws {
    let root = Destination(routableType: PlainScreen.self, userIdentifier: "A")
    let wanted = NavigationNode(root, children: nodes.compactMap(node))
    try await program.store.dispatch(SetRoute(NavigationTree(wanted))).value
  }

  @Test func `a change of single steps that fails is tried again from there`() async throws {
    let program = try await startPlain("B")
    program.journal.failures = ["push D": 1]
    try await showPlain(["C", "D"], in: program)
    await program.router.settle()
    #expect(program.journal.takeLines() == ["pop B", "push C", "push D", "push D"])
    #expect(program.router.realizedTree.description == "A*[C, D]")
  }

  @Test(arguments: [0, 1])
  func `a single step of a change that fails keeps no other from being done`(
    again: Int
  )
    async throws
  {
    let program = try await startPlain("P", "Q", resynchronizations: again)
    program.journal.failures = ["pop Q": 9, "push B": 9, "push D": 9]
    try await showPlain(["B", "C", "D", "E"], in: program)
    await program.router.settle()
    let failing = ["push B", "push D"]
    #expect(
      program.journal.takeLines()
        == ["pop Q", "pop P", "push B", "push C", "push D", "push E"]
        + (again == 1 ? ["pop Q"] + failing : [])
    )
    #expect(program.router.realizedTree.description == "A*[C, E, Q]")
    let errors = program.journal.takeErrors().map(\.description)
    #expect(errors.count == 3 * (1 + again))
    for (error, step) in zip(errors, ["pop Q from A", "push B under A", "push D under A"]) {
      #expect(error.hasPrefix("step \(step)"), "\(error)")
    }
    // Nobody is asked once more until somebody says so.
    let add = AddChildrenToDestination(identifier: "C", destinations: [screen("x")])
    try await program.store.dispatch(add).value
    await program.router.settle()
    #expect(program.journal.takeLines() == ["C pushes x into [x]"])
    program.journal.failures = [:]
    await program.router.retry()
    #expect(program.journal.takeLines() == ["pop Q"] + failing)
    #expect(program.router.realizedTree == program.state)
  }

  @Test func `nothing is asked of what may have gone, and whoever retries is told so`()
    async throws
  {
    let clock = TestClock()
    let program = try await RouterProgram("A*[B[y]]", clock: clock)
    try await program.show("A*", holding: "A pops B")
    await program.giveUp(clock)
    #expect(program.journal.takeLines() == ["B pops y", "A pops B"])
    _ = program.journal.takeErrors()
    try await program.show("A*[B[x], C]")
    await program.router.settle()
    #expect(program.journal.takeLines() == ["A pushes C into [B, C]"])
    await program.router.retry()
    #expect(program.journal.errors.last == .stillRunning(.pop(screen("B"), from: screen("A"))))
    program.journal.letGo()
    while !program.router.realizedTree.contains("x") { await Task.yield() }
    await program.router.settle()
    #expect(
      program.journal.takeLines().prefix(2) == ["A pushes B into [B, C]", "B pushes x into [x]"]
    )
    #expect(program.router.realizedTree == program.state)
  }

  @Test(arguments: [0, 1])
  func `a push that hangs keeps neither its siblings nor what is under them from being shown`(
    again: Int
  ) async throws {
    let clock = TestClock()
    let program = try await startPlain("P", "Q", clock: clock, resynchronizations: again)
    program.journal.held = "push B"
    try await showPlain(["C", "B", "D[y]", "E"], in: program)
    await program.journal.waitUntilHolding()
    await program.giveUp(clock)
    #expect(
      program.journal.takeLines() == [
        "pop Q", "pop P", "push C", "push B", "push D", "push E", "D pushes y into [y]",
      ]
    )
    #expect(program.router.realizedTree.description == "A*[C, D[y], E]")
    // It is known which one did not end.
    let errors = program.journal.takeErrors().map(\.description)
    #expect(errors.count == 1)
    #expect(errors.first?.hasPrefix("step push B under A") == true)
    program.journal.letGo()
    while !program.router.realizedTree.contains("B") { await Task.yield() }
    await program.router.settle()
    #expect(program.router.realizedTree == program.state)
    #expect(program.journal.takeErrors().isEmpty)
  }

  @Test func `whoever asks for another attempt of what hangs is told why there is none`()
    async throws
  {
    let clock = TestClock()
    let program = try await RouterProgram("A*[C]", clock: clock)
    try await program.show("A*[C, B]", holding: "A pushes B")
    await program.giveUp(clock)
    #expect(program.journal.takeErrors().count == 1)
    for _ in 0..<2 {
      await program.router.retry()
      let errors = program.journal.takeErrors().map(\.description)
      #expect(errors.count == 1)
      #expect(errors.first?.hasPrefix("step push B under A, order [C, B]: it ") == true)
    }
    // Somebody else's change is no reason to say it again, but another wish for the same is.
    try await program.show("A*[C[x], B]")
    await program.router.settle()
    #expect(program.journal.takeErrors().isEmpty)
    try await program.show("A*[C[x]]")
    await program.router.settle()
    #expect(program.journal.takeErrors().isEmpty)
    try await program.show("A*[C[x], B]")
    await program.router.settle()
    #expect(program.journal.takeErrors().count == 1)
    #expect(program.journal.takeLines() == ["A pushes B into [C, B]", "C pushes x into [x]"])
    program.journal.letGo()
    while !program.router.realizedTree.contains("B") { await Task.yield() }
    await program.router.retry()
    #expect(program.router.realizedTree == program.state)
    #expect(program.journal.takeErrors().isEmpty)
  }

  @Test(
    arguments: [
      .seconds(Int64.max), Duration(attoseconds: Int128.max), .seconds(-1), .seconds(Int64.min),
      Duration(attoseconds: Int128.min),
    ] as [Duration]
  )
  func `a time limit that no clock can reckon with is as long or as short as can be`(
    limit: Duration
  ) async throws {
    let initial = try AppState("A*")
    let store = AppStore(initialState: initial)
    let journal = Journal()
    var configuration = journal.configuration()
    configuration.stepTimeout = limit
    let router = Router(
      store: store,
      rootRoutable: Screen("A", journal: journal),
      configuration: configuration
    )
    await router.settle()
    journal.held = "A pushes B"
    try await store.dispatch(AddNewDestination(destination: screen("B"))).value
    await journal.waitUntilHolding()
    if limit < .zero { await router.settle() }
    #expect(journal.errors.isEmpty == (limit > .zero))
    journal.letGo()
    while !router.realizedTree.contains("B") { await Task.yield() }
  }

  @Test func `what failed as often as it may waits until something else is wanted there`()
    async throws
  {
    let program = try await RouterProgram("A*[P, Q]")
    program.journal.failures = ["P pushes B": 4]
    try await program.show("A*[P[B[C]], Q]")
    await program.router.settle()
    let push = "P pushes B into [B]"
    #expect(program.journal.takeLines() == [push, push])
    #expect(program.journal.takeErrors().count == 3)
    // Something else happens elsewhere.
    let add = AddChildrenToDestination(identifier: "Q", destinations: [screen("x")])
    try await program.store.dispatch(add).value
    await program.router.settle()
    #expect(program.journal.takeLines() == ["Q pushes x into [x]"])
    #expect(program.journal.takeErrors().isEmpty)
    // Something is wanted below it.
    try await program.store.dispatch(RemoveDestination(identifier: "C")).value
    await program.router.settle()
    #expect(program.journal.takeLines() == [push, push])
    // Somebody knows better.
    await program.router.retry()
    #expect(program.journal.takeLines() == [push])
    #expect(program.router.realizedTree == program.state)
  }

  /// Implements nothing that it could.
  final class Leaf: CompletionRoutable {}

  @Test func `what a screen doesn't implement is reported, with both shapes that it may have`()
    async throws
  {
    let initial = AppState()
    let store = AppStore(initialState: initial)
    let journal = Journal()
    let router = Router(
      store: store,
      rootRoutable: Leaf(),
      configuration: journal.configuration(resynchronizations: 0)
    )
    await router.settle()
    let root = try #require(router.realizedTree.root?.destination)
    try await store.dispatch(AddNewDestination(destination: screen("B"))).value
    await router.settle()
    #expect(journal.errors.first == .unsupported("push \(screen("B"))", by: "Leaf"))
    #expect(journal.errors.first?.description.contains("CompletionRoutable") == true)
    let children = [screen("C"), screen("D")]
    let add = AddChildrenToDestination(identifier: root.id, destinations: children)
    _ = journal.takeErrors()
    try await store.dispatch(add).value
    await router.settle()
    guard case .unsupported(let request, by: "Leaf") = journal.errors.first else {
      Issue.record("\(journal.errors)")
      return
    }
    #expect(request.hasPrefix("change [] to ["))
    #expect(router.realizedTree.count == 1)
  }

  @Test func `what fails is asked for once where nothing is to be tried again`() async throws {
    let program = try await RouterProgram("A*", resynchronizations: -1)
    program.journal.failures = ["A pushes B": 1]
    try await program.show("A*[B]")
    await program.router.settle()
    #expect(program.journal.takeLines() == ["A pushes B into [B]"])
  }

  @Test func `one step of a deep tree that fails costs no more than the others`() async throws {
    let program = try await RouterProgram("A*")
    let count = 20_000
    program.journal.failures = ["s\(count - 1) pushes s\(count)": 1]
    let path = [screen("A")] + (0...count).map { screen("s\($0)") }
    try await program.store.dispatch(SetRoute(path: path)).value
    await program.router.settle()
    #expect(program.router.realizedTree == program.state)
    #expect(program.journal.errors.count == 2)
  }

  @Test func `one step of a broad tree that fails costs no more than the others`() async throws {
    let program = try await RouterProgram("A*")
    program.journal.failures = ["n1 pushes": 1]
    let children = (0..<10_000).map { place in
      NavigationNode(screen("n\(place)"), children: [NavigationNode(screen("m\(place)"))])
    }
    let wanted = try NavigationTree(NavigationNode(screen("A"), children: children))
    try await program.store.dispatch(SetRoute(wanted)).value
    await program.router.settle()
    #expect(program.router.realizedTree == program.state)
    #expect(program.journal.errors.count == 1)
  }
}
