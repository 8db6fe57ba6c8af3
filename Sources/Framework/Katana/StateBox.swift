/// A copy of a state in the heap, so that a large one isn't moved through the frames of a stack.
final class StateBox<S: State>: Sendable {
  let state: S
  let version: UInt64

  init(state: S, version: UInt64) {
    self.state = state
    self.version = version
  }
}
