import Katana

/// The whole state: the slide, and whether they go on by themselves.
struct SlidesState: State, Equatable {
  var slide = Slide.first
  var isPlaying = false
  /// How often it was begun to play; one that has been stopped doesn't go on with the next.
  var playCount = 0
}

typealias SlidesStore = Store<SlidesState, SlidesDependencies>

/// What side effects work with.
struct SlidesDependencies: SideEffectDependencyContainer {
  let clock: any Clock<Duration>

  init(clock: any Clock<Duration>) { self.clock = clock }

  init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {
    self.init(clock: ContinuousClock())
  }
}
