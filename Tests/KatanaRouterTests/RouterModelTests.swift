import Katana
import KatanaRouter
import KatanaTesting
import SeededRandom
import Testing

/// Random actions, pops by the user, failures and steps that don't end in time: in the end the screens,
/// what the router believes of them and the state are the same; as long as something hangs, nothing else
/// waits for it; and nobody is told what can't be seen.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct RouterModelTests {
  static let names = (0..<6).flatMap { ["d\($0)", "d\($0)'"] }

  nonisolated static func action(
    _ random: inout SplitMix64,
    _ names: [String]
  ) -> any NavigationAction {
    let places = names + ["A", "A"]
    let one = Destination.ID.named(places.randomElement(using: &random) ?? "")
    let other = Destination.ID.named(places.randomElement(using: &random) ?? "")
    let name = names.randomElement(using: &random) ?? ""
    let added = Destination(
      routableType: name.hasSuffix("'") ? ChangingScreen.self : StageScreen.self,
      userIdentifier: name
    )
    switch Int.random(in: 0..<11, using: &random) {
    case 0, 1: return AddChildrenToDestination(identifier: one, destinations: [added])
    case 2: return AddChildrenToDestination(identifier: one, child: added)
    case 3: return RemoveDestination(identifier: one)
    case 4, 5:
      let place = Bool.random(using: &random) ? 0 : nil
      return MoveDestination(identifier: one, under: other, at: place)
    case 6: return SetActiveDestination(identifier: one)
    case 7 where one != "A": return ReplaceDestination(identifier: one, with: added)
    case 8: return SetActiveChild(child: Bool.random(using: &random) ? nil : other, parent: one)
    case 9:
      return NavigationTransaction([
        MoveDestination(identifier: one, under: other),
        AddChildrenToDestination(identifier: "A", destinations: [added]),
      ])
    default: return AddNewDestination(destination: added)
    }
  }

  /// Actions by which little comes and goes, and much becomes active.
  nonisolated static func activation(
    _ random: inout SplitMix64,
    _ names: [String]
  ) -> any NavigationAction {
    let names = names.prefix(6)
    let name = names.randomElement(using: &random) ?? ""
    let one = Destination.ID.named(name)
    let other = Destination.ID.named(names.randomElement(using: &random) ?? "")
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return AddChildrenToDestination(identifier: "A", child: StageScreen.destination(name))
    case 1:
      return AddChildrenToDestination(identifier: other, child: StageScreen.destination(name))
    case 2: return SetActiveChild(child: nil, parent: one)
    case 3, 4:
      return NavigationTransaction([
        SetActiveDestination(identifier: other), SetActiveChild(child: nil, parent: one),
      ])
    default: return SetActiveDestination(identifier: one)
    }
  }

  /// Makes a child the active one or none, wherever its parent is.
  struct SetActiveChild: NavigationAction {
    let child: Destination.ID?
    let parent: Destination.ID

    func edit(_ tree: inout NavigationTree) throws(NavigationError) {
      try tree.setActiveChild(child, of: parent)
    }
  }

  struct Course: Sendable {
    let name: String
    var action: @Sendable (inout SplitMix64, [String]) -> any NavigationAction =
      RouterModelTests.action
    var fates: [Stage.Fate] = [.atOnce, .atOnce, .aLittleLater]
    var userPops = false
    var isGuarded = false
    var producers = 1
    var rounds = 40

    var hangs: Bool { fates.contains { [.withoutEnd, .late, .lateRefused].contains($0) } }

    /// Whether each step comes true, and nothing else happens to the screens.
    var isPeaceful: Bool {
      !userPops && fates.allSatisfy { $0 == .atOnce || $0 == .aLittleLater }
    }
  }

  nonisolated static let courses: [Course] = [
    Course(name: "one producer"),
    Course(name: "several producers", producers: 4),
    Course(name: "activity", action: activation, rounds: 200),
    Course(
      name: "activity and failures",
      action: activation,
      fates: [.atOnce, .aLittleLater, .refused, .late],
      userPops: true,
      rounds: 200
    ),
    Course(name: "user pops", userPops: true),
    Course(name: "user pops and a guard", userPops: true, isGuarded: true),
    Course(name: "user pops and producers", userPops: true, producers: 3),
    Course(
      name: "failures",
      fates: [.atOnce, .atOnce, .aLittleLater, .refused]
    ),
    Course(
      name: "failures and user pops",
      fates: [.atOnce, .aLittleLater, .refused],
      userPops: true,
      isGuarded: true,
      producers: 2
    ),
    Course(
      name: "steps that don't end in time",
      fates: [.atOnce, .atOnce, .aLittleLater, .withoutEnd, .late, .lateRefused]
    ),
    Course(
      name: "everything",
      fates: [.atOnce, .atOnce, .aLittleLater] + Stage.Fate.allCases,
      userPops: true,
      isGuarded: true,
      producers: 2
    ),
  ]

  @Test(.serialized, arguments: RandomHistories.seeds(330))
  func `in the end the screens are what the state says`(seed: UInt64) async throws {
    try await run(Self.courses[Int(seed % UInt64(Self.courses.count))], seed: seed)
  }

  /// A store, a stage and what lies between them.
  private struct Play {
    let store: AppStore
    let stage: Stage
    let journal = Journal()
    let clock = TestClock()
    private let root: StageScreen

    @MainActor
    init(_ course: Course, _ random: inout SplitMix64) {
      stage = Stage(random: SplitMix64(seed: random.next()), fates: course.fates)
      let keep = NavigationGuard("keep") { old, new in
        old.contains("d0") && !new.contains("d0") ? .refuse(reason: "d0 stays") : .allow
      }
      var state = AppState()
      state.navigationGuards = course.isGuarded ? [keep] : []
      let initial = state
      store = AppStore(initialState: initial)
      root = StageScreen("A", stage)
      stage.enter(root)
    }

    @MainActor
    func makeRouter() -> Router {
      Router(
        store: store,
        rootRoutable: root,
        rootIdentifier: "A",
        configuration: journal.configuration(clock: clock)
      )
    }

    /// Retries, and has the time pass for all that doesn't end.
    @MainActor
    func retry(_ router: Router) async {
      let retrying = Journal()
      Task {
        await router.retry()
        retrying.lines.append("done")
      }
      while retrying.lines.isEmpty {
        if clock.sleeperCount > 0 { await clock.advance(by: .seconds(5)) }
        await Task.yield()
      }
    }
  }

  private func run(_ course: Course, seed: UInt64) async throws {
    var random = SplitMix64(seed: seed)
    let play = Play(course, &random)
    let (store, stage, clock) = (play.store, play.stage, play.clock)
    let router = play.makeRouter()
    var tasks: [Task<Void, Never>] = []
    for _ in 1..<course.producers {
      let seed = random.next()
      let names = Self.names
      tasks.append(
        Task.detached {
          var random = SplitMix64(seed: seed)
          for _ in 0..<10 {
            try? await store.dispatch(course.action(&random, names)).value
            if Bool.random(using: &random) { await Task.yield() }
          }
        }
      )
    }
    for _ in 0..<course.rounds {
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1: store.dispatch(course.action(&random, Self.names))
      case 2 where course.userPops: tasks.append(contentsOf: userPop(stage, router, &random))
      case 3: stage.letGo()
      case 4 where stage.isWaiting && clock.sleeperCount > 0: await clock.advance(by: .seconds(5))
      default: for _ in 0..<Int.random(in: 1...6, using: &random) { await Task.yield() }
      }
    }
    stage.fates = [.atOnce]
    for task in tasks { await task.value }
    let context: Comment = "\(course.name), seed \(seed)"
    if course.hangs { await expectAllButWhatHangs(play, router, context) }
    while stage.unfinished > 0 {
      stage.letGo()
      await Task.yield()
    }
    await router.retry()
    await router.retry()
    let wanted = store.state.navigationState.tree
    #expect(stage.text(like: wanted) == wanted.description, context)
    #expect(router.realizedTree == wanted, context)
    #expect(stage.wrong.isEmpty, context)
    if course.isPeaceful { #expect(stage.needless.isEmpty, context) }
  }

  /// Whatever hangs, all else is shown, and whoever retries is told of what isn't.
  private func expectAllButWhatHangs(
    _ play: Play,
    _ router: Router,
    _ context: Comment
  ) async {
    while !play.stage.isStill { await Task.yield() }
    await play.retry(router)
    _ = play.journal.takeErrors()
    await play.retry(router)
    let told = play.journal.takeErrors().map(\.description)
    let hanging = play.stage.hanging
    var rest = [play.store.state.navigationState.tree.root].compactMap { $0 }
    while let parent = rest.popLast() {
      let shown = play.stage.children[parent.destination.userIdentifier ?? ""] ?? []
      for child in parent.children {
        let name = child.destination.userIdentifier ?? ""
        if !hanging.contains(name) {
          #expect(shown.contains(name), "\(context): \(name)")
          rest.append(child)
        } else if !router.realizedTree.contains(child.destination.id) {
          #expect(told.contains { $0.contains(name) }, "\(context): \(name)")
        }
      }
    }
  }

  @Test(.serialized, arguments: RandomHistories.seeds(100))
  func `a router goes away whatever it asks for and whoever waits for it`(
    seed: UInt64
  ) async throws {
    let fates: [Stage.Fate] = [.atOnce, .atOnce, .aLittleLater, .withoutEnd, .late]
    var random = SplitMix64(seed: seed)
    let course = Course(name: "departure", fates: fates)
    let play = Play(course, &random)
    weak var held: Router?
    var waiting: [Task<Void, Never>] = []
    do {
      let router = play.makeRouter()
      held = router
      for _ in 0..<Int.random(in: 1...20, using: &random) {
        play.store.dispatch(Self.action(&random, Self.names))
        for _ in 0..<Int.random(in: 0...6, using: &random) { await Task.yield() }
        let isRetrying = Bool.random(using: &random)
        waiting.append(
          Task { [weak router] in
            if isRetrying { await router?.retry() } else { await router?.settle() }
          }
        )
      }
      await Task.yield()
    }
    #expect(held == nil, "seed \(seed)")
    if held != nil { return }
    for task in waiting { await task.value }
    // What was under way ends, and nothing follows.
    let begun = play.stage.begunCount
    while play.stage.unfinished > 0 {
      play.stage.letGo()
      await Task.yield()
    }
    for _ in 0..<20 { await Task.yield() }
    #expect(play.stage.begunCount == begun, "seed \(seed)")
    #expect(play.stage.wrong.isEmpty, "seed \(seed)")
  }

  /// The user takes away something that can be seen.
  private func userPop(
    _ stage: Stage,
    _ router: Router,
    _ random: inout SplitMix64
  ) -> [Task<Void, Never>] {
    let parents = stage.children.filter { !$0.value.isEmpty }.keys.sorted()
    guard let parent = parents.randomElement(using: &random),
      let popped = stage.children[parent]?.randomElement(using: &random)
    else { return [] }
    return [
      Task.immediate {
        stage.popByUser(popped, from: parent)
        try? await router.didPop(.named(popped))
      }
    ]
  }
}
