import Katana
import KatanaRouter
import KatanaTesting
import SeededRandom
import Testing

/// Random actions, pops by the user, failures and steps that don't end in time: in the end the screens,
/// what the router believes of them and the state are the same.
@MainActor
@Suite(.timeLimit(.minutes(10)))
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
    switch Int.random(in: 0..<10, using: &random) {
    case 0, 1: return AddChildrenToDestination(identifier: one, destinations: [added])
    case 2: return AddChildrenToDestination(identifier: one, child: added)
    case 3: return RemoveDestination(identifier: one)
    case 4, 5:
      let place = Bool.random(using: &random) ? 0 : nil
      return MoveDestination(identifier: one, under: other, at: place)
    case 6: return SetActiveDestination(identifier: one)
    case 7 where one != "A": return ReplaceDestination(identifier: one, with: added)
    case 8:
      return NavigationTransaction([
        MoveDestination(identifier: one, under: other),
        AddChildrenToDestination(identifier: "A", destinations: [added]),
      ])
    default: return AddNewDestination(destination: added)
    }
  }

  struct Course: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var fates: [Stage.Fate] = [.atOnce, .atOnce, .aLittleLater]
    var userPops = false
    var isGuarded = false
    var producers = 1
    var runs = 100
  }

  nonisolated static let courses: [Course] = [
    Course(testDescription: "one producer"),
    Course(testDescription: "several producers", producers: 4),
    Course(testDescription: "user pops", userPops: true, runs: 300),
    Course(testDescription: "user pops and a guard", userPops: true, isGuarded: true),
    Course(testDescription: "user pops and producers", userPops: true, producers: 3),
    Course(
      testDescription: "failures",
      fates: [.atOnce, .atOnce, .aLittleLater, .refused],
      runs: 200
    ),
    Course(
      testDescription: "failures and user pops",
      fates: [.atOnce, .aLittleLater, .refused],
      userPops: true,
      isGuarded: true,
      producers: 2
    ),
    Course(
      testDescription: "steps that don't end in time",
      fates: [.atOnce, .atOnce, .aLittleLater, .withoutEnd, .late, .lateRefused],
      runs: 200
    ),
    Course(
      testDescription: "everything",
      fates: [.atOnce, .atOnce, .aLittleLater] + Stage.Fate.allCases,
      userPops: true,
      isGuarded: true,
      producers: 2,
      runs: 300
    ),
  ]

  @Test(arguments: courses)
  func `in the end the screens are what the state says`(_ course: Course) async throws {
    for seed in 1...UInt64(course.runs) { try await run(course, seed: seed) }
  }

  private func run(_ course: Course, seed: UInt64) async throws {
    var random = SplitMix64(seed: seed)
    let stage = Stage(random: SplitMix64(seed: random.next()), fates: course.fates)
    let keep = NavigationGuard("keep") { old, new in
      old.contains("d0") && !new.contains("d0") ? .refuse(reason: "d0 stays") : .allow
    }
    var state = AppState()
    state.navigationState.guards = course.isGuarded ? [keep] : []
    let initial = state
    let store = AppStore(initialState: initial)
    let clock = TestClock()
    let root = StageScreen("A", stage)
    stage.enter(root)
    let router = Router(
      store: store,
      rootRoutable: root,
      rootIdentifier: "A",
      configuration: RouterConfiguration(clock: clock, onEvent: { _ in })
    )
    var tasks: [Task<Void, Never>] = []
    for _ in 1..<course.producers {
      let seed = random.next()
      let names = Self.names
      tasks.append(
        Task.detached {
          var random = SplitMix64(seed: seed)
          for _ in 0..<10 {
            try? await store.dispatch(Self.action(&random, names)).value
            if Bool.random(using: &random) { await Task.yield() }
          }
        }
      )
    }
    for _ in 0..<40 {
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1: store.dispatch(Self.action(&random, Self.names))
      case 2 where course.userPops: tasks.append(contentsOf: userPop(stage, router, &random))
      case 3: stage.letGo()
      case 4 where stage.isWaiting && clock.sleeperCount > 0: await clock.advance(by: .seconds(5))
      default: for _ in 0..<Int.random(in: 1...6, using: &random) { await Task.yield() }
      }
    }
    stage.fates = [.atOnce]
    while stage.unfinished > 0 {
      stage.letGo()
      await Task.yield()
    }
    for task in tasks { await task.value }
    await router.retry()
    await router.retry()
    let wanted = store.state.navigationState.tree.description
    let context: Comment = "\(course.testDescription), seed \(seed)"
    #expect(stage.text() == wanted, context)
    #expect(router.realizedTree.description == wanted, context)
    #expect(stage.wrong.isEmpty, context)
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
