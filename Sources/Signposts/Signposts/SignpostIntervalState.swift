/// What `Signposter.endInterval` needs to know of the beginning.
///
/// A value of 16 bytes without references: it may be kept, copied and ended on another thread.
@frozen
public struct SignpostIntervalState: Sendable {
  /// The interval's id; `.none` where its beginning was not recorded, and then its end is not
  /// either.
  public let id: SignpostID

  /// Of an interval whose beginning was not recorded.
  @inlinable
  static var unrecorded: SignpostIntervalState {
    SignpostIntervalState(id: .none, endsWithCPUTime: false)
  }

  @usableFromInline
  let endsWithCPUTime: Bool

  @inlinable
  init(id: SignpostID, endsWithCPUTime: Bool) {
    self.id = id
    self.endsWithCPUTime = endsWithCPUTime
  }
}
