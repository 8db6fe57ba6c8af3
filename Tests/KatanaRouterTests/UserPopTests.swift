import Katana
import KatanaRouter
import Testing

/// What the user takes away while the router is at work.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct UserPopTests {
  let keep = NavigationGuard("keep") { _, new in
    new.contains("B") ? .allow : .refuse(reason: "B stays")
  }

  @Test func `what has just been shown can be taken away before the other steps have ended`()
    async throws
  {
    let program = try await RouterProgram("A*")
    try await program.show("A*[B*[C*]]", holding: "B activates")
    #expect(program.router.realizedTree == (try tree("A*[B[C]]")))
    try await program.router.didPop("C")
    #expect(
      await program.finish() == [
        "A pushes B into [B]", "B pushes C into [C]", "B activates C", "A activates B",
      ]
    )
    #expect(program.state == (try tree("A*[B*]")))
    #expect(program.router.realizedTree == program.state)
  }

  @Test func `what was taken away and added again while a step ran is shown again`() async throws {
    let program = try await RouterProgram("A*[B, D]")
    try await program.show("A*[B, D[x]]", holding: "D pushes x")
    try await program.router.didPop("B")
    #expect(program.router.realizedTree == (try tree("A*[D]")))
    let add = AddChildrenToDestination(identifier: "A", destinations: [screen("B")])
    try await program.store.dispatch(add).value
    #expect(await program.finish() == ["D pushes x into [x]", "A pushes B into [D, B]"])
    try await program.store.dispatch(RemoveDestination(identifier: "B")).value
    await program.router.settle()
    #expect(program.journal.takeLines() == ["A pops B"])
  }

  @Test func `what went before its parent was taken away is asked for later as everything else`()
    async throws
  {
    let program = try await RouterProgram("A*[B*[C*], D]")
    try await program.show("A*[B*, D[y]]", holding: "D pushes y")
    try await program.router.didPop("B")
    #expect(await program.finish() == ["B pops C", "D pushes y into [y]"])
    let add = AddChildrenToDestination(identifier: "D", destinations: [screen("C")])
    try await program.store.dispatch(add).value
    await program.router.settle()
    try await program.store.dispatch(RemoveDestination(identifier: "C")).value
    await program.router.settle()
    #expect(program.journal.takeLines() == ["D pushes C into [y, C]", "D pops C"])
  }

  @Test func `what a guard keeps is shown again, even if it was taken away while a step ran`()
    async throws
  {
    let program = try await RouterProgram("A*[B, D]", guards: [keep])
    try await program.show("A*[B, D[x]]", holding: "D pushes x")
    await #expect(throws: NavigationError.refused(guard: "keep", reason: "B stays")) {
      try await program.router.didPop("B")
    }
    #expect(await program.finish() == ["D pushes x into [x]", "A pushes B into [B, D]"])
    #expect(program.router.routable(for: "B") != nil)
    #expect(program.router.realizedTree == program.state)
  }

  @Test func `nobody is asked to pop what the user took away while that was under way`()
    async throws
  {
    let program = try await RouterProgram("A*[B[x], C]")
    try await program.show("A*[C]", holding: "B pops x")
    // The state has let it go already.
    try await program.router.didPop("B")
    #expect(await program.finish() == ["B pops x"])
    #expect(program.router.realizedTree == (try tree("A*[C]")))
    #expect(program.journal.errors.isEmpty)
  }

  @Test func `a change that is tried again leaves out what the user took away`() async throws {
    let program = try await RouterProgram("A*[B, D]")
    try await program.show("A*[B, D[x]]", holding: "D pushes x")
    program.journal.failures = ["A changes": 1]
    try await program.router.didPop("B")
    try await program.show("A*[D[x], E, F]")
    let again = "A changes [] to [E, F] into [D, E, F]"
    #expect(await program.finish() == ["D pushes x into [x]", again, again])
  }

  @Test func `what was to be moved and was taken away before doesn't come where it was to go`()
    async throws
  {
    let program = try await RouterProgram("A*[B, D, E[x]]")
    try await program.show("A*[D[B], E]", holding: "E pops x")
    try await program.router.didPop("B")
    #expect(await program.finish() == ["E pops x"])
    #expect(program.router.realizedTree == (try tree("A*[D, E]")))
    #expect(program.router.realizedTree == program.state)
  }

  @Test func `what is taken away while it becomes active and comes back becomes active again`()
    async throws
  {
    let program = try await RouterProgram("A*[B]", guards: [keep])
    try await program.show("A*[B*]", holding: "A activates B")
    await #expect(throws: NavigationError.self) { try await program.router.didPop("B") }
    #expect(
      await program.finish() == ["A activates B", "A pushes B into [B]", "A activates B"]
    )
    #expect(program.router.realizedTree == program.state)
  }

  @Test func `what is taken away while it is being shown doesn't come back`() async throws {
    let program = try await RouterProgram("A*")
    try await program.show("A*[B[C]]", holding: "A pushes B")
    try await program.router.didPop("B")
    #expect(await program.finish() == ["A pushes B into [B]"])
    #expect(program.state == (try tree("A*")))
    #expect(program.router.realizedTree == program.state)
    #expect(program.router.routable(for: "B") == nil)
    #expect(program.journal.errors.isEmpty)
  }
}
