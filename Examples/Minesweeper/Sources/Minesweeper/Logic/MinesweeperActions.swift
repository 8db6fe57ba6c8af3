import Katana

/// Does what a tap on a cell does at the moment.
struct TapCell: StateUpdater, Equatable {
  let place: Place

  func updateState(_ state: inout MinesweeperState) {
    if state.isFlagging {
      state.board.toggleFlag(at: place)
    } else {
      state.board.disclose(place)
    }
  }
}

/// Sets a flag on a cell, or takes it away, whatever taps do.
struct FlagCell: StateUpdater, Equatable {
  let place: Place

  func updateState(_ state: inout MinesweeperState) { state.board.toggleFlag(at: place) }
}

/// Changes what taps do.
struct ToggleFlagging: StateUpdater, Equatable {
  func updateState(_ state: inout MinesweeperState) { state.isFlagging.toggle() }
}

/// Begins a game whose mines a seed tells.
struct BeginGame: StateUpdater, Equatable {
  let seed: UInt64

  func updateState(_ state: inout MinesweeperState) {
    state.board.restart(seed: seed)
    state.isFlagging = false
  }
}

/// Begins another game: an updater does the same each time, so that chance comes from here.
struct Restart: SideEffect {
  func sideEffect(
    _ context: SideEffectContext<MinesweeperState, MinesweeperDependencies>
  ) async throws {
    try await context.dispatch(BeginGame(seed: context.dependencies.makeSeed())).value
  }
}
