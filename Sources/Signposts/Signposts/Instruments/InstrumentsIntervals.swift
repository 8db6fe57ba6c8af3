#if canImport(os)
import os

// Forwarding to `OSSignposter`, which Instruments records. Rules of this folder:
//  1. What is asked before anything is computed is `OSSignposter.isEnabled`, of whatever kind the event is.
//  2. Names are handed on as they are: `OSSignposter` refers to a literal by its place in the image, so the program and
//     this module have to be one image, as they are where SwiftPM links statically, which it does unless told otherwise.
//  3. What is known only when the program runs is in the message, and public there, as it is in a trace on Linux.
//  4. Whether an interval is synchronous isn't handed on: Instruments tells by itself what nests on a thread.
extension Signposter {
  @usableFromInline var takesIntervals: Bool { isRecorded && isActive }

  @usableFromInline var isRecorded: Bool { osSignposter.isEnabled }

  static var canEmit: Bool { true }

  @usableFromInline
  func begin(
    _ name: StaticString,
    id: SignpostID,
    parent: SignpostID,
    isSynchronous: Bool = false,
    message: () -> String
  ) -> SignpostIntervalState {
    let id = id == .none ? makeSignpostID() : id
    let text = message()
    // The state isn't kept: it is an object, and one that says the same is made at the end of its id.
    _ =
      text.isEmpty
      ? osSignposter.beginInterval(name, id: id.osSignpostID)
      : osSignposter.beginInterval(name, id: id.osSignpostID, "\(text, privacy: .public)")
    return SignpostIntervalState(id: id, ending: .init(name: name))
  }

  @usableFromInline
  func begin(
    named name: String,
    id: SignpostID,
    parent: SignpostID,
    isSynchronous: Bool = false,
    message: () -> String
  ) -> SignpostIntervalState {
    begin("interval", id: id, parent: parent) { InstrumentsText.joining(name, message()) }
  }

  @usableFromInline
  func emitEnd(_ state: SignpostIntervalState) {
    osSignposter.endInterval(
      state.ending.name,
      OSSignpostIntervalState.beginState(id: state.id.osSignpostID)
    )
  }
}

extension SignpostIntervalState {
  /// What the end has to know of the beginning.
  @frozen
  @usableFromInline
  struct Ending: Sendable {
    /// The name, which `OSSignposter` wants again.
    @usableFromInline let name: StaticString

    @inlinable
    init(name: StaticString) { self.name = name }

    @inlinable
    static var unrecorded: Ending { Ending(name: "") }
  }
}

extension SignpostID {
  var osSignpostID: OSSignpostID { OSSignpostID(rawValue) }
}
#endif
