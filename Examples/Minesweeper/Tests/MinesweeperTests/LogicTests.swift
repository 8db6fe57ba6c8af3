import Katana
import KatanaTesting
import Testing

#if canImport(Minesweeper)
@testable import Minesweeper
#endif

@Suite(.locatedTestStoreErrors)
struct `The logic of the game` {
  private func store(seed: UInt64 = 5) -> TestStore<MinesweeperState, MinesweeperDependencies> {
    TestStore(
      timeout: .seconds(600),
      dependencies: { _, _ in MinesweeperDependencies { seed } },
      initialState: MinesweeperState(board: Board(seed: 1))
    )
  }

  private let place = Place(column: 9, row: 12)

  @Test func `a tap discloses, or flags`() async throws {
    let store = store()
    try await store.send(ToggleFlagging()) { $0.isFlagging = true }
    try await store.send(TapCell(place: place)) { $0.board.toggleFlag(at: place) }
    #expect(store.state.board.cells[place] == .flagged)
    try await store.send(TapCell(place: place)) { $0.board.toggleFlag(at: place) }
    try await store.send(ToggleFlagging()) { $0.isFlagging = false }
    try await store.send(TapCell(place: place)) { $0.board.disclose(place) }
    #expect(store.state.board.cells[place] == .disclosed(minesAround: 0))
    // Twice is as good as once.
    try await store.send(TapCell(place: place))
    try await store.finish()
  }

  @Test func `another game has the mines that chance says`() async throws {
    let store = store(seed: 77)
    try await store.send(TapCell(place: place)) { $0.board.disclose(place) }
    try await store.send(ToggleFlagging()) { $0.isFlagging = true }
    store.send(Restart())
    try await store.receive(BeginGame(seed: 77)) {
      $0 = MinesweeperState(board: Board(seed: 77))
    }
    try await store.send(TapCell(place: place)) { $0.board.disclose(place) }
    #expect(
      store.state.board.minefield == Minefield(.standard, seed: 77, sparing: place)
    )
    try await store.finish()
  }

  @Test func `a game is won by disclosing all cells without mines`() async throws {
    let store = MinesweeperStore(.standard, seed: 9)
    try await store.dispatch(TapCell(place: place)).value
    let mines = try #require(store.state.board.minefield?.mines)
    for safe in BoardShape.standard.places where !mines.contains(safe) {
      #expect(store.state.board.outcome != .lost)
      try await store.dispatch(TapCell(place: safe)).value
    }
    let board = store.state.board
    #expect(board.outcome == .won)
    #expect(board.minesLeft == 0)
    #expect(mines.allSatisfy { board.cells[$0] == .flagged })
  }
}
