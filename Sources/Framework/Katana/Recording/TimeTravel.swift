/// Sets the whole state to an earlier one; see `Store.travel(to:in:)`.
public struct TimeTravel<S: State>: StateUpdater {
  /// The version that the state had.
  public let version: UInt64
  /// The state.
  public let state: S

  init(to earlier: VersionedState<S>) {
    version = earlier.version
    state = earlier.state
  }

  /// Replaces the state.
  public func updateState(_ state: inout S) {
    state = self.state
  }
}

extension TimeTravel: Encodable where S: Encodable {}
extension TimeTravel: Decodable where S: Decodable {}
extension TimeTravel: Equatable where S: Equatable {}
