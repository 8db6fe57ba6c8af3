import Katana
import SeededRandom
import Synchronization
import Testing

/// Random commands against `StoreModel`.
@Suite(.timeLimit(.minutes(30)))
struct StoreModelTests {
  struct TotalState: State, Equatable {
    var sum = SumState()
  }

  struct SumState: State, Equatable {
    var total = 0
  }

  struct Change: StateUpdater, Equatable {
    var amount: Int
    func updateState(_ state: inout TotalState) { state.sum.total += amount }
  }

  struct ChangeSum: StateUpdater {
    var amount: Int
    func updateState(_ state: inout SumState) { state.total += amount }
  }

  /// Dispatches a change, and returns the total that it finds then.
  struct ChangeLater: ReturningSideEffect {
    var amount: Int
    func sideEffect(_ context: any AnySideEffectContext) async throws -> Int {
      try await context.anyDispatch(Change(amount: amount)).value
      return (context.getAnyState() as? TotalState)?.sum.total ?? -1
    }
  }

  /// How a change gets into the store.
  enum Way: CaseIterable {
    case typed, erased, any, scoped, sideEffect
  }

  struct Refused: Error {}

  private static func amount(of item: any Dispatchable) -> Int? {
    switch item {
    case let item as Change: item.amount
    case let item as ChangeSum: item.amount
    default: nil
    }
  }

  private static let interceptor = StoreInterceptor.deciding { _, item in
    switch amount(of: item) {
    case 13: .drop
    case 17: .reject(Refused())
    case 19: .replace(Change(amount: 2))
    default: .proceed
    }
  }

  @Test(arguments: RandomHistories.seeds(160))
  func `a store does what its model does`(seed: UInt64) async throws {
    let executions: [UpdateExecution] = [
      .inPlace(), .inPlace(drainLimit: 0), .inPlace(patience: .zero), .executor(.immediate),
    ]
    let problem = try await firstDifference(
      seed: seed,
      updates: executions[Int(seed % 4)],
      isRecorded: seed % 8 < 4
    )
    #expect(problem == nil, "seed \(seed)")
  }

  /// Runs 300 commands; describes the first after which store and model differ.
  private func firstDifference(
    seed: UInt64,
    updates: UpdateExecution,
    isRecorded: Bool
  ) async throws -> String? {
    var random = SplitMix64(seed: seed)
    var model = StoreModel()
    let store = PlainStore<TotalState>(
      interceptors: [Self.interceptor],
      configuration: StoreConfiguration(
        updates: updates,
        recording: isRecorded ? RecordingOptions(checkpointInterval: 7) : nil,
        onUnobservedError: { _, _ in }
      )
    )
    let events = EventList()
    var removals: [(id: Int, remove: @Sendable () -> Void)] = []
    for step in 0..<300 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0 where removals.count < 6:
        let kind = StoreModel.ListenerKind.allCases.randomElement(using: &random) ?? .pair
        model.addListener(step, kind)
        removals.append((step, add(kind, id: step, to: store, events)))
      case 1 where !removals.isEmpty:
        let (id, remove) = removals.remove(at: Int.random(in: removals.indices, using: &random))
        model.removeListener(id)
        remove()
        remove()
      default:
        let amount = Int.random(in: 0..<20, using: &random)
        let way = Way.allCases.randomElement(using: &random) ?? .typed
        let expected = model.dispatch(amount)
        let last = await outcome(of: amount, way, in: store)
        let actual = events.take() + [last]
        if actual != expected {
          return "step \(step), \(way) \(amount): expected \(expected), found \(actual)"
        }
      }
      if store.state.sum.total != model.total {
        return "step \(step): expected \(model.total), found \(store.state.sum.total)"
      }
    }
    return try isRecorded ? differenceInLog(of: store, lastTotal: model.total) : nil
  }

  /// The log makes the same states again, one version after the other.
  private func differenceInLog(
    of store: PlainStore<TotalState>,
    lastTotal: Int
  ) throws -> String? {
    guard let log = try store.recorder?.log else { return "no log" }
    let versioned = store.versionedState
    if log.lastVersion != versioned.version { return "the log ends at \(log.lastVersion)" }
    if try log.state(at: log.lastVersion) != versioned.state { return "the last state differs" }
    return versioned.state.sum.total == lastTotal ? nil : "the total differs"
  }

  private func add(
    _ kind: StoreModel.ListenerKind,
    id: Int,
    to store: PlainStore<TotalState>,
    _ events: EventList
  ) -> @Sendable () -> Void {
    switch kind {
    case .pair:
      return store.addListener { old, new in
        events.append(.called(listener: id, old: old.sum.total, new: new.sum.total))
      }
    case .newState:
      return store.addNewStateListener { new in
        events.append(.called(listener: id, old: nil, new: new.sum.total))
      }
    case .selector:
      let select = { @Sendable (state: TotalState) in StoreModel.select(state.sum.total) }
      return store.addListener(selecting: select, by: ==) { old, new in
        events.append(.called(listener: id, old: old, new: new))
      }
    case .dispatching:
      return store.addListener { [weak store] old, new in
        events.append(.called(listener: id, old: old.sum.total, new: new.sum.total))
        if new.sum.total % 10 == 0 { store?.dispatch(Change(amount: 1)) }
      }
    }
  }

  private func outcome(
    of amount: Int,
    _ way: Way,
    in store: PlainStore<TotalState>
  ) async -> StoreModel.Event {
    do {
      switch way {
      case .typed: try await store.dispatch(Change(amount: amount)).value
      case .erased:
        let updater: any AnyStateUpdater = Change(amount: amount)
        try await store.anyDispatch(updater).value
      case .any: _ = try await store.anyDispatch(Change(amount: amount)).value
      case .scoped:
        try await store.scope(\.sum).dispatch(ChangeSum(amount: amount)).value
      case .sideEffect:
        let total = try await store.dispatch(ChangeLater(amount: amount)).value
        #expect(total == store.state.sum.total)
      }
      return .finished
    } catch {
      #expect(error is Refused)
      return .rejected
    }
  }
}

/// The notes of listeners, in order.
private final class EventList: Sendable {
  private let events = Mutex<[StoreModel.Event]>([])

  func append(_ event: StoreModel.Event) { events.withLock { $0.append(event) } }

  func take() -> [StoreModel.Event] {
    events.withLock { events in
      defer { events = [] }
      return events
    }
  }
}
