import Katana

/// Shows a slide that the user has chosen; nothing plays any more.
struct ShowSlide: StateUpdater, Equatable {
  let slide: Slide

  func updateState(_ state: inout SlidesState) {
    state.slide = slide
    state.isPlaying = false
  }
}

struct BeginPlaying: StateUpdater, Equatable {
  func updateState(_ state: inout SlidesState) {
    state.isPlaying = true
    state.playCount += 1
    if state.slide.next == nil { state.slide = .first }
  }
}

struct StopPlaying: StateUpdater, Equatable {
  func updateState(_ state: inout SlidesState) { state.isPlaying = false }
}

/// Shows the next slide, unless the user has done something meanwhile.
struct Advance: StateUpdater, Equatable {
  let playCount: Int

  func updateState(_ state: inout SlidesState) {
    guard state.isPlaying, state.playCount == playCount else { return }
    if let next = state.slide.next { state.slide = next }
    state.isPlaying = state.slide.next != nil
  }
}

/// Shows one slide after the other to the last, with time to look at each.
struct Play: SideEffect {
  static let pause = Duration.seconds(2)

  func sideEffect(
    _ context: SideEffectContext<SlidesState, SlidesDependencies>
  ) async throws {
    try await context.dispatch(BeginPlaying()).value
    let playCount = context.getState().playCount
    while context.getState().isPlaying, context.getState().playCount == playCount {
      try await context.dependencies.clock.sleep(for: Self.pause)
      try await context.dispatch(Advance(playCount: playCount)).value
    }
  }
}
