#if canImport(os)
import os

// Forwarding to `OSSignposter`, which Instruments records. Rules of this folder:
//  1. `OSSignposter.isEnabled` is checked before anything is computed, for each kind of event.
//  2. Names are passed on unchanged: `OSSignposter` refers to a literal by its place in the image, so the program and this module have to
//     be one image, as with SwiftPM's default static linking.
//  3. Text that is known only at run time is in the message, and public there, as in a trace on Linux.
//  4. Whether an interval is synchronous isn't passed on: Instruments itself detects what nests on a thread.
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
    // The state isn't kept: it is an object, and the end makes an equal one from its id.
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
  /// What the end has to know of the begin.
  @frozen
  @usableFromInline
  struct Ending: Sendable {
    /// The name, which `OSSignposter` needs again.
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
