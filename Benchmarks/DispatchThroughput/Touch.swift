import Katana

/// The updater of every row.
struct Touch<S: BenchmarkState>: StateUpdater {
  let index: Int

  @inline(__always)
  func updateState(_ state: inout S) { state.touch(index) }
}
