import Katana

/// The updater of every row.
package struct Touch<S: BenchmarkState>: StateUpdater {
  @usableFromInline let index: Int

  @inlinable
  package init(index: Int) {
    self.index = index
  }

  @inlinable
  @inline(__always)
  package func updateState(_ state: inout S) { state.touch(index) }
}
