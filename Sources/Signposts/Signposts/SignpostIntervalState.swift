/// The part of an interval's begin that `Signposter.endInterval` needs.
///
/// A value without references, of 16 bytes on Linux: it may be kept, copied and ended on another thread.
@frozen
public struct SignpostIntervalState: Sendable {
  /// The interval's id; `.none` if its begin was not recorded, in which case its end is not recorded either.
  public let id: SignpostID

  /// For an interval whose begin was not recorded.
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
