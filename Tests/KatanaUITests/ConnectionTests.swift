import Foundation
import Katana
import KatanaUI
import NativeViews
import Testing

/// A connected row that says which part of the state it reads.
struct Reader: ConnectedNodeDescription {
  enum Part { case title, item, entity, everything, failing }
  struct Props: NodeDescriptionProps {
    var part: Part
    var id = 0
    var log: Log
    var text = "given"
    var children: NodeChildren = []
    var frame: CGRect = .zero
    var alpha: CGFloat = 1
    var key: String?
  }
  var props: Props

  init(_ part: Part, _ log: Log, id: Int = 0, _ children: NodeChildren = []) {
    props = Props(part: part, id: id, log: log, children: children)
  }

  static func connect(props: inout Props, to storeState: ListState) throws {
    props.log.note("connect \(props.part) \(props.id)")
    switch props.part {
    case .title: props.text = storeState.title
    case .item: props.text = storeState.items[props.id].text
    case .entity: props.text = storeState.entities[props.id] ?? "none"
    case .everything: props.text = "\(storeState.other)"
    case .failing:
      if storeState.other > 0 { throw ProbeError() }
      props.text = "fine"
    }
  }

  static func reads(props: Props) -> StateReads<ListState> {
    switch props.part {
    case .title: .part(\.title)
    case .item: .part(\.items[props.id])
    case .entity: .entity(\.entities, id: props.id)
    case .everything, .failing: .everything
    }
  }

  static func childrenDescriptions(
    props: Props,
    state: EmptyState,
    update: @escaping @Sendable (EmptyState) -> Void,
    dispatch: @escaping StoreDispatch
  ) -> [any AnyNodeDescription] {
    props.children
  }

  static func applyPropsToNativeView(
    props: Props,
    state: EmptyState,
    view: NativeView,
    update: @escaping @Sendable (EmptyState) -> Void,
    node: AnyNode
  ) {
    view.key = props.text
  }
}

@MainActor
struct `connected nodes` {
  let log = Log()
  let store = Store<ListState, Dependencies>(
    initialState: ListState(
      entities: Entities(uniqueIDsWithValues: (0..<5).map { ($0, "e\($0)") }),
      title: "t"
    )
  )

  @Test func `parts that nobody reads any more aren't looked at`() {
    let log = Log()
    let store = Store<ListState, Dependencies>(
      initialState: ListState(items: (0..<3).map { Item(id: $0, text: "\($0)") })
    )
    let stage = Stage(Probe("root", log) { Reader(.item, log, id: 2) }, store: store)
    #expect(log.take().contains("connect item 2"))
    stage.update(Probe("root", log) {})
    // The key path of the part leads nowhere from now on.
    store.dispatch(Change { $0.items.removeLast() })
    stage.tree.flush()
    store.dispatch(Change { $0.items.removeAll() })
    stage.tree.flush()
    #expect(!log.take().contains { $0.hasPrefix("connect") })
  }

  @Test func `are asked where what they read has changed`() {
    let log = log
    let stage = Stage(
      Probe("root", log) {
        Reader(.title, log)
        Reader(.entity, log, id: 1)
        Reader(.entity, log, id: 2)
        Reader(.everything, log)
      },
      store: store
    )
    #expect(stage.picture == "root[t e1 e2 0]")
    _ = log.take()
    store.dispatch(Change { $0.other = 5 })
    stage.tree.flush()
    #expect(log.take() == ["connect everything 0"])
    store.dispatch(Change { $0.entities[2] = "two" })
    stage.tree.flush()
    #expect(log.take() == ["connect everything 0", "connect entity 2"])
    store.dispatch(Change { $0.title = "new" })
    store.dispatch(Change { _ = $0.entities.remove(1) })
    stage.tree.flush()
    #expect(
      log.take() == ["connect everything 0", "connect title 0", "connect entity 1"]
    )
    #expect(stage.picture == "root[new none two 5]")
    stage.update(Probe("root", log, value: 1) { Reader(.everything, log) })
    _ = log.take()
    store.dispatch(Change { $0.title = "unread" })
    stage.tree.flush()
    #expect(log.take() == ["connect everything 0"])
  }

  @Test func `are asked once a frame, and once where their parent has updated them`() {
    let log = log
    let stage = Stage(
      Reader(.everything, log, [Reader(.everything, log, id: 1)]),
      store: store
    )
    _ = log.take()
    store.dispatch(Change { $0.other = 1 })
    store.dispatch(Change { $0.other = 2 })
    stage.tree.flush()
    #expect(log.take() == ["connect everything 0", "connect everything 1"])
    #expect(stage.picture == "2[2]")
    stage.tree.flush()
    #expect(log.take() == [])
  }

  @Test func `keep their props where connect fails`() {
    let log = log
    let stage = Stage(Probe("root", log) { Reader(.failing, log) }, store: store)
    store.dispatch(Change { $0.other = 1 })
    stage.tree.flush()
    #expect(stage.picture == "root[fine]")
    #expect(stage.diagnoses.problems.count == 1)
    store.dispatch(Change { $0.other = 0 })
    stage.tree.flush()
    #expect(stage.picture == "root[fine]")
  }

  @Test func `without a store, or with one of another state, keep their props and are told`() {
    let log = log
    for store in [nil, Store<CounterState, Dependencies>()] {
      let stage = Stage(Probe("root", log), store: store)
      stage.update(Probe("root", log, value: 1) { Reader(.title, log) })
      #expect(stage.picture == "root[given]")
      #expect(stage.diagnoses.problems.count == 1)
      #expect(stage.diagnoses.problems.first?.contains("connected to ListState") == true)
    }
  }

  @Test func `follow dispatches from other threads`() async {
    let log = log
    let stage = Stage(Reader(.everything, log), store: store)
    let store = store
    await Task.detached {
      for value in 1...100 { store.dispatch(Change { $0.other = value }) }
    }.value
    while stage.picture != "100", !Task.isCancelled {
      await Task.yield()
      (stage.tree.backend.frames as? ManualFrameSource)?.advance(by: .milliseconds(20))
    }
    #expect(log.take().count < 100)
  }

  @Test func `see what is dispatched while they are updated, in the same frame`() {
    let log = log
    let stage = Stage(
      Probe("root", log) {
        Reader(.everything, log)
        Dispatching(props: .init())
      },
      store: store
    )
    #expect(stage.picture == "root[1 -]")
  }

  @Test func `read the state as soon as a store is ready`() async throws {
    let log = log
    let (ready, continuation) = AsyncStream.makeStream(of: Void.self)
    let store = Store<ListState, Dependencies> {
      for await _ in ready { break }
      return ListState(title: "late")
    }
    let stage = Stage(Reader(.title, log), store: store)
    #expect(stage.picture == "given")
    continuation.yield()
    try await store.waitUntilReady()
    while stage.picture != "late", !Task.isCancelled {
      await Task.yield()
      stage.tree.flush()
    }
  }

  @Test func `are forgotten by the store when their renderer goes`() {
    let log = log
    do { _ = Stage(Reader(.everything, log), store: store) }
    _ = log.take()
    store.dispatch(Change { $0.other = 9 })
    #expect(log.take() == [])
  }
}

/// Dispatches when it is mounted.
struct Dispatching: NodeDescriptionWithoutChildren {
  var props: EmptyProps

  static func didMount(props: EmptyProps, dispatch: @escaping StoreDispatch) {
    dispatch(Change { $0.other += 1 })
  }
}
