public import Katana

/// The updater of every row.
public struct Touch<S: BenchmarkState>: StateUpdater {
  @usableFromInline let index: Int

  /// Creates an update of one of the words.
  @inlinable
  public init(index: Int) {
    self.index = index
  }

  /// Applies it.
  @inlinable
  @inline(__always)
  public func updateState(_ state: inout S) { state.touch(index) }
}
