/// The part of an interval's beginning that `Signposter.endInterval` needs.
///
/// A value without references, of 16 bytes on Linux: it may be kept, copied and ended on another thread.
@frozen
public struct SignpostIntervalState: Sendable {
  /// The interval's id; `.none` where its beginning was not recorded, and then its end is not
  /// either.
  public let id: SignpostID

  /// Of an interval whose beginning was not recorded.
  @inlinable
  static var unrecorded: SignpostIntervalState {
    SignpostIntervalState(id: .none, ending: .unrecorded)
  }

  @usableFromInline
  let ending: Ending

  @inlinable
  init(id: SignpostID, ending: Ending) {
    self.id = id
    self.ending = ending
  }
}
