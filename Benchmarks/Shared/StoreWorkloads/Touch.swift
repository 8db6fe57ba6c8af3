public import Katana

/// The updater of every row.
public struct Touch<S: BenchmarkState>: StateUpdater {
  @usableFromInline let index: Int

  @inlinable
  public init(index: Int) {
    self.index = index
  }

  @inlinable
  @inline(__always)
  public func updateState(_ state: inout S) { state.touch(index) }
}
