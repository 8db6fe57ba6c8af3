import Katana

/// The whole state: the game, and what a tap does.
struct MinesweeperState: State, Equatable {
  var board = Board()
  /// Whether a tap puts a flag on a cell instead of disclosing it.
  var isFlagging = false
}

typealias MinesweeperStore = Store<MinesweeperState, MinesweeperDependencies>

/// What side effects work with.
struct MinesweeperDependencies: SideEffectDependencyContainer {
  /// The seed of the next game.
  let makeSeed: @Sendable () -> UInt64

  init(makeSeed: @escaping @Sendable () -> UInt64) { self.makeSeed = makeSeed }

  init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {
    self.init { UInt64.random(in: .min ... .max) }
  }
}

extension Store where S == MinesweeperState, D == MinesweeperDependencies {
  /// Makes the store of a game.
  ///
  /// - Parameters:
  ///   - shape: The board's.
  ///   - seed: Tells where the mines are, in this game and in all that follow; they are elsewhere each time unless it is given.
  convenience init(_ shape: BoardShape, seed: UInt64? = nil) {
    let makeSeed: @Sendable () -> UInt64 = { seed ?? UInt64.random(in: .min ... .max) }
    self.init(
      dependencies: { _, _ in MinesweeperDependencies(makeSeed: makeSeed) },
      initialState: MinesweeperState(board: Board(shape, seed: makeSeed()))
    )
  }
}
