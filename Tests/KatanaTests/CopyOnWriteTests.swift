import Katana
import Testing

/// The buffers' addresses tell copies apart from updates in place.
@Suite(.timeLimit(.minutes(10)))
struct CopyOnWriteTests {
  @Test func `a state that nobody holds is updated where it lies`() {
    let store = PlainStore(initialState: ListState(items: Array(0..<100_000)))
    let before = address(of: store)
    for index in 0..<1000 { store.dispatch(SetItem(index: index, item: -index)) }
    #expect(address(of: store) == before)
    #expect(store.state.items[999] == -999)
  }

  @Test func `a state that somebody holds is copied once and then updated where it lies`() {
    let store = PlainStore(initialState: ListState(items: Array(0..<1000)))
    let held = store.state
    let before = address(of: store)
    store.dispatch(SetItem(index: 0, item: -1))
    let after = address(of: store)
    #expect(after != before)
    for index in 0..<100 { store.dispatch(SetItem(index: index, item: -1)) }
    #expect(address(of: store) == after)
    #expect(held.items == Array(0..<1000))
  }

  @Test func `an update after the last listener went away is in place again`() {
    let store = PlainStore(initialState: ListState(items: Array(0..<1000)))
    let remove = store.addListener { _, _ in }
    let before = address(of: store)
    store.dispatch(SetItem(index: 0, item: -1))
    let listened = address(of: store)
    #expect(listened != before)
    remove()
    store.dispatch(SetItem(index: 1, item: -1))
    #expect(address(of: store) == listened)
  }

  private func address(of store: PlainStore<ListState>) -> UInt {
    store.state.items.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
  }
}
